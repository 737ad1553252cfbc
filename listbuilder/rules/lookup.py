"""One rule or one chapter of a game, found by what people type: any language, part of a name, with or without (X)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from listbuilder.model import Chapter, Rule, System, Text, slug

Thing: TypeAlias = Rule | Chapter
_BRACKET = re.compile(r"\s*\((\d{0,3})[^()]*\)?\s*$")


@dataclass(frozen=True, slots=True)
class FoundRule:
    """What was asked for, with the number that was typed in brackets behind it."""

    thing: Thing
    rating: int | None = None

    @property
    def title(self) -> Text:
        """The name under which it was found."""
        return self.thing.name if isinstance(self.thing, Rule) else self.thing.title


def look_up(things: Iterable[Thing], wanted: str) -> tuple[FoundRule, ...]:
    """Find what a name can mean, by the best kind of match: the whole name, else how one begins, else a part of it."""
    things = tuple(things)
    bracket = _BRACKET.search(wanted)
    rating = int(bracket[1]) if bracket is not None and bracket[1] else None
    sought = _key(_BRACKET.sub("", wanted))
    for matches in (str.__eq__, str.startswith, str.__contains__):
        found = [thing for thing in things if sought and any(matches(key, sought) for key in _keys(thing))]
        if found:
            return tuple(FoundRule(thing, rating) for thing in found)
    return ()


def known_names(system: System) -> tuple[str, ...]:
    """Give every name that can be looked up, in all languages."""
    return spoken_names(map(FoundRule, things_of(system)))


def spoken_names(found: Iterable[FoundRule]) -> tuple[str, ...]:
    """Give the names of some things in all their languages, each once."""
    return tuple(dict.fromkeys(name for one in found for name in _names(one.title)))


def things_of(system: System) -> Iterator[Thing]:
    """Give all that a game itself explains."""
    yield from system.rules.values()
    yield from system.reference.values()


def _keys(thing: Thing) -> set[str]:
    return {thing.id, *map(_key, _names(FoundRule(thing).title))}


def _key(words: str) -> str:
    return slug(words.casefold())  # a folded ß is ss, as it is typed where there is no ß


def _names(text: Text) -> list[str]:
    return [text.to(language) for language in sorted(text.languages())]
