"""An app in front of nobody, key by key: how long it takes to paint, by the clock and by the processor."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import perf_counter, thread_time
from typing import Any, NamedTuple

from textual import events
from textual.app import App
from textual.screen import Screen

PAUSE = 0.01
_QUIET = 3
"""How many pauses without a paint make an end: Textual paints sixty times a second."""
_CHARACTERS = {"slash": "/"}


class Paint(NamedTuple):
    """When something was painted."""

    clock: float
    worked: float
    told: bool
    """Whether it showed what the benchmark asks for."""


class Press(NamedTuple):
    """What a key cost, in milliseconds."""

    painted: float
    """To the first paint, by the clock."""
    worked: float
    """To the first paint, as the processor counts it: others on the machine hardly change it."""
    settled: float
    """To the last paint, as the processor counts it."""
    told: bool


class Stage:
    """An app that is running; every key waits until all is done that the one before it has caused."""

    def __init__(self, app: App[Any], busy: Callable[[], bool] = bool, told: Callable[[], bool] = bool) -> None:
        self.app = app
        self.paints: list[Paint] = []
        self._busy = busy
        self._inner = app._display

        def display(screen: Screen[Any], renderable: Any) -> None:
            self._inner(screen, renderable)
            if renderable is not None:
                renderable.render_segments(app.console)  # what a terminal is sent; an app without one leaves it out
                self.paints.append(Paint(perf_counter(), thread_time(), told()))

        app._display = display  # type: ignore[method-assign]  # where every paint passes

    def send(self, key: str) -> None:
        """Send a key as a terminal does."""
        assert self.app._driver is not None
        character = _CHARACTERS.get(key, key if len(key) == 1 else None)
        self.app._driver.send_message(events.Key(key, character))

    async def press(self, key: str) -> Press | None:
        """Press a key and wait for all that it causes; None where it paints nothing."""
        self.paints.clear()
        clock, worked = perf_counter(), thread_time()
        self.send(key)
        await self.rest()
        if not self.paints:
            return None
        first, last = self.paints[0], self.paints[-1]
        return Press(
            (first.clock - clock) * 1000, (first.worked - worked) * 1000, (last.worked - worked) * 1000, first.told
        )

    async def rest(self) -> None:
        """Wait until nothing is under way and nothing is painted any more."""
        quiet = 0
        while quiet < _QUIET:
            seen = len(self.paints)
            await asyncio.sleep(PAUSE)
            quiet = 0 if self._busy() or len(self.paints) != seen else quiet + 1

    async def hold(self, keys: Sequence[str], every: float) -> float:
        """Send keys at a pace, whatever becomes of those before; give the work for each in milliseconds."""
        worked = thread_time()
        for key in keys:
            self.send(key)
            await asyncio.sleep(every)
        await self.rest()
        return (thread_time() - worked) / len(keys) * 1000
