"""One typed word held against one text: from its beginning, at the start of words, inside, or letter by letter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from itertools import groupby
from typing import TypeAlias

from listbuilder.rules.query.folding import Folded

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
