"""Units that came in without their book, named as the book names them once it is at hand.

A save holds foreign ids. Where its book is missing they stay in the list; once the book was added, a list that was kept
in the meantime is worth as much as the save itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.library import Library
from listbuilder.model import ArmyList, Entry, Faction, FactionId, Pick, Unit, split_ref


def settle(army: ArmyList, library: Library) -> ArmyList:
    """Give a list with the ids of books that are there now; what they do not have stays as it is."""
    loose = [book for book, pin in army.books.items() if pin.sha256 is None]
    found = {book: faction for book in loose if (faction := _find(book, army, library)) is not None}
    entries = tuple(_settled(entry, found) for entry in army.entries) if found else army.entries
    if entries == army.entries:
        return army
    pins = {
        found[book].id if book in found else book: replace(pin, name=None) if book in found else pin
        for book, pin in army.books.items()
    }
    return replace(army, entries=entries, books=pins)


def _find(book: FactionId, army: ArmyList, library: Library) -> Faction | None:
    """Find a book by our id, else by the foreign one that a list without a name for it has kept."""
    keyed = [header.id for header in library.factions_by_key(book) if army.system in header.systems]
    for wanted in (book, *keyed):
        try:
            return library.faction(wanted, army.system, army.edition(book))
        except (UnknownIdError, UnreadableError):
            continue
    return None


def _settled(entry: Entry, found: Mapping[FactionId, Faction]) -> Entry:
    book, name = split_ref(entry.unit)
    faction = found.get(book)
    if faction is None or name in faction.units:
        return entry
    unit = faction.unit_by_key(name) or _called(entry.called, faction)
    if unit is None:
        return entry
    half = entry.combined
    return replace(
        entry,
        unit=unit.ref,
        called=None,
        upgrades=_picks(entry.upgrades, unit),
        combined=None if half is None else replace(half, upgrades=_picks(half.upgrades, unit)),
    )


def _called(name: str | None, faction: Faction) -> Unit | None:
    named = [unit for unit in faction.units.values() if name and unit.name.en.casefold() == name.casefold()]
    return named[0] if len(named) == 1 else None


def _picks(picks: Iterable[Pick], unit: Unit) -> tuple[Pick, ...]:
    return tuple(_pick(pick, unit) for pick in picks)


def _pick(pick: Pick, unit: Unit) -> Pick:
    from listbuilder.importers.army_forge.saved.id_matching import pick_by_keys  # noqa: PLC0415  # few lists need it

    section, _, option = pick.option.rpartition("/")
    found = pick_by_keys(unit, section, option)
    return pick if found is None else found._replace(count=pick.count)
