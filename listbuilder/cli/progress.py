"""A progress bar on standard error, if that is a terminal and there are enough items."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TypeVar

from listbuilder.cli.context import Context
from listbuilder.cli.streams import write_stderr

_T = TypeVar("_T")
_MIN_ITEMS = 4
_BAR_CELLS = 24


def show_progress(items: Sequence[_T], context: Context) -> Iterator[_T]:
    """Yield the items and show the progress."""
    bar = ProgressBar(context)
    for done, item in enumerate(items, 1):
        yield item
        bar.draw(done, len(items))


class ProgressBar:
    """A line that is redrawn for every item."""

    def __init__(self, context: Context) -> None:
        self._symbols = context.terminal.symbols
        self._is_terminal = sys.stderr.isatty()

    def draw(self, done: int, total: int) -> None:
        """Draw the bar for a number of finished items; after the last one, clear it."""
        if not self._is_terminal or total < _MIN_ITEMS:
            return
        if done >= total:
            self._draw("\r\x1b[K")
            return
        full, empty = ("█", "░") if self._symbols else ("#", ".")
        cells = done * _BAR_CELLS // total
        self._draw(f"\r{full * cells}{empty * (_BAR_CELLS - cells)} {done}/{total}")

    def _draw(self, line: str) -> None:
        write_stderr(line, end="")
        sys.stderr.flush()
