"""Work done in other processes, of which any may die: that costs the one errand it died of, and no other."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from listbuilder.deadline import listening

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Given = TypeVar("Given")
Made = TypeVar("Made")

_MOST_AT_ONCE = 32
"""Errands that a process gets at once: of a few, handing them out is a good part of the work; for the last of many, the
others wait."""
_WINDOW = 1024
"""Errands that are shared out together; as many again are under way meanwhile, so that nobody waits."""


class Kin(NamedTuple):
    """What an errand has in common with others, and how much work it is."""

    name: str = ""
    """Errands of one name are for one process, as far as shares stay fair: what they need is made ready once."""
    work: int = 1


def processes(wanted: int, errands: int) -> int:
    """Tell how many processes to use: at most the cores and the errands, whatever is wanted."""
    return max(1, min(wanted, os.cpu_count() or 1, errands))


class Workers(Generic[Given, Made]):
    """Processes that run errands, a window ahead of whoever reads what they made: memory stays as it is.

    Where a process dies (killed, or out of memory), all that it was given are run again, each by itself; one that its
    process does not survive again is `lost`, which makes what is said instead.
    """

    def __init__(
        self,
        jobs: int,
        run: Callable[[Given], Made],
        lost: Callable[[Given], Made],
        kin: Callable[[Given], Kin] = lambda _: Kin(),
    ) -> None:
        self._errands = _Errands(run)
        self._run = run
        self._lost = lost
        self._kin = kin
        self._crew = [_Worker() for _ in range(jobs)]
        self._single = _Worker()

    def run_all(self, errands: Iterable[Given]) -> Iterator[Made]:
        """Give what is made of each errand, in their order."""
        left = iter(errands)
        begun: deque[Iterator[Made]] = deque()
        try:
            while window := list(islice(left, _WINDOW)):
                begun.append(self._begin(window))
                if len(begun) > 1:
                    yield from begun.popleft()
            for made in begun:
                yield from made
        finally:
            for worker in (*self._crew, self._single):
                worker.dismiss()

    def _begin(self, window: list[Given]) -> Iterator[Made]:
        """Hand a window out; give what becomes of it, in the order of the errands."""
        owners = share_out([self._kin(errand) for errand in window], len(self._crew))
        at_once = max(1, min(_MOST_AT_ONCE, len(window) // (len(self._crew) * 4)))
        streams = []
        for number, worker in enumerate(self._crew):
            mine = [errand for errand, owner in zip(window, owners, strict=True) if owner == number]
            parts = [mine[start : start + at_once] for start in range(0, len(mine), at_once)]
            streams.append(self._stream([(part, worker.submit(self._errands, part)) for part in parts]))
        return (next(streams[owner]) for owner in owners)

    def _stream(self, parts: list[tuple[list[Given], Future[list[Made]]]]) -> Iterator[Made]:
        for part, future in parts:
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


def share_out(errands: Sequence[Kin], jobs: int) -> list[int]:
    """Give each errand a process: in the order of their names, cut where each has its share of the work."""
    owners = [0] * len(errands)
    whole, done = sum(errand.work for errand in errands), 0
    for place in sorted(range(len(errands)), key=lambda place: errands[place].name):
        owners[place] = done * jobs // whole
        done += errands[place].work
    return owners


class _Errands(Generic[Given, Made]):
    """Several errands as one; a class, since a function inside another cannot travel to a process."""

    def __init__(self, run: Callable[[Given], Made]) -> None:
        self._run = run

    def __call__(self, part: list[Given]) -> list[Made]:
        with listening():
            return [self._run(errand) for errand in part]


class _Worker:
    """A process that is started when it is needed, and anew after it was dismissed."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, run: Callable[[Given], Made], given: Given) -> Future[Made]:
        """Send it on an errand; what a broken one cannot begin, a new one does."""
        from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # noqa: PLC0415  # start-up is measured

        for _ in range(2):
            self._pool = self._pool or ProcessPoolExecutor(1)
            try:
                return self._pool.submit(run, given)
            except BrokenExecutor:
                self.dismiss()
        raise BrokenExecutor

    def dismiss(self) -> None:
        """Let it go; a broken one waits for nothing."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None
