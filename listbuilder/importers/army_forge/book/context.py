"""What the installed data say about a book before it is read: its systems and the existing glossaries."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from listbuilder.library import Library
from listbuilder.library.glossary import Glossary
from listbuilder.library.rule_wordings import Entry, Wordings
from listbuilder.model import slug


@dataclass(frozen=True, slots=True, kw_only=True)
class BookGame:
    """The fields of a system that matter for a book."""

    system: str
    keys: tuple[str, ...]
    """Army Forge numbers of the game."""
    books: tuple[str, ...]
    """Army Forge numbers of the games whose books hold its units and prices."""
    groups: tuple[str, ...] = ()
    tough: str | None = None
    rules: Mapping[str, Entry] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedGlossary:
    """The glossary of a book collection, and the games whose books use it."""

    collection: str
    keys: tuple[str, ...]
    rules: Mapping[str, Entry] = field(default_factory=dict)
    patterns: tuple[Entry, ...] = ()


@dataclass(frozen=True)
class Background:
    """All installed systems and shared glossaries."""

    games: tuple[BookGame, ...]
    glossaries: tuple[SharedGlossary, ...] = ()

    def serving(self, game: str, enabled: Collection[str]) -> tuple[BookGame, ...]:
        """Return the systems that a book is for: its own, and those it is enabled for that use such books."""
        matching = [system for system in self.games if game in system.books]
        own = [system for system in matching if game in system.keys]
        others = [system for system in matching if system not in own and any(key in enabled for key in system.keys)]
        return (*own, *others)

    def shared(self, game: str) -> SharedGlossary | None:
        """Return the glossary that the books of a game share."""
        return next((glossary for glossary in self.glossaries if game in glossary.keys), None)

    @cached_property
    def wordings(self) -> Wordings:
        """All rule texts, by the official wordings they were written for."""
        shared = [(glossary.rules, glossary.patterns) for glossary in self.glossaries]
        return Wordings([*shared, *((system.rules, ()) for system in self.games)])


def build_glossary(games: Collection[BookGame], shared: SharedGlossary | None) -> Glossary:
    """Build the glossary with the rules that a book does not have to define itself."""
    systems = tuple(game.rules for game in games)
    if shared is None:
        return Glossary(systems=systems)
    return Glossary(systems=systems, shared=shared.rules, patterns=shared.patterns)


def load_background(library: Library) -> Background:
    """Load the systems and collections of a library."""
    games = (_build_system(header.id, library) for header in library.systems())
    glossaries = (_build_shared_glossary(header.id, library) for header in library.collections())
    return Background(tuple(game for game in games if game.keys), tuple(glossaries))


def _build_system(system: str, library: Library) -> BookGame:
    raw = library.loader.merged_system(system) or {}
    tough = raw.get("roles", {}).get("tough")
    return BookGame(
        system=system,
        keys=tuple(raw.get("keys", ())),
        books=tuple(raw.get("books", ())),
        groups=tuple(group["id"] for group in raw.get("groups", ())),
        tough=slug(tough) if tough else None,
        rules=raw.get("rules", {}),
    )


def _build_shared_glossary(collection: str, library: Library) -> SharedGlossary:
    raw = library.loader.collection(collection)
    return SharedGlossary(
        collection=collection,
        keys=tuple(raw.get("keys", ())),
        rules=raw.get("rules", {}),
        patterns=tuple(raw.get("patterns", ())),
    )
