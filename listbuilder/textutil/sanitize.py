"""Text from files made fit to be shown: nothing that moves a cursor, turns the line around or never ends.

Letters that do something instead of showing: they steer a terminal, turn the line around, or hide.

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


DASH = "\N{EN DASH}"
TIMES = "\N{MULTIPLICATION SIGN}"
NAME_LIMIT = 160
NOTE_LIMIT = 2000
_CUT = "…"
_SUBSTITUTE = "\N{REPLACEMENT CHARACTER}"
_BREAKS = dict.fromkeys(map(ord, "\t\n\v\f\r\x85\u2028\u2029"), " ")


def plain_line(text: str, limit: int = NAME_LIMIT) -> str:
    """Give a name as one line: breaks become spaces, controls visible, and what is too long is cut with a mark."""
    line = " ".join(text[: limit * 4].translate(_BREAKS).split())
    return _visible(_cut(line, limit, len(text) > limit * 4))


def plain_note(text: str, limit: int = NOTE_LIMIT) -> str:
    """Give a note with its own lines kept, otherwise as `plain_line` does."""
    lines = [" ".join(line.split()) for line in text[: limit * 2].splitlines()]
    note = "\n".join(line for line in lines if line)
    return "\n".join(_visible(line) for line in _cut(note, limit, len(text) > limit * 2).split("\n"))


def bare_of_ticks(text: str) -> str:
    """Write a text without the marks that set commands apart in a terminal; paper has no use for them."""
    return text.replace("`", "")


def counted(count: int, name: str) -> str:
    """Put a count before a name where it is not one."""
    return name if count == 1 else f"{count}{TIMES} {name}"


def _cut(text: str, limit: int, longer: bool) -> str:
    if len(text) <= limit and not longer:
        return text
    return text[: limit - 1].rstrip() + _CUT


def _visible(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join(_shown(letter, before) for before, letter in pairwise(f" {text}"))


def _shown(letter: str, before: str) -> str:
    """Give a letter, or a picture of it where showing it would do something."""
    if letter < " ":
        return chr(0x2400 + ord(letter))
    if letter == "\x7f":
        return "\N{SYMBOL FOR DELETE}"
    return _SUBSTITUTE if is_hidden(letter, before) else letter
