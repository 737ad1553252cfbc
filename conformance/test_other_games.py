"""Systems whose books are not bundled, end to end: import, build, judge, print."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.books import Book, books
from listbuilder.exporters.exporter import build_document, find_exporter
from listbuilder.importers.army_forge.book.book_importer import parse_book
from listbuilder.importers.army_forge.book.faction_mapping import format_faction_yaml
from listbuilder.judging.judge import judge_army
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Faction
from listbuilder.sheet import PrintOptions, default_layout

GAMES = ("gf-3.5.2", "gff-3.5.2")
BOOKS = [book for book in books() if book.version in GAMES]


@pytest.fixture(params=BOOKS, ids=lambda book: book.name)
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Library:
    """A library with one of the books."""
    book: Book = request.param
    imported = parse_book(book.raw, source=book.name)
    (tmp_path / "book.yaml").write_text(format_faction_yaml(imported.faction), encoding="utf-8")
    return Library.open([tmp_path], user=False)


def own_faction(library: Library) -> Faction:
    (header,) = (header for header in library.factions() if not header.bundled)
    return library.faction(header.id, header.systems[0], header.version)


def everybody(library: Library) -> Judged:
    """Return a list of every unit once, without force organisation."""
    faction = own_faction(library)
    entries = tuple(Entry(id=EntryId(unit), unit=faction.units[unit].ref) for unit in faction.units)
    army = ArmyList(name="All", system=faction.systems[0], entries=entries, force_org=False)
    judged = judge_army(army, library)
    assert isinstance(judged, Judged)
    return judged


def test_there_are_six_books() -> None:
    assert len(BOOKS) == 6


def test_lists_of_all_units_validate_and_print(shelf: Library) -> None:
    judged = everybody(shelf)
    faction = own_faction(shelf)
    assert judged.roster.cost == sum(unit.cost for unit in faction.units.values())
    assert {finding.code for finding in judged.report if finding.severity.value == "error"} == set()
    options = PrintOptions(layout=default_layout([judged.roster.system]))
    for kind in ("pdf", "html"):
        assert find_exporter(kind).export([build_document(judged, "de", options)], options)


def test_every_rule_has_text_or_is_listed(shelf: Library) -> None:
    judged = everybody(shelf)
    system, faction = judged.roster.system, own_faction(shelf)
    used = {rule.id for entry in judged.roster.entries for half in entry.halves for rule in half.rules}
    used |= {
        rule.id
        for entry in judged.roster.entries
        for half in entry.halves
        for each in half.weapons
        for rule in each.weapon.rules
    }
    explained = {rule: faction.rules.get(rule) or system.rules.get(rule) for rule in used}
    assert [rule for rule, entry in explained.items() if entry is None] == []
    assert [rule for rule, entry in explained.items() if entry is not None and not entry.text.en] == []
