"""Ids for new entries: a, b, … z, aa, ab …, never one that is in use."""

from __future__ import annotations

from functools import lru_cache

from listbuilder.model import ArmyList, EntryId

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
