"""The compact form inside a share string: arrays without keys, everything usual left out.

    [[system, name, points, force_org, [[book, version], …], [entry, …], player, event, notes]
    entry: [unit, picks, id or 0, name, joins, half, xp, traits, notes]    zeros at the end are left out

A unit of the same faction as the one before is written without it; an id that follows from the place is 0.
"""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.model import (
    ArmyList,
    Book,
    Entry,
    EntryId,
    FactionId,
    Half,
    Pick,
    SystemId,
    UnitRef,
    split_ref,
)
from listbuilder.rules.entry_ids import letters

_ENTRY, _LIST = 9, 9
_BARE = "//"
"""Before a unit that names no faction."""


def shared_form(army: ArmyList) -> list[object]:
    """Give a list in its compact form."""
    books = [[book_id, book.version] for book_id, book in army.books.items()]
    head: list[object] = [army.system, army.name, army.points or 0, int(army.force_org), books]
    if army.points == 0:
        head[2] = "0"
    entries: list[object] = []
    faction = ""
    for index, entry in enumerate(army.entries):
        entries.append(_entry_form(entry, index, faction))
        faction = split_ref(entry.unit)[0]
    return _short([*head, entries, army.player or 0, army.event or 0, army.notes or 0])


def _entry_form(entry: Entry, index: int, faction: str) -> list[object]:
    own, unit = split_ref(entry.unit)
    name: str = unit if own and own == faction else entry.unit
    if "/" not in entry.unit:
        name = _BARE + entry.unit
    half: object = 0
    if entry.combined is not None:
        same = entry.combined.upgrades == entry.upgrades
        half = 1 if same else _picks_form(entry.combined.upgrades)
    return _short(
        [
            name,
            _picks_form(entry.upgrades) or 0,
            0 if entry.id == letters(index) else entry.id,
            entry.name or 0,
            entry.joins or 0,
            half,
            entry.xp,
            list(entry.traits) or 0,
            entry.notes or 0,
        ]
    )


def _picks_form(picks: tuple[Pick, ...]) -> list[object]:
    """Write picks as names, each followed by its count where that is not one."""
    found: list[object] = []
    for pick in picks:
        found += [pick.option] if pick.count == 1 else [pick.option, pick.count]
    return found


def _short(values: list[object]) -> list[object]:
    while values and values[-1] == 0:
        values.pop()
    return values


def build_shared(value: object) -> ArmyList | None:
    """Build a list from its compact form; None where it is not one."""
    if not isinstance(value, list) or not value:
        return None
    system, name, points, force_org, books, entries, player, event, notes = _padded(value, _LIST)
    return ArmyList(
        name=_text(name) or "",
        system=SystemId(_text(system) or ""),
        points=0 if points == "0" else _number(points) or None,
        force_org=force_org == 1,
        books={FactionId(str(pin[0])): Book(str(pin[1])) for pin in _lists(books) if len(pin) > 1},
        entries=tuple(_build_entries(_lists(entries))),
        player=_text(player),
        event=_text(event),
        notes=_text(notes),
    )


def _build_entries(raw: list[list[object]]) -> Iterable[Entry]:
    faction = ""
    for index, item in enumerate(raw):
        unit, picks, entry_id, name, joins, half, xp, traits, notes = _padded(item, _ENTRY)
        ref = str(unit) if "/" in str(unit) else f"{faction}/{unit}"
        ref = ref.removeprefix(_BARE)
        faction = split_ref(ref)[0]
        upgrades = _build_picks(picks)
        yield Entry(
            id=EntryId(_text(entry_id) or letters(index)),
            unit=UnitRef(ref),
            upgrades=upgrades,
            name=_text(name),
            joins=EntryId(str(joins)) if joins else None,
            combined=None if half == 0 else Half(upgrades if half == 1 else _build_picks(half)),
            xp=_number(xp),
            traits=tuple(str(trait) for trait in traits) if isinstance(traits, list) else (),
            notes=_text(notes),
        )


def _build_picks(raw: object) -> tuple[Pick, ...]:
    picks: list[Pick] = []
    for item in raw if isinstance(raw, list) else []:
        if isinstance(item, str):
            picks.append(Pick(item))
        elif picks and isinstance(item, int):
            picks[-1] = Pick(picks[-1].option, item)
    return tuple(picks)


def _lists(value: object) -> list[list[object]]:
    return [item for item in value if isinstance(item, list)] if isinstance(value, list) else []


def _padded(values: list[object], length: int) -> list[object]:
    return [*values[:length], *([0] * (length - len(values)))]


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
