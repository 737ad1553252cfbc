"""Where values stand in a data file: paths through it, and line and column of what lies there.

Values that are too long, in words: what is, how long it is, and how long it may be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sized
from typing import NamedTuple, TypeAlias, TypedDict

from listbuilder.validation.message_arguments import Word

DataPath: TypeAlias = tuple[str | int, ...]
Spot: TypeAlias = tuple[int, int]


class Positions(NamedTuple):
    """Line and column (from 1) of every value and of every key, by path."""

    values: Mapping[DataPath, Spot]
    keys: Mapping[DataPath, Spot]


def format_path(path: DataPath) -> str:
    """Write a path as people do: `units[3].quality`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


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
