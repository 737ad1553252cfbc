"""How far units go and what they can take, worked out from rules and picks."""

from __future__ import annotations

import pytest

from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Half, Moves, Pick, Roster, RosterEntry, UnitRef
from listbuilder.rules.moves import format_moves, worked_moves
from listbuilder.rules.wounds import ModelGroup, model_groups, total_wounds


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


def work_out(
    library: Library, system: str, unit: str, *picks: str, second: tuple[str, ...] | None = None
) -> RosterEntry:
    half = Half(tuple(map(Pick, second))) if second is not None else None
    entry = Entry(id=EntryId("a"), unit=UnitRef(unit), upgrades=tuple(map(Pick, picks)), combined=half)
    roster = library.roster(ArmyList(name="x", system=library.system(system).id, entries=(entry,)))
    (worked,) = roster.entries
    assert not any(loadout.troubles for loadout in worked.halves)
    return worked


def moves_of(library: Library, system: str, worked: RosterEntry) -> Moves | None:
    return worked_moves(worked, library.system(system), library.faction(worked.unit.faction, system))


@pytest.mark.parametrize(
    ("system", "unit", "picks", "moves"),
    [
        ("aof-3.5", "human-empire/infantrymen", (), (6, 12, 12)),
        ("aof-3.5", "human-empire/infantrymen", ("musician",), (7, 13, 13)),
        ("aof-3.5", "human-empire/guard-knights", (), (8, 16, 16)),
        ("aof-3.5", "human-empire/guard-knights", ("musician",), (9, 17, 17)),
    ],
)
def test_moves(library: Library, system: str, unit: str, picks: tuple[str, ...], moves: tuple[int, int, int]):
    assert moves_of(library, system, work_out(library, system, unit, *picks)) == Moves(*moves)


def test_a_musician_of_one_half_leads_both(library: Library):
    worked = work_out(library, "aof-3.5", "human-empire/infantrymen", "musician", second=())
    assert moves_of(library, "aof-3.5", worked) == Moves(7, 13, 13)


def test_every_unit_of_every_faction_has_sensible_moves_and_wounds(library: Library):
    for system in library.systems():
        for header in library.factions(system.id):
            faction = library.faction(header.id, system.id)
            entries = tuple(
                Entry(id=EntryId(str(place)), unit=unit.ref) for place, unit in enumerate(faction.units.values())
            )
            roster: Roster = library.roster(ArmyList(name="x", system=system.id, entries=entries))
            for worked in roster.entries:
                moves = worked_moves(worked, roster.system, faction)
                assert moves is not None
                assert 0 <= moves.advance <= moves.rush
                assert total_wounds(worked, roster.system) >= worked.models


def test_moves_as_people_write_them():
    assert format_moves(Moves(6, 12, 12), '"') == '6"/12"'
    assert format_moves(Moves(6, 12, 16), '"') == '6"/12"/16"'
    assert format_moves(Moves(4, 8, 8), "") == "4/8"


def test_gear_of_one_model_makes_one_model_tougher(library: Library):
    faction = library.faction("ratmen", "aof-3.5")
    warriors = faction.units["warriors"]
    teams = [
        unit_pick
        for section in warriors.sections
        for option in section.options
        if any(rule.id == "tough" for stack in option.gains for rule in getattr(stack.thing, "rules", ()))
        for unit_pick in [warriors.reference(section.id, option.id)]
    ]
    worked = work_out(library, "aof-3.5", warriors.ref, teams[0], second=())
    system = library.system("aof-3.5")
    assert model_groups(worked, system) == (ModelGroup(worked.models - 1, 1), ModelGroup(1, 3))
    assert total_wounds(worked, system) == worked.models + 2


def test_a_mount_adds_to_its_rider(library: Library):
    system = library.system("aof-3.5")
    champion = library.faction("human-empire", "aof-3.5").units["champion"]
    for section in champion.sections:
        for option in section.options:
            rules = [rule for stack in option.gains for rule in getattr(stack.thing, "rules", ())]
            extra = sum(rule.rating for rule in rules if rule.id == "tough" and isinstance(rule.rating, int))
            if extra and not section.targets:
                worked = work_out(library, "aof-3.5", champion.ref, champion.reference(section.id, option.id))
                assert total_wounds(worked, system) == 3 + extra
