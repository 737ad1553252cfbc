"""Find the known words that are closest to a mistyped one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

_MIN_SIMILARITY = 0.7
_SEPARATORS = re.compile(r"[\W_]+")
_MAX_MATCHES = 3
_MAX_LENGTH = 200
"""Longer words are cut, because comparing takes quadratic time."""
_MIN_PART_LENGTH = 3
"""Minimum length of a part of a name that is searched for."""


def find_similar(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return up to three similar words, the closest first; otherwise names that contain a word starting with it.

    Of the latter, those that start with it come first.
    """
    names = tuple(known)
    similar, start = _find_similar_spelling(word, names), word.casefold()
    if similar or len(start) < _MIN_PART_LENGTH:
        return similar
    matches = [name for name in names if any(part.startswith(start) for part in _SEPARATORS.split(name.casefold()))]
    return tuple(sorted(matches, key=lambda name: (not name.casefold().startswith(start), name))[:_MAX_MATCHES])


def find_closest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is closest; None if none is close."""
    return next(iter(_find_similar_spelling(word, known)), None)


def _find_similar_spelling(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the words with a similar spelling, ignoring case."""
    folded = {name.casefold(): name for name in known}
    matches = get_close_matches(word.casefold()[:_MAX_LENGTH], folded, n=_MAX_MATCHES, cutoff=_MIN_SIMILARITY)
    return tuple(folded[name] for name in matches)
