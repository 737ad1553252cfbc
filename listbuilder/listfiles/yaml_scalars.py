"""Single values in YAML, as every file we write has them: constants, words that may stand bare, and quoted texts."""

from __future__ import annotations

import re

_TAKEN = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "none", "nan", "inf"})
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_BYTE, _PLANE = 0x100, 0x10000
_SURROGATES = range(0xD800, 0xE000)


def format_constant(value: int | None) -> str:
    """Write a number, a yes or no, or nothing."""
    if value is None:
        return "null"
    return str(value).lower()


def is_bare(text: str, pattern: re.Pattern[str]) -> bool:
    """Tell whether a text of a pattern needs no quotation marks: no YAML reader takes it for something else."""
    fits = pattern.fullmatch(text) is not None and text.isprintable() and text == text.strip()
    return fits and text.lower() not in _TAKEN


def quote(text: str) -> str:
    """Write any text at all, between double quotation marks."""
    return '"' + "".join(_letter(letter) for letter in text) + '"'


def _letter(letter: str) -> str:
    if letter in _ESCAPES:
        return _ESCAPES[letter]
    if letter.isprintable():
        return letter
    number = ord(letter)
    if number in _SURROGATES:
        return "\N{REPLACEMENT CHARACTER}"
    if number < _BYTE:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < _PLANE else f"\\U{number:08x}"
