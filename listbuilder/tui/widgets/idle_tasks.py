"""Work done between key presses: in short slices, and dropped when something newer comes."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

from listbuilder.tui.base import Dialog, Page

_SLICE = 0.008
_PAUSE = 0.004


class Idle:
    """Runs one generator a slice at a time after the next paint, so that a key press never waits for more than a slice.

    While keys wait, nothing is done: who holds an arrow down sees the cursor run, and the rest where it stops.
    """

    def __init__(self, owner: Page | Dialog[Any]) -> None:
        self._owner = owner
        self._work: Iterator[None] | None = None
        self._waiting = False
        self.behind = False
        """Whether the work has not begun yet: what is shown first is still to come."""

    @property
    def busy(self) -> bool:
        """Whether there is work left."""
        return self._work is not None

    def start(self, work: Iterator[None]) -> None:
        """Begin after the next paint; what was under way is dropped."""
        self._work = work
        self.behind = True
        self._owner.call_after_refresh(self._slice)

    def _go_on(self) -> None:
        self._waiting = False
        self._slice()

    def _slice(self) -> None:
        work, app = self._work, self._owner.app
        if work is None or not app.is_running or self._owner not in app.screen_stack:  # it is being closed
            return
        end = perf_counter() + _SLICE
        if not app.turnstile.crowded:
            for _ in work:
                self.behind = False
                if perf_counter() > end:
                    break
            else:
                if self._work is work:
                    self._work, self.behind = None, False
        if self._work is not None and not self._waiting:
            self._waiting = True
            self._owner.after(_PAUSE, self._go_on)
