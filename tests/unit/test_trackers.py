"""Trackers at the table: wound boxes, half strength, tokens and states."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Half, Roster, UnitRef, Upgrade
from listbuilder.rules.casting import caster_spells, caster_tokens, is_caster
from listbuilder.rules.trackers import (
    TokenPool,
    UnitTracker,
    WoundTrack,
    WoundTrackKind,
    build_trackers,
    total_wounds,
    wound_groups,
)

LIBRARY = Library.open(user=False)


def entry(ident: str, unit: str, *picks: str, joins: str | None = None, second: tuple[str, ...] | None = None) -> Entry:
    half = None if second is None else Half(tuple(map(Upgrade, second)))
    host = None if joins is None else EntryId(joins)
    upgrades = tuple(map(Upgrade, picks))
    return Entry(id=EntryId(ident), unit=UnitRef(unit), upgrades=upgrades, combined=half, joins=host)


def worked_out(*entries: Entry, system: str = "aof-3.5") -> Roster:
    roster = LIBRARY.roster(ArmyList(name="x", system=LIBRARY.system(system).id, entries=entries))
    assert not roster.unresolved
    assert not any(half.errors for entry in roster.entries for half in entry.halves)
    return roster


def strip(*entries: Entry, system: str = "aof-3.5") -> UnitTracker:
    trackers = build_trackers(worked_out(*entries, system=system))
    return next(tracker for tracker in trackers if tracker.entry == entries[0].id)


def team() -> str:
    """Name the first upgrade of the Ratmen's warriors that makes one model tougher."""
    warriors = LIBRARY.faction("ratmen", "aof-3.5").units["warriors"]
    return next(
        warriors.option_reference(section.id, option.id)
        for section in warriors.sections
        for option in section.options
        if any(rule.id == "tough" for stack in option.gains for rule in stack.equipment.granted_rules)
    )


def test_casualty_order() -> None:
    tracker = strip(entry("a", "ratmen/warriors", team(), second=()), entry("b", "ratmen/champion", joins="a"))
    assert tracker.wound_tracks[:2] == (
        WoundTrack(EntryId("a"), WoundTrackKind.PLAIN, 19, 1),
        WoundTrack(EntryId("a"), WoundTrackKind.TOUGH, 1, 3),
    )
    hero = tracker.wound_tracks[2]
    assert (hero.entry, hero.kind, hero.models) == ("b", WoundTrackKind.HERO, 1)
    assert [band.box_groups for band in tracker.wound_tracks][:2] == [(5, 5, 5, 4), (3,)]
    assert tracker.max_wounds == 19 + 3 + hero.wounds
    assert tracker.half_strength_at == 11, "of 21 models 11 must fall"


def test_tough_starts_at_two_wounds() -> None:
    tracker = strip(entry("a", "green-road/stag-rider"), system="aof-3.2")
    assert tracker.wound_tracks == (WoundTrack(EntryId("a"), WoundTrackKind.TOUGH, 1, 2),)


@pytest.mark.parametrize(
    ("models", "wounds", "runs"),
    [
        (1, 1, (1,)),
        (5, 1, (5,)),
        (6, 1, (6,)),
        (10, 1, (5, 5)),
        (11, 1, (5, 6)),
        (12, 1, (5, 5, 2)),
        (3, 3, (3, 3, 3)),
        (1, 12, (5, 5, 2)),
        (2, 6, (6, 6)),
    ],
)
def test_wound_boxes_are_grouped(models: int, wounds: int, runs: tuple[int, ...]) -> None:
    band = WoundTrack(EntryId("a"), WoundTrackKind.PLAIN, models, wounds)
    assert band.box_groups == runs
    assert sum(runs) == band.boxes


@pytest.mark.parametrize(("unit", "half"), [("human-empire/infantrymen", 5), ("human-empire/marksmen", 3)])
def test_half_strength_of_units(unit: str, half: int) -> None:
    assert strip(entry("a", unit)).half_strength_at == half


def test_half_strength_of_single_models() -> None:
    tracker = strip(entry("a", "human-empire/champion"))
    assert (tracker.max_wounds, tracker.half_strength_at) == (3, 2)
    assert tracker.wound_tracks == (WoundTrack(EntryId("a"), WoundTrackKind.HERO, 1, 3),)


def test_remaining_models_after_wounds() -> None:
    tracker = strip(entry("a", "ratmen/warriors", team()), entry("b", "ratmen/champion", joins="a"))
    total = tracker.max_wounds
    assert [tracker.strength_after(wounds).models for wounds in (0, 1, 9, 10, 11, 12, total - 1, total, total + 5)] == [
        11,
        10,
        2,
        2,
        2,
        1,
        1,
        0,
        0,
    ]
    assert [
        tracker.strength_after(wounds).is_half_strength
        for wounds in (tracker.half_strength_at - 1, tracker.half_strength_at)
    ] == [False, True]
    assert tracker.strength_after(total).is_destroyed
    assert not tracker.strength_after(-3).is_half_strength
    assert tracker.strength_after(-3).wounds == total


def test_trackers_follow_the_system() -> None:
    names = {system: [state.id for state in strip(*unit, system=system).states] for system, unit in SAMPLES.items()}
    assert names["aof-3.5"] == ["shaken", "fatigued"]
    assert names["aofr-2.7"] == ["wavering", "fatigued"]
    assert names["way-of-wood"] == ["stunned", "fatigued"]
    assert strip(*SAMPLES["aof-3.5"]).rounds == 4


SAMPLES = {
    "aof-3.5": (entry("a", "human-empire/infantrymen"),),
    "aofr-2.7": (entry("a", "reed-league/" + next(iter(LIBRARY.faction("reed-league", "aofr-2.7").units))),),
    "way-of-wood": (entry("a", "murkmere/reed-spears"),),
}


def test_marker_boxes_of_tough_models() -> None:
    """Tough(3) is knocked out on 8 or more with one die and its markers: seven markers always do that."""
    roster = worked_out(
        entry("hero", "wood-elves/treeman-elder"),
        entry("single", "wood-elves/deer-rider"),
        entry("group", "wood-elves/glade-defenders"),
        system="aofs-3.5",
    )
    bands = [
        (band.kind, band.models, band.wounds) for tracker in build_trackers(roster) for band in tracker.wound_tracks
    ]
    assert bands == [
        (WoundTrackKind.MARKERS, 1, 7),
        (WoundTrackKind.MARKERS, 1, 5),
        (WoundTrackKind.PLAIN, 2, 1),
        (WoundTrackKind.MARKERS, 1, 5),
    ]
    assert [tracker.half_strength_at for tracker in build_trackers(roster)] == [0, 0, 0]


def test_marker_games_have_no_half_strength() -> None:
    single = strip(entry("a", "murkmere/bog-witch"), system="way-of-wood")
    assert single.wound_tracks == (WoundTrack(EntryId("a"), WoundTrackKind.MARKERS, 1, 5),)
    several = strip(entry("a", "murkmere/reed-spears"), system="way-of-wood")
    assert [(band.kind, band.box_groups) for band in several.wound_tracks] == [
        (WoundTrackKind.PLAIN, (4,)),
        (WoundTrackKind.MARKERS, (5,)),
    ]
    assert [several.strength_after(wounds).models for wounds in (0, 1, 4, 8, 9)] == [
        5,
        4,
        1,
        1,
        0,
    ]  # the last one rolls
    assert single.half_strength_at == several.half_strength_at == 0
    assert not several.strength_after(4).is_half_strength


def caster() -> Entry:
    champion = LIBRARY.faction("human-empire", "aof-3.5").units["champion"]
    pick = next(
        champion.option_reference(section.id, option.id)
        for section in champion.sections
        for option in section.options
        if any(rule.id == "caster" for stack in option.gains for rule in stack.equipment.granted_rules)
    )
    return entry("b", "human-empire/champion", pick, joins="a")


def test_caster_tokens_belong_to_the_host() -> None:
    tracker = strip(entry("a", "human-empire/infantrymen"), caster())
    assert tracker.tokens == (TokenPool(EntryId("b"), 2, 6),)
    assert strip(entry("a", "human-empire/infantrymen")).tokens == ()


def test_caster_groups_have_tokens_per_model() -> None:
    roster = worked_out(entry("a", "human-empire/mage-council"))
    book, system = LIBRARY.faction("human-empire", "aof-3.5"), LIBRARY.system("aof-3.5")
    [council] = roster.entries
    assert is_caster(council, system, book)
    assert caster_tokens(council, system, book) == council.models
    assert build_trackers(roster)[0].tokens == (TokenPool(EntryId("a"), council.models, 6),)


def test_affordable_spells() -> None:
    book, system = LIBRARY.faction("human-empire", "aof-3.5"), LIBRARY.system("aof-3.5")
    roster = worked_out(entry("a", "human-empire/infantrymen"), caster())
    host, mage = roster.entries
    assert caster_spells(host, system, book) == ()
    spells_by_cost = {caster_spell.spell.cost: caster_spell for caster_spell in caster_spells(mage, system, book)}
    assert len(caster_spells(mage, system, book)) == len(book.spells)
    assert {cost: caster_spell.first_round for cost, caster_spell in spells_by_cost.items()} == {1: 1, 2: 1, 3: 2}


@pytest.mark.parametrize(("cost", "payable_in"), [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, None)])
def test_rounds_until_a_spell_is_payable(cost: int, payable_in: int | None) -> None:
    book, system = LIBRARY.faction("human-empire", "aof-3.5"), LIBRARY.system("aof-3.5")
    mage = worked_out(entry("a", "human-empire/infantrymen"), caster()).entries[1]
    assert (caster_tokens(mage, system, book), system.tracking.max_spell_tokens) == (2, 6)
    [caster_spell] = caster_spells(mage, system, replace(book, spells=(replace(book.spells[0], cost=cost),)))
    assert caster_spell.first_round == payable_in


def test_casters_exist_without_tokens() -> None:
    book, system = LIBRARY.faction("murkmere", "way-of-wood"), LIBRARY.system("way-of-wood")
    [witch] = worked_out(entry("a", "murkmere/bog-witch"), system="way-of-wood").entries
    assert is_caster(witch, system, book)
    assert caster_tokens(witch, system, book) == 0
    assert {caster_spell.first_round for caster_spell in caster_spells(witch, system, book)} <= {None}


def test_attached_heroes_share_the_hosts_tracker() -> None:
    roster = worked_out(entry("a", "human-empire/infantrymen"), caster())
    assert [tracker.entry for tracker in build_trackers(roster)] == ["a"]


def test_boxes_equal_wounds_for_every_unit() -> None:
    for system in LIBRARY.systems():
        for header in LIBRARY.factions(system.id):
            units = LIBRARY.faction(header.id, system.id).units.values()
            entries = tuple(Entry(id=EntryId(str(index)), unit=unit.ref) for index, unit in enumerate(units))
            roster = LIBRARY.roster(ArmyList(name="x", system=system.id, entries=entries))
            for roster_entry, tracker in zip(roster.entries, build_trackers(roster), strict=True):
                wounds, tracking = total_wounds(roster_entry, roster.system), roster.system.tracking
                if tracker.wound_tracks[-1].kind is WoundTrackKind.MARKERS:
                    last = wound_groups(roster_entry, roster.system)[-1].wounds
                    wounds += tracking.wound_markers - 1 if last == 1 else tracking.tough_markers or 0
                assert tracker.max_wounds == wounds
                assert 0 <= tracker.half_strength_at <= tracker.max_wounds
                assert tracker.strength_after(0).models == roster_entry.models
