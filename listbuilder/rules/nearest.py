"""The known words that a mistyped one is closest to."""

from __future__ import annotations

from collections.abc import Iterable

_ALIKE = 0.7
_MOST = 3
_LONGEST = 200
"""Nobody mistypes a longer word; comparing takes the square of the length."""


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Give the three known words that are close, the closest first; capital letters make no difference."""
    from difflib import get_close_matches  # noqa: PLC0415  # start-up is measured, and most words are right

    folded = {name.casefold(): name for name in known}
    close = get_close_matches(word.casefold()[:_LONGEST], folded, n=_MOST, cutoff=_ALIKE)
    return tuple(folded[name] for name in close)


def closest(word: str, known: Iterable[str]) -> str | None:
    """Give the known word that is closest, if one is close."""
    return next(iter(nearest(word, known)), None)
