"""Actions on a list: only meaningless ones are refused, never illegal ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.errors import EditError
from listbuilder.i18n import has_sentence
from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Half, Roster, SystemId, UnitId, Upgrade
from listbuilder.rules.edits import MoveEntries, duplicate_entries, remove_entries
from listbuilder.rules.roster_builder import build_roster
from listbuilder.rules.upgrade_actions import (
    EditOrRefusal,
    Refusal,
    RefusalReason,
    UpgradeSlot,
    add_one,
    attach_hero,
    clear_section,
    combine_entry,
    detach_hero,
    remove_one,
    split_entry,
    toggle_option,
)
from tests.unit.making import faction, option, section, unit

SYSTEM = Library.open(user=False).system("aof-3.2")
ARMS = section("replace", option("Axe (A2)"), option("Bow (A1)"), affects="all", on=["Blade"])
EDGE = section("upgrade", option("Rending"), affects="all", on=["Axe"])
RELICS = section("upgrade", option("Ring", 10), option("Crown", 500), select="up_to 2")
TORCHES = section("replace", option("Torch (A1)"), affects="any", on=["Club"])
SUBJECT = unit(ARMS, EDGE, RELICS, TORCHES, size=3, arms=["3x Blade (A1)", "2x Club (A1)"])
OTHER = replace(SUBJECT, id=UnitId("other"))
BOOK = faction(SUBJECT, OTHER)
A, B, C, D = map(EntryId, "abcd")


def entry(
    name: str, *picks: Upgrade, unit=SUBJECT, combined: Half | None = None, joins: EntryId | None = None
) -> Entry:
    return Entry(id=EntryId(name), unit=unit.ref, upgrades=picks, combined=combined, joins=joins)


def roster(*entries: Entry) -> Roster:
    return build_roster(
        ArmyList(name="", system=SystemId("aof-3.2"), points=100, entries=entries), SYSTEM, {BOOK.id: BOOK}
    )


def picks(found: Roster, deed: EditOrRefusal, half: int = 0) -> dict[str, int]:
    assert not isinstance(deed, Refusal), deed
    changed = deed(found.army).entries[0]
    taken = changed.upgrades if half == 0 else changed.combined.upgrades
    return {pick.option: pick.count for pick in taken}


def choice(name: str, half: int = 0, on: EntryId = A) -> UpgradeSlot:
    [(group, wanted)] = SUBJECT.find_options(name)
    return UpgradeSlot(on, group, wanted, half)


def none_of(found_section, half: int = 0) -> UpgradeSlot:
    return UpgradeSlot(A, found_section, None, half)


def why(deed: EditOrRefusal) -> RefusalReason:
    assert isinstance(deed, Refusal)
    return deed.reason


def test_a_toggle_takes_and_puts_back() -> None:
    bare = roster(entry("a"))
    assert picks(bare, toggle_option(bare, choice("axe"))) == {"axe": 1}
    armed = roster(entry("a", Upgrade("axe")))
    assert picks(armed, toggle_option(armed, choice("axe"))) == {}


def test_exclusive_options_are_exchanged() -> None:
    armed = roster(entry("a", Upgrade("axe")))
    assert picks(armed, toggle_option(armed, choice("bow"))) == {"bow": 1}


def test_full_list_still_takes_expensive_options() -> None:
    found = roster(entry("a"), entry("b"))
    assert found.cost > (found.army.points or 0)
    assert picks(found, toggle_option(found, choice("crown"))) == {"crown": 1}
    assert picks(found, add_one(found, choice("crown"))) == {"crown": 1}


def test_toggle_puts_back_at_capacity() -> None:
    one = roster(entry("a", Upgrade("ring")))
    assert picks(one, toggle_option(one, choice("ring"))) == {"ring": 2}
    two = roster(entry("a", Upgrade("ring", 2)))
    assert picks(two, toggle_option(two, choice("ring"))) == {"ring": 1}
    clubs = roster(entry("a", Upgrade("torch")))
    assert picks(clubs, toggle_option(clubs, choice("torch"))) == {"torch": 2}
    burnt = roster(entry("a", Upgrade("torch", 2)))
    assert picks(burnt, toggle_option(burnt, choice("torch"))) == {"torch": 1}, "no club is left"


def test_toggle_after_every_model_puts_back() -> None:
    lamps = section("upgrade", option("Lamp"), affects="any", select="any")
    lit = unit(lamps, size=3)
    for had, then in ((2, 3), (3, 2)):
        army = ArmyList(name="", system=SYSTEM.id, entries=(entry("a", Upgrade("lamp", had), unit=lit),))
        roster = build_roster(army, SYSTEM, {BOOK.id: faction(lit)})
        assert picks(roster, toggle_option(roster, UpgradeSlot(A, lamps, lamps.options[0]))) == {"lamp": then}


def test_move_with_missing_entry_is_refused() -> None:
    with pytest.raises(EditError):
        MoveEntries((A, EntryId("gone")), 1)(roster(entry("a"), entry("b")).army)


def test_exceeding_a_section_is_left_to_validation() -> None:
    two = roster(entry("a", Upgrade("ring", 2)))
    assert picks(two, add_one(two, choice("ring"))) == {"ring": 3}


def test_option_without_target_is_refused() -> None:
    bare = roster(entry("a"))
    assert (
        toggle_option(bare, choice("rending"))
        == add_one(bare, choice("rending"))
        == Refusal(RefusalReason.NO_TARGET, "Axe")
    )
    burnt = roster(entry("a", Upgrade("torch", 2)))
    assert add_one(burnt, choice("torch")) == Refusal(RefusalReason.NO_TARGET, "Club")


def test_removing_a_needed_option_is_allowed() -> None:
    keen = roster(entry("a", Upgrade("axe"), Upgrade("rending")))
    assert picks(keen, toggle_option(keen, choice("bow"))) == {"rending": 1, "bow": 1}


def test_options_for_all_models_reach_both_halves() -> None:
    found = roster(entry("a", combined=Half()))
    deed = toggle_option(found, choice("axe"))
    assert picks(found, deed) == picks(found, deed, 1) == {"axe": 1}
    deed = toggle_option(found, choice("ring", half=1))
    assert (picks(found, deed), picks(found, deed, 1)) == ({}, {"ring": 1})


def test_clearing_a_section_is_one_step() -> None:
    found = roster(entry("a", Upgrade("ring"), Upgrade("axe"), Upgrade("crown")))
    deed = toggle_option(found, none_of(RELICS))
    assert picks(found, deed) == {"axe": 1}
    assert (deed.label, deed.subject) == ("edit.put-back", (("Ring",), ("Crown",)))
    assert why(clear_section(roster(entry("a")), none_of(RELICS))) is RefusalReason.NOT_TAKEN


def test_fewer_puts_one_back() -> None:
    two = roster(entry("a", Upgrade("ring", 2)))
    assert picks(two, remove_one(two, choice("ring"))) == {"ring": 1}
    assert why(remove_one(two, choice("crown"))) is RefusalReason.NOT_TAKEN
    assert why(remove_one(two, none_of(RELICS))) is RefusalReason.NOT_TAKEN
    assert why(add_one(two, none_of(RELICS))) is RefusalReason.NOT_TAKEN


def test_single_options_cannot_be_repeated() -> None:
    armed = roster(entry("a", Upgrade("axe")))
    assert add_one(armed, choice("axe")) == Refusal(RefusalReason.FULL, ("Axe",))
    of_several = section("upgrade", option("Flag"), option("Horn"), select="any")
    of_one = section("replace", option("Torch (A1)"), affects="up_to 1", on=["Club"])
    carrying = unit(of_several, of_one, arms=["3x Club (A1)"])
    army = ArmyList(name="", system=SYSTEM.id, entries=(entry("a", Upgrade("flag"), Upgrade("torch"), unit=carrying),))
    found = build_roster(army, SYSTEM, {BOOK.id: faction(carrying)})
    for group in (of_several, of_one):
        assert why(add_one(found, UpgradeSlot(A, group, group.options[0]))) is RefusalReason.FULL


@pytest.mark.parametrize("deed", [toggle_option, add_one, remove_one, clear_section])
def test_missing_entries_cannot_be_changed(deed) -> None:
    found = roster(entry("a"))
    assert why(deed(found, choice("axe", on=B))) is RefusalReason.GONE
    assert why(deed(found, choice("axe", half=1))) is RefusalReason.NO_HALF
    assert why(deed(found, choice("axe", half=-1))) is RefusalReason.NO_HALF


def test_refusals_name_the_missing_thing() -> None:
    found, gone = roster(entry("a")), EntryId("x")
    assert [
        attach_hero(found, A, gone),
        attach_hero(found, gone, A),
        detach_hero(found, gone),
        split_entry(found, gone),
    ] == [Refusal(RefusalReason.GONE, gone)] * 4
    assert combine_entry(found, gone) == combine_entry(found, A, gone) == Refusal(RefusalReason.GONE, gone)
    assert toggle_option(found, choice("axe", on=gone)) == Refusal(RefusalReason.GONE, gone)


def ids(found: Roster, deed: EditOrRefusal) -> list[str]:
    assert not isinstance(deed, Refusal), deed
    return [entry.id + ("+" if entry.combined is not None else "") for entry in deed(found.army).entries]


def test_combining_and_splitting() -> None:
    found = roster(entry("a"), entry("b"), entry("c", unit=OTHER), entry("d", combined=Half()))
    assert ids(found, combine_entry(found, A)) == ["a+", "b", "c", "d+"]
    assert ids(found, combine_entry(found, A, B)) == ["a+", "c", "d+"]
    assert ids(found, split_entry(found, D)) == ["a", "b", "c", "d", "e"]
    assert why(combine_entry(found, D)) is RefusalReason.COMBINED
    assert why(combine_entry(found, A, D)) is RefusalReason.COMBINED
    assert why(combine_entry(found, A, C)) is RefusalReason.OTHER_UNIT
    assert why(combine_entry(found, A, A)) is RefusalReason.ITSELF
    assert why(combine_entry(found, EntryId("x"))) is why(combine_entry(found, A, EntryId("x"))) is RefusalReason.GONE
    assert why(split_entry(found, A)) is RefusalReason.SINGLE
    assert why(split_entry(found, EntryId("x"))) is RefusalReason.GONE


def hosts(found: Roster, deed: EditOrRefusal) -> list[EntryId | None]:
    assert not isinstance(deed, Refusal), deed
    return [entry.joins for entry in deed(found.army).entries]


def test_attaching_and_detaching() -> None:
    found = roster(entry("a"), entry("b", joins=A))
    assert hosts(found, attach_hero(found, A, B)) == [B, A], "not a hero, and attached to itself: left to validation"
    assert hosts(found, detach_hero(found, B)) == [None, None]
    assert why(attach_hero(found, A, A)) is RefusalReason.ITSELF
    assert why(attach_hero(found, A, EntryId("x"))) is why(attach_hero(found, EntryId("x"), A)) is RefusalReason.GONE
    assert why(detach_hero(found, A)) is RefusalReason.ALONE
    assert why(detach_hero(found, EntryId("x"))) is RefusalReason.GONE


@pytest.mark.parametrize("reason", RefusalReason)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_refusal_has_a_sentence(reason: RefusalReason, language: str) -> None:
    assert has_sentence(language, f"refused.{reason.value}")
    assert "{" not in Refusal(reason, SUBJECT.name).to(language)


@pytest.mark.parametrize(
    ("marked", "by", "order"),
    [
        ((B,), -1, "bacd"),
        ((B,), 1, "acbd"),
        ((B, C), -1, "bcad"),
        ((B, C), 1, "adbc"),
        ((A, C), -1, "acbd"),
        ((A,), -1, "abcd"),
        ((D,), 1, "abcd"),
        ((A,), 2, "bcad"),
        ((A,), 9, "bcda"),
        ((A, B, C, D), 1, "abcd"),
        ((B,), 0, "abcd"),
    ],
)
def test_marked_entries_move_together(marked: tuple[EntryId, ...], by: int, order: str) -> None:
    army = roster(*(entry(name) for name in "abcd")).army
    assert "".join(entry.id for entry in MoveEntries(marked, by)(army).entries) == order


def test_attached_hero_moves_with_its_unit() -> None:
    found = roster(entry("a"), entry("b", joins=A), entry("c"))
    moved = MoveEntries((A,), 1)(found.army)
    assert [entry.id for entry in moved.entries] == ["c", "b", "a"]
    assert moved.entries[1].joins == A


def test_marked_entries_change_in_one_step() -> None:
    found = roster(entry("a"), entry("b", joins=A), entry("c"))
    left = remove_entries((A, C), "two")(found.army)
    assert [(entry.id, entry.joins) for entry in left.entries] == [("b", None)]
    copied = duplicate_entries((A, C), "two")(found.army)
    assert [entry.id for entry in copied.entries] == ["a", "d", "b", "c", "e"]
    assert remove_entries((A,)).label == "edit.remove"
