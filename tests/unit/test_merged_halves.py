"""Merging both halves of a combined unit."""

from __future__ import annotations

from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Half, RosterEntry, SystemId, Upgrade
from listbuilder.model.notation import format_weapon
from listbuilder.rules.roster_builder import build_roster, count_items, count_weapons, merge_half_rules
from tests.unit.making import faction, option, section, unit

SYSTEM = Library.open(user=False).system("aof-3.2")
SUBJECT = unit(
    section(
        "upgrade", option("Fearless"), option("Tough(3)"), option("Tough(6)", ident="tougher"), option("Flag (Fear)")
    ),
    section("replace", option("Axe (A2)"), affects="any", on=["Blade"]),
    rules=["Scout"],
    arms=["5x Blade (A1)"],
)


def make_roster_entry(*picks: str, second: tuple[str, ...] | None = None) -> RosterEntry:
    half = None if second is None else Half(tuple(map(Upgrade, second)))
    entry = Entry(id=EntryId("a"), unit=SUBJECT.ref, upgrades=tuple(map(Upgrade, picks)), combined=half)
    book = faction(SUBJECT)
    [roster_entry] = build_roster(
        ArmyList(name="", system=SystemId("aof-3.2"), entries=(entry,)), SYSTEM, {book.id: book}
    ).entries
    return roster_entry


def labels(entry: RosterEntry) -> list[str]:
    return [rule.label for rule in merge_half_rules(entry)]


def test_halves_merge_rules_by_higher_rating() -> None:
    assert labels(make_roster_entry("tough", second=("fearless", "tougher"))) == ["Scout", "Tough(6)", "Fearless"]
    assert labels(make_roster_entry("tougher", second=("tough",))) == ["Scout", "Tough(6)"]


def test_ratings_add_up_before_merging() -> None:
    assert labels(make_roster_entry("tough", "tougher")) == ["Scout", "Tough(9)"]
    assert labels(make_roster_entry("tough", "tougher", second=("tougher",))) == ["Scout", "Tough(9)"]


def test_equipment_of_both_halves_is_counted() -> None:
    whole = make_roster_entry("axe", "flag", second=("axe", "flag", "flag"))
    assert {format_weapon(weapon): count for weapon, count in count_weapons(whole).items()} == {
        "Blade (A1)": 8,
        "Axe (A2)": 2,
    }
    assert {item.name: count for item, count in count_items(whole).items()} == {"Flag": 3}
