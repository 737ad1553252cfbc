"""Actions on a list: only meaningless ones are refused, never illegal ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.errors import EditError
from listbuilder.i18n import has
from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Half, Pick, Roster, SystemId, UnitId
from listbuilder.rules.edits import Shift, duplicating, removing
from listbuilder.rules.roster import build_roster
from listbuilder.rules.upgrade_actions import (
    Deed,
    OptionAt,
    Refused,
    Why,
    clear,
    combine,
    fewer,
    join,
    more,
    part,
    split,
    toggle,
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


def entry(name: str, *picks: Pick, unit=SUBJECT, combined: Half | None = None, joins: EntryId | None = None) -> Entry:
    return Entry(id=EntryId(name), unit=unit.ref, upgrades=picks, combined=combined, joins=joins)


def roster(*entries: Entry) -> Roster:
    return build_roster(
        ArmyList(name="", system=SystemId("aof-3.2"), points=100, entries=entries), SYSTEM, {BOOK.id: BOOK}
    )


def picks(found: Roster, deed: Deed, half: int = 0) -> dict[str, int]:
    assert not isinstance(deed, Refused), deed
    changed = deed(found.army).entries[0]
    taken = changed.upgrades if half == 0 else changed.combined.upgrades
    return {pick.option: pick.count for pick in taken}


def choice(name: str, half: int = 0, on: EntryId = A) -> OptionAt:
    [(group, wanted)] = SUBJECT.find(name)
    return OptionAt(on, group, wanted, half)


def none_of(found_section, half: int = 0) -> OptionAt:
    return OptionAt(A, found_section, None, half)


def why(deed: Deed) -> Why:
    assert isinstance(deed, Refused)
    return deed.why


def test_a_toggle_takes_and_puts_back() -> None:
    bare = roster(entry("a"))
    assert picks(bare, toggle(bare, choice("axe"))) == {"axe": 1}
    armed = roster(entry("a", Pick("axe")))
    assert picks(armed, toggle(armed, choice("axe"))) == {}


def test_exclusive_options_are_exchanged() -> None:
    armed = roster(entry("a", Pick("axe")))
    assert picks(armed, toggle(armed, choice("bow"))) == {"bow": 1}


def test_full_list_still_takes_expensive_options() -> None:
    found = roster(entry("a"), entry("b"))
    assert found.cost > (found.army.points or 0)
    assert picks(found, toggle(found, choice("crown"))) == {"crown": 1}
    assert picks(found, more(found, choice("crown"))) == {"crown": 1}


def test_toggle_puts_back_at_capacity() -> None:
    one = roster(entry("a", Pick("ring")))
    assert picks(one, toggle(one, choice("ring"))) == {"ring": 2}
    two = roster(entry("a", Pick("ring", 2)))
    assert picks(two, toggle(two, choice("ring"))) == {"ring": 1}
    clubs = roster(entry("a", Pick("torch")))
    assert picks(clubs, toggle(clubs, choice("torch"))) == {"torch": 2}
    burnt = roster(entry("a", Pick("torch", 2)))
    assert picks(burnt, toggle(burnt, choice("torch"))) == {"torch": 1}, "no club is left"


def test_toggle_after_every_model_puts_back() -> None:
    lamps = section("upgrade", option("Lamp"), affects="any", select="any")
    lit = unit(lamps, size=3)
    for had, then in ((2, 3), (3, 2)):
        army = ArmyList(name="", system=SYSTEM.id, entries=(entry("a", Pick("lamp", had), unit=lit),))
        found = build_roster(army, SYSTEM, {BOOK.id: faction(lit)})
        assert picks(found, toggle(found, OptionAt(A, lamps, lamps.options[0]))) == {"lamp": then}


def test_move_with_missing_entry_is_refused() -> None:
    with pytest.raises(EditError):
        Shift((A, EntryId("gone")), 1)(roster(entry("a"), entry("b")).army)


def test_exceeding_a_section_is_left_to_validation() -> None:
    two = roster(entry("a", Pick("ring", 2)))
    assert picks(two, more(two, choice("ring"))) == {"ring": 3}


def test_option_without_target_is_refused() -> None:
    bare = roster(entry("a"))
    assert toggle(bare, choice("rending")) == more(bare, choice("rending")) == Refused(Why.NO_TARGET, "Axe")
    burnt = roster(entry("a", Pick("torch", 2)))
    assert more(burnt, choice("torch")) == Refused(Why.NO_TARGET, "Club")


def test_removing_a_needed_option_is_allowed() -> None:
    keen = roster(entry("a", Pick("axe"), Pick("rending")))
    assert picks(keen, toggle(keen, choice("bow"))) == {"rending": 1, "bow": 1}


def test_options_for_all_models_reach_both_halves() -> None:
    found = roster(entry("a", combined=Half()))
    deed = toggle(found, choice("axe"))
    assert picks(found, deed) == picks(found, deed, 1) == {"axe": 1}
    deed = toggle(found, choice("ring", half=1))
    assert (picks(found, deed), picks(found, deed, 1)) == ({}, {"ring": 1})


def test_clearing_a_section_is_one_step() -> None:
    found = roster(entry("a", Pick("ring"), Pick("axe"), Pick("crown")))
    deed = toggle(found, none_of(RELICS))
    assert picks(found, deed) == {"axe": 1}
    assert (deed.label, deed.subject) == ("edit.put-back", (("Ring",), ("Crown",)))
    assert why(clear(roster(entry("a")), none_of(RELICS))) is Why.NOT_TAKEN


def test_fewer_puts_one_back() -> None:
    two = roster(entry("a", Pick("ring", 2)))
    assert picks(two, fewer(two, choice("ring"))) == {"ring": 1}
    assert why(fewer(two, choice("crown"))) is Why.NOT_TAKEN
    assert why(fewer(two, none_of(RELICS))) is Why.NOT_TAKEN
    assert why(more(two, none_of(RELICS))) is Why.NOT_TAKEN


def test_single_options_cannot_be_repeated() -> None:
    armed = roster(entry("a", Pick("axe")))
    assert more(armed, choice("axe")) == Refused(Why.FULL, ("Axe",))
    of_several = section("upgrade", option("Flag"), option("Horn"), select="any")
    of_one = section("replace", option("Torch (A1)"), affects="up_to 1", on=["Club"])
    carrying = unit(of_several, of_one, arms=["3x Club (A1)"])
    army = ArmyList(name="", system=SYSTEM.id, entries=(entry("a", Pick("flag"), Pick("torch"), unit=carrying),))
    found = build_roster(army, SYSTEM, {BOOK.id: faction(carrying)})
    for group in (of_several, of_one):
        assert why(more(found, OptionAt(A, group, group.options[0]))) is Why.FULL


@pytest.mark.parametrize("deed", [toggle, more, fewer, clear])
def test_missing_entries_cannot_be_changed(deed) -> None:
    found = roster(entry("a"))
    assert why(deed(found, choice("axe", on=B))) is Why.GONE
    assert why(deed(found, choice("axe", half=1))) is Why.NO_HALF
    assert why(deed(found, choice("axe", half=-1))) is Why.NO_HALF


def test_refusals_name_the_missing_thing() -> None:
    found, gone = roster(entry("a")), EntryId("x")
    assert [join(found, A, gone), join(found, gone, A), part(found, gone), split(found, gone)] == [
        Refused(Why.GONE, gone)
    ] * 4
    assert combine(found, gone) == combine(found, A, gone) == Refused(Why.GONE, gone)
    assert toggle(found, choice("axe", on=gone)) == Refused(Why.GONE, gone)


def ids(found: Roster, deed: Deed) -> list[str]:
    assert not isinstance(deed, Refused), deed
    return [one.id + ("+" if one.combined is not None else "") for one in deed(found.army).entries]


def test_combining_and_splitting() -> None:
    found = roster(entry("a"), entry("b"), entry("c", unit=OTHER), entry("d", combined=Half()))
    assert ids(found, combine(found, A)) == ["a+", "b", "c", "d+"]
    assert ids(found, combine(found, A, B)) == ["a+", "c", "d+"]
    assert ids(found, split(found, D)) == ["a", "b", "c", "d", "e"]
    assert why(combine(found, D)) is Why.COMBINED
    assert why(combine(found, A, D)) is Why.COMBINED
    assert why(combine(found, A, C)) is Why.OTHER_UNIT
    assert why(combine(found, A, A)) is Why.ITSELF
    assert why(combine(found, EntryId("x"))) is why(combine(found, A, EntryId("x"))) is Why.GONE
    assert why(split(found, A)) is Why.SINGLE
    assert why(split(found, EntryId("x"))) is Why.GONE


def hosts(found: Roster, deed: Deed) -> list[EntryId | None]:
    assert not isinstance(deed, Refused), deed
    return [one.joins for one in deed(found.army).entries]


def test_attaching_and_detaching() -> None:
    found = roster(entry("a"), entry("b", joins=A))
    assert hosts(found, join(found, A, B)) == [B, A], "not a hero, and attached to itself: left to validation"
    assert hosts(found, part(found, B)) == [None, None]
    assert why(join(found, A, A)) is Why.ITSELF
    assert why(join(found, A, EntryId("x"))) is why(join(found, EntryId("x"), A)) is Why.GONE
    assert why(part(found, A)) is Why.ALONE
    assert why(part(found, EntryId("x"))) is Why.GONE


@pytest.mark.parametrize("reason", Why)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_refusal_has_a_sentence(reason: Why, language: str) -> None:
    assert has(language, f"refused.{reason.value}")
    assert "{" not in Refused(reason, SUBJECT.name).to(language)


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
    assert "".join(one.id for one in Shift(marked, by)(army).entries) == order


def test_attached_hero_moves_with_its_unit() -> None:
    found = roster(entry("a"), entry("b", joins=A), entry("c"))
    moved = Shift((A,), 1)(found.army)
    assert [one.id for one in moved.entries] == ["c", "b", "a"]
    assert moved.entries[1].joins == A


def test_marked_entries_change_in_one_step() -> None:
    found = roster(entry("a"), entry("b", joins=A), entry("c"))
    left = removing((A, C), "two")(found.army)
    assert [(one.id, one.joins) for one in left.entries] == [("b", None)]
    copied = duplicating((A, C), "two")(found.army)
    assert [one.id for one in copied.entries] == ["a", "d", "b", "c", "e"]
    assert removing((A,)).label == "edit.remove"
