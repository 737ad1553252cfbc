"""A short run of the fuzzers and injections that `make proof` runs at length."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.library import Library
from proof.desk_injection import PLACES as DESK_PLACES
from proof.desk_injection import bent_desks, harm
from proof.fuzzing.running import fuzz
from proof.fuzzing.targets import targets
from proof.injection import HOSTILE, PLACES, inject
from proof.memory import HOSTILE as HOSTILE_FILES
from proof.memory import hold
from proof.writing import Line, write

READERS = ("archives", "books", "data files", "list files", "saved lists", "settings", "share strings", "share text")
CHEAP = ("mails", "archives of mails", "arguments of odds")
WHOLE_DESKS = ("registrations", "tables of what came", "decisions", "locks", "events of a desk")
"""Slow: every organiser's output is made from each file."""
INPUTS = dict.fromkeys(READERS, 50) | dict.fromkeys(CHEAP, 20) | dict.fromkeys(WHOLE_DESKS, 4)


def test_every_reader_is_fuzzed() -> None:
    assert set(INPUTS) == set(targets())


@pytest.mark.parametrize("reader", INPUTS)
def test_fuzzed_files_never_crash(reader: str) -> None:
    found = fuzz(reader, INPUTS[reader], 11)
    assert (found.inputs, found.failures) == (INPUTS[reader], {})


def test_largest_files_stay_within_memory_limit() -> None:
    found = hold("list")
    assert (found.files, found.failures) == (len(HOSTILE_FILES), [])


def test_exceeded_memory_limit_is_detected() -> None:
    found = hold("JSON", most=120_000_000)
    assert any(failure.startswith("JSON of empty lists") and "MemoryError" in failure for failure in found.failures)


def test_hostile_text_stays_text_in_every_export() -> None:
    every = 17
    found = inject(Library.open(user=False), every=every)
    assert found.failures == []
    assert found.tried > len(HOSTILE) * len(PLACES) // every * 20


def test_hostile_text_stays_text_in_desk_output() -> None:
    tried = list(bent_desks(Library.open(user=False), HOSTILE, every=23))
    assert [(what, problem) for what, problem in tried if problem] == []
    assert len(tried) > len(HOSTILE) * len(DESK_PLACES) // 23 * 10


@pytest.mark.parametrize(
    ("face", "made"),
    [
        ("page", b"<p><img src=x></p>"),
        ("labels", b"<li>\x1b[2J</li>"),
        ("pairing", b"name,mail\nx;=1+1,a\n"),
        ("mail", b"To: a@b.example\nBcc: c@d.example\n\nx"),
        ("letter", b"\x1b[2J"),
        ("book", b"%PDF-1.7 /JavaScript"),
        ("markdown", b"[x](javascript:alert(1))"),
    ],
)
def test_injected_content_is_detected(face: str, made: bytes) -> None:
    assert harm(face, made)


def test_new_result_replaces_its_own_row(tmp_path: Path) -> None:
    page = tmp_path / "proof.md"
    write([Line("lists", "60", 0, "false alarms"), Line("kills", "250", 1, "broken")], page, 1)
    write([Line("lists", "500", 2, "false alarms")], page, 7)
    rows = [line.split(" | ")[:4] for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    assert rows[1:] == [["| lists", "500", "2 false alarms", "7"], ["| kills", "250", "1 broken", "1"]]
