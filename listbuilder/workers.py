"""Work done in other processes, of which any may die: that costs the one errand it died of, and no other."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Generic, TypeVar

from listbuilder.deadline import listening

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Given = TypeVar("Given")
Made = TypeVar("Made")

_MOST_AT_ONCE = 32
"""Errands that a process gets at once: of a few, handing them out is a good part of the work; for the last of many, the
others wait."""


def processes(wanted: int, errands: int) -> int:
    """Tell how many processes to use: at most the cores and the errands, whatever is wanted."""
    return max(1, min(wanted, os.cpu_count() or 1, errands))


class Workers(Generic[Given, Made]):
    """Processes that run errands, a few ahead of whoever reads what they made: memory stays as it is.

    Where a process dies (killed, or out of memory), all that were under way are run again, each by itself; one that its
    process does not survive again is `lost`, which makes what is said instead.
    """

    def __init__(self, jobs: int, run: Callable[[Given], Made], lost: Callable[[Given], Made]) -> None:
        self._jobs = jobs
        self._errands = _Errands(run)
        self._run = run
        self._lost = lost
        self._crew = _Crew(jobs)
        self._single = _Crew(1)

    def run_all(self, errands: Iterable[Given], number: int) -> Iterator[Made]:
        """Give what is made of each errand, in their order; `number` is how many there are."""
        waiting: deque[tuple[list[Given], Future[list[Made]]]] = deque()
        left = iter(errands)
        at_once = max(1, min(_MOST_AT_ONCE, number // (self._jobs * 4)))
        try:
            while part := list(islice(left, at_once)):
                waiting.append((part, self._crew.submit(self._errands, part)))
                if len(waiting) > self._jobs * 2:
                    yield from self._made(*waiting.popleft())
            while waiting:
                yield from self._made(*waiting.popleft())
        finally:
            self._crew.dismiss()
            self._single.dismiss()

    def _made(self, part: list[Given], future: Future[list[Made]]) -> Iterator[Made]:
        try:
            made = future.result()
        except Exception:  # noqa: BLE001  # whatever befell the process, its other errands must not suffer for it
            yield from map(self._alone, part)
        else:
            yield from made

    def _alone(self, errand: Given) -> Made:
        try:
            return self._single.submit(self._run, errand).result()
        except Exception:  # noqa: BLE001  # the same
            return self._lost(errand)


class _Errands(Generic[Given, Made]):
    """Several errands as one; a class, since a function inside another cannot travel to a process."""

    def __init__(self, run: Callable[[Given], Made]) -> None:
        self._run = run

    def __call__(self, part: list[Given]) -> list[Made]:
        with listening():
            return [self._run(errand) for errand in part]


class _Crew:
    """Processes that are started when they are needed, and anew after they were dismissed."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, run: Callable[[Given], Made], given: Given) -> Future[Made]:
        """Send one on an errand; what a broken crew cannot begin, a new one does."""
        from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # noqa: PLC0415  # start-up is measured

        for _ in range(2):
            self._pool = self._pool or ProcessPoolExecutor(self._jobs)
            try:
                return self._pool.submit(run, given)
            except BrokenExecutor:
                self.dismiss()
        raise BrokenExecutor

    def dismiss(self) -> None:
        """Let all go; a broken crew waits for nothing."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None
