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


def make_roster(*entries: Entry) -> Roster:
    return build_roster(
        ArmyList(name="", system=SystemId("aof-3.2"), points=100, entries=entries), SYSTEM, {BOOK.id: BOOK}
    )


def picks(roster: Roster, deed: EditOrRefusal, half: int = 0) -> dict[str, int]:
    assert not isinstance(deed, Refusal), deed
    changed = deed(roster.army).entries[0]
    upgrades = changed.upgrades if half == 0 else changed.combined.upgrades
    return {pick.option: pick.count for pick in upgrades}


def choice(name: str, half: int = 0, on: EntryId = A) -> UpgradeSlot:
    [(group, chosen_option)] = SUBJECT.find_options(name)
    return UpgradeSlot(on, group, chosen_option, half)


def none_of(found_section, half: int = 0) -> UpgradeSlot:
    return UpgradeSlot(A, found_section, None, half)


def why(deed: EditOrRefusal) -> RefusalReason:
    assert isinstance(deed, Refusal)
    return deed.reason


def test_a_toggle_takes_and_puts_back() -> None:
    bare = make_roster(entry("a"))
    assert picks(bare, toggle_option(bare, choice("axe"))) == {"axe": 1}
    armed = make_roster(entry("a", Upgrade("axe")))
    assert picks(armed, toggle_option(armed, choice("axe"))) == {}


def test_exclusive_options_are_exchanged() -> None:
    armed = make_roster(entry("a", Upgrade("axe")))
    assert picks(armed, toggle_option(armed, choice("bow"))) == {"bow": 1}


def test_full_list_still_takes_expensive_options() -> None:
    roster = make_roster(entry("a"), entry("b"))
    assert roster.cost > (roster.army.points or 0)
    assert picks(roster, toggle_option(roster, choice("crown"))) == {"crown": 1}
    assert picks(roster, add_one(roster, choice("crown"))) == {"crown": 1}


def test_toggle_puts_back_at_capacity() -> None:
    one_ring = make_roster(entry("a", Upgrade("ring")))
    assert picks(one_ring, toggle_option(one_ring, choice("ring"))) == {"ring": 2}
    two_rings = make_roster(entry("a", Upgrade("ring", 2)))
    assert picks(two_rings, toggle_option(two_rings, choice("ring"))) == {"ring": 1}
    clubs = make_roster(entry("a", Upgrade("torch")))
    assert picks(clubs, toggle_option(clubs, choice("torch"))) == {"torch": 2}
    burnt = make_roster(entry("a", Upgrade("torch", 2)))
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
        MoveEntries((A, EntryId("gone")), 1)(make_roster(entry("a"), entry("b")).army)


def test_exceeding_a_section_is_left_to_validation() -> None:
    roster = make_roster(entry("a", Upgrade("ring", 2)))
    assert picks(roster, add_one(roster, choice("ring"))) == {"ring": 3}


def test_option_without_target_is_refused() -> None:
    bare = make_roster(entry("a"))
    assert (
        toggle_option(bare, choice("rending"))
        == add_one(bare, choice("rending"))
        == Refusal(RefusalReason.NO_TARGET, "Axe")
    )
    burnt = make_roster(entry("a", Upgrade("torch", 2)))
    assert add_one(burnt, choice("torch")) == Refusal(RefusalReason.NO_TARGET, "Club")


def test_removing_a_needed_option_is_allowed() -> None:
    keen = make_roster(entry("a", Upgrade("axe"), Upgrade("rending")))
    assert picks(keen, toggle_option(keen, choice("bow"))) == {"rending": 1, "bow": 1}


def test_options_for_all_models_reach_both_halves() -> None:
    roster = make_roster(entry("a", combined=Half()))
    deed = toggle_option(roster, choice("axe"))
    assert picks(roster, deed) == picks(roster, deed, 1) == {"axe": 1}
    deed = toggle_option(roster, choice("ring", half=1))
    assert (picks(roster, deed), picks(roster, deed, 1)) == ({}, {"ring": 1})


def test_clearing_a_section_is_one_step() -> None:
    roster = make_roster(entry("a", Upgrade("ring"), Upgrade("axe"), Upgrade("crown")))
    deed = toggle_option(roster, none_of(RELICS))
    assert picks(roster, deed) == {"axe": 1}
    assert (deed.label, deed.subject) == ("edit.put-back", (("Ring",), ("Crown",)))
    assert why(clear_section(make_roster(entry("a")), none_of(RELICS))) is RefusalReason.NOT_TAKEN


def test_fewer_puts_one_back() -> None:
    roster = make_roster(entry("a", Upgrade("ring", 2)))
    assert picks(roster, remove_one(roster, choice("ring"))) == {"ring": 1}
    assert why(remove_one(roster, choice("crown"))) is RefusalReason.NOT_TAKEN
    assert why(remove_one(roster, none_of(RELICS))) is RefusalReason.NOT_TAKEN
    assert why(add_one(roster, none_of(RELICS))) is RefusalReason.NOT_TAKEN


def test_single_options_cannot_be_repeated() -> None:
    armed = make_roster(entry("a", Upgrade("axe")))
    assert add_one(armed, choice("axe")) == Refusal(RefusalReason.FULL, ("Axe",))
    of_several = section("upgrade", option("Flag"), option("Horn"), select="any")
    of_one = section("replace", option("Torch (A1)"), affects="up_to 1", on=["Club"])
    carrying = unit(of_several, of_one, arms=["3x Club (A1)"])
    army = ArmyList(name="", system=SYSTEM.id, entries=(entry("a", Upgrade("flag"), Upgrade("torch"), unit=carrying),))
    roster = build_roster(army, SYSTEM, {BOOK.id: faction(carrying)})
    for group in (of_several, of_one):
        assert why(add_one(roster, UpgradeSlot(A, group, group.options[0]))) is RefusalReason.FULL


@pytest.mark.parametrize("deed", [toggle_option, add_one, remove_one, clear_section])
def test_missing_entries_cannot_be_changed(deed) -> None:
    roster = make_roster(entry("a"))
    assert why(deed(roster, choice("axe", on=B))) is RefusalReason.GONE
    assert why(deed(roster, choice("axe", half=1))) is RefusalReason.NO_HALF
    assert why(deed(roster, choice("axe", half=-1))) is RefusalReason.NO_HALF


def test_refusals_name_the_missing_thing() -> None:
    roster, gone = make_roster(entry("a")), EntryId("x")
    assert [
        attach_hero(roster, A, gone),
        attach_hero(roster, gone, A),
        detach_hero(roster, gone),
        split_entry(roster, gone),
    ] == [Refusal(RefusalReason.GONE, gone)] * 4
    assert combine_entry(roster, gone) == combine_entry(roster, A, gone) == Refusal(RefusalReason.GONE, gone)
    assert toggle_option(roster, choice("axe", on=gone)) == Refusal(RefusalReason.GONE, gone)


def ids(roster: Roster, deed: EditOrRefusal) -> list[str]:
    assert not isinstance(deed, Refusal), deed
    return [entry.id + ("+" if entry.combined is not None else "") for entry in deed(roster.army).entries]


def test_combining_and_splitting() -> None:
    roster = make_roster(entry("a"), entry("b"), entry("c", unit=OTHER), entry("d", combined=Half()))
    assert ids(roster, combine_entry(roster, A)) == ["a+", "b", "c", "d+"]
    assert ids(roster, combine_entry(roster, A, B)) == ["a+", "c", "d+"]
    assert ids(roster, split_entry(roster, D)) == ["a", "b", "c", "d", "e"]
    assert why(combine_entry(roster, D)) is RefusalReason.COMBINED
    assert why(combine_entry(roster, A, D)) is RefusalReason.COMBINED
    assert why(combine_entry(roster, A, C)) is RefusalReason.OTHER_UNIT
    assert why(combine_entry(roster, A, A)) is RefusalReason.ITSELF
    assert why(combine_entry(roster, EntryId("x"))) is why(combine_entry(roster, A, EntryId("x"))) is RefusalReason.GONE
    assert why(split_entry(roster, A)) is RefusalReason.SINGLE
    assert why(split_entry(roster, EntryId("x"))) is RefusalReason.GONE


def hosts(roster: Roster, deed: EditOrRefusal) -> list[EntryId | None]:
    assert not isinstance(deed, Refusal), deed
    return [entry.joins for entry in deed(roster.army).entries]


def test_attaching_and_detaching() -> None:
    roster = make_roster(entry("a"), entry("b", joins=A))
    assert hosts(roster, attach_hero(roster, A, B)) == [B, A], "not a hero, and attached to itself: left to validation"
    assert hosts(roster, detach_hero(roster, B)) == [None, None]
    assert why(attach_hero(roster, A, A)) is RefusalReason.ITSELF
    assert why(attach_hero(roster, A, EntryId("x"))) is why(attach_hero(roster, EntryId("x"), A)) is RefusalReason.GONE
    assert why(detach_hero(roster, A)) is RefusalReason.ALONE
    assert why(detach_hero(roster, EntryId("x"))) is RefusalReason.GONE


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
    army = make_roster(*(entry(name) for name in "abcd")).army
    assert "".join(entry.id for entry in MoveEntries(marked, by)(army).entries) == order


def test_attached_hero_moves_with_its_unit() -> None:
    roster = make_roster(entry("a"), entry("b", joins=A), entry("c"))
    moved = MoveEntries((A,), 1)(roster.army)
    assert [entry.id for entry in moved.entries] == ["c", "b", "a"]
    assert moved.entries[1].joins == A


def test_marked_entries_change_in_one_step() -> None:
    roster = make_roster(entry("a"), entry("b", joins=A), entry("c"))
    remaining_army = remove_entries((A, C), "two")(roster.army)
    assert [(entry.id, entry.joins) for entry in remaining_army.entries] == [("b", None)]
    copied = duplicate_entries((A, C), "two")(roster.army)
    assert [entry.id for entry in copied.entries] == ["a", "d", "b", "c", "e"]
    assert remove_entries((A,)).label == "edit.remove"
