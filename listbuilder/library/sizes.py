"""Values that are too long, in words: what is, how long it is, and how long it may be."""

from __future__ import annotations

from collections.abc import Sized
from typing import TypedDict

from listbuilder.library.positions import DataPath, format_path
from listbuilder.validation.message_arguments import Word


class TooLong(TypedDict):
    """What the sentence about it holds."""

    value: str
    """Empty: nobody wants to read it."""
    allowed: str
    field: str
    size: Word
    most: int


def too_long(path: DataPath, value: Sized, most: int) -> TooLong:
    """Give what is to be said of a text with too many letters, or of a list or a mapping with too much in it."""
    size = Word("size.letters" if isinstance(value, str) else "size.things", {"n": len(value)})
    return {"value": "", "allowed": f"≤ {most}", "field": format_path(path), "size": size, "most": most}
