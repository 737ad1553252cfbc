"""Where values stand in a data file: paths through it, and line and column of what lies there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

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
