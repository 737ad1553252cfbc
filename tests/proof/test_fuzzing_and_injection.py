"""A short run of the fuzzers and injections that `make proof` runs at length."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.library import Library
from proof.fuzzing.fuzz_runner import fuzz
from proof.fuzzing.targets import targets
from proof.injection import HOSTILE, PLACES, inject
from proof.memory import HOSTILE as HOSTILE_FILES
from proof.memory import read_hostile_files
from proof.proof_page import ProofRow, write_page
from proof.tournament_injection import PLACES as DESK_PLACES
from proof.tournament_injection import harm, inject_into_tournament

READERS = ("archives", "books", "data files", "list files", "saved lists", "settings", "share strings", "share text")
CHEAP = ("emails", "archives of emails", "odds arguments")
WHOLE_DESKS = ("registrations", "intake tables", "decisions", "acceptance logs", "event files")
"""Slow: every organiser's output is made from each file."""
INPUTS = dict.fromkeys(READERS, 50) | dict.fromkeys(CHEAP, 20) | dict.fromkeys(WHOLE_DESKS, 4)


def test_every_reader_is_fuzzed() -> None:
    assert set(INPUTS) == set(targets())


@pytest.mark.parametrize("reader", INPUTS)
def test_fuzzed_files_never_crash(reader: str) -> None:
    result = fuzz(reader, INPUTS[reader], 11)
    assert (result.inputs, result.failures) == (INPUTS[reader], {})


def test_largest_files_stay_within_memory_limit() -> None:
    hostile_files = read_hostile_files("list")
    assert (hostile_files.files, hostile_files.failures) == (len(HOSTILE_FILES), [])


def test_exceeded_memory_limit_is_detected() -> None:
    hostile_files = read_hostile_files("JSON", limit=120_000_000)
    assert any(
        failure.startswith("JSON full of empty lists") and "MemoryError" in failure
        for failure in hostile_files.failures
    )


def test_hostile_text_stays_text_in_every_export() -> None:
    every = 17
    result = inject(Library.open(user=False), every=every)
    assert result.failures == []
    assert result.tried > len(HOSTILE) * len(PLACES) // every * 20


def test_hostile_text_stays_text_in_desk_output() -> None:
    tried = list(inject_into_tournament(Library.open(user=False), HOSTILE, every=23))
    assert [(output, problem) for output, problem in tried if problem] == []
    assert len(tried) > len(HOSTILE) * len(DESK_PLACES) // 23 * 10


@pytest.mark.parametrize(
    ("face", "output"),
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
def test_injected_content_is_detected(face: str, output: bytes) -> None:
    assert harm(face, output)


def test_new_result_replaces_its_own_row(tmp_path: Path) -> None:
    page = tmp_path / "proof.md"
    write_page([ProofRow("lists", "60", 0, "false alarms"), ProofRow("kills", "250", 1, "broken")], page, 1)
    write_page([ProofRow("lists", "500", 2, "false alarms")], page, 7)
    rows = [line.split(" | ")[:4] for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    assert rows[1:] == [["| lists", "500", "2 false alarms", "7"], ["| kills", "250", "1 broken", "1"]]
