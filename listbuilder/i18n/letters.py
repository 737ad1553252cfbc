"""Letters that do something instead of showing: they steer a terminal, turn the line around, or hide.

Joiners hold emoji and several scripts together and stay there; between letters of the Latin alphabet they only hide.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise

_KINDS = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks by their kind, which show nothing."""


def hides(text: str) -> bool:
    """Tell whether a text has a letter in it that does not show."""
    if text.isprintable() and (text.isascii() or _BLANKS.isdisjoint(text)):
        return False
    return any(is_hidden(letter, before) for before, letter in pairwise(f" {text}"))


def is_hidden(letter: str, before: str = " ") -> bool:
    """Tell whether a letter does not show behind another one."""
    if letter in _JOINERS:
        return before.isascii()
    return letter in _BLANKS or unicodedata.category(letter) in _KINDS
