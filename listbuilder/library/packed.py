"""A mapping as lines of JSON: some of its parts have a line for each of their values, parsed when it is asked for.

A book has hundreds of units, packages and rules, and a list needs ten of them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any


def pack(value: Mapping[str, Any], parts: Collection[str]) -> bytes:
    """Write a mapping, each value of the named parts on a line of its own."""
    lines = [_line(one) for part in parts for one in value.get(part, {}).values()]
    whole = {key: found for key, found in value.items() if key not in parts}
    names = {part: list(value[part]) for part in parts if part in value}
    return b"\n".join([_line([whole, names]), *lines])


def unpack(content: bytes) -> dict[str, Any]:
    """Read a mapping that was packed."""
    lines = iter(content.decode("utf-8", "surrogatepass").split("\n"))
    whole, names = json.loads(next(lines))
    return {**whole, **{part: _Lines(dict(zip(found, lines, strict=False))) for part, found in names.items()}}


class _Lines(Mapping[str, Any]):
    """Values as their lines; none is kept once it was given, since what is built of it is."""

    __slots__ = ("_lines",)

    def __init__(self, lines: dict[str, str]) -> None:
        self._lines = lines

    def __getitem__(self, key: str) -> Any:
        return json.loads(self._lines[key])

    def __contains__(self, key: object) -> bool:
        return key in self._lines

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
