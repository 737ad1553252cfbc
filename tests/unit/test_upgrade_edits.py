"""The edits behind taking an option."""

from __future__ import annotations

from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Half, RosterEntry, SystemId, Unit, Upgrade, normalise_name
from listbuilder.rules.roster_builder import build_roster_entry
from listbuilder.rules.unit_labels import gained_keys
from listbuilder.rules.upgrade_actions import (
    affected_halves,
    build_add_edit,
    build_combine_edit,
    build_remove_edit,
    count_option,
    count_section,
)
from tests.unit.making import faction, option, section, unit

SYSTEM = Library.open(user=False).system("aof-3.2")


def make_roster_entry(
    subject: Unit, *picks: str | tuple[str, int], second: tuple[Upgrade, ...] | None = None
) -> RosterEntry:
    written = tuple(Upgrade(pick) if isinstance(pick, str) else Upgrade(*pick) for pick in picks)
    combined = None if second is None else Half(second)
    entry = Entry(id=EntryId("a"), unit=subject.ref, upgrades=written, combined=combined)
    return build_roster_entry(entry, subject, faction(subject), SYSTEM)


def test_whole_unit_options_apply_to_both_halves() -> None:
    group = section("replace", option("Axe (A1)"), option("Pike (A1)"), affects="all", on=["Blade"])
    entry = make_roster_entry(unit(group, arms=["5x Blade (A1)"]), "axe", second=(Upgrade("axe"),))
    edit = build_add_edit(entry, group, group.options[1])
    assert edit.halves == (0, 1)
    army = ArmyList(name="", system=SystemId("aof-3.2"), entries=(entry.entry,))
    [changed] = edit(army).entries
    assert changed.upgrades == (Upgrade("pike"),)
    assert changed.combined == Half((Upgrade("pike"),))


def test_putting_back_uses_the_lists_id() -> None:
    group = section("upgrade", option("Rope"))
    full = f"{group.id}/rope"
    assert build_remove_edit(make_roster_entry(unit(group), full), group, group.options[0]).option == full
    assert count_option(make_roster_entry(unit(group), full), group, group.options[0]) == 1


def test_every_option_has_a_reference() -> None:
    group = section("upgrade", option("Rope"), option("Lamp"), select="any")
    other = section("replace", option("Axe (A1)"), on=["Rope"])
    entry = make_roster_entry(unit(group, other), f"{group.id}/rope", "lamp", "axe")
    names = [build_remove_edit(entry, group, option).option for option in group.options]
    assert names == [f"{group.id}/rope", "lamp"]
    assert build_remove_edit(entry, other, other.options[0]).option == "axe"


def test_combining_copies_whole_unit_options() -> None:
    every = section("upgrade", option("Shields"), affects="all")
    some = section("upgrade", option("Rope"))
    assert build_combine_edit(make_roster_entry(unit(every, some), "shields", "rope")).upgrades == (Upgrade("shields"),)


def test_picks_are_counted_by_half_section_and_option() -> None:
    first = section("upgrade", option("Rope"), option("Lamp"), select="up_to 5")
    other = section("upgrade", option("Drum"))
    entry = make_roster_entry(unit(first, other), ("rope", 2), "lamp", "drum", second=(Upgrade("lamp", 3),))
    assert [count_option(entry, first, option) for option in first.options] == [2, 1]
    assert [count_option(entry, first, option, 1) for option in first.options] == [0, 3]
    assert [count_section(entry, group, half) for half in (0, 1) for group in (first, other)] == [3, 1, 3, 0]


def test_whole_unit_options_return_from_their_halves() -> None:
    group = section("upgrade", option("Shields"), affects="all")
    both = make_roster_entry(unit(group), "shields", second=(Upgrade("shields"),))
    assert build_remove_edit(both, group, group.options[0]).halves == (0, 1)
    second = make_roster_entry(unit(group), second=(Upgrade("shields"),))
    assert build_remove_edit(second, group, group.options[0]).halves == (1,)
    single = make_roster_entry(unit(group), "shields")
    assert affected_halves(single, group) == (0,)


def test_single_model_options_affect_one_half() -> None:
    group = section("upgrade", option("Rope"))
    entry = make_roster_entry(unit(group), second=())
    assert build_add_edit(entry, group, group.options[0], half=1).halves == (1,)
    assert build_remove_edit(entry, group, group.options[0], half=1).halves == (1,)


def test_only_exclusive_choices_remove_rivals() -> None:
    group = section("upgrade", option("Axe (A1)"), option("Bow (A1)"), select="exactly 1")
    assert build_add_edit(make_roster_entry(unit(group)), group, group.options[0]).instead_of == (
        "axe",
        "bow",
        f"{group.id}/axe",
        f"{group.id}/bow",
    )
    each = section("upgrade", option("Axe (A1)"), option("Bow (A1)"))
    assert build_add_edit(make_roster_entry(unit(each)), each, each.options[0]).instead_of == ()


def test_option_supplies_item_and_its_weapons() -> None:
    keys = gained_keys(option(["Axe (A1)", "War Boar (Fast, Tusks (A2))", "Poison"]))
    assert keys == {normalise_name(name) for name in ("Axe", "War Boar", "Tusks")}
