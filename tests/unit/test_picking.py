"""Taking an option as a player means it, and how many picks are left."""

from __future__ import annotations

from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Half, Pick, RosterEntry, Section, SystemId, Unit
from listbuilder.rules.picking import combining, picks_left, picks_of, putting_back, taking
from listbuilder.rules.roster import build_entry
from tests.unit.making import faction, option, section, unit

SYSTEM = Library.open(user=False).system("aof-3.2")


def worked(subject: Unit, *picks: str | tuple[str, int], second: tuple[Pick, ...] | None = None) -> RosterEntry:
    written = tuple(Pick(pick) if isinstance(pick, str) else Pick(*pick) for pick in picks)
    combined = None if second is None else Half(second)
    entry = Entry(id=EntryId("a"), unit=subject.ref, upgrades=written, combined=combined)
    return build_entry(entry, subject, faction(subject), SYSTEM)


def left(found: Section, *picks: str | tuple[str, int], arms: list[str] | None = None) -> int | None:
    return picks_left(worked(unit(found, arms=arms), *picks), found)


def test_a_choice_of_one() -> None:
    found = section("upgrade", option("Axe (A1)"), option("Bow (A1)"), select="exactly 1")
    assert left(found) == 1
    assert left(found, "axe") == 0


def test_each_once() -> None:
    found = section("upgrade", option("Axe (A1)"), option("Bow (A1)"))
    assert left(found) == 2
    assert left(found, "axe") == 1


def test_up_to_three_in_total() -> None:
    found = section("upgrade", *(option(name) for name in ("A", "B", "C", "D")), affects="up_to 3", select="exactly 1")
    assert left(found, "a", "b") == 1


def test_while_targets_are_left() -> None:
    found = section("replace", option("Axe (A1)"), affects="any", on=["Blade"])
    assert left(found, arms=["5x Blade (A1)"]) == 5
    assert left(found, ("axe", 3), arms=["5x Blade (A1)"]) == 2
    assert left(found, ("axe", 5), arms=["5x Blade (A1)"]) == 0


def test_the_number_of_a_heading_and_of_targets_both_hold() -> None:
    found = section("replace", option("Axe (A1)"), affects="up_to 3", on=["Blade"])
    assert left(found, arms=["2x Blade (A1)"]) == 2
    assert left(found, arms=["9x Blade (A1)"]) == 3


def test_pairs_are_needed_for_pairs() -> None:
    found = section("replace", option("Axe (A1)"), affects="any", on=["2x Blade"])
    assert left(found, arms=["5x Blade (A1)"]) == 2


def test_all_at_once_is_one_pick() -> None:
    found = section("replace", option("Axe (A1)"), affects="all", on=["Blade"])
    assert left(found, arms=["5x Blade (A1)"]) == 1
    assert left(found) == 0


def test_improvements_of_any_weapon_are_counted() -> None:
    found = section("upgrade", option("Poison"), affects="any", select="exactly 1", on=["Blade"])
    assert left(found, ("poison", 2), arms=["5x Blade (A1)"]) == 3


def test_an_improvement_without_its_weapon() -> None:
    found = section("upgrade", option("Poison"), on=["Blade"])
    assert left(found) == 0
    assert left(found, arms=["Blade (A1)"]) == 1


def test_without_end() -> None:
    found = section("upgrade", option("Rope"), option("Lamp"), select="up_to 2")
    assert left(found, "rope") == 1


def test_an_option_for_all_models_is_taken_in_both_halves() -> None:
    found = section("replace", option("Axe (A1)"), option("Pike (A1)"), affects="all", on=["Blade"])
    entry = worked(unit(found, arms=["5x Blade (A1)"]), "axe", second=(Pick("axe"),))
    edit = taking(entry, found, found.options[1])
    assert edit.halves == (0, 1)
    army = ArmyList(name="", system=SystemId("aof-3.2"), entries=(entry.entry,))
    [changed] = edit(army).entries
    assert changed.upgrades == (Pick("pike"),)
    assert changed.combined == Half((Pick("pike"),))


def test_putting_back_names_the_option_as_the_list_does() -> None:
    found = section("upgrade", option("Rope"))
    full = f"{found.id}/rope"
    assert putting_back(worked(unit(found), full), found, found.options[0]).option == full
    assert picks_of(worked(unit(found), full), found, found.options[0]) == 1


def test_combining_takes_along_what_is_for_all_models() -> None:
    every = section("upgrade", option("Shields"), affects="all")
    some = section("upgrade", option("Rope"))
    assert combining(worked(unit(every, some), "shields", "rope")).upgrades == (Pick("shields"),)
