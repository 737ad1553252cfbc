"""The editor screen in isolation, and lists to edit in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.open_file import OpenListFile
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.editor.session import EditorSession
from tests.tui.isolated.small_app import LIBRARY, SmallPilot, alone, sample, texts
from tests.tui.screen_helpers import at_rest

SMALL, WIDE = (80, 24), (150, 45)


@asynccontextmanager
async def open_editor(
    session: EditorSession | None = None, size: tuple[int, int] = (120, 30), language: str = "en"
) -> AsyncIterator[tuple[SmallPilot, EditorScreen]]:
    """Open an unsaved list in the editor."""
    opened = session or sample("iron-vale")
    keeper = OpenListFile(Path.cwd() / "nowhere" / "vale.yaml", Journal(), is_unmodified=True)
    screen = EditorScreen(opened, keeper)
    async with alone(screen, size=size, language=language) as (pilot, _):
        await at_rest(pilot)
        yield pilot, screen


def empty() -> EditorSession:
    army = sample("iron-vale").army
    return EditorSession(LIBRARY, replace(army, entries=()), ("human-empire",))


def overfull() -> EditorSession:
    """Return a list above its points limit."""
    return EditorSession(LIBRARY, replace(sample("iron-vale").army, points=1500))


def status(screen: EditorScreen) -> str:
    return " ".join(texts(screen.status))


def still(screen: EditorScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable idle work between keys."""
    monkeypatch.setattr(screen.idle_tasks, "start", lambda _: None)
