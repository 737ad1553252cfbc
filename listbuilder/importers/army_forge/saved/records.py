"""The records of a saved or resolved list, made entries of ours.

A combined unit is two records, the second joined to the first; a hero's record is joined to its host's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from listbuilder.model import Entry, EntryId, Half, Pick, UnitRef
from listbuilder.rules.entry_ids import letters

MOST_UNITS = 1_000
MOST_PICKS = 500
_LONGEST_NAME = 200
_LONGEST_NOTE = 4_000
_MOST_XP = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One unit of a foreign list: ids as the file has them."""

    raw: Mapping[str, object]
    selection: str
    book: str
    unit: str
    name: str
    """What the file calls the unit, for messages."""
    picks: tuple[tuple[str, str], ...]
    """Section and option, by foreign id, in order."""
    combined: bool
    joins: str | None
    own_name: str | None
    notes: str | None
    xp: int
    traits: tuple[str, ...]


def parse_records(
    units: object, book: str, pick_ids: Callable[[Mapping[str, object]], tuple[str, str]]
) -> list[Record]:
    """Read the records of a list; what is no record is passed over."""
    found = units[:MOST_UNITS] if isinstance(units, list) else []
    return [_record(unit, book, pick_ids) for unit in found if isinstance(unit, Mapping)]


def _record(
    raw: Mapping[str, object], book: str, pick_ids: Callable[[Mapping[str, object]], tuple[str, str]]
) -> Record:
    picks = raw.get("selectedUpgrades")
    chosen = [pick for pick in picks[:MOST_PICKS] if isinstance(pick, Mapping)] if isinstance(picks, list) else []
    xp = raw.get("xp")
    return Record(
        raw=raw,
        selection=text_of(raw.get("selectionId")),
        book=text_of(raw.get("armyId")) or book,
        unit=text_of(raw.get("id")),
        name=text_of(raw.get("name")) or text_of(raw.get("id")),
        picks=tuple(pick_ids(pick) for pick in chosen),
        combined=raw.get("combined") is True,
        joins=text_of(raw.get("joinToUnit")) or None,
        own_name=text_of(raw.get("customName")) or None,
        notes=text_of(raw.get("notes"), _LONGEST_NOTE) or None,
        xp=xp if isinstance(xp, int) and not isinstance(xp, bool) and 0 <= xp <= _MOST_XP else 0,
        traits=_traits(raw.get("traits")),
    )


def _traits(value: object) -> tuple[str, ...]:
    found = value[:100] if isinstance(value, list) else []
    named = (trait.get("name") if isinstance(trait, Mapping) else trait for trait in found)
    return tuple(text for trait in named if (text := text_of(trait)))


def build_entries(
    records: Sequence[Record],
    refs: Sequence[UnitRef],
    picks: Sequence[tuple[Pick, ...]],
) -> tuple[Entry, ...]:
    """Put records together: second halves go into their first, heroes join their hosts."""
    hosts = {record.selection: index for index, record in reversed(list(enumerate(records))) if record.selection}
    firsts = {index: _first_half(index, records, hosts) for index in range(len(records))}
    whole = [index for index, first in firsts.items() if first == index]
    ids = {index: EntryId(letters(number)) for number, index in enumerate(whole)}
    entries: dict[int, Entry] = {}
    for index in whole:
        record = records[index]
        host = hosts.get(record.joins) if record.joins is not None else None
        entries[index] = Entry(
            id=ids[index],
            unit=refs[index],
            name=record.own_name,
            upgrades=picks[index],
            joins=ids[firsts[host]] if host is not None and firsts[host] != index else None,
            notes=record.notes,
            xp=record.xp,
            traits=record.traits,
        )
    for index, first in firsts.items():
        if first != index:
            entries[first] = _combined(entries[first], records[index], picks[index])
    return tuple(entries[index] for index in whole)


def _first_half(index: int, records: Sequence[Record], hosts: Mapping[str, int]) -> int:
    """Give the record that a second half belongs to; any other record belongs to itself."""
    record = records[index]
    first = hosts.get(record.joins) if record.joins is not None and record.combined else None
    if first is None or first == index:
        return index
    host = records[first]
    same = host.combined and host.unit == record.unit and host.book == record.book and host.joins != record.selection
    return first if same and (host.joins is None or host.joins not in hosts) else index


def _combined(entry: Entry, second: Record, picks: tuple[Pick, ...]) -> Entry:
    notes = "\n".join(dict.fromkeys(note for note in (entry.notes, second.notes) if note)) or None
    return replace(
        entry,
        combined=Half(picks),
        name=entry.name or second.own_name,
        notes=notes,
        xp=max(entry.xp, second.xp),
        traits=tuple(dict.fromkeys((*entry.traits, *second.traits))),
    )


def merge_picks(options: Sequence[str]) -> tuple[Pick, ...]:
    """Write picks in order, runs of the same option as one with a count."""
    return tuple(Pick(option, len(list(run))) for option, run in groupby(options))


def text_of(value: object, longest: int = _LONGEST_NAME) -> str:
    """Give a text without its ends; empty where there is none."""
    return value.strip()[:longest] if isinstance(value, str) else ""
