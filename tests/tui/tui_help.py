"""What several tests of the builder use."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import monotonic

import pytest
from textual import events
from textual.command import CommandList, CommandPalette
from textual.css.query import NoMatches
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.widgets.row_list import Rows
from tests.tui.patient import PATIENCE


async def wait_for(pilot: Pilot[None], happened: Callable[[], bool]) -> None:
    """Wait until something is so; a screen whose widgets are still to come is one where it is not so yet."""
    given_up = monotonic() + PATIENCE
    while monotonic() < given_up:
        with suppress(NoMatches):
            if happened():
                return
        await pilot.pause(0.02)
    pytest.fail("it did not happen")


async def all_worked_out(pilot: Pilot[None]) -> None:
    """Wait for what screens do between keys."""
    idle = [screen.idle for screen in pilot.app.screen_stack if hasattr(screen, "idle")]
    await wait_for(pilot, lambda: not any(one.busy for one in idle))


async def at_rest(pilot: Pilot[None]) -> None:
    """Wait until nothing is under way, in no thread and between no keys, and the screen stays as it is.

    It is not painted for that: what is behind a dialog is known only to Textual's own painting.
    """
    given_up = monotonic() + PATIENCE
    seen = None
    while seen != (now := (pilot.app.screen, [rows.rows for rows in pilot.app.screen.query(Rows)])):
        assert monotonic() < given_up, "it does not come to rest"
        seen = now
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        await all_worked_out(pilot)


async def ask_the_palette(pilot: Pilot[None], typed: str) -> None:
    """Type into the palette and wait for all its answers."""
    await pilot.press("ctrl+p")
    await wait_for(pilot, lambda: isinstance(pilot.app.screen, CommandPalette))
    await pilot.press(*typed)
    found = pilot.app.screen.query_one(CommandList)
    await wait_for(pilot, lambda: found.option_count > 0 and found.display)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def hold_still(pilot: Pilot[None]) -> None:
    """Stop what blinks, so that a picture is the same whenever it is taken."""
    for field in (*pilot.app.screen.query(Input), *pilot.app.screen.query(TextArea)):
        field.cursor_blink = False
        field._cursor_visible = True
    await pilot.pause()


def editor(pilot: Pilot[None]) -> EditorScreen:
    screen = pilot.app.screen
    assert isinstance(screen, EditorScreen)
    return screen


def caught_up(pilot: Pilot[None]) -> bool:
    """Whether all is shown that follows from the last key, and not only what its first paint shows."""
    screen = pilot.app.screen
    return not isinstance(screen, EditorScreen) or (not screen.idle.behind and screen.session.has_fixes)


def words(pilot: Pilot[None]) -> str:
    """All that stands on the screen, line by line."""
    screen = pilot.app.screen
    return "\n".join("".join(segment.text for segment in strip) for strip in screen._compositor.render_strips())


def burst(pilot: Pilot[None], keys: str) -> None:
    """Send keys as a terminal does that gets them in one piece."""
    driver = pilot.app._driver
    assert driver is not None
    names = {"/": "slash", "\r": "enter", "\x1b": "escape", "?": "question_mark"}
    for key in keys:
        driver.send_message(events.Key(names.get(key, key), key if key.isprintable() else None))
