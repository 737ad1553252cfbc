"""A page of the site and helpers for its Markdown. Text from elsewhere is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_SIGNS = re.compile(r"([\\`*_{}\[\]#+!])")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;"})


@dataclass(frozen=True, slots=True)
class Page:
    """The path and the Markdown of a page."""

    path: str
    text: str


def plain(text: str) -> str:
    """Return a text with all markup escaped."""
    return _SIGNS.sub(r"\\\1", " ".join(text.split())).translate(_ENTITIES)


def code(text: str) -> str:
    """Return a short text as inline code."""
    marks = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{marks}{pad}{text}{pad}{marks}"


def block(text: str, kind: str = "text") -> str:
    """Return lines as a code block."""
    marks = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    marks = max(marks, "```")
    return f"{marks} {kind}\n{text.rstrip()}\n{marks}\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; its cells are Markdown already."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
