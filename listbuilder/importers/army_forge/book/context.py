"""What the installed data know before a book is opened: the games it may be for, and the glossaries there are."""

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
    """A system as far as a book concerns it."""

    system: str
    keys: tuple[str, ...]
    """Army Forge's numbers of the game."""
    books: tuple[str, ...]
    """Army Forge's numbers of the games whose books hold its units and prices."""
    groups: tuple[str, ...] = ()
    tough: str | None = None
    rules: Mapping[str, Entry] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedGlossary:
    """A collection's glossary, and the games whose books use it."""

    collection: str
    keys: tuple[str, ...]
    rules: Mapping[str, Entry] = field(default_factory=dict)
    patterns: tuple[Entry, ...] = ()


@dataclass(frozen=True)
class Background:
    """All games and shared glossaries that are installed."""

    games: tuple[BookGame, ...]
    glossaries: tuple[SharedGlossary, ...] = ()

    def serving(self, game: str, enabled: Collection[str]) -> tuple[BookGame, ...]:
        """Give the games that a book serves: its own, and those it is enabled for that play with such books."""
        fitting = [found for found in self.games if game in found.books]
        own = [found for found in fitting if game in found.keys]
        others = [found for found in fitting if game not in found.keys and any(key in enabled for key in found.keys)]
        return (*own, *others)

    def shared(self, game: str) -> SharedGlossary | None:
        """Give the glossary that the books of a game share."""
        return next((found for found in self.glossaries if game in found.keys), None)

    @cached_property
    def wordings(self) -> Wordings:
        """All texts there are, by the wordings they were written for."""
        of_games = [(game.rules, ()) for game in self.games]
        return Wordings([*((found.rules, found.patterns) for found in self.glossaries), *of_games])


def build_glossary(games: Collection[BookGame], shared: SharedGlossary | None) -> Glossary:
    """Build the glossary that the rules of a book can refer to without bringing entries of their own."""
    systems = tuple(game.rules for game in games)
    if shared is None:
        return Glossary(systems=systems)
    return Glossary(systems=systems, shared=shared.rules, patterns=shared.patterns)


def load_background(library: Library) -> Background:
    """Look through the systems and collections of a library."""
    games = (_game(header.id, library) for header in library.systems())
    glossaries = (_glossary(header.id, library) for header in library.collections())
    return Background(tuple(game for game in games if game.keys), tuple(glossaries))


def _game(system: str, library: Library) -> BookGame:
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


def _glossary(collection: str, library: Library) -> SharedGlossary:
    raw = library.loader.collection(collection)
    return SharedGlossary(
        collection=collection,
        keys=tuple(raw.get("keys", ())),
        rules=raw.get("rules", {}),
        patterns=tuple(raw.get("patterns", ())),
    )
