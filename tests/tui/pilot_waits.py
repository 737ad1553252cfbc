"""Key presses and pauses that wait for their effects instead of an idle machine.

Textual's own waits mistake a process without CPU time for an idle one, so they continue too early on a busy machine.
On an idle machine they wait longer than needed.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from textual import events
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.pilot import Pilot, WaitForScreenTimeout
from textual.screen import Screen

from listbuilder.tui.base_app import BaseApp
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.widgets.idle_tasks import IdleTasks

PATIENCE = 60.0
"""Seconds before a wait fails; generous, since other tests share the machine."""
_A_PAINT = 0.02
"""Seconds that Textual needs for a paint."""


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, each after the previous one is fully handled."""
    for key in keys:
        pilot.app.post_message(_event(key))
        await _gone_through(pilot)


async def pause(pilot: Pilot[None], delay: float | None = None) -> None:
    """Wait for the delay, or without one until the effects of the last key are painted."""
    await _all_heard(pilot)
    await asyncio.sleep(_A_PAINT if delay is None else delay)
    if delay is None:
        await _gone_through(pilot)
        await _until(pilot, lambda: _caught_up(pilot.app.screen))
        await _all_heard(pilot)
    pilot.app.screen._on_timer_update()


def _caught_up(screen: Screen[Any]) -> bool:
    """Return whether a screen has no pending callbacks and shows findings with their fixes."""
    has_fixes = not isinstance(screen, EditorScreen) or screen.session.has_fixes
    return has_fixes and not screen._callbacks and not any(tasks.is_pending for tasks in idle_tasks(screen))


def idle_tasks(screen: Screen[Any]) -> list[IdleTasks]:
    """Return the idle work of a screen, if it has any."""
    return [value for value in vars(screen).values() if isinstance(value, IdleTasks)]


async def _gone_through(pilot: Pilot[None]) -> None:
    await _all_heard(pilot)
    await _until(pilot, lambda: not (isinstance(pilot.app, BaseApp) and pilot.app.key_queue.is_busy))
    await _all_heard(pilot)


async def _until(pilot: Pilot[None], happened: Callable[[], bool]) -> None:
    """Wait until a condition holds or the builder has ended."""
    given_up = monotonic() + PATIENCE
    while not happened() and pilot.app.is_running and not pilot.app._exit and pilot.app._exception is None:
        assert monotonic() < given_up, "it does not happen"
        await asyncio.sleep(0.001)


async def _all_heard(pilot: Pilot[None]) -> None:
    """Wait until every widget has handled its messages; a closed one never answers."""
    for _ in range(int(PATIENCE)):
        with suppress(WaitForScreenTimeout):
            await pilot._wait_for_screen(timeout=1)
            return


def _event(key: str) -> events.Key:
    """Return the key event with Textual's name and character."""
    name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
    try:
        character: str | None = unicodedata.lookup(_get_unicode_name_from_key(REPLACED_KEYS.get(name, name)))
    except KeyError:
        character = name if len(name) == 1 else None
    return events.Key(name, character)
