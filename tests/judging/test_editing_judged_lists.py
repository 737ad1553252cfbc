"""Editing a judged list: pinned books, remaining findings, and what is saved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.diagnostics import Diagnostic, Place, Report, build_report
from listbuilder.errors import UnreadableError
from listbuilder.judging.edit import apply_edit, pin_used_books, remaining_import_findings, with_book_totals
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.model import ArmyList, BookPin, EntryId, FactionId, Roster, SystemId
from listbuilder.rules.edits import AddEntry, RemoveEntry
from tests.judging.test_judging import judged

EMPIRE, DWARVES = FactionId("human-empire"), FactionId("dwarves")
LIST = """\
format: 1
name: A
system: aof-3.5
points: 500
units:
  - {id: a, unit: human-empire/champion}
  - {id: b, unit: dwarves/berserkers}
"""


@pytest.fixture
def two_books(library: Library) -> Judged:
    return judged(LIST, library)


def pins(army: ArmyList) -> dict[str, tuple[str, str | None, int | None]]:
    return {name: (pin.version, pin.sha256, pin.points) for name, pin in army.books.items()}


def test_unpinned_books_in_use_get_pinned(two_books: Judged):
    army, books = two_books.army, two_books.roster.factions
    empire, dwarves = books[EMPIRE], books[DWARVES]
    assert pins(pin_used_books(army, books)) == {
        EMPIRE: (empire.version, empire.sha256, None),
        DWARVES: (dwarves.version, dwarves.sha256, None),
    }
    old = replace(army, books={EMPIRE: BookPin("1.0")})
    assert pins(pin_used_books(old, books)) == {
        EMPIRE: ("1.0", None, None),
        DWARVES: (dwarves.version, dwarves.sha256, None),
    }
    assert pins(pin_used_books(army, {EMPIRE: empire})) == {EMPIRE: (empire.version, empire.sha256, None)}
    unused = replace(army, entries=army.entries[:1])
    assert list(pin_used_books(unused, books).books) == [EMPIRE]


def test_fully_pinned_list_is_unchanged(two_books: Judged):
    army = pin_used_books(two_books.army, two_books.roster.factions)
    assert pin_used_books(army, two_books.roster.factions) is army


def roster(two_books: Judged, **books: BookPin) -> Roster:
    army = replace(two_books.army, books={FactionId(name.replace("_", "-")): book for name, book in books.items()})
    return replace(two_books.roster, army=army)


def test_save_records_points_per_matching_book(two_books: Judged):
    empire, dwarves = (two_books.roster.factions[name] for name in (EMPIRE, DWARVES))
    first, second = two_books.roster.entries
    assert first.cost != second.cost
    same = roster(
        two_books,
        human_empire=BookPin(empire.version, empire.sha256),
        dwarves=BookPin(dwarves.version, dwarves.sha256, points=1),
    )
    assert pins(with_book_totals(same)) == {
        EMPIRE: (empire.version, empire.sha256, first.cost),
        DWARVES: (dwarves.version, dwarves.sha256, second.cost),
    }


def test_save_records_no_points_for_other_versions(two_books: Judged):
    empire = two_books.roster.factions[EMPIRE]
    for other in (
        BookPin("1.0", empire.sha256),
        BookPin(empire.version, "00"),
        BookPin(empire.version, None, points=7),
    ):
        pinned_roster = roster(two_books, human_empire=other)
        assert with_book_totals(pinned_roster).books == {EMPIRE: other}
    assert with_book_totals(roster(two_books, no_such_book=BookPin("2.0"))).books == {
        FactionId("no-such-book"): BookPin("2.0")
    }


def test_import_findings_last_as_long_as_their_entry(two_books: Judged):
    army = two_books.army
    about = [Diagnostic("IMP003", EntryId("a")), Diagnostic("IMP003", EntryId("gone")), Diagnostic("IMP005", None)]
    lasting = [Diagnostic("IMP014", None), Diagnostic("IMP015", EntryId("gone"))]
    of_the_file = [
        Diagnostic("DAT005", None, {"key": "x"}, place=Place("x.yaml", 3)),
        Diagnostic("LST002", EntryId("a")),
    ]
    findings = remaining_import_findings(build_report([*about, *lasting, *of_the_file]), army)
    assert sorted(
        (finding.code, finding.on) for finding in findings if finding.code.startswith("IMP") and finding.on
    ) == [("IMP003", "a"), ("IMP015", "gone")]
    assert sorted(finding.code for finding in findings) == ["IMP003", "IMP014", "IMP015"]


def test_clean_file_is_not_reformatted(two_books: Judged, monkeypatch: pytest.MonkeyPatch):
    nothing = Report()
    monkeypatch.setattr("listbuilder.judging.edit.format_list_json", None)
    assert remaining_import_findings(nothing, two_books.army) is nothing


def test_new_file_problems_are_reported(two_books: Judged):
    twice = replace(two_books.army, player="x" * 5000)
    findings = remaining_import_findings(build_report([Diagnostic("IMP014", None)]), twice)
    assert {finding.code for finding in findings} == {"IMP014", "DAT009"}


def test_edited_list_is_checked_again_and_pinned(two_books: Judged, library: Library):
    judged_list = apply_edit(replace(two_books, path="a.yaml"), AddEntry(two_books.army.entries[0].unit), library)
    assert (judged_list.path, len(judged_list.roster.entries)) == ("a.yaml", 3)
    assert sorted(judged_list.army.books) == sorted([EMPIRE, DWARVES])
    assert judged_list.roster.cost == two_books.roster.cost + two_books.roster.entries[0].cost
    fewer = apply_edit(judged_list, RemoveEntry(EntryId("b")), library)
    assert [entry.id for entry in fewer.army.entries] == ["a", judged_list.army.entries[-1].id]
    assert DWARVES in fewer.roster.factions, "the book stays loaded"


def test_edit_to_unknown_system_is_refused(two_books: Judged, library: Library):
    with pytest.raises(UnreadableError) as refused:
        apply_edit(two_books, lambda army: replace(army, system=SystemId("chess")), library)
    assert [finding.code for finding in refused.value.diagnostics] == ["LST003"]
