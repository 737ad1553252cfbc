"""Entries grouped as listed, by role, and by cost."""

from __future__ import annotations

from hypothesis import given

from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, EntryId, Faction, Roster, System, UnitRef
from listbuilder.rules.army_summary import EntryOrder, group_entries
from listbuilder.rules.roster_builder import build_roster
from tests.properties.strategies import SETTINGS, armies

LIBRARY = Library.open(user=False)


def make_roster(*units: str, joins: dict[str, str] | None = None) -> Roster:
    entries = tuple(
        Entry(
            id=EntryId(name),
            unit=UnitRef(unit if "/" in unit else f"human-empire/{unit}"),
            joins=EntryId(joins[name]) if joins and name in joins else None,
        )
        for name, unit in zip("abcdef", units, strict=False)
    )
    return LIBRARY.roster(ArmyList(name="x", system=LIBRARY.system("aof-3.5").id, entries=entries))


def shown(roster: Roster, order: EntryOrder) -> list[tuple[str, str]]:
    return [(group.name.to("de"), "".join(group.entries)) for group in group_entries(roster, order)]


def test_heroes_follow_their_hosts() -> None:
    roster = make_roster("champion", "knights", "infantrymen", joins={"a": "c"})
    assert shown(roster, EntryOrder.LISTED) == [("", "bca")]


def test_groups_follow_the_systems_order() -> None:
    roster = make_roster(
        "knights", "infantrymen", "champion", "infantrymen", "nobody/knows", "champion", joins={"f": "a"}
    )
    assert shown(roster, EntryOrder.ROLE) == [("Helden", "c"), ("Kerntruppen", "bd"), ("Kavallerie", "af"), ("", "e")]


def test_most_expensive_entries_come_first() -> None:
    roster = make_roster("infantrymen", "knights", "infantrymen", "champion", "nobody/knows", joins={"d": "c"})
    costs = [roster.find_entry(name).cost for name in "abcd"]
    assert costs[2] + costs[3] > costs[1] > costs[0] == costs[2]
    assert shown(roster, EntryOrder.COST) == [("", "cdbae")]


def test_an_empty_army_has_no_groups() -> None:
    assert [group_entries(make_roster(), order) for order in EntryOrder] == [(), (), ()]


@SETTINGS
@given(armies())
def test_every_entry_is_in_one_group(example: tuple[ArmyList, System, Faction]) -> None:
    army, system, book = example
    roster = build_roster(army, system, {book.id: book})
    for order in EntryOrder:
        names = [name for group in group_entries(roster, order) for name in group.entries]
        assert sorted(names) == sorted(entry.id for entry in army.entries)
