"""Find the system and the books of an Army Forge list, and compare what the list states with a book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from listbuilder.diagnostics import Diagnostic
from listbuilder.importers.army_forge.saved.fields import UnitRecord, parse_id, parse_text
from listbuilder.library import FactionHeader, Library, SystemHeader, version_key
from listbuilder.model import BookPin, Faction, FactionId, SystemId, Unit, normalise_name, slugify
from listbuilder.rules.unit_labels import MissingBook


@lru_cache(maxsize=64)
def find_systems(library: Library, tag: str) -> tuple[SystemHeader, ...]:
    """Return the systems that a tag such as `aof` or `GFF` may mean, most likely first.

    Systems that Army Forge has come first (they have its key), then later editions before earlier ones.
    """
    folded = tag.strip().casefold()
    matching = [header for header in library.systems() if header.short.casefold() == folded or folded in header.keys]
    return tuple(sorted(matching, key=lambda header: (bool(header.keys), version_key(header.edition)), reverse=True))


def choose_system(systems: Sequence[SystemHeader], books: Sequence[FactionHeader]) -> SystemId | None:
    """Return the first system that all books serve, or the most likely one."""
    for header in systems:
        if all(header.id in book.systems for book in books):
            return header.id
    return systems[0].id if systems else None


def find_books(library: Library, key: str, systems: Sequence[SystemHeader]) -> list[FactionHeader]:
    """Return the factions with an Army Forge id that serve one of the systems, newest first."""
    ids = {header.id for header in systems}
    matching = [header for header in library.factions_by_key(key) if not ids.isdisjoint(header.systems)]
    return sort_newest_first(matching) if len(matching) > 1 else matching


def sort_newest_first(books: Iterable[FactionHeader]) -> list[FactionHeader]:
    """Sort books by version, newest first; the user's before bundled ones of the same version."""
    return sorted(books, key=lambda header: (version_key(header.version), not header.bundled), reverse=True)


_MAX_VERSIONS = 100


@dataclass(frozen=True, slots=True)
class StatedBooks:
    """The names and versions of books that a list states, by Army Forge id."""

    names: Mapping[str, str]
    versions: Mapping[str, str]

    @staticmethod
    def from_list(raw: Mapping[str, object]) -> StatedBooks:
        """Read the names and versions from a list."""
        listed = raw.get("armyVersions")
        pairs = [pair for pair in listed[:_MAX_VERSIONS] if isinstance(pair, dict)] if isinstance(listed, list) else []
        key, name = parse_id(raw.get("armyId")), parse_text(raw.get("armyName"))
        versions = {parse_id(pair.get("armyId")): parse_text(pair.get("version")) for pair in pairs}
        return StatedBooks({key: name} if key and name else {}, versions)

    def unknown_book(self, key: str) -> MissingBook:
        """Return the label of a book that is not installed."""
        return MissingBook(key or "?", self.names.get(key), self.versions.get(key, ""))

    def missing_book_id(self, key: str, library: Library) -> FactionId:
        """Return the id for units of a missing book; never the id of a different installed book."""
        named, own = slugify(self.names.get(key, "")), key.replace("/", "")
        if named and any(header.id == named for header in library.factions()):
            return FactionId(f"{named}-{own}")
        return FactionId(named or own or "unknown")

    def pins(self, ids: Mapping[str, FactionId], factions: Mapping[str, Faction]) -> dict[FactionId, BookPin]:
        """Return the pins of the books in use: the stated version, and the name of a missing book."""
        pins = {
            ids[key]: BookPin(self.versions.get(key, ""), name=None if key in factions else self.names.get(key))
            for key in ids
        }
        return {book: pin for book, pin in pins.items() if pin.version or pin.name}


_MAX_LOADOUT_SIZE = 100


def match_stated_prices(faction: Faction, records: Sequence[UnitRecord]) -> list[tuple[Unit, object]]:
    """Return each unit of the file that is in the book, with its price in the file."""
    prices = {record.unit: record.raw.get("cost") for record in records}
    return [(unit, cost) for key, cost in prices.items() if (unit := faction.find_unit_by_foreign_id(key)) is not None]


def find_price_differences(faction: Faction, records: Sequence[UnitRecord]) -> Iterator[Diagnostic]:
    """Yield a finding for each unit whose price in the book differs from the file."""
    for unit, cost in match_stated_prices(faction, records):
        if unit.cost != cost:
            yield Diagnostic("IMP012", None, {"unit": unit.name, "stated": cost, "points": unit.cost})


def find_version_differences(faction: Faction, records: Sequence[UnitRecord]) -> Iterator[Diagnostic]:
    """Yield a finding for each unit that is missing or has a different price in the installed version."""
    for key, record in {record.unit: record for record in records}.items():
        unit, cost = faction.find_unit_by_foreign_id(key), record.raw.get("cost")
        stated = cost if isinstance(cost, int) else 0
        if unit is None or unit.cost != cost:
            points = None if unit is None else unit.cost
            params = {"unit": record.name, "stated": stated, "points": points, **_book_params(faction)}
            yield Diagnostic("IMP032", None, params)


def find_unknown_equipment(faction: Faction, records: Sequence[UnitRecord]) -> Iterator[Diagnostic]:
    """Yield a finding for each unit with equipment in the file that the book does not have for it."""
    for key, record in {record.unit: record for record in records}.items():
        unit = faction.find_unit_by_foreign_id(key)
        if unit is not None and (unknown := tuple(_unknown_names(unit, record))):
            yield Diagnostic("IMP033", None, {"unit": unit.name, "things": unknown, **_book_params(faction)})


def _book_params(faction: Faction) -> dict[str, object]:
    return {"faction": faction.name, "version": faction.version}


@lru_cache(maxsize=1024)  # many lists have the same units
def _equipment_keys(unit: Unit) -> frozenset[str]:
    """Return the keys of all weapons and items that a unit can have."""
    gains = (gain for section in unit.sections for option in section.options for gain in option.gains)
    stacks = [*unit.equipment, *gains]
    return frozenset([gear.key for stack in stacks for gear in stack.equipment.all_gear])


def _unknown_names(unit: Unit, record: UnitRecord) -> Iterator[str]:
    known, stated = _equipment_keys(unit), record.raw.get("loadout")
    for item in stated[:_MAX_LOADOUT_SIZE] if isinstance(stated, list) else ():
        name = parse_text(item.get("name")) if isinstance(item, dict) else ""
        if name and normalise_name(name) not in known:
            yield name
