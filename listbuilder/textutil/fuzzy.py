"""The known words that a mistyped one is closest to."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ALIKE = 0.7
_PARTS = re.compile(r"[\W_]+")
_MOST = 3
_LONGEST = 200
"""Nobody mistypes a longer word; comparing takes the square of the length."""


_TELLING = 3
"""Letters of a part that says something by itself."""


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Give the three known words that are close, the closest first; else those of which the word is a part."""
    names = tuple(known)
    return _close(word, names) or _having(word, names)[:_MOST]


def closest(word: str, known: Iterable[str]) -> str | None:
    """Give the known word that is closest, if one is close."""
    return next(iter(_close(word, known)), None)


def _close(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Give what is written nearly like a word; capital letters make no difference."""
    folded = {name.casefold(): name for name in known}
    from difflib import get_close_matches  # noqa: PLC0415  # most words are typed right

    close = get_close_matches(word.casefold()[:_LONGEST], folded, n=_MOST, cutoff=_ALIKE)
    return tuple(folded[name] for name in close)


def _having(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Give what has a word among its own, at their beginning before elsewhere: who knows half of a name types that."""
    wanted = word.casefold()
    if len(wanted) < _TELLING:
        return ()
    found = [name for name in known if any(part.startswith(wanted) for part in _PARTS.split(name.casefold()))]
    return tuple(sorted(found, key=lambda name: (not name.casefold().startswith(wanted), name)))
