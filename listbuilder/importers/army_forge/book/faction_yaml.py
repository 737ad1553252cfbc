"""A faction file written for people: short lists and maps on one line, quotation marks only where they are needed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from listbuilder.listfiles.writer import format_constant, is_bare, quote

WIDTH = 140
_HEADER = "# yaml-language-server: $schema=../../../schemas/faction.schema.json"
_PLAIN = re.compile(r"[^\W\d_][^:#,{}\[\]]*|\d+(?:x\d+)?mm")
_LINE = re.compile(r"[^\W\d_][^:#]*|\d+(?:x\d+)?mm")
_SPREAD = frozenset({"units", "packages", "options"})
"""Keys whose entries each stand on lines of their own, however short they are."""


def format_faction(faction: Mapping[str, object]) -> str:
    """Write a faction as YAML; the same faction always gives the same text."""
    lines = [_HEADER]
    for key, value in faction.items():
        block = list(_entry(key, value, 0))
        if len(block) > 1:
            lines.append("")
        lines += block
    return "\n".join(lines) + "\n"


def _entry(key: str, value: object, indent: int) -> Iterator[str]:
    """Write a key with its value: on one line if it fits there and may stand there."""
    start = f"{' ' * indent}{_scalar(key, flow=False)}:"
    if not isinstance(value, Mapping | list):
        yield from _wrapped(f"{start} {_scalar(value, flow=False)}", indent + 2)
        return
    line = f"{start} {_flow(value)}"
    if key not in _SPREAD and len(line) <= WIDTH:
        yield line
        return
    yield start
    yield from _block(value, indent + 2, spread=key in _SPREAD)


def _block(value: Mapping[str, object] | Sequence[object], indent: int, *, spread: bool) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            if spread and isinstance(item, list):
                yield f"{' ' * indent}{_scalar(key, flow=False)}:"
                yield from _block(item, indent + 2, spread=True)
            else:
                yield from _entry(key, item, indent)
        return
    for item in value:
        yield from _listed(item, indent, spread=spread)


def _listed(item: object, indent: int, *, spread: bool) -> Iterator[str]:
    """Write one entry of a list."""
    dash = f"{' ' * indent}- "
    if not isinstance(item, Mapping | list):
        yield from _wrapped(dash + _scalar(item, flow=False), indent + 2)
        return
    line = dash + _flow(item)
    if isinstance(item, list) or (not spread and len(line) <= WIDTH):
        yield line
        return
    first = True
    for key, value in item.items():
        for part in _entry(key, value, indent + 2):
            yield dash + part[len(dash) :] if first else part
            first = False


def _wrapped(line: str, indent: int) -> Iterator[str]:
    """Break a long line behind its commas: a single blank and a new line mean the same inside a YAML text."""
    while len(line) > WIDTH and (head := line[:WIDTH].rpartition(", ")[0]).strip("- "):
        yield f"{head},"
        line = " " * indent + line[len(head) + 2 :]
    yield line


def _flow(value: object) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar(key, flow=True)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_flow(item) for item in value) + "]"
    return _scalar(value, flow=True)


def _scalar(value: object, *, flow: bool) -> str:
    """Write a single value, bare where no reader could take it for something else."""
    if value is None or isinstance(value, bool | int):
        return format_constant(value)
    text = str(value)
    if is_bare(text, _PLAIN if flow else _LINE):
        return text
    if text.isprintable() and ('"' in text or "\\" in text):
        return "'" + text.replace("'", "''") + "'"
    return quote(text)
