"""Books of several systems beside the bundled data: nothing is hidden or confused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conformance.books import Book, books
from listbuilder.cli.input_output import faction_file_path
from listbuilder.diagnostics import Report
from listbuilder.importers.army_forge.book.book_importer import parse_book
from listbuilder.importers.army_forge.book.faction_mapping import format_faction_yaml
from listbuilder.importers.army_forge.book.import_context import BookContext
from listbuilder.importers.dispatch import read_lists
from listbuilder.judging.judge import judge_file
from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, SystemId, UnitRef
from listbuilder.validation.engine import validate

GAMES = {"gf-3.5.2": 3, "gff-3.5.2": 3}
BUNDLED = {"aof-3.5", "aofr-3"}
CLASHES = {frozenset({"aof-3.5", "aofs-3.5"}): 34, frozenset({"gf-3.5", "gff-3.5"}): 2}
"""How many ids the books of two systems share."""


@pytest.fixture(scope="module")
def beside(background: BookContext, tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The library with the books of systems that are not bundled, as `data import` files them."""
    folder = tmp_path_factory.mktemp("own")
    for game, number in GAMES.items():
        paths = [book.path for book in books() if book.version == game]
        assert len(paths) == number
        for path in paths:
            imported = parse_book(Book(path, game).raw, source=str(path), context=background)
            text = format_faction_yaml(imported.faction)
            target = Path(faction_file_path(str(folder), text, many=True) or "")
            assert not target.exists(), "two books would be one file"
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
    return Library.open([folder], user=False)


def finding_keys(report: Report) -> list[tuple[str, str | None, str]]:
    """Return the identity of findings: code, place and values."""
    return [(finding.code, finding.on, repr(finding.params)) for finding in report]


def first_units(library: Library, faction_id: str, system: str) -> ArmyList:
    faction = library.faction(faction_id, system)
    entries = tuple(Entry(id=EntryId(unit), unit=UnitRef(f"{faction_id}/{unit}")) for unit in faction.units)
    return ArmyList(name=faction_id, system=SystemId(system), entries=entries)


def test_nothing_is_hidden(beside: Library) -> None:
    assert beside.findings() == ()
    games: dict[str, set[str]] = {}
    for header in beside.factions():
        games.setdefault(header.id, set()).update(header.systems)
    for pair, shared in CLASHES.items():
        assert sum(pair <= systems for systems in games.values()) == shared


def test_samples_keep_their_verdicts(library: Library, beside: Library) -> None:
    samples = library.sample_lists()
    assert len(samples) == len(beside.sample_lists()) > 20
    for header in samples:
        (alone,) = judge_file(header.file, library)
        (together,) = judge_file(header.file, beside)
        assert (together.army, together.verdict) == (alone.army, alone.verdict)
        assert finding_keys(together.report) == finding_keys(alone.report), header.name


def test_same_faction_id_uses_its_systems_book(beside: Library) -> None:
    shared = {header.id for header in beside.factions("aofs-3.5")} & {
        header.id for header in beside.factions("aof-3.5")
    }
    assert len(shared) == CLASHES[frozenset({"aof-3.5", "aofs-3.5"})]
    for faction in sorted(shared):
        for system in ("aof-3.5", "aofs-3.5"):
            roster = beside.roster(first_units(beside, faction, system))
            (book,) = roster.factions.values()
            assert system in book.systems
            assert roster.cost == sum(unit.cost for unit in book.units.values())
            assert not {"UNT001", "UNT002", "UNT003"} & {finding.code for finding in validate(roster)}


@pytest.mark.parametrize(("tag", "system"), [("aof", "aof-3.5"), ("aofs", "aofs-3.5"), ("aofr", "aofr-3")])
def test_shared_key_finds_the_games_book(beside: Library, tag: str, system: str) -> None:
    shared = [
        header
        for header in beside.factions(system)
        if {served for other in header.keys for book in beside.factions_by_key(other) for served in book.systems}
        > BUNDLED
    ]
    assert len(shared) > 20
    for header in shared:
        faction = beside.faction(header.id, system)
        unit = next(iter(faction.units.values()))
        save = {
            "gameSystem": tag,
            "armyId": header.keys[0],
            "list": {
                "name": "One",
                "units": [{"id": unit.foreign_ids[0], "armyId": header.keys[0], "selectionId": "a"}],
            },
        }
        (read,) = read_lists(json.dumps(save).encode(), "save.json", beside)
        assert read.army is not None
        assert (read.army.system, read.army.entries[0].unit) == (system, unit.ref)
        assert beside.roster(read.army).cost == unit.cost
