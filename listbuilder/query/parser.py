"""Parse a search: words, and comparisons such as `tough>=6`. Text that is not a comparison becomes words.

fly <120            the word `fly`, and fewer than 120 points
ap>1 range >= 24    one weapon with both
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
    """Numbers that can be compared; the catalogues have their names (`query.points`)."""

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
"""What is compared: a number, or the name of a rule or unit field."""

_OPERATORS: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "≤": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "≥": operator.ge,
    "=": operator.eq,
}
_COMPARISON = re.compile(r'(?P<key>[^\s<>=≤≥]*)(?P<gap>\s*)(?P<sign><=|>=|[<>=≤≥])\s*(?P<number>\d{1,6})[+"″”]?(?!\S)')
_MAX_QUERY_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of a number."""

    key: Key
    sign: str
    number: int
    text: str
    """The text that was typed."""

    def holds(self, number: int) -> bool:
        """Return whether a number fulfils the comparison."""
        return _OPERATORS[self.sign](number, self.number)


@dataclass(frozen=True, slots=True)
class Query:
    """A search: all words and comparisons must match."""

    words: tuple[str, ...] = ()
    comparisons: tuple[Comparison, ...] = ()

    def knowing(self, keys: Iterable[Key]) -> Query:
        """Return the query for subjects with these keys; other comparisons become words.

        `hero<120` becomes the word `hero` and a comparison of points if `hero` has no number.
        """
        known = set(keys)
        words, kept = list(self.words), list[Comparison]()
        for comparison in self.comparisons:
            if any(means(comparison.key, key) for key in known):
                kept.append(comparison)
            elif isinstance(comparison.key, str) and Number.POINTS in known:
                words += words_of(comparison.text.partition(comparison.sign)[0])
                kept.append(replace(comparison, key=Number.POINTS))
            else:
                words += words_of(comparison.text)
        return Query(tuple(words), tuple(kept))


def parse_query(text: str, language: str = FALLBACK) -> Query:
    """Parse a search in a language or in English."""
    comparisons: list[Comparison] = []

    def extract(match: re.Match[str]) -> str:
        number = _number_by_name(match["key"], language)
        is_word = bool(match["gap"]) and number is None  # `fly <120` is a word and a price, `range >= 24` a range
        key: Key = Number.POINTS if is_word or not match["key"] else number or squeeze(match["key"])
        if not key:
            return match[0]
        typed = match[0].removeprefix(match["key"]) if is_word else match[0]
        comparisons.append(Comparison(key, match["sign"], int(match["number"]), typed.strip()))
        return f" {match['key']} " if is_word else " "

    rest = _COMPARISON.sub(extract, text[:_MAX_QUERY_LENGTH])
    return Query(words_of(rest), tuple(comparisons))


def means(typed: Key, key: Key) -> bool:
    """Return whether a typed key means a key: the same number, or the beginning of a name."""
    if isinstance(typed, Number) or isinstance(key, Number):
        return typed is key
    return key.startswith(typed)


def _number_by_name(word: str, language: str) -> Number | None:
    return _number_names(language).get(squeeze(word)) or _number_names(FALLBACK).get(squeeze(word))


@cache
def _number_names(language: str) -> Mapping[str, Number]:
    return {word: number for number in Number for word in words_of(translate(language, f"query.{number.value}"))}
