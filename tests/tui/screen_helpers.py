"""Shared helpers for tests of the builder's screens."""

from __future__ import annotations

import re
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
from listbuilder.tui.widgets.row_list import RowList
from tests.sentences import sentence
from tests.tui.pilot_waits import PATIENCE, idle_tasks


async def wait_for(pilot: Pilot[None], happened: Callable[[], bool]) -> None:
    """Wait until a condition holds; missing widgets count as not yet."""
    given_up = monotonic() + PATIENCE
    while monotonic() < given_up:
        with suppress(NoMatches):
            if happened():
                return
        await pilot.pause(0.02)
    pytest.fail("it did not happen")


async def all_worked_out(pilot: Pilot[None]) -> None:
    """Wait for idle work."""
    idle = [tasks for screen in pilot.app.screen_stack for tasks in idle_tasks(screen)]
    await wait_for(pilot, lambda: not any(tasks.is_busy for tasks in idle))


async def at_rest(pilot: Pilot[None]) -> None:
    """Wait until threads and idle work are done and the screen no longer changes.

    It compares rows instead of painting, because only Textual paints what is behind a dialog.
    """
    given_up = monotonic() + PATIENCE
    previous = None
    while previous != (now := (pilot.app.screen, [rows.rows for rows in pilot.app.screen.query(RowList)])):
        assert monotonic() < given_up, "it does not come to rest"
        previous = now
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        await all_worked_out(pilot)


async def ask_the_palette(pilot: Pilot[None], typed: str) -> None:
    """Type into the palette and wait for all results."""
    await pilot.press("ctrl+p")
    await wait_for(pilot, lambda: isinstance(pilot.app.screen, CommandPalette))
    await pilot.press(*typed)
    results = pilot.app.screen.query_one(CommandList)
    await wait_for(pilot, lambda: results.option_count > 0 and results.display)
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def hold_still(pilot: Pilot[None]) -> None:
    """Stop blinking cursors, so that screenshots are stable."""
    for field in (*pilot.app.screen.query(Input), *pilot.app.screen.query(TextArea)):
        field.cursor_blink = False
        field._cursor_visible = True
    await pilot.pause()


def editor(pilot: Pilot[None]) -> EditorScreen:
    screen = pilot.app.screen
    assert isinstance(screen, EditorScreen)
    return screen


def caught_up(pilot: Pilot[None]) -> bool:
    """Return whether all effects of the last key are shown."""
    screen = pilot.app.screen
    return not isinstance(screen, EditorScreen) or (not screen.idle_tasks.is_pending and screen.session.has_fixes)


def words(pilot: Pilot[None]) -> str:
    """Return the text of the screen, line by line."""
    screen = pilot.app.screen
    return "\n".join("".join(segment.text for segment in strip) for strip in screen._compositor.render_strips())


def fold(text: str) -> str:
    """Join wrapped lines: drop frames, and put one blank wherever there are blanks or line breaks."""
    return " ".join(re.sub(r"[│┃▌▐┌┐└┘─█▁-▇]", " ", text).split())


def beginning(key: str, /, **values: object) -> str:
    """Return the first words of a sentence: enough to know it by where a screen cuts or wraps the rest."""
    return " ".join(sentence(key, **values).split()[:4])


def fits(text: str, key: str, language: str = "en", /, **values: object) -> bool:
    """Return whether a text is the sentence for a key, with anything in place of the values that are not given."""
    parts = re.split(r"\{\w+(?::[^{}]*)?\}", sentence(key, language, **values))
    pattern = ".*".join(map(re.escape, parts))
    return re.fullmatch(pattern, text, re.DOTALL) is not None


def burst(pilot: Pilot[None], keys: str) -> None:
    """Send keys at once, like a terminal that receives them in one read."""
    driver = pilot.app._driver
    assert driver is not None
    names = {"/": "slash", "\r": "enter", "\x1b": "escape", "?": "question_mark"}
    for key in keys:
        driver.send_message(events.Key(names.get(key, key), key if key.isprintable() else None))
