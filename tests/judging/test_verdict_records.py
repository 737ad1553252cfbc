"""Verdicts as plain records: of lists, of unreadable files, and with fewer details."""

from __future__ import annotations

import pytest

from listbuilder.diagnostics import Diagnostic, build_report
from listbuilder.errors import UnreadableError
from listbuilder.judging.judge import judge_bytes
from listbuilder.judging.results import Judged, RecordDetail, Unreadable, build_list_record, require_single_list
from listbuilder.library import Library
from tests.judging.test_judging import judged

LIST = """\
format: 1
name: A
player: Kim
system: aof-3.5
points: 500
force_org: true
units:
  - {id: a, unit: human-empire/champion}
  - {id: b, unit: dwarves/berserkers, upgrades: [no-such]}
"""


@pytest.fixture
def mixed(library: Library) -> Judged:
    return judged(LIST, library)


def test_record_of_a_readable_list(mixed: Judged):
    record = build_list_record(mixed, "en")
    roster = mixed.roster
    assert {key: record[key] for key in ("path", "name", "player", "system", "verdict", "limit")} == {
        "path": mixed.path,
        "name": "A",
        "player": "Kim",
        "system": "aof-3.5",
        "verdict": "illegal",
        "limit": 500,
    }
    assert (record["points"], record["units"], record["models"]) == (roster.cost, 2, roster.models)
    assert (record["hash"], record["army"]) == (mixed.list_hash, mixed.army_hash)
    assert record["factions"] == ["Dwarves", "Human Empire"]
    assert record["books"] == {
        book.id: {"name": book.name.en, "version": book.version, "sha256": book.sha256, "partial": False}
        for book in roster.factions.values()
    }
    lines = {finding["code"]: finding["line"] for finding in record["diagnostics"]}
    assert lines["UPG001"] == 9
    assert lines["VER003"] is None


def test_book_names_use_the_output_language(mixed: Judged):
    assert build_list_record(mixed, "de")["factions"] == [
        mixed.roster.factions[name].name.to("de") for name in sorted(mixed.roster.factions)
    ]


def test_unrequested_details_are_left_out(mixed: Judged):
    usual, bare = (
        build_list_record(mixed, "en"),
        build_list_record(mixed, "en", RecordDetail(False, False, False, False, False)),
    )
    assert (bare["hash"], bare["army"]) == (None, None)
    assert (bare["points"], bare["books"]) == (usual["points"], usual["books"])
    assert {finding["severity"] for finding in bare["diagnostics"]} == {"error", "warning"}
    assert {finding["line"] for finding in bare["diagnostics"]} == {None}
    assert all(finding["fix"] is None for finding in bare["diagnostics"])
    assert any(finding["fix"] is not None for finding in usual["diagnostics"])
    assert {finding["severity"] for finding in usual["diagnostics"]} == {"error", "warning", "note"}


def test_records_hold_one_fix_unless_asked(library: Library):
    over = judged(LIST.replace("points: 500", "points: 100").replace(", upgrades: [no-such]", ""), library)
    usual, detailed = (
        max(len(finding["fixes"]) for finding in build_list_record(over, "en", detail)["diagnostics"])
        for detail in (None, RecordDetail(every_fix=True))
    )
    assert usual == 1 < detailed


def test_record_of_an_unreadable_file(library: Library):
    (unread,) = judge_bytes(b"hello", "x.txt", library)
    assert isinstance(unread, Unreadable)
    record = build_list_record(unread, "en")
    assert (record["path"], record["verdict"]) == ("x.txt", "unreadable")
    nothing = ("name", "player", "system", "points", "limit", "units", "models", "hash", "army")
    assert {record[key] for key in nothing} == {None}  # type: ignore[literal-required]
    assert (record["books"], record["factions"]) == ({}, [])
    assert [finding["code"] for finding in record["diagnostics"]] == ["IMP001"]


def test_record_of_an_unknown_system(mixed: Judged):
    record = build_list_record(
        Unreadable("x", build_report([Diagnostic("LST003", None, {"system": "s"})]), mixed.army), "en"
    )
    assert (record["name"], record["limit"], record["hash"]) == ("A", 500, mixed.list_hash)
    assert (record["points"], record["army"]) == (None, None)


def test_only_one_returns_the_single_list(mixed: Judged):
    nothing = Unreadable("y", build_report([Diagnostic("DAT003", None, {"most": 1})]))
    assert require_single_list([nothing, mixed], "x") is mixed
    with pytest.raises(UnreadableError) as several:
        require_single_list([mixed, mixed], "two.zip")
    (finding,) = several.value.diagnostics
    assert (finding.code, finding.place and finding.place.path) == ("IMP001", "two.zip")


def test_only_one_raises_the_gravest_findings():
    note, error, unchecked = Diagnostic("VER003"), Diagnostic("DAT003", None, {"most": 1}), Diagnostic("LST005")
    with pytest.raises(UnreadableError) as grave:
        require_single_list([Unreadable("x", build_report([note, error, unchecked]))], "x")
    assert [finding.code for finding in grave.value.diagnostics] == ["DAT003", "LST005"]
    with pytest.raises(UnreadableError) as only_notes:
        require_single_list([Unreadable("x", build_report([note]))], "x")
    assert [finding.code for finding in only_notes.value.diagnostics] == ["VER003"]


def test_records_share_book_values(mixed: Judged, library: Library):
    first, second = build_list_record(mixed, "en"), build_list_record(judged(LIST, library), "en")
    assert all(first["books"][name] is second["books"][name] for name in ("human-empire", "dwarves"))
    assert build_list_record(mixed, "de")["books"]["dwarves"] is not first["books"]["dwarves"], (
        "its name depends on the language"
    )
