"""Runs a Textual app without a terminal, sends keys and measures the time to each paint."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import perf_counter, thread_time
from typing import Any, NamedTuple

from textual import events
from textual.app import App
from textual.screen import Screen

PAUSE = 0.01
_QUIET_PAUSES = 3
"""The number of pauses without a paint after which the app is idle. Textual paints 60 times a second."""
_CHARACTERS = {"slash": "/"}


class Paint(NamedTuple):
    """The time of one paint."""

    clock: float
    cpu: float
    has_preview: bool


class Press(NamedTuple):
    """The times of a key press in milliseconds."""

    painted: float
    """Time to the first paint by the clock."""
    cpu: float
    """Processor time to the first paint."""
    settled: float
    """Processor time to the last paint."""
    has_preview: bool


class AppDriver:
    """A running app. Each key waits until the app has finished the one before."""

    def __init__(
        self, app: App[Any], is_busy: Callable[[], bool] = bool, has_preview: Callable[[], bool] = bool
    ) -> None:
        self.app = app
        self.paints: list[Paint] = []
        self._is_busy = is_busy
        self._inner = app._display

        def display(screen: Screen[Any], renderable: Any) -> None:
            self._inner(screen, renderable)
            if renderable is not None:
                renderable.render_segments(app.console)  # the output for a terminal, which a headless app omits
                self.paints.append(Paint(perf_counter(), thread_time(), has_preview()))

        app._display = display  # type: ignore[method-assign]  # called for every paint

    def send(self, key: str) -> None:
        """Send a key to the app."""
        assert self.app._driver is not None
        character = _CHARACTERS.get(key, key if len(key) == 1 else None)
        self.app._driver.send_message(events.Key(key, character))

    async def press(self, key: str) -> Press | None:
        """Press a key and wait until the app is idle; return None if nothing was painted."""
        self.paints.clear()
        clock, cpu = perf_counter(), thread_time()
        self.send(key)
        await self.wait_until_idle()
        if not self.paints:
            return None
        first, last = self.paints[0], self.paints[-1]
        return Press((first.clock - clock) * 1000, (first.cpu - cpu) * 1000, (last.cpu - cpu) * 1000, first.has_preview)

    async def wait_until_idle(self) -> None:
        """Wait until the app neither works nor paints."""
        quiet = 0
        while quiet < _QUIET_PAUSES:
            count = len(self.paints)
            await asyncio.sleep(PAUSE)
            quiet = 0 if self._is_busy() or len(self.paints) != count else quiet + 1

    async def hold(self, keys: Sequence[str], every: float) -> float:
        """Send keys at a fixed pace; return the processor time per key in milliseconds."""
        start = thread_time()
        for key in keys:
            self.send(key)
            await asyncio.sleep(every)
        await self.wait_until_idle()
        return (thread_time() - start) / len(keys) * 1000
