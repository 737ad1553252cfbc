"""Moves and wounds of units, from rules and upgrades."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.library import Library
from listbuilder.model import (
    ArmyList,
    Entry,
    EntryId,
    Half,
    MoveChange,
    MovementRules,
    Moves,
    Roster,
    RosterEntry,
    Rule,
    RuleId,
    System,
    Text,
    UnitField,
    UnitRef,
    Upgrade,
    Weapon,
)
from listbuilder.rules.moves import entry_moves, format_moves, threat_range
from listbuilder.rules.roster_builder import build_roster_entry
from listbuilder.rules.trackers import WoundGroup, total_wounds, wound_groups
from tests.unit.making import faction, unit


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


def work_out(
    library: Library, system: str, unit: str, *picks: str, second: tuple[str, ...] | None = None
) -> RosterEntry:
    half = Half(tuple(map(Upgrade, second))) if second is not None else None
    entry = Entry(id=EntryId("a"), unit=UnitRef(unit), upgrades=tuple(map(Upgrade, picks)), combined=half)
    roster = library.roster(ArmyList(name="x", system=library.system(system).id, entries=(entry,)))
    (roster_entry,) = roster.entries
    assert not any(loadout.errors for loadout in roster_entry.halves)
    return roster_entry


def moves_of(library: Library, system: str, roster_entry: RosterEntry) -> Moves | None:
    return entry_moves(roster_entry, library.system(system), library.faction(roster_entry.unit.faction, system))


@pytest.mark.parametrize(
    ("system", "unit", "picks", "moves"),
    [
        ("aof-3.5", "human-empire/infantrymen", (), (6, 12, 12)),
        ("aof-3.5", "human-empire/infantrymen", ("musician",), (7, 13, 13)),
        ("aof-3.5", "human-empire/guard-knights", (), (8, 16, 16)),
        ("aof-3.5", "human-empire/guard-knights", ("musician",), (9, 17, 17)),
    ],
)
def test_moves_of_units(library: Library, system: str, unit: str, picks: tuple[str, ...], moves: tuple[int, int, int]):
    assert moves_of(library, system, work_out(library, system, unit, *picks)) == Moves(*moves)


def test_musician_of_one_half_serves_both(library: Library):
    roster_entry = work_out(library, "aof-3.5", "human-empire/infantrymen", "musician", second=())
    assert moves_of(library, "aof-3.5", roster_entry) == Moves(7, 13, 13)


def test_all_units_have_plausible_moves_and_wounds(library: Library):
    for system in library.systems():
        for header in library.factions(system.id):
            faction = library.faction(header.id, system.id)
            entries = tuple(
                Entry(id=EntryId(str(index)), unit=unit.ref) for index, unit in enumerate(faction.units.values())
            )
            roster: Roster = library.roster(ArmyList(name="x", system=system.id, entries=entries))
            for entry in roster.entries:
                moves = entry_moves(entry, roster.system, faction)
                assert moves is not None
                assert 0 <= moves.advance <= moves.rush
                assert total_wounds(entry, roster.system) >= entry.models


def test_threat_range_adds_move_and_range():
    assert threat_range(Weapon("Bow", 1, 24), Moves(6, 12, 12)) == 30
    assert threat_range(Weapon("Axe", 1), Moves(6, 12, 14)) == 14
    assert threat_range(Weapon("Cannon", 1, 36), Moves(0, 0, 0)) == 36


def test_move_notation():
    assert format_moves(Moves(6, 12, 12), '"') == '6"/12"'
    assert format_moves(Moves(6, 12, 16), '"') == '6"/12"/16"'
    assert format_moves(Moves(4, 8, 8), "") == "4/8"


def test_single_model_gear_toughens_one_model(library: Library):
    faction = library.faction("ratmen", "aof-3.5")
    warriors = faction.units["warriors"]
    teams = [
        unit_pick
        for section in warriors.sections
        for option in section.options
        if any(rule.id == "tough" for stack in option.gains for rule in getattr(stack.equipment, "rules", ()))
        for unit_pick in [warriors.option_reference(section.id, option.id)]
    ]
    roster_entry = work_out(library, "aof-3.5", warriors.ref, teams[0], second=())
    system = library.system("aof-3.5")
    assert wound_groups(roster_entry, system) == (WoundGroup(roster_entry.models - 1, 1), WoundGroup(1, 3))
    assert total_wounds(roster_entry, system) == roster_entry.models + 2


def test_mount_adds_wounds_to_its_rider(library: Library):
    system = library.system("aof-3.5")
    champion = library.faction("human-empire", "aof-3.5").units["champion"]
    for section in champion.sections:
        for option in section.options:
            rules = [rule for stack in option.gains for rule in getattr(stack.equipment, "rules", ())]
            extra = sum(rule.rating for rule in rules if rule.id == "tough" and isinstance(rule.rating, int))
            if extra and not section.targets:
                roster_entry = work_out(
                    library, "aof-3.5", champion.ref, champion.option_reference(section.id, option.id)
                )
                assert total_wounds(roster_entry, system) == 3 + extra


def paced(
    library: Library,
    pace: MovementRules | None,
    *,
    own: int | None = None,
    default: int | None = None,
    **strides: MoveChange,
) -> Moves | None:
    """Return the moves of a unit in a system with this pace and these movement rules."""
    field = UnitField(id="speed", name=Text("Speed"), short=Text("Sp"), default=default)
    rules = {
        RuleId(name): Rule(id=RuleId(name), name=Text(name), move_change=stride) for name, stride in strides.items()
    }
    system: System = replace(library.system("aof-3.2"), movement=pace, unit_fields=(field,), rules=rules)
    subject = replace(unit(rules=list(strides)), fields={} if own is None else {"speed": own})
    book = faction(subject)
    return entry_moves(
        build_roster_entry(Entry(id=EntryId("a"), unit=subject.ref), subject, book, system), system, book
    )


def test_own_speed_scales_rush_and_charge(library: Library):
    pace = MovementRules(moves=Moves(6, 12, 18), speed_field="speed")
    assert paced(library, pace, own=4) == Moves(4, 8, 12)
    assert paced(library, pace, default=8) == Moves(8, 16, 24)
    assert paced(library, pace, own=4, default=8) == Moves(4, 8, 12)
    assert paced(library, pace) == Moves(6, 12, 18)


def test_other_fields_are_not_speed(library: Library):
    assert paced(library, MovementRules(moves=Moves(6, 12, 18)), own=4, default=8) == Moves(6, 12, 18)
    assert paced(library, None, own=4) is None


def test_move_bonuses_apply_after_replacement(library: Library):
    pace = MovementRules(moves=Moves(6, 12, 12))
    winged, slow = MoveChange(replacement=Moves(10, 10, 20)), MoveChange(add=Moves(-2, -4, -6))
    assert paced(library, pace, winged=winged) == Moves(10, 10, 20)
    assert paced(library, pace, slow=slow, winged=winged) == Moves(8, 6, 14)
    assert paced(library, pace, rooted=MoveChange(add=Moves(-6, -13, -20))) == Moves(0, 0, 0)
    assert paced(library, pace, stuck=MoveChange(add=Moves(-7, -11, -12))) == Moves(0, 1, 0)
