"""Points saved by dropping picks: one at a time, with their dependents, per half."""

from __future__ import annotations

from listbuilder.library import Library
from listbuilder.model import Entry, EntryId, Half, RosterEntry, Unit, Upgrade
from listbuilder.rules.roster_builder import build_roster_entry
from listbuilder.validation.fixes.points_reduction import (
    last_resort_fixes,
    name_upgrades,
    remove_half_fixes,
    remove_one_upgrade_fixes,
    split_fixes,
    upgrade_savings,
)
from listbuilder.validation.message_arguments import Message, label_unit
from tests.unit.making import faction, option, section, unit

SYSTEM = Library.open(user=False).system("aof-3.2")
MOUNT = section("upgrade", option("Boar (Fast, Tusks (A2))", 20))
SHARP = section("upgrade", option("Poison", 7), on=["Tusks"])
GIFTS = section("upgrade", option("Rope", 3), affects="any", select="exactly 1")
EVERY = section("upgrade", option("Shields", 10), affects="all")


def saved(
    subject: Unit, *picks: Upgrade, second: tuple[Upgrade, ...] | None = None
) -> list[tuple[list[tuple[str, tuple[int, ...], bool]], int, int]]:
    entry = Entry(id=EntryId("a"), unit=subject.ref, upgrades=picks, combined=None if second is None else Half(second))
    roster_entry = build_roster_entry(entry, subject, faction(subject), SYSTEM)
    return [
        ([(edit.option, edit.halves, edit.remove_all) for edit in saving.edits], saving.points, saving.max_count)
        for saving in upgrade_savings(roster_entry)
    ]


def test_repeated_pick_saves_its_price_each_time() -> None:
    assert saved(unit(GIFTS), Upgrade("rope", 3)) == [([("rope", (0,), False)], 3, 3)]


def test_dependent_picks_are_dropped_together() -> None:
    assert saved(unit(MOUNT, SHARP, GIFTS), Upgrade("boar"), Upgrade("poison"), Upgrade("rope")) == [
        ([("poison", (0,), False)], 7, 1),
        ([("rope", (0,), False)], 3, 1),
        ([("poison", (0,), True), ("boar", (0,), True)], 27, 1),
    ]


def test_independent_picks_are_dropped_alone() -> None:
    subject = unit(MOUNT, SHARP, arms=["5x Tusks (A1)"])
    savings = saved(subject, Upgrade("boar"), Upgrade("poison"))
    assert savings == [([("boar", (0,), False)], 20, 1), ([("poison", (0,), False)], 7, 1)]


def test_one_of_two_suppliers_can_go() -> None:
    savings = saved(unit(MOUNT, SHARP), Upgrade("boar"), Upgrade("poison"), Upgrade("boar"))
    assert ([("boar", (0,), False)], 20, 1) in savings
    assert all(not every for edits, _, _ in savings for _, _, every in edits)


def test_saving_names_its_half() -> None:
    subject = unit(GIFTS, EVERY)

    def lighter_by(first: tuple[Upgrade, ...], second: tuple[Upgrade, ...]) -> tuple[RosterEntry, list[object]]:
        entry = Entry(id=EntryId("a"), unit=subject.ref, upgrades=first, combined=Half(second))
        roster_entry = build_roster_entry(entry, subject, faction(subject), SYSTEM)
        return roster_entry, [fix.params["unit"] for fix in remove_one_upgrade_fixes(roster_entry)]

    rope, shields = (Upgrade("rope"),), (Upgrade("shields"),)
    combined_unit, labels = lighter_by(rope, ())
    assert labels == [label_unit(combined_unit, 0)] != [label_unit(combined_unit)]
    combined_unit, labels = lighter_by((), rope)
    assert labels == [label_unit(combined_unit, 1)]
    combined_unit, labels = lighter_by(shields, shields)
    assert labels == [label_unit(combined_unit)]


def test_whole_unit_picks_leave_both_halves() -> None:
    both = saved(unit(EVERY), Upgrade("shields"), second=(Upgrade("shields"),))
    assert both == [([("shields", (0, 1), False)], 20, 1)]
    assert saved(unit(EVERY), Upgrade("shields"), second=()) == [([("shields", (0,), False)], 10, 1)]
    assert saved(unit(EVERY), second=(Upgrade("shields"),)) == [([("shields", (1,), False)], 10, 1)]


def test_single_half_picks_leave_that_half() -> None:
    savings = saved(unit(GIFTS), Upgrade("rope"), second=(Upgrade("rope", 2),))
    assert savings == [([("rope", (0,), False)], 3, 1), ([("rope", (1,), False)], 3, 2)]


def test_only_combined_units_can_be_split() -> None:
    subject = unit(GIFTS)
    entry = Entry(id=EntryId("a"), unit=subject.ref, upgrades=(Upgrade("rope"),))
    alone = build_roster_entry(entry, subject, faction(subject), SYSTEM)
    assert [fix.name for fix in last_resort_fixes(alone)] == ["fix.remove"]
    entry = Entry(id=EntryId("a"), unit=subject.ref, combined=Half((Upgrade("rope"),)))
    pair = build_roster_entry(entry, subject, faction(subject), SYSTEM)
    assert [fix.name for fix in last_resort_fixes(pair)] == ["fix.split", "fix.give-up", "fix.remove"]
    assert [fix.params["saved"] for fix in remove_half_fixes(pair)] == [103]
    assert len(list(split_fixes(pair))) == 1


def test_repeated_savings_are_named_with_count() -> None:
    subject = unit(GIFTS)
    entry = Entry(id=EntryId("a"), unit=subject.ref, upgrades=(Upgrade("rope", 2),))
    (saving,) = upgrade_savings(build_roster_entry(entry, subject, faction(subject), SYSTEM))
    assert name_upgrades(saving.edits) == (("Rope",),)
    (twice,) = name_upgrades((*saving.edits, *saving.edits))
    assert isinstance(twice, Message)
    assert twice.values == {"n": 2, "option": ("Rope",)}
