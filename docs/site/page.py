"""A page of the site, and the few forms that its Markdown has. What comes from elsewhere is text, never markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_SIGNS = re.compile(r"([\\`*_{}\[\]#+!])")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;"})


@dataclass(frozen=True, slots=True)
class Page:
    """Where a page stands in the site, and what is on it."""

    path: str
    text: str


def plain(text: str) -> str:
    """Write a text so that it is read as itself."""
    return _SIGNS.sub(r"\\\1", " ".join(text.split())).translate(_ENTITIES)


def code(text: str) -> str:
    """Write a short text in the letters of a terminal, whatever is in it."""
    marks = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{marks}{pad}{text}{pad}{marks}"


def block(text: str, kind: str = "text") -> str:
    """Write lines as they are."""
    marks = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    marks = max(marks, "```")
    return f"{marks} {kind}\n{text.rstrip()}\n{marks}\n"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table of cells that are Markdown already."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
