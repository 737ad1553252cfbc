"""A progress bar on standard error, where somebody is watching and there is enough to watch."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TypeVar

from listbuilder.cli.context import Context
from listbuilder.cli.streams import talk

_T = TypeVar("_T")
_WORTH_SHOWING = 4
_CELLS = 24


def progress(items: Sequence[_T], context: Context) -> Iterator[_T]:
    """Give the items one by one and show how far we are."""
    bar = ProgressBar(context)
    for done, item in enumerate(items, 1):
        yield item
        bar.draw(done, len(items))


class ProgressBar:
    """A line that is drawn over and over."""

    def __init__(self, context: Context) -> None:
        self._symbols = context.terminal.symbols
        self._watched = sys.stderr.isatty()

    def draw(self, done: int, total: int) -> None:
        """Draw the line for so many done; the last one wipes it away."""
        if not self._watched or total < _WORTH_SHOWING:
            return
        if done >= total:
            self._draw("\r\x1b[K")
            return
        full, empty = ("█", "░") if self._symbols else ("#", ".")
        cells = done * _CELLS // total
        self._draw(f"\r{full * cells}{empty * (_CELLS - cells)} {done}/{total}")

    def _draw(self, line: str) -> None:
        talk(line, end="")
        sys.stderr.flush()
