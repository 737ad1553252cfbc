"""Background work in short slices between key presses."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

from listbuilder.tui.base_app import Dialog, Page

_SLICE_SECONDS = 0.008
_PAUSE_SECONDS = 0.004


class IdleTasks:
    """Runs one generator in slices after the next paint, so that a key press waits for one slice at most.

    Nothing runs while keys are waiting, so a cursor that is held down moves without delay.
    """

    def __init__(self, owner: Page | Dialog[Any]) -> None:
        self._owner = owner
        self._work: Iterator[None] | None = None
        self._waiting = False
        self.is_pending = False
        """Whether the work has not begun yet."""

    @property
    def is_busy(self) -> bool:
        """Whether work is left."""
        return self._work is not None

    def start(self, work: Iterator[None]) -> None:
        """Start new work after the next paint and drop the old."""
        self._work = work
        self.is_pending = True
        self._owner.call_after_refresh(self._run_slice)

    def _resume(self) -> None:
        self._waiting = False
        self._run_slice()

    def _run_slice(self) -> None:
        work, app = self._work, self._owner.app
        if work is None or not app.is_running or self._owner not in app.screen_stack:  # the screen is closing
            return
        end = perf_counter() + _SLICE_SECONDS
        if not app.key_queue.has_pending:
            for _ in work:
                self.is_pending = False
                if perf_counter() > end:
                    break
            else:
                if self._work is work:
                    self._work, self.is_pending = None, False
        if self._work is not None and not self._waiting:
            self._waiting = True
            self._owner.call_after(_PAUSE_SECONDS, self._resume)
