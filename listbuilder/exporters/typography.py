"""The marks of print for those of a typewriter."""

from __future__ import annotations

import re

_INCHES = re.compile(r'(?<=\d)"')
_MINUS = re.compile(r"(?<![\w\d)-])-(?=[\dX](?!\w*-))")
_APOSTROPHE = re.compile(r"(?<=\w)'")


def typeset(text: str) -> str:
    """Put the marks of print for those of a typewriter: inches, apostrophes, and minus before a number."""
    if "-" in text:
        # the family has no minus of its own, and one of another family would stand out
        text = _MINUS.sub("\N{EN DASH}", text)
    if '"' in text:
        text = _INCHES.sub("\N{DOUBLE PRIME}", text)
    return _APOSTROPHE.sub("\N{RIGHT SINGLE QUOTATION MARK}", text) if "'" in text else text
