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

from listbuilder.i18n import FALLBACK_LANGUAGE, translate
from listbuilder.query.matching import fold_to_word, split_words


class QueryNumber(Enum):
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


QueryKey: TypeAlias = QueryNumber | str
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

    key: QueryKey
    sign: str
    number: int
    text: str
    """The text that was typed."""

    def holds(self, numbers: Iterable[tuple[QueryKey, int]]) -> bool:
        """Return whether one of some numbers fulfils the comparison."""
        return any(key_matches(self.key, key) and _OPERATORS[self.sign](number, self.number) for key, number in numbers)


@dataclass(frozen=True, slots=True)
class Query:
    """A search: all words and comparisons must match."""

    words: tuple[str, ...] = ()
    comparisons: tuple[Comparison, ...] = ()

    def restrict_to_keys(self, keys: Iterable[QueryKey]) -> Query:
        """Return the query for subjects with these keys; other comparisons become words.

        `hero<120` becomes the word `hero` and a comparison of points if `hero` has no number.
        """
        known = set(keys)
        words, comparisons = list(self.words), list[Comparison]()
        for comparison in self.comparisons:
            if any(key_matches(comparison.key, key) for key in known):
                comparisons.append(comparison)
            elif isinstance(comparison.key, str) and QueryNumber.POINTS in known:
                words += split_words(comparison.text.partition(comparison.sign)[0])
                comparisons.append(replace(comparison, key=QueryNumber.POINTS))
            else:
                words += split_words(comparison.text)
        return Query(tuple(words), tuple(comparisons))


def parse_query(text: str, language: str = FALLBACK_LANGUAGE) -> Query:
    """Parse a search in a language or in English."""
    comparisons: list[Comparison] = []

    def extract(match: re.Match[str]) -> str:
        word = fold_to_word(match["key"])
        number = _number_names(language).get(word) or _number_names(FALLBACK_LANGUAGE).get(word)
        is_word = bool(match["gap"]) and number is None  # `fly <120` is a word and a price, `range >= 24` a range
        key: QueryKey = QueryNumber.POINTS if is_word or not match["key"] else number or word
        if not key:
            return match[0]
        typed = match[0].removeprefix(match["key"]) if is_word else match[0]
        comparisons.append(Comparison(key, match["sign"], int(match["number"]), typed.strip()))
        return f" {match['key']} " if is_word else " "

    rest = _COMPARISON.sub(extract, text[:_MAX_QUERY_LENGTH])
    return Query(split_words(rest), tuple(comparisons))


def key_matches(typed: QueryKey, key: QueryKey) -> bool:
    """Return whether a typed key means a key: the same number, or the beginning of a name."""
    if isinstance(typed, QueryNumber) or isinstance(key, QueryNumber):
        return typed is key
    return key.startswith(typed)


@cache
def _number_names(language: str) -> Mapping[str, QueryNumber]:
    return {
        word: number for number in QueryNumber for word in split_words(translate(language, f"query.{number.value}"))
    }
