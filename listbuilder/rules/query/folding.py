"""Texts as they are compared: small letters without accents, one blank between words, and where each letter stood."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_SILENT = frozenset("'’‘`")
"""Marks inside a word, which nobody types."""
LONGEST = 400
"""What is compared of a text; no name that a game has is longer."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A text made comparable."""

    letters: str
    """Words of small letters and figures, one blank before, between and after them."""
    places: tuple[int, ...]
    """Where each of them stands in the text itself."""


@lru_cache(maxsize=8192)
def fold(text: str) -> Folded:
    """Make a text comparable: `Heavy Gun-Men` is ` heavy gun men `, `Zäh(3)` is ` zah 3 `."""
    letters, places = [" "], [0]
    for place, letter in enumerate(text[:LONGEST]):
        if letter in _SILENT:
            continue
        plain = _plain(letter)
        if plain:
            letters += plain
            places += [place] * len(plain)
        elif letters[-1] != " " and not unicodedata.combining(letter):
            letters.append(" ")
            places.append(place)
    if letters[-1] != " ":
        letters.append(" ")
        places.append(len(text[:LONGEST]))
    return Folded("".join(letters), tuple(places))


def squeeze(text: str) -> str:
    """Give a name as one word, as it is typed before a sign: `Hit & Run` is `hitrun`."""
    return fold(text).letters.replace(" ", "")


def words_of(text: str) -> tuple[str, ...]:
    """Give the words of what somebody typed."""
    return tuple(fold(text).letters.split())


@lru_cache(maxsize=4096)
def _plain(letter: str) -> str:
    """Give a letter without its accents; empty for what is neither letter nor figure."""
    parts = unicodedata.normalize("NFKD", letter.casefold())
    return "".join(part for part in parts if part.isalnum())
