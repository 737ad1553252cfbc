"""What was typed, understood: loose words, and comparisons such as `tough>=6`; whatever makes no sense is words.

parse_query("fly <120", "en")           the word `fly`, and fewer than 120 points
parse_query("ap>1 range >= 24", "en")   one weapon with both
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from typing import TypeAlias

from listbuilder.i18n import FALLBACK, translate
from listbuilder.query.matching import squeeze, words_of


class Number(Enum):
    """Numbers that every thing of its kind has; what they are called stands in the catalogues (`query.points`)."""

    POINTS = "points"
    MODELS = "models"
    QUALITY = "quality"
    DEFENSE = "defense"
    WOUNDS = "wounds"
    MOVE = "move"
    UNITS = "units"
    RANGE = "range"
    ATTACKS = "attacks"


Key: TypeAlias = Number | str
"""What a comparison is about: a number that all have, or the name of a rule or of a field of the game."""

_SIGNS: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "≤": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "≥": operator.ge,
    "=": operator.eq,
}
_COMPARISON = re.compile(r'(?P<key>[^\s<>=≤≥]*)(?P<gap>\s*)(?P<sign><=|>=|[<>=≤≥])\s*(?P<number>\d{1,6})[+"″”]?(?!\S)')
_LONGEST = 200
"""What is read of a query; nobody types more into a filter."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A number held against another."""

    key: Key
    sign: str
    number: int
    text: str
    """As it was typed."""

    def holds(self, found: int) -> bool:
        """Tell whether a number is as asked for."""
        return _SIGNS[self.sign](found, self.number)


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for: all of it has to be found."""

    words: tuple[str, ...] = ()
    comparisons: tuple[Comparison, ...] = ()

    def knowing(self, keys: Iterable[Key]) -> Query:
        """Give the query for things that have these keys: a comparison with none of them is words.

        `hero<120`, where a hero has no number, is the word and a price.
        """
        known = set(keys)
        words, kept = list(self.words), list[Comparison]()
        for one in self.comparisons:
            if any(means(one.key, key) for key in known):
                kept.append(one)
            elif isinstance(one.key, str) and Number.POINTS in known:
                words += words_of(one.text.partition(one.sign)[0])
                kept.append(replace(one, key=Number.POINTS))
            else:
                words += words_of(one.text)
        return Query(tuple(words), tuple(kept))


def parse_query(text: str, language: str = FALLBACK) -> Query:
    """Understand what was typed, in a language and in English."""
    comparisons: list[Comparison] = []

    def taken(match: re.Match[str]) -> str:
        key = _number_named(match["key"], language)
        apart = bool(match["gap"]) and key is None  # `fly <120` is a word and a price, `range >= 24` a range
        wanted: Key = Number.POINTS if apart or not match["key"] else key or squeeze(match["key"])
        if not wanted:
            return match[0]
        said = match[0].removeprefix(match["key"]) if apart else match[0]
        comparisons.append(Comparison(wanted, match["sign"], int(match["number"]), said.strip()))
        return f" {match['key']} " if apart else " "

    rest = _COMPARISON.sub(taken, text[:_LONGEST])
    return Query(words_of(rest), tuple(comparisons))


def means(asked: Key, key: Key) -> bool:
    """Tell whether a typed key means a key: the same number, or how the name of a rule begins."""
    if isinstance(asked, Number) or isinstance(key, Number):
        return asked is key
    return key.startswith(asked)


def _number_named(word: str, language: str) -> Number | None:
    return _names(language).get(squeeze(word)) or _names(FALLBACK).get(squeeze(word))


@cache
def _names(language: str) -> Mapping[str, Number]:
    return {word: number for number in Number for word in words_of(translate(language, f"query.{number.value}"))}
