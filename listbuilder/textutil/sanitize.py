"""Make text from files safe to show: visible control characters, no direction changes, limited length.

Joiners hold emoji and several scripts together; between Latin letters they are invisible and are removed.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise

_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"
_INVISIBLE_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks by their category that are invisible."""


def has_hidden(text: str) -> bool:
    """Return whether a text contains an invisible character."""
    if text.isprintable() and (text.isascii() or _INVISIBLE_LETTERS.isdisjoint(text)):
        return False
    return any(is_hidden_character(character, previous) for previous, character in pairwise(f" {text}"))


def is_hidden_character(character: str, previous: str = " ") -> bool:
    """Return whether a character is invisible after another one."""
    if character in _JOINERS:
        return previous.isascii()
    return character in _INVISIBLE_LETTERS or unicodedata.category(character) in _HIDDEN_CATEGORIES


DASH = "\N{EN DASH}"
TIMES = "\N{MULTIPLICATION SIGN}"
MAX_SHOWN_NAME = 160
MAX_SHOWN_NOTE = 2000
_SUBSTITUTE = "\N{REPLACEMENT CHARACTER}"
_LINE_BREAKS = dict.fromkeys(map(ord, "\t\n\v\f\r\x85\u2028\u2029"), " ")


def sanitize_line(text: str, limit: int = MAX_SHOWN_NAME) -> str:
    """Return a name as one safe line; a text that is too long ends with an ellipsis."""
    line = " ".join(text[: limit * 4].translate(_LINE_BREAKS).split())
    return _make_visible(_shorten(line, limit, len(text) > limit * 4))


def sanitize_note(text: str, limit: int = MAX_SHOWN_NOTE) -> str:
    """Return a note as safe text that keeps its lines; a text that is too long ends with an ellipsis."""
    lines = [" ".join(line.split()) for line in text[: limit * 2].splitlines()]
    note = "\n".join(line for line in lines if line)
    return "\n".join(_make_visible(line) for line in _shorten(note, limit, len(text) > limit * 2).split("\n"))


def strip_backticks(text: str) -> str:
    """Remove the backticks that mark commands in a terminal."""
    return text.replace("`", "")


def format_count(count: int, name: str) -> str:
    """Return a name with a count in front, unless the count is 1."""
    return name if count == 1 else f"{count}{TIMES} {name}"


def _shorten(text: str, limit: int, is_longer: bool) -> str:
    return text[: limit - 1].rstrip() + "…" if is_longer or len(text) > limit else text


def _make_visible(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible_character(character, previous) for previous, character in pairwise(f" {text}"))


def _visible_character(character: str, previous: str) -> str:
    """Return a character, or a visible symbol for one that is not safe."""
    if character < " ":
        return chr(0x2400 + ord(character))
    if character == "\x7f":
        return "\N{SYMBOL FOR DELETE}"
    return _SUBSTITUTE if is_hidden_character(character, previous) else character
