"""The records of a saved or resolved list, read without trust: what cannot be used is reported, never passed over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.saved.oddities import Oddities
from listbuilder.listfiles.field_reader import too_many_entries, too_many_picks
from listbuilder.model import Pick
from listbuilder.model.army_list import MOST_ENTRIES, MOST_PICKS_OF_ONE
from listbuilder.validation.message_arguments import Word

_LONGEST_NAME = 200
_LONGEST_NOTE = 4_000
_MOST_XP = 1_000_000
_MOST_TRAITS = 100

_FIELDS = ("id", "armyId", "selectionId", "selectedUpgrades", "combined", "joinToUnit", "notes", "xp", "traits")
_fields = itemgetter(*_FIELDS)

Ids: TypeAlias = tuple[str, str]
"""Section and option of a pick, by foreign id."""
PickIds: TypeAlias = Callable[[Mapping[str, object]], Ids]
"""Reads the ids of one pick."""
KnownPicks: TypeAlias = Callable[[list[object]], tuple[Ids, ...] | None]
"""Gives the ids of all picks of a unit where each was read before; None where one needs a look."""


def none_known(_picks: list[object]) -> None:
    """Look at every pick."""


class Record(NamedTuple):
    """One unit of a foreign list: ids as the file has them."""

    raw: Mapping[str, object]
    selection: str
    book: str
    unit: str
    name: str
    """What the file calls the unit, for messages."""
    picks: tuple[Ids, ...]
    """In order."""
    combined: bool
    joins: str | None
    own_name: str | None
    notes: str | None
    xp: int
    traits: tuple[str, ...]


class PickReading(NamedTuple):
    """How a format writes picks."""

    ids: PickIds
    known: KnownPicks = none_known


def parse_records(units: object, book: str, reading: PickReading, oddities: Oddities) -> list[Record]:
    """Read the records of a list."""
    found = units if isinstance(units, list) else []
    if len(found) > 2 * MOST_ENTRIES:  # two of them may be one entry
        raise UnreadableError([too_many_entries(len(found))])
    records = []
    for number, unit in enumerate(found):
        if isinstance(unit, dict):
            records.append(_record(unit, book, reading, oddities))
        elif unit is None:
            oddities.odd(_place(number), "no-unit")
        else:
            oddities.lost(_place(number), "no-unit", unit)
    return records


def _place(number: int) -> Word:
    return Word("odd.entry", {"n": number + 1})


def _record(raw: Mapping[str, object], book: str, reading: PickReading, oddities: Oddities) -> Record:
    try:
        fields = _fields(raw)
    except KeyError:  # today's files state them all
        fields = tuple(map(raw.get, _FIELDS))
    unit, own_book, selection, picks, combined, joins, notes, xp, traits = fields
    named, own_name = raw.get("name"), raw.get("customName")
    unit = key_of(unit)
    name = (named is not None and text_of(named)) or unit or text_of(own_name) or "?"
    return Record(
        raw,
        key_of(selection),
        book if own_book == book else key_of(own_book) or book,
        unit,
        name,
        () if picks == [] else _picks(picks, name, reading, oddities),
        combined if isinstance(combined, bool) else _flag(combined, name, oddities),
        None if joins is None else _joins(joins, name, oddities),
        None if own_name is None else _text(own_name, _LONGEST_NAME, name, oddities),
        None if notes is None else _text(notes, _LONGEST_NOTE, name, oddities),
        _experience(xp, name, oddities) if xp else 0,
        _traits(traits, name, oddities) if traits else (),
    )


def _picks(value: object, name: str, reading: PickReading, oddities: Oddities) -> tuple[Ids, ...]:
    if not isinstance(value, list):
        if value is not None:
            oddities.lost(name, "picks-no-list", value)
        return ()
    if len(value) > MOST_PICKS_OF_ONE:
        raise UnreadableError([too_many_picks(len(value))])
    known = reading.known(value)
    if known is not None:
        return known
    picks: list[Ids] = []
    for pick in value:
        if not isinstance(pick, dict):
            (oddities.odd if pick is None else oddities.lost)(name, "no-pick", pick)
        elif (ids := reading.ids(pick))[1]:
            picks.append(ids)
        else:
            oddities.lost(name, "pick-without-option", ids[0] or pick)
    return tuple(picks)


def _flag(value: object, name: str, oddities: Oddities) -> bool:
    if value is None:
        return False
    oddities.odd(name, "combined", value)
    return value in (1, "true", "True")


def _joins(value: object, name: str, oddities: Oddities) -> str | None:
    found = key_of(value)
    if not found and value not in ("", False):
        oddities.lost(name, "join", value)
    return found or None


def _text(value: object, longest: int, name: str, oddities: Oddities) -> str | None:
    if not isinstance(value, str | int):
        oddities.odd(name, "no-text", value)
        return None
    return text_of(str(value), longest) or None


def _experience(value: object, name: str, oddities: Oddities) -> int:
    if isinstance(value, str) and value.strip().isdecimal() and len(value) <= len(str(_MOST_XP)):
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_XP:
        return value
    oddities.lost(name, "experience", value)
    return 0


def _traits(value: object, name: str, oddities: Oddities) -> tuple[str, ...]:
    if not isinstance(value, list):
        oddities.odd(name, "traits", value)
        return ()
    named = [trait.get("name") if isinstance(trait, dict) else trait for trait in value[:_MOST_TRAITS]]
    found = tuple(text for trait in named if (text := text_of(trait)))
    if len(found) < len(value):
        oddities.odd(name, "traits", value)
    return found


def merge_picks(single: Sequence[Pick]) -> tuple[Pick, ...]:
    """Write single picks in order, runs of the same option as one with a count."""
    merged: list[Pick] = []
    for pick in single:
        if merged and merged[-1].option == pick.option:
            merged[-1] = Pick(pick.option, merged[-1].count + 1)
        else:
            merged.append(pick)
    return tuple(merged)


def key_of(value: object) -> str:
    """Give an id: a text, or a number that somebody wrote for one; empty where there is none."""
    if isinstance(value, str):
        return value.strip()[:_LONGEST_NAME]
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def text_of(value: object, longest: int = _LONGEST_NAME) -> str:
    """Give a text without its ends; empty where there is none."""
    return value.strip()[:longest] if isinstance(value, str) else ""
