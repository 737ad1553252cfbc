"""The edits behind taking an option."""

from __future__ import annotations

from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Half, Pick, RosterEntry, SystemId, Unit, target_key
from listbuilder.rules.labels import gained_keys
from listbuilder.rules.roster import build_entry
from listbuilder.rules.upgrade_actions import combining, picks_in, picks_of, putting_back, taking, touched_halves
from tests.unit.making import faction, option, section, unit

SYSTEM = Library.open(user=False).system("aof-3.2")


def worked(subject: Unit, *picks: str | tuple[str, int], second: tuple[Pick, ...] | None = None) -> RosterEntry:
    written = tuple(Pick(pick) if isinstance(pick, str) else Pick(*pick) for pick in picks)
    combined = None if second is None else Half(second)
    entry = Entry(id=EntryId("a"), unit=subject.ref, upgrades=written, combined=combined)
    return build_entry(entry, subject, faction(subject), SYSTEM)


def test_whole_unit_options_apply_to_both_halves() -> None:
    found = section("replace", option("Axe (A1)"), option("Pike (A1)"), affects="all", on=["Blade"])
    entry = worked(unit(found, arms=["5x Blade (A1)"]), "axe", second=(Pick("axe"),))
    edit = taking(entry, found, found.options[1])
    assert edit.halves == (0, 1)
    army = ArmyList(name="", system=SystemId("aof-3.2"), entries=(entry.entry,))
    [changed] = edit(army).entries
    assert changed.upgrades == (Pick("pike"),)
    assert changed.combined == Half((Pick("pike"),))


def test_putting_back_uses_the_lists_id() -> None:
    found = section("upgrade", option("Rope"))
    full = f"{found.id}/rope"
    assert putting_back(worked(unit(found), full), found, found.options[0]).option == full
    assert picks_of(worked(unit(found), full), found, found.options[0]) == 1


def test_every_option_has_a_reference() -> None:
    found = section("upgrade", option("Rope"), option("Lamp"), select="any")
    other = section("replace", option("Axe (A1)"), on=["Rope"])
    entry = worked(unit(found, other), f"{found.id}/rope", "lamp", "axe")
    names = [putting_back(entry, found, one).option for one in found.options]
    assert names == [f"{found.id}/rope", "lamp"]
    assert putting_back(entry, other, other.options[0]).option == "axe"


def test_combining_copies_whole_unit_options() -> None:
    every = section("upgrade", option("Shields"), affects="all")
    some = section("upgrade", option("Rope"))
    assert combining(worked(unit(every, some), "shields", "rope")).upgrades == (Pick("shields"),)


def test_picks_are_counted_by_half_section_and_option() -> None:
    first = section("upgrade", option("Rope"), option("Lamp"), select="up_to 5")
    other = section("upgrade", option("Drum"))
    entry = worked(unit(first, other), ("rope", 2), "lamp", "drum", second=(Pick("lamp", 3),))
    assert [picks_of(entry, first, one) for one in first.options] == [2, 1]
    assert [picks_of(entry, first, one, 1) for one in first.options] == [0, 3]
    assert [picks_in(entry, one, half) for half in (0, 1) for one in (first, other)] == [3, 1, 3, 0]


def test_whole_unit_options_return_from_their_halves() -> None:
    found = section("upgrade", option("Shields"), affects="all")
    both = worked(unit(found), "shields", second=(Pick("shields"),))
    assert putting_back(both, found, found.options[0]).halves == (0, 1)
    second = worked(unit(found), second=(Pick("shields"),))
    assert putting_back(second, found, found.options[0]).halves == (1,)
    single = worked(unit(found), "shields")
    assert touched_halves(single, found) == (0,)


def test_single_model_options_affect_one_half() -> None:
    found = section("upgrade", option("Rope"))
    entry = worked(unit(found), second=())
    assert taking(entry, found, found.options[0], half=1).halves == (1,)
    assert putting_back(entry, found, found.options[0], half=1).halves == (1,)


def test_only_exclusive_choices_remove_rivals() -> None:
    one = section("upgrade", option("Axe (A1)"), option("Bow (A1)"), select="exactly 1")
    assert taking(worked(unit(one)), one, one.options[0]).instead_of == ("axe", "bow", f"{one.id}/axe", f"{one.id}/bow")
    each = section("upgrade", option("Axe (A1)"), option("Bow (A1)"))
    assert taking(worked(unit(each)), each, each.options[0]).instead_of == ()


def test_option_supplies_item_and_its_weapons() -> None:
    keys = gained_keys(option(["Axe (A1)", "War Boar (Fast, Tusks (A2))", "Poison"]))
    assert keys == {target_key(name) for name in ("Axe", "War Boar", "Tusks")}
