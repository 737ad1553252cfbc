"""A progress bar on standard error, where somebody is watching and there is enough to watch."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from listbuilder.cli.context import Context

_T = TypeVar("_T")
_WORTH_SHOWING = 4
_CELLS = 24


def progress(items: Sequence[_T], context: Context) -> Iterator[_T]:
    """Give the items one by one and show how far we are."""
    bar = Bar(len(items), context)
    yield from bar.over(items)


class Bar:
    """A line that is drawn over and over."""

    def __init__(self, total: int, context: Context) -> None:
        self._total = total
        self._symbols = context.terminal.symbols
        self._shown = total >= _WORTH_SHOWING and sys.stderr.isatty()

    def over(self, items: Iterable[_T]) -> Iterator[_T]:
        """Give the items one by one, drawing after each."""
        for done, item in enumerate(items, 1):
            yield item
            self.draw(done)

    def draw(self, done: int) -> None:
        """Draw the line for so many done; the last one wipes it away."""
        if not self._shown:
            return
        if done >= self._total:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            return
        full, empty = ("█", "░") if self._symbols else ("#", ".")
        cells = done * _CELLS // self._total
        line = f"{full * cells}{empty * (_CELLS - cells)} {done}/{self._total}"
        print(f"\r{line}", end="", file=sys.stderr, flush=True)
