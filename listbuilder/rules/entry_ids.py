"""Ids for new entries: a, b, … z, aa, ab … without those in use."""

from __future__ import annotations

from functools import lru_cache

from listbuilder.model import ArmyList, EntryId

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def next_entry_id(army: ArmyList) -> EntryId:
    """Return an id that no entry has and no attached hero refers to."""
    used = {entry.id for entry in army.entries} | {entry.joins for entry in army.entries}
    number = len(army.entries)
    while (entry_id := EntryId(column_letters(number))) in used:
        number += 1
    return entry_id


@lru_cache(maxsize=64)
def first_entry_ids(count: int) -> tuple[EntryId, ...]:
    """Return the ids of the first `count` entries."""
    return tuple([EntryId(column_letters(number)) for number in range(count)])


@lru_cache(maxsize=1024)
def column_letters(number: int) -> str:
    """Return a number, from 0, as spreadsheets name columns: a, b, … z, aa."""
    text = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, len(_ALPHABET))
        text = _ALPHABET[digit] + text
    return text
