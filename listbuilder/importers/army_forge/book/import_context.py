"""What the installed data say about a book before it is read: its systems and the existing glossaries."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from listbuilder.library import Library
from listbuilder.library.glossary import Glossary
from listbuilder.library.rule_wordings import RawEntry, WordingIndex
from listbuilder.model import slugify


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSystem:
    """The fields of a system that matter for a book."""

    system: str
    game_numbers: tuple[str, ...]
    """Army Forge numbers of the game."""
    book_game_numbers: tuple[str, ...]
    """Army Forge numbers of the games whose books hold its units and prices."""
    groups: tuple[str, ...] = ()
    tough_rule: str | None = None
    rules: Mapping[str, RawEntry] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedGlossary:
    """The glossary of a book collection, and the games whose books use it."""

    collection: str
    game_numbers: tuple[str, ...]
    rules: Mapping[str, RawEntry] = field(default_factory=dict)
    patterns: tuple[RawEntry, ...] = ()


@dataclass(frozen=True)
class BookContext:
    """All installed systems and shared glossaries."""

    systems: tuple[BookSystem, ...]
    glossaries: tuple[SharedGlossary, ...] = ()

    def systems_for(self, game: str, enabled: Collection[str]) -> tuple[BookSystem, ...]:
        """Return the systems that a book is for: its own, and those it is enabled for that use such books."""
        matching = [system for system in self.systems if game in system.book_game_numbers]
        own = [system for system in matching if game in system.game_numbers]
        others = [
            system for system in matching if system not in own and any(key in enabled for key in system.game_numbers)
        ]
        return (*own, *others)

    def shared_glossary_for(self, game: str) -> SharedGlossary | None:
        """Return the glossary that the books of a game share."""
        return next((glossary for glossary in self.glossaries if game in glossary.game_numbers), None)

    @cached_property
    def wordings(self) -> WordingIndex:
        """All rule texts, by the official wordings they were written for."""
        shared = [(glossary.rules, glossary.patterns) for glossary in self.glossaries]
        return WordingIndex([*shared, *((system.rules, ()) for system in self.systems)])


def build_book_glossary(games: Collection[BookSystem], shared: SharedGlossary | None) -> Glossary:
    """Build the glossary with the rules that a book does not have to define itself."""
    systems = tuple(game.rules for game in games)
    if shared is None:
        return Glossary(systems=systems)
    return Glossary(systems=systems, shared=shared.rules, patterns=shared.patterns)


def load_book_context(library: Library) -> BookContext:
    """Load the systems and collections of a library."""
    systems: list[BookSystem] = []
    for system in library.systems():
        raw = library.loader.merged_system(system.id) or {}
        tough = raw.get("roles", {}).get("tough")
        systems.append(
            BookSystem(
                system=system.id,
                game_numbers=tuple(raw.get("keys", ())),
                book_game_numbers=tuple(raw.get("books", ())),
                groups=tuple(group["id"] for group in raw.get("groups", ())),
                tough_rule=slugify(tough) if tough else None,
                rules=raw.get("rules", {}),
            )
        )
    glossaries: list[SharedGlossary] = []
    for collection in library.collections():
        raw = library.loader.load_collection(collection.id)
        numbers, patterns = tuple(raw.get("keys", ())), tuple(raw.get("patterns", ()))
        glossary = SharedGlossary(
            collection=collection.id, game_numbers=numbers, rules=raw.get("rules", {}), patterns=patterns
        )
        glossaries.append(glossary)
    return BookContext(tuple(system for system in systems if system.game_numbers), tuple(glossaries))
