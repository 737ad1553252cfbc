"""One typed word held against one text: from its beginning, at the start of words, inside, or letter by letter.

Texts as they are compared: small letters without accents, one blank between words, and where each letter stood.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

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


Span: TypeAlias = tuple[int, int]
"""Where a match begins in a text, and where it ends."""
_LEAST_INSIDE = 3
_LONGEST_WORD = 40


class FitKind(IntEnum):
    """How a word fits a text, the best first."""

    BEGINNING = 0
    WORD = 1
    INITIALS = 2
    """Pieces of it begin words: `hgm`, `hegun`."""
    INSIDE = 3
    GAPS = 4
    """Its letters come in this order, the first of them at the start of a word."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How and where a word fits a text."""

    kind: FitKind
    spans: tuple[Span, ...]


def fit(word: str, text: Folded, worst: FitKind) -> Fit | None:
    """Hold a word against a text; None where nothing as good as `worst` is found."""
    letters = text.letters
    at = letters.find(f" {word}")
    if at >= 0:
        return _run(FitKind.BEGINNING if at == 0 else FitKind.WORD, text, at + 1, len(word))
    if worst >= FitKind.INITIALS and (found := _initials(word, letters)):
        return Fit(FitKind.INITIALS, _spans(text, found))
    if worst >= FitKind.INSIDE and len(word) >= _LEAST_INSIDE and word in letters:
        return _run(FitKind.INSIDE, text, letters.index(word), len(word))
    if worst >= FitKind.GAPS and (found := _gaps(word, letters)):
        return Fit(FitKind.GAPS, _spans(text, found))
    return None


def merge_spans(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Make one of spans that touch or overlap, in the order of the text."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def _run(kind: FitKind, text: Folded, start: int, length: int) -> Fit:
    return Fit(kind, _spans(text, range(start, start + length)))


def _spans(text: Folded, letters: Iterable[int]) -> tuple[Span, ...]:
    """Give the places of letters in the text itself, neighbours together."""
    places = sorted({text.places[letter] for letter in letters})
    runs = (list(run) for _, run in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0]))
    return tuple((run[0][1], run[-1][1] + 1) for run in runs)


def _initials(word: str, letters: str) -> list[int] | None:
    """Cut a word into pieces that begin words of a text, in their order; the longest pieces are tried first."""
    if not 1 < len(word) <= _LONGEST_WORD or f" {word[0]}" not in letters:
        return None
    starts = [place + 1 for place, letter in enumerate(letters[:-1]) if letter == " "]
    hopeless: set[tuple[int, int]] = set()

    def pieces(done: int, index: int) -> list[int] | None:
        if done == len(word):
            return []
        for at in range(index, len(starts)):
            if (done, at) in hopeless:
                return None
            start, length = starts[at], 0
            while done + length < len(word) and letters[start + length] == word[done + length]:
                length += 1
            for taken in range(length, 0, -1):
                rest = pieces(done + taken, at + 1)
                if rest is not None:
                    return [*range(start, start + taken), *rest]
        hopeless.add((done, index))
        return None

    return pieces(0, 0)


def _gaps(word: str, letters: str) -> list[int] | None:
    """Find the letters of a word one after the other, from the first start of a word that has its first letter."""
    at = letters.find(f" {word[0]}") + 1
    if len(word) == 1 or at == 0:
        return None
    found = [at]
    for letter in word[1:]:
        at = letters.find(letter, at + 1)
        if at == -1:
            return None  # from a later start there would be still less to find it in
        found.append(at)
    return found
