"""What a foreign list says of its books: the name of the first, and the versions it was made with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from listbuilder.importers.army_forge.saved.records import key_of, text_of
from listbuilder.library import Library
from listbuilder.model import Book, Faction, FactionId, slug
from listbuilder.rules.unresolved import UnknownBook

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
