"""Trackers at the table: wound boxes, half strength, tokens and states."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Half, Pick, Roster, UnitRef
from listbuilder.rules.casting import caster_spells, caster_tokens, is_caster
from listbuilder.rules.trackers import Band, BandKind, Strip, Tokens, model_groups, strip_of, strips, total_wounds

LIBRARY = Library.open(user=False)


def entry(ident: str, unit: str, *picks: str, joins: str | None = None, second: tuple[str, ...] | None = None) -> Entry:
    half = None if second is None else Half(tuple(map(Pick, second)))
    host = None if joins is None else EntryId(joins)
    upgrades = tuple(map(Pick, picks))
    return Entry(id=EntryId(ident), unit=UnitRef(unit), upgrades=upgrades, combined=half, joins=host)


def worked_out(*entries: Entry, system: str = "aof-3.5") -> Roster:
    roster = LIBRARY.roster(ArmyList(name="x", system=LIBRARY.system(system).id, entries=entries))
    assert not roster.unresolved
    assert not any(half.troubles for worked in roster.entries for half in worked.halves)
    return roster


def strip(*entries: Entry, system: str = "aof-3.5") -> Strip:
    found = strip_of(worked_out(*entries, system=system), entries[0].id)
    assert found is not None
    return found


def team() -> str:
    """Name the first upgrade of the Ratmen's warriors that makes one model tougher."""
    warriors = LIBRARY.faction("ratmen", "aof-3.5").units["warriors"]
    return next(
        warriors.reference(section.id, option.id)
        for section in warriors.sections
        for option in section.options
        if any(rule.id == "tough" for stack in option.gains for rule in stack.thing.borne)
    )


def test_casualty_order() -> None:
    found = strip(entry("a", "ratmen/warriors", team(), second=()), entry("b", "ratmen/champion", joins="a"))
    assert found.bands[:2] == (Band(EntryId("a"), BandKind.PLAIN, 19, 1), Band(EntryId("a"), BandKind.TOUGH, 1, 3))
    hero = found.bands[2]
    assert (hero.entry, hero.kind, hero.models) == ("b", BandKind.HERO, 1)
    assert [band.runs for band in found.bands][:2] == [(5, 5, 5, 4), (3,)]
    assert found.wounds == 19 + 3 + hero.wounds
    assert found.half == 11, "of 21 models 11 must fall"


def test_tough_starts_at_two_wounds() -> None:
    found = strip(entry("a", "green-road/stag-rider"), system="aof-3.2")
    assert found.bands == (Band(EntryId("a"), BandKind.TOUGH, 1, 2),)


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
    band = Band(EntryId("a"), BandKind.PLAIN, models, wounds)
    assert band.runs == runs
    assert sum(runs) == band.boxes


@pytest.mark.parametrize(("unit", "half"), [("human-empire/infantrymen", 5), ("human-empire/marksmen", 3)])
def test_half_strength_of_units(unit: str, half: int) -> None:
    assert strip(entry("a", unit)).half == half


def test_half_strength_of_single_models() -> None:
    found = strip(entry("a", "human-empire/champion"))
    assert (found.wounds, found.half) == (3, 2)
    assert found.bands == (Band(EntryId("a"), BandKind.HERO, 1, 3),)


def test_remaining_models_after_wounds() -> None:
    found = strip(entry("a", "ratmen/warriors", team()), entry("b", "ratmen/champion", joins="a"))
    total = found.wounds
    assert [found.after(wounds).models for wounds in (0, 1, 9, 10, 11, 12, total - 1, total, total + 5)] == [
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
    assert [found.after(wounds).half for wounds in (found.half - 1, found.half)] == [False, True]
    assert found.after(total).destroyed
    assert not found.after(-3).half
    assert found.after(-3).wounds == total


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
    bands = [(band.kind, band.models, band.wounds) for one in strips(roster) for band in one.bands]
    assert bands == [
        (BandKind.MARKERS, 1, 7),
        (BandKind.MARKERS, 1, 5),
        (BandKind.PLAIN, 2, 1),
        (BandKind.MARKERS, 1, 5),
    ]
    assert [one.half for one in strips(roster)] == [0, 0, 0]


def test_marker_games_have_no_half_strength() -> None:
    single = strip(entry("a", "murkmere/bog-witch"), system="way-of-wood")
    assert single.bands == (Band(EntryId("a"), BandKind.MARKERS, 1, 5),)
    several = strip(entry("a", "murkmere/reed-spears"), system="way-of-wood")
    assert [(band.kind, band.runs) for band in several.bands] == [(BandKind.PLAIN, (4,)), (BandKind.MARKERS, (5,))]
    assert [several.after(wounds).models for wounds in (0, 1, 4, 8, 9)] == [5, 4, 1, 1, 0]  # the last one rolls
    assert single.half == several.half == 0
    assert not several.after(4).half


def caster() -> Entry:
    champion = LIBRARY.faction("human-empire", "aof-3.5").units["champion"]
    pick = next(
        champion.reference(section.id, option.id)
        for section in champion.sections
        for option in section.options
        if any(rule.id == "caster" for stack in option.gains for rule in stack.thing.borne)
    )
    return entry("b", "human-empire/champion", pick, joins="a")


def test_caster_tokens_belong_to_the_host() -> None:
    found = strip(entry("a", "human-empire/infantrymen"), caster())
    assert found.tokens == (Tokens(EntryId("b"), 2, 6),)
    assert strip(entry("a", "human-empire/infantrymen")).tokens == ()


def test_caster_groups_have_tokens_per_model() -> None:
    roster = worked_out(entry("a", "human-empire/mage-council"))
    book, system = LIBRARY.faction("human-empire", "aof-3.5"), LIBRARY.system("aof-3.5")
    [council] = roster.entries
    assert is_caster(council, system, book)
    assert caster_tokens(council, system, book) == council.models
    assert strips(roster)[0].tokens == (Tokens(EntryId("a"), council.models, 6),)


def test_affordable_spells() -> None:
    book, system = LIBRARY.faction("human-empire", "aof-3.5"), LIBRARY.system("aof-3.5")
    roster = worked_out(entry("a", "human-empire/infantrymen"), caster())
    host, mage = roster.entries
    assert caster_spells(host, system, book) == ()
    found = {one.spell.cost: one for one in caster_spells(mage, system, book)}
    assert len(caster_spells(mage, system, book)) == len(book.spells)
    assert {cost: one.payable_in for cost, one in found.items()} == {1: 1, 2: 1, 3: 2}
    assert found[2].at_once
    assert not found[3].at_once


@pytest.mark.parametrize(("cost", "payable_in"), [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, None)])
def test_rounds_until_a_spell_is_payable(cost: int, payable_in: int | None) -> None:
    book, system = LIBRARY.faction("human-empire", "aof-3.5"), LIBRARY.system("aof-3.5")
    mage = worked_out(entry("a", "human-empire/infantrymen"), caster()).entries[1]
    assert (caster_tokens(mage, system, book), system.tracking.spell_tokens) == (2, 6)
    [found] = caster_spells(mage, system, replace(book, spells=(replace(book.spells[0], cost=cost),)))
    assert found.payable_in == payable_in
    assert found.at_once is (payable_in == 1)


def test_casters_exist_without_tokens() -> None:
    book, system = LIBRARY.faction("murkmere", "way-of-wood"), LIBRARY.system("way-of-wood")
    [witch] = worked_out(entry("a", "murkmere/bog-witch"), system="way-of-wood").entries
    assert is_caster(witch, system, book)
    assert caster_tokens(witch, system, book) == 0
    assert {one.payable_in for one in caster_spells(witch, system, book)} <= {None}


def test_attached_heroes_share_the_hosts_tracker() -> None:
    roster = worked_out(entry("a", "human-empire/infantrymen"), caster())
    assert [one.entry for one in strips(roster)] == ["a"]
    assert strip_of(roster, EntryId("b")) is None
    assert strip_of(roster, EntryId("nobody")) is None


def test_boxes_equal_wounds_for_every_unit() -> None:
    for system in LIBRARY.systems():
        for header in LIBRARY.factions(system.id):
            units = LIBRARY.faction(header.id, system.id).units.values()
            entries = tuple(Entry(id=EntryId(str(place)), unit=unit.ref) for place, unit in enumerate(units))
            roster = LIBRARY.roster(ArmyList(name="x", system=system.id, entries=entries))
            for worked, found in zip(roster.entries, strips(roster), strict=True):
                wounds, tracking = total_wounds(worked, roster.system), roster.system.tracking
                if found.bands[-1].kind is BandKind.MARKERS:
                    last = model_groups(worked, roster.system)[-1].wounds
                    wounds += tracking.wound_markers - 1 if last == 1 else tracking.tough_markers or 0
                assert found.wounds == wounds
                assert 0 <= found.half <= found.wounds
                assert found.after(0).models == worked.models
