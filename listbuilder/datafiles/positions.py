"""Paths to values in a data file and their positions; limits of both formats, and messages about long values."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from typing import Any, NamedTuple, TypeAlias

from listbuilder.validation.message_arguments import Message

DataPath: TypeAlias = tuple[str | int, ...]
LineColumn: TypeAlias = tuple[int, int]

MAX_DEPTH = 100
"""How deeply the values of a file may be nested."""
MAX_PROBLEMS = 100
"""Limits the time for a file that consists of errors only."""


class Positions(NamedTuple):
    """Line and column (starting at 1) of every value and key, by path."""

    values: Mapping[DataPath, LineColumn]
    keys: Mapping[DataPath, LineColumn]


def format_path(path: DataPath) -> str:
    """Return a path as text: `units[3].quality`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


def length_params(path: DataPath, value: Sized, maximum: int) -> dict[str, Any]:
    """Return the parameters of the message about a text, list or mapping that is too long to show."""
    size = Message("size.letters" if isinstance(value, str) else "size.things", {"n": len(value)})
    return {"value": "", "allowed": f"≤ {maximum}", "field": format_path(path), "size": size, "most": maximum}
