"""Ids for new entries: a, b, … z, aa, ab … never one that is in use.

The entries of an army in the order in which they are looked at: as listed, by role, or by cost.

for group in arrange(roster, Order.ROLE): show(group.name.to("de"), group.entries)     # heroes behind their hosts
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from listbuilder.model import EMPTY, ArmyList, Entry, EntryId, Roster, Text
from listbuilder.rules.summary import role_of

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def next_id(army: ArmyList) -> EntryId:
    """Give the first id, from the number of entries on, that no entry and no join uses."""
    used = {entry.id for entry in army.entries} | {entry.joins for entry in army.entries}
    number = len(army.entries)
    while (wanted := EntryId(letters(number))) in used:
        number += 1
    return wanted


@lru_cache(maxsize=64)
def first_ids(number: int) -> tuple[EntryId, ...]:
    """Give ids for so many entries, in order."""
    return tuple([EntryId(letters(place)) for place in range(number)])


@lru_cache(maxsize=1024)
def letters(number: int) -> str:
    """Write a number the way spreadsheets name columns."""
    text = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, len(_LETTERS))
        text = _LETTERS[digit] + text
    return text


class Order(Enum):
    """How entries are grouped."""

    LISTED = "listed"
    ROLE = "role"
    COST = "cost"
    """The dearest first, with the heroes in it."""


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """Entries under one heading; without a name they need none."""

    name: Text
    entries: tuple[EntryId, ...]
    """Each unit with the heroes in it behind it."""


def arrange(roster: Roster, order: Order) -> tuple[EntryGroup, ...]:
    """Group the entries of an army, those too that no book knows; an empty army has no groups."""
    units = [_company(entry, roster) for entry in roster.army.entries if entry.id not in roster.joined_ids]
    if order is Order.ROLE:
        return _by_role(units, roster)
    if order is Order.COST:
        units.sort(key=lambda unit: -_cost(unit, roster))  # of two that cost the same the first stays first
    return (EntryGroup(EMPTY, tuple(name for unit in units for name in unit)),) if units else ()


def _company(entry: Entry, roster: Roster) -> tuple[EntryId, ...]:
    return (entry.id, *(hero.id for hero in roster.joined.get(entry.id, ())))


def _cost(unit: tuple[EntryId, ...], roster: Roster) -> int:
    return sum(worked.cost for name in unit if (worked := roster.find(name)) is not None)


def _by_role(units: list[tuple[EntryId, ...]], roster: Roster) -> tuple[EntryGroup, ...]:
    found: dict[tuple[str, Text], list[EntryId]] = {(group.id, group.name): [] for group in roster.system.groups}
    for unit in units:
        worked = roster.find(unit[0])
        role = role_of(worked, roster.system) if worked is not None else ("", EMPTY)
        found.setdefault(role, []).extend(unit)
    return tuple(EntryGroup(name, tuple(entries)) for (_, name), entries in found.items() if entries)
