"""Shared helpers for row tests: sample lists, and rows as texts and roles."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.model import SystemId
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.widgets.row import Row

LIBRARY = Library.open(user=False)
SYSTEM = SystemId("aof-3.5")


def sample(name: str) -> Path:
    """Return the sample list with this in its file name."""
    return next(header.file for header in LIBRARY.sample_lists() if name in header.file.name)


IRON_VALE = sample("iron-vale")


def open_sample(path: Path = IRON_VALE) -> EditorSession:
    """Open a sample list."""
    return EditorSession(LIBRARY, load_list(path).army)


def texts(rows: Iterable[Row]) -> list[str]:
    """Return the texts of rows."""
    return [row.text for row in rows]


def roles(row: Row) -> list[tuple[str, str]]:
    """Return the parts of a row with their roles."""
    return [(part.text, part.role) for part in (*row.left, *row.right)]


def shape(row: Row) -> tuple[bool, bool, int]:
    """Return whether a row is selectable, whether it wraps, and the indent of its further lines."""
    return row.selectable, row.wrap, row.hang


def by_key(rows: Iterable[Row]) -> dict[str, Row]:
    """Return rows by key, without blank ones."""
    return {row.key: row for row in rows if row.key != "blank"}


_SEEN = ("army", "factions", "equipment_texts", "find_entry", "judged", "known_error", "report", "roster", "system")


def with_other(session: EditorSession, **others: object) -> Any:
    """Return a view of a session with replaced attributes."""
    return SimpleNamespace(**{name: getattr(session, name) for name in _SEEN} | others)
