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


def worked(subject: Unit, *picks: str | tuple[str, int], second: tuple[Upgrade, ...] | None = None) -> RosterEntry:
    written = tuple(Upgrade(pick) if isinstance(pick, str) else Upgrade(*pick) for pick in picks)
    combined = None if second is None else Half(second)
    entry = Entry(id=EntryId("a"), unit=subject.ref, upgrades=written, combined=combined)
    return build_roster_entry(entry, subject, faction(subject), SYSTEM)


def test_whole_unit_options_apply_to_both_halves() -> None:
    found = section("replace", option("Axe (A1)"), option("Pike (A1)"), affects="all", on=["Blade"])
    entry = worked(unit(found, arms=["5x Blade (A1)"]), "axe", second=(Upgrade("axe"),))
    edit = build_add_edit(entry, found, found.options[1])
    assert edit.halves == (0, 1)
    army = ArmyList(name="", system=SystemId("aof-3.2"), entries=(entry.entry,))
    [changed] = edit(army).entries
    assert changed.upgrades == (Upgrade("pike"),)
    assert changed.combined == Half((Upgrade("pike"),))


def test_putting_back_uses_the_lists_id() -> None:
    found = section("upgrade", option("Rope"))
    full = f"{found.id}/rope"
    assert build_remove_edit(worked(unit(found), full), found, found.options[0]).option == full
    assert count_option(worked(unit(found), full), found, found.options[0]) == 1


def test_every_option_has_a_reference() -> None:
    found = section("upgrade", option("Rope"), option("Lamp"), select="any")
    other = section("replace", option("Axe (A1)"), on=["Rope"])
    entry = worked(unit(found, other), f"{found.id}/rope", "lamp", "axe")
    names = [build_remove_edit(entry, found, option).option for option in found.options]
    assert names == [f"{found.id}/rope", "lamp"]
    assert build_remove_edit(entry, other, other.options[0]).option == "axe"


def test_combining_copies_whole_unit_options() -> None:
    every = section("upgrade", option("Shields"), affects="all")
    some = section("upgrade", option("Rope"))
    assert build_combine_edit(worked(unit(every, some), "shields", "rope")).upgrades == (Upgrade("shields"),)


def test_picks_are_counted_by_half_section_and_option() -> None:
    first = section("upgrade", option("Rope"), option("Lamp"), select="up_to 5")
    other = section("upgrade", option("Drum"))
    entry = worked(unit(first, other), ("rope", 2), "lamp", "drum", second=(Upgrade("lamp", 3),))
    assert [count_option(entry, first, option) for option in first.options] == [2, 1]
    assert [count_option(entry, first, option, 1) for option in first.options] == [0, 3]
    assert [count_section(entry, one, half) for half in (0, 1) for one in (first, other)] == [3, 1, 3, 0]


def test_whole_unit_options_return_from_their_halves() -> None:
    found = section("upgrade", option("Shields"), affects="all")
    both = worked(unit(found), "shields", second=(Upgrade("shields"),))
    assert build_remove_edit(both, found, found.options[0]).halves == (0, 1)
    second = worked(unit(found), second=(Upgrade("shields"),))
    assert build_remove_edit(second, found, found.options[0]).halves == (1,)
    single = worked(unit(found), "shields")
    assert affected_halves(single, found) == (0,)


def test_single_model_options_affect_one_half() -> None:
    found = section("upgrade", option("Rope"))
    entry = worked(unit(found), second=())
    assert build_add_edit(entry, found, found.options[0], half=1).halves == (1,)
    assert build_remove_edit(entry, found, found.options[0], half=1).halves == (1,)


def test_only_exclusive_choices_remove_rivals() -> None:
    one = section("upgrade", option("Axe (A1)"), option("Bow (A1)"), select="exactly 1")
    assert build_add_edit(worked(unit(one)), one, one.options[0]).instead_of == (
        "axe",
        "bow",
        f"{one.id}/axe",
        f"{one.id}/bow",
    )
    each = section("upgrade", option("Axe (A1)"), option("Bow (A1)"))
    assert build_add_edit(worked(unit(each)), each, each.options[0]).instead_of == ()


def test_option_supplies_item_and_its_weapons() -> None:
    keys = gained_keys(option(["Axe (A1)", "War Boar (Fast, Tusks (A2))", "Poison"]))
    assert keys == {normalise_name(name) for name in ("Axe", "War Boar", "Tusks")}
