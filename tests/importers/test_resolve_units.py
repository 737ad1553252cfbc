"""Units of a missing book resolve once it is installed, by key or by an unambiguous name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.importers.army_forge.saved.id_matching import find_unit_by_name
from listbuilder.importers.partial_factions import resolve_units
from listbuilder.library import Library
from listbuilder.model import (
    ArmyList,
    BookPin,
    Entry,
    EntryId,
    Faction,
    FactionId,
    SystemId,
    UnitId,
    UnitRef,
    Upgrade,
    build_text,
)
from tests.importers.list_samples import BOOK, open_library


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return open_library(tmp_path_factory.mktemp("shelf") / "data")


@pytest.fixture
def faction(library: Library) -> Faction:
    return library.faction("fen-folk")


def entry(unit: str, called: str | None = None, upgrades: tuple[Upgrade, ...] = ()) -> Entry:
    return Entry(id=EntryId(unit), unit=UnitRef(unit), called=called, upgrades=upgrades)


def army(*entries: Entry, pin: BookPin | None = None, book: str = "fen-folk") -> ArmyList:
    pins = {FactionId(book): pin or BookPin("1.2", name="Fen Folk")}
    return ArmyList(name="Low Water", system=SystemId("aof-3.5"), books=pins, entries=entries)


def units(army_list: ArmyList) -> list[str]:
    return [entry.unit for entry in army_list.entries]


@pytest.mark.parametrize(
    ("name", "ref"),
    [
        ("Reeve", "fen-folk/reeve"),
        ("fen SPEARMEN", "fen-folk/spearmen"),
        ("Great Heron", "fen-folk/heron"),
        ("Heron", None),
        ("", None),
        (None, None),
    ],
)
def test_units_resolve_by_full_name(name: str | None, ref: str | None, faction: Faction) -> None:
    unit = find_unit_by_name(name, faction)
    assert (unit and unit.ref) == ref


def test_ambiguous_names_do_not_resolve(faction: Faction) -> None:
    twin = replace(faction.units[UnitId("heron")], name=build_text("Reeve"))
    both = replace(faction, units={**faction.units, UnitId("heron"): twin})
    assert find_unit_by_name("Reeve", both) is None
    assert find_unit_by_name("Great Heron", both) is None


def test_key_takes_precedence_over_name(library: Library) -> None:
    resolved = resolve_units(
        army(entry("fen-folk/uHeron", called="Reeve"), entry("fen-folk/x", called="reeve")), library
    )
    assert units(resolved) == ["fen-folk/heron", "fen-folk/reeve"]
    assert [entry.called for entry in resolved.entries] == [None, None]
    assert resolved.books == {"fen-folk": BookPin("1.2")}


def test_resolved_and_unknown_units_stay(library: Library) -> None:
    known = army(entry("fen-folk/reeve", called="Great Heron"), entry("fen-folk/x", called="Nobody"))
    assert resolve_units(known, library) is known
    alone = army()
    assert resolve_units(alone, library) is alone


def test_list_pinned_to_installed_book_stays(library: Library) -> None:
    pinned = army(entry("fen-folk/uHeron"), pin=BookPin("1.2", "0" * 64))
    assert resolve_units(pinned, library) is pinned


def test_foreign_id_matches_only_its_game(library: Library) -> None:
    foreign = army(entry(f"{BOOK}/uHeron"), book=BOOK)
    resolved = resolve_units(foreign, library)
    assert (units(resolved), list(resolved.books)) == (["fen-folk/heron"], ["fen-folk"])
    elsewhere = replace(foreign, system=SystemId("gf-3.5"))
    assert resolve_units(elsewhere, library) is elsewhere


def test_other_books_keep_their_pins_and_units(library: Library) -> None:
    mixed = army(entry("fen-folk/uHeron"), entry("nowhere/u1", called="Reeve"))
    mixed = replace(mixed, books={**mixed.books, FactionId("nowhere"): BookPin("3", name="Nowhere")})
    resolved = resolve_units(mixed, library)
    assert units(resolved) == ["fen-folk/heron", "nowhere/u1"]
    assert resolved.books == {"fen-folk": BookPin("1.2"), "nowhere": BookPin("3", name="Nowhere")}


def test_picks_take_the_books_ids(library: Library) -> None:
    picks = (Upgrade("sBows/oBow", 3), Upgrade("sNo/oNo", 2))
    units = resolve_units(army(entry("fen-folk/uSpear", upgrades=picks)), library)
    assert units.entries[0].upgrades == (Upgrade("bow", 3), Upgrade("sNo/oNo", 2))
    assert units.entries[0].combined is None
