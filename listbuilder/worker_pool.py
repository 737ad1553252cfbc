"""Work done in other processes, of which any may die: that costs the one errand it died of, and no other.

One process that works for another: it gets errands, several at once, and sends back what it made of them.
"""

from __future__ import annotations

import gc
import os
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from multiprocessing import Pipe, Process
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from listbuilder.timeouts import listening

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Given = TypeVar("Given")
Made = TypeVar("Made")

_END = _FAILED = b""


class Batch(NamedTuple, Generic[Given]):
    """Some errands, and the places that they have among all."""

    places: list[int]
    errands: list[Given]


class LostError(Exception, Generic[Given]):
    """A process died over what it had to do, or what it made cannot travel; `left` are parts that it had not begun."""

    def __init__(self, left: list[Batch[Given]] | None = None) -> None:
        super().__init__()
        self.left = left or []


class Worker(Generic[Given, Made]):
    """A process that is started when it is needed, and anew after it died or was dismissed."""

    def __init__(self, run: Callable[[Given], Made]) -> None:
        self._run = run
        self._process: Process | None = None
        self._line: Connection | None = None
        self.parts: deque[Batch[Given]] = deque()
        """What it was given and has not answered yet, the oldest first."""

    def begin(self, part: Batch[Given]) -> None:
        """Give it something to do."""
        line = self._line or self._started()
        self.parts.append(part)
        with suppress(OSError):  # it is dead, which who waits for its answer will hear
            line.send_bytes(pickle.dumps(part.errands))

    @property
    def line(self) -> Connection:
        """Where its answers come from."""
        assert self._line is not None
        return self._line

    def end(self) -> list[Made]:
        """Wait for what it made of the oldest part that it was given; raise LostError where nothing comes of that."""
        try:
            answer = self.line.recv_bytes()
        except (EOFError, OSError):
            left = list(self.parts)[1:]
            self.dismiss()
            raise LostError(left) from None
        self.parts.popleft()
        if answer == _FAILED:
            raise LostError
        made: list[Made] = pickle.loads(answer)  # noqa: S301  # our own process has written it
        return made

    def _started(self) -> Connection:
        self._line, theirs = Pipe()
        self._process = Process(target=_serve, args=(self._run, theirs), daemon=True)
        self._process.start()
        theirs.close()  # who reads hears that it died only if nobody else holds its end
        return self._line

    def dismiss(self) -> None:
        """Let it go; one that is still at something is not waited for."""
        if self._process is None or self._line is None:
            return
        if self.parts:
            self._process.terminate()
        with suppress(OSError):  # it may be dead
            self._line.send_bytes(_END)
        self._line.close()
        self._process.join()
        self.parts.clear()
        self._process = self._line = None


def _serve(run: Callable[[Given], Made], line: Connection) -> None:
    gc.freeze()  # what the first process had made is no rubbish, and looking at it would copy it
    try:
        with listening():
            while (asked := line.recv_bytes()) != _END:
                line.send_bytes(_answer(run, asked))
    except (EOFError, OSError, KeyboardInterrupt):
        return  # nobody waits for it any more


def _answer(run: Callable[[Given], Made], asked: bytes) -> bytes:
    try:
        return pickle.dumps([run(errand) for errand in pickle.loads(asked)])  # noqa: S301  # as above
    except Exception:  # noqa: BLE001  # whatever befell one, its other errands must not suffer for it
        return _FAILED


_PARTS = 16
"""Parts that the share of a process has: of little ones, handing them out is a good part of the work; for the last of
large ones, the others wait."""
_MOST_AT_ONCE = 32
"""Errands in one part, whatever the work: all of them are run again where their process dies."""
_IN_HAND = 3
"""Parts that a process has at once, so that it need not wait for the next."""
_WINDOW = 1024
"""Errands that are shared out together; as many again may be under way meanwhile, so that nobody waits."""
_FIRST = 128
"""The same for the first ones."""


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

    Where a process dies (killed, or out of memory), what it was at is run again, each errand by itself; one that its
    process does not survive again is `lost`, which makes what is said instead.
    """

    def __init__(
        self,
        jobs: int,
        run: Callable[[Given], Made],
        lost: Callable[[Given], Made],
        kin: Callable[[Given], Kin] = lambda _: Kin(),
        *,
        here: bool = False,
    ) -> None:
        self._run = run
        self._lost = lost
        self._kin = kin
        self._here = here
        """Whether this process is one of them: it has all it needs already, and what it makes need not travel."""
        self._crew: list[Worker[Given, Made]] = [Worker(run) for _ in range(jobs - here)]
        self._single: Worker[Given, Made] = Worker(run)

    def run_all(self, errands: Iterable[Given]) -> Iterator[Made]:
        """Give what is made of each errand, in their order."""
        left = enumerate(errands)
        plan = _Plan[Given](len(self._crew) + self._here)
        made: dict[int, Made] = {}
        told = 0
        try:
            while plan.began(told, left, self._kin) or any(worker.parts for worker in self._crew):
                made |= self._work_on(plan)
                while told in made:
                    yield made.pop(told)
                    told += 1
        finally:
            for worker in (*self._crew, self._single):
                worker.dismiss()

    def _work_on(self, plan: _Plan[Given]) -> dict[int, Made]:
        """Give everybody enough to do, and take all that has come back: what was made, by its place."""
        for number in range(len(self._crew)):
            self._keep_busy(number, plan)
        own = plan.take(len(self._crew), idle=True) if self._here else None
        found = {} if own is None else dict(zip(own.places, self._done(own), strict=True))
        while answers := self._answers(plan, None if not found else 0):
            found |= answers
        return found

    def _keep_busy(self, number: int, plan: _Plan[Given]) -> None:
        worker = self._crew[number]
        while len(worker.parts) < _IN_HAND and (part := plan.take(number, idle=not worker.parts)) is not None:
            worker.begin(part)

    def _answers(self, plan: _Plan[Given], timeout: int | None) -> dict[int, Made]:
        """Take an answer of each process that has one; who has answered gets the next part before all else."""
        found: dict[int, Made] = {}
        busy = {worker.line: number for number, worker in enumerate(self._crew) if worker.parts}
        for line in wait(list(busy), timeout):
            number = busy[line]  # type: ignore[index]  # it waits for nothing else
            part = self._crew[number].parts[0]
            try:
                made = self._crew[number].end()
            except LostError as lost:
                plan.give_back(number, lost.left)
                made = list(map(self._alone, part.errands))
            self._keep_busy(number, plan)
            found |= zip(part.places, made, strict=True)
        return found

    def _done(self, part: Batch[Given]) -> list[Made]:
        try:
            return [self._run(errand) for errand in part.errands]
        except Exception:  # noqa: BLE001  # whatever befell one, the others must not suffer for it
            return list(map(self._alone, part.errands))

    def _alone(self, errand: Given) -> Made:
        self._single.begin(Batch([0], [errand]))
        try:
            return self._single.end()[0]
        except LostError:
            return self._lost(errand)


class _Plan(Generic[Given]):
    """Who does what: a share for each process, of which the others take over what is left."""

    def __init__(self, jobs: int) -> None:
        self._shares: list[deque[Batch[Given]]] = [deque() for _ in range(jobs)]
        self._begun = 0

    def began(self, told: int, left: Iterator[tuple[int, Given]], kin: Callable[[Given], Kin]) -> bool:
        """See to it that there is enough to do, so much that nobody waits; tell whether there is anything."""
        if sum(map(len, self._shares)) <= len(self._shares) and self._begun - told <= _WINDOW:
            # the first ones are few, so that all can begin
            window = list(islice(left, _WINDOW if self._begun else _FIRST))
            self._begun += len(window)
            self._share(window, [kin(errand) for _, errand in window])
        return any(self._shares)

    def _share(self, window: list[tuple[int, Given]], kin: list[Kin]) -> None:
        jobs = len(self._shares)
        fair = sum(one.work for one in kin) / (jobs * _PARTS)
        owners = share_out(kin, jobs)
        for number, share in enumerate(self._shares):
            mine = [(*one, own.work) for one, own, owner in zip(window, kin, owners, strict=True) if owner == number]
            share.extend(cut_parts(mine, fair))

    def take(self, number: int, *, idle: bool) -> Batch[Given] | None:
        """Give a process its next part: of its own share, else the last of the largest.

        Only who has nothing to do takes the only one that another has left.
        """
        if self._shares[number]:
            return self._shares[number].popleft()
        largest = max(self._shares, key=len)
        return largest.pop() if len(largest) > (not idle) else None

    def give_back(self, number: int, parts: list[Batch[Given]]) -> None:
        """Take back what a process has not begun."""
        self._shares[number].extendleft(reversed(parts))


def cut_parts(errands: Iterable[tuple[int, Given, int]], fair: float) -> Iterator[Batch[Given]]:
    """Cut a share into parts that are about as much work each."""
    part, done = Batch[Given]([], []), 0
    for place, errand, work in errands:
        part.places.append(place)
        part.errands.append(errand)
        done += work
        if done >= fair or len(part.places) == _MOST_AT_ONCE:
            yield part
            part, done = Batch[Given]([], []), 0
    if part.places:
        yield part


def share_out(errands: Sequence[Kin], jobs: int) -> list[int]:
    """Give each errand a process: in the order of their names, cut where each has its share of the work."""
    owners = [0] * len(errands)
    whole, done = sum(errand.work for errand in errands), 0
    for place in sorted(range(len(errands)), key=lambda place: errands[place].name):
        owners[place] = done * jobs // whole
        done += errands[place].work
    return owners
