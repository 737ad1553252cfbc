"""Work done between key presses: in short slices, and dropped when something newer comes."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from textual.widget import Widget

_SLICE = 0.008
_PAUSE = 0.012


class Idle:
    """Runs one generator a slice at a time, so that a key press never waits for more than a slice."""

    def __init__(self, owner: Widget) -> None:
        self._owner = owner
        self._work: Iterator[None] | None = None
        self._waiting = False

    @property
    def busy(self) -> bool:
        """Whether there is work left."""
        return self._work is not None

    def start(self, work: Iterator[None]) -> None:
        """Begin; what was under way is dropped."""
        self._work = work
        self._schedule()

    def _schedule(self) -> None:
        if not self._waiting:
            self._waiting = True
            self._owner.set_timer(_PAUSE, self._slice)

    def _slice(self) -> None:
        self._waiting = False
        work = self._work
        if work is None or not self._owner.children:  # without children it is being closed
            return
        end = perf_counter() + _SLICE
        for _ in work:
            if perf_counter() > end:
                self._schedule()
                return
        if self._work is work:
            self._work = None
