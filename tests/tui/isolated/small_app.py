"""The builder without its first screen, to test one dialog or screen in isolation."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from textual.pilot import Pilot
from textual.screen import Screen

import listbuilder.tui
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.user_settings import Settings
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row_list import RowList

STYLES = Path(listbuilder.tui.__file__).parent / "styles" / "app.tcss"
LIBRARY = Library.open(user=False)


class SmallApp(BuilderApp):
    """An app that shows only the given screen."""

    CSS_PATH = str(STYLES)

    async def _open_first_screen(self) -> None:
        """Show no first screen."""


class SmallPilot(Pilot[None]):
    """A pilot typed for the small app."""

    @property
    def app(self) -> SmallApp:
        """The small app."""
        return cast(SmallApp, super().app)


@asynccontextmanager
async def alone(
    screen: Screen[Any], *, size: tuple[int, int] = (80, 24), language: str = "en"
) -> AsyncIterator[tuple[SmallPilot, list[Any]]]:
    """Show a screen and collect its results."""
    app = SmallApp(language=language, settings=Settings())
    answers: list[Any] = []
    async with app.run_test(size=size) as pilot:
        await app.push_screen(screen, answers.append)
        await app.key_queue.dispatch_next()
        await pilot.pause()
        yield cast(SmallPilot, pilot), answers


def sample(name: str) -> EditorSession:
    """Open a sample list by part of its file name."""
    path = next(header.file for header in LIBRARY.sample_lists() if name in header.file.name)
    return EditorSession(LIBRARY, load_list(path).army)


def in_front(pilot: Pilot[None]) -> Screen[Any]:
    """Return the active screen."""
    return pilot.app.screen


def key_line(screen: Screen[Any]) -> dict[str, str]:
    """Return the keys of the key bar with their labels."""
    return {item.key: item.label for item in screen.query_one(KeyBar).visible_keys()}


def dim_keys(screen: Screen[Any]) -> set[str]:
    """Return the disabled keys of the key bar."""
    return {item.key for item in screen.query_one(KeyBar).visible_keys() if not item.enabled}


def texts(rows: RowList) -> list[str]:
    """Return the texts of all rows."""
    return [row.text for row in rows.rows]
