"""Match one typed word with one text: at its beginning, at the start of words, inside, or letter by letter.

Texts are compared in lower case, without accents, and with one space between words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

_IGNORED = frozenset("'’‘`")
MAX_TEXT_LENGTH = 400
"""Only this much of a text is compared; no name in a game is longer."""


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A text in the form that is compared."""

    letters: str
    """Lower-case letters and digits, with one space before, between and after words."""
    positions: tuple[int, ...]
    """The index of each letter in the original text."""


@lru_cache(maxsize=8192)
def fold_text(text: str) -> FoldedText:
    """Return a text in the form that is compared: `Zäh(3)` becomes ` zah 3 `."""
    letters, positions = [" "], [0]
    for index, character in enumerate(text[:MAX_TEXT_LENGTH]):
        if character in _IGNORED:
            continue
        plain = _remove_accents(character)
        if plain:
            letters += plain
            positions += [index] * len(plain)
        elif letters[-1] != " " and not unicodedata.combining(character):
            letters.append(" ")
            positions.append(index)
    if letters[-1] != " ":
        letters.append(" ")
        positions.append(len(text[:MAX_TEXT_LENGTH]))
    return FoldedText("".join(letters), tuple(positions))


def fold_to_word(text: str) -> str:
    """Return a name as one word, as it is typed in a comparison: `Hit & Run` becomes `hitrun`."""
    return fold_text(text).letters.replace(" ", "")


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a text in the form that is compared."""
    return tuple(fold_text(text).letters.split())


@lru_cache(maxsize=4096)
def _remove_accents(character: str) -> str:
    """Return a lower-case letter or digit without accents; empty for other characters."""
    parts = unicodedata.normalize("NFKD", character.casefold())
    return "".join(part for part in parts if part.isalnum())


Span: TypeAlias = tuple[int, int]
"""Start and end of a match in a text."""
_MIN_INSIDE_LENGTH = 3
_MAX_INITIALS_LENGTH = 40


class FitKind(IntEnum):
    """How a word matches a text, the best kind first."""

    BEGINNING = 0
    WORD = 1
    INITIALS = 2
    """Parts of it begin words: `hgm`, `hegun`."""
    INSIDE = 3
    GAPS = 4
    """Its letters appear in order, the first at the start of a word."""


@dataclass(frozen=True, slots=True)
class WordFit:
    """How and where a word matches a text."""

    kind: FitKind
    spans: tuple[Span, ...]


def fit_word(word: str, text: FoldedText, loosest: FitKind) -> WordFit | None:
    """Match a word with a text. Return None if there is no match of the kind `loosest` or better."""
    letters = text.letters
    start = letters.find(f" {word}")
    if start >= 0:
        kind = FitKind.BEGINNING if start == 0 else FitKind.WORD
        return WordFit(kind, _spans(text, range(start + 1, start + 1 + len(word))))
    if loosest >= FitKind.INITIALS and (indexes := _match_initials(word, letters)):
        return WordFit(FitKind.INITIALS, _spans(text, indexes))
    if loosest >= FitKind.INSIDE and len(word) >= _MIN_INSIDE_LENGTH and word in letters:
        start = letters.index(word)
        return WordFit(FitKind.INSIDE, _spans(text, range(start, start + len(word))))
    if loosest >= FitKind.GAPS and (indexes := _match_with_gaps(word, letters)):
        return WordFit(FitKind.GAPS, _spans(text, indexes))
    return None


def merge_spans(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Merge spans that touch or overlap, and sort them."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def _spans(text: FoldedText, indexes: Iterable[int]) -> tuple[Span, ...]:
    """Return the spans of letters in the original text."""
    positions = sorted({text.positions[index] for index in indexes})
    runs = (list(run) for _, run in groupby(enumerate(positions), key=lambda pair: pair[1] - pair[0]))
    return tuple((run[0][1], run[-1][1] + 1) for run in runs)


def _match_initials(word: str, letters: str) -> list[int] | None:
    """Return the indexes of letters if a word can be split into parts that begin words; long parts first."""
    if not 1 < len(word) <= _MAX_INITIALS_LENGTH or f" {word[0]}" not in letters:
        return None
    starts = [index + 1 for index, letter in enumerate(letters[:-1]) if letter == " "]
    dead_ends: set[tuple[int, int]] = set()

    def match_rest(done: int, first: int) -> list[int] | None:
        if done == len(word):
            return []
        for index in range(first, len(starts)):
            if (done, index) in dead_ends:
                return None
            start, length = starts[index], 0
            while done + length < len(word) and letters[start + length] == word[done + length]:
                length += 1
            for used in range(length, 0, -1):
                rest = match_rest(done + used, index + 1)
                if rest is not None:
                    return [*range(start, start + used), *rest]
        dead_ends.add((done, first))
        return None

    return match_rest(0, 0)


def _match_with_gaps(word: str, letters: str) -> list[int] | None:
    """Return the indexes of a word's letters in order, from the first word that starts with its first letter."""
    index = letters.find(f" {word[0]}") + 1
    if len(word) == 1 or index == 0:
        return None
    indexes = [index]
    for letter in word[1:]:
        index = letters.find(letter, index + 1)
        if index == -1:
            return None  # a later start cannot succeed either
        indexes.append(index)
    return indexes
