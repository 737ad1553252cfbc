"""Which of our systems a foreign list is for, and which faction its book is.

What a foreign list says of its books: the name of the first, and the versions it was made with.

What a resolved list states held against a book: other prices, units that are gone, and things it never had.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from listbuilder.diagnostics import Diagnostic
from listbuilder.importers.army_forge.saved.fields import Record, key_of, text_of
from listbuilder.library import FactionHeader, Library, SystemHeader, version_key
from listbuilder.model import Book, Faction, FactionId, SystemId, Unit, slug, target_key
from listbuilder.rules.labels import UnknownBook


@lru_cache(maxsize=64)
def find_systems(library: Library, tag: str) -> tuple[SystemHeader, ...]:
    """Give the systems that a tag such as `aof` or `GFF` may mean, the likeliest first.

    Those that the other program itself plays come first (they have its key), then later editions before earlier ones.
    """
    wanted = tag.strip().casefold()
    fitting = [header for header in library.systems() if header.short.casefold() == wanted or wanted in header.keys]
    return tuple(sorted(fitting, key=lambda header: (bool(header.keys), version_key(header.edition)), reverse=True))


def choose_system(systems: Sequence[SystemHeader], books: Sequence[FactionHeader]) -> SystemId | None:
    """Choose the system that all books serve, or the likeliest."""
    for header in systems:
        if all(header.id in book.systems for book in books):
            return header.id
    return systems[0].id if systems else None


def find_books(library: Library, key: str, systems: Sequence[SystemHeader]) -> list[FactionHeader]:
    """Give the factions with a foreign id that serve one of the systems, newest first, the user's before ours."""
    ids = {header.id for header in systems}
    fitting = [header for header in library.factions_by_key(key) if not ids.isdisjoint(header.systems)]
    return newest_first(fitting) if len(fitting) > 1 else fitting


def newest_first(books: Iterable[FactionHeader]) -> list[FactionHeader]:
    """Order books by their editions, and of one edition the user's before those that ship."""
    return sorted(books, key=lambda header: (version_key(header.version), not header.bundled), reverse=True)


_MOST_VERSIONS = 100


@dataclass(frozen=True, slots=True)
class NamedBooks:
    """Names and versions of books, by foreign id."""

    names: Mapping[str, str]
    versions: Mapping[str, str]

    @staticmethod
    def named_in(raw: Mapping[str, object]) -> NamedBooks:
        """Read what a list says of its books."""
        found = raw.get("armyVersions")
        pairs = [pair for pair in found[:_MOST_VERSIONS] if isinstance(pair, dict)] if isinstance(found, list) else []
        key, name = key_of(raw.get("armyId")), text_of(raw.get("armyName"))
        versions = {key_of(pair.get("armyId")): text_of(pair.get("version")) for pair in pairs}
        return NamedBooks({key: name} if key and name else {}, versions)

    def unknown(self, key: str) -> UnknownBook:
        """Name a book that is not at hand."""
        return UnknownBook(key or "?", self.names.get(key), self.versions.get(key, ""))

    def missing_id(self, key: str, library: Library) -> FactionId:
        """Give the id that units of a missing book are kept under: never that of a book which is another."""
        named, own = slug(self.names.get(key, "")), key.replace("/", "")
        if named and any(header.id == named for header in library.factions()):
            return FactionId(f"{named}-{own}")
        return FactionId(named or own or "unknown")

    def pins(self, ids: Mapping[str, FactionId], factions: Mapping[str, Faction]) -> dict[FactionId, Book]:
        """Give the pins of the books in use: the version that the list states, and of a missing one its name."""
        pins = {
            ids[key]: Book(self.versions.get(key, ""), name=None if key in factions else self.names.get(key))
            for key in ids
        }
        return {book: pin for book, pin in pins.items() if pin.version or pin.name}


_MOST_THINGS = 100


def stated_costs(faction: Faction, records: Sequence[Record]) -> list[tuple[Unit, object]]:
    """Give each unit of the file that the book has too, with the price it has in the file."""
    wanted = {record.unit: record.raw.get("cost") for record in records}
    return [(unit, cost) for key, cost in wanted.items() if (unit := faction.unit_by_key(key)) is not None]


def differing_costs(faction: Faction, records: Sequence[Record]) -> Iterator[Diagnostic]:
    """Tell which units cost something else by the book that counts."""
    for unit, cost in stated_costs(faction, records):
        if unit.cost != cost:
            yield Diagnostic("IMP012", None, {"unit": unit.name, "stated": cost, "points": unit.cost})


def other_today(faction: Faction, records: Sequence[Record]) -> Iterator[Diagnostic]:
    """Tell what has become of the units of another edition in the one that is at hand, in words and points."""
    for key, record in {record.unit: record for record in records}.items():
        unit, cost = faction.unit_by_key(key), record.raw.get("cost")
        stated = cost if isinstance(cost, int) else 0
        if unit is None or unit.cost != cost:
            points = None if unit is None else unit.cost
            params = {"unit": record.name, "stated": stated, "points": points, **_book(faction)}
            yield Diagnostic("IMP032", None, params)


def unknown_things(faction: Faction, records: Sequence[Record]) -> Iterator[Diagnostic]:
    """Tell what units carry in the file that the book has nowhere for them."""
    for key, record in {record.unit: record for record in records}.items():
        unit = faction.unit_by_key(key)
        if unit is not None and (gone := tuple(_strange(unit, record))):
            yield Diagnostic("IMP033", None, {"unit": unit.name, "things": gone, **_book(faction)})


def _book(faction: Faction) -> dict[str, object]:
    return {"faction": faction.name, "version": faction.version}


@lru_cache(maxsize=1024)  # the same units stand in list after list
def _known_things(unit: Unit) -> frozenset[str]:
    """Give the keys of all that a unit may carry."""
    stacks = [*unit.equipment, *(gain for section in unit.sections for each in section.options for gain in each.gains)]
    return frozenset([gear.key for stack in stacks for gear in stack.thing.gear])


def _strange(unit: Unit, record: Record) -> Iterator[str]:
    known, stated = _known_things(unit), record.raw.get("loadout")
    for thing in stated[:_MOST_THINGS] if isinstance(stated, list) else ():
        name = text_of(thing.get("name")) if isinstance(thing, dict) else ""
        if name and target_key(name) not in known:
            yield name
