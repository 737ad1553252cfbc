"""A pool of processes in which a crashed worker loses only the job that it was running."""

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

from listbuilder.crash_guard import cpu_timer

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Job = TypeVar("Job")
Result = TypeVar("Result")

_END = _FAILED = b""
_BATCHES_PER_PROCESS = 16
"""Batches per process: small ones cost overhead, large ones leave processes idle at the end."""
_MAX_BATCH_SIZE = 32
"""Maximum number of jobs in a batch, because all of them run again if their process dies."""
_MAX_QUEUED = 3
"""Batches that are queued at a process, so that it never waits."""
_WINDOW = 1024
"""Jobs that are assigned together. As many again may be running meanwhile."""
_FIRST_WINDOW = 128
"""The same for the first jobs; fewer, so that every process starts early."""


class Batch(NamedTuple, Generic[Job]):
    """Some jobs and their indexes among all jobs."""

    indexes: list[int]
    jobs: list[Job]


class BatchLostError(Exception, Generic[Job]):
    """A worker died or its result cannot be pickled; `unstarted` are batches that it had not started."""

    def __init__(self, unstarted: list[Batch[Job]] | None = None) -> None:
        super().__init__()
        self.unstarted = unstarted or []


class Worker(Generic[Job, Result]):
    """A process that is started on demand, and again after it died or was stopped."""

    def __init__(self, run: Callable[[Job], Result]) -> None:
        self._run = run
        self._process: Process | None = None
        self.connection: Connection | None = None
        """The connection that its results come from, while the process runs."""
        self.batches: deque[Batch[Job]] = deque()
        """Batches that it was sent and has not answered yet, oldest first."""

    def send(self, batch: Batch[Job]) -> None:
        """Send it a batch."""
        connection = self.connection or self._start()
        self.batches.append(batch)
        with suppress(OSError):  # worker died; the reader gets EOF
            connection.send_bytes(pickle.dumps(batch.jobs))

    def receive(self) -> list[Result]:
        """Wait for the results of its oldest batch. Raise BatchLostError if there are none."""
        assert self.connection is not None
        try:
            answer = self.connection.recv_bytes()
        except (EOFError, OSError):
            unstarted = list(self.batches)[1:]
            self.stop()
            raise BatchLostError(unstarted) from None
        self.batches.popleft()
        if answer == _FAILED:
            raise BatchLostError
        results: list[Result] = pickle.loads(answer)  # noqa: S301  # written by our own process
        return results

    def _start(self) -> Connection:
        self.connection, worker_end = Pipe()
        self._process = Process(target=_worker_main, args=(self._run, worker_end), daemon=True)
        self._process.start()
        worker_end.close()  # close our copy, otherwise EOF is never delivered
        return self.connection

    def stop(self) -> None:
        """Stop the process, without waiting for unfinished batches."""
        if self._process is None or self.connection is None:
            return
        if self.batches:
            self._process.terminate()
        with suppress(OSError):  # it may be dead
            self.connection.send_bytes(_END)
        self.connection.close()
        self._process.join()
        self.batches.clear()
        self._process = self.connection = None


def _worker_main(run: Callable[[Job], Result], connection: Connection) -> None:
    gc.freeze()  # do not scan inherited objects: that would copy their pages
    try:
        with cpu_timer():
            while (request := connection.recv_bytes()) != _END:
                try:
                    answer = pickle.dumps([run(job) for job in pickle.loads(request)])  # noqa: S301  # our own process
                except Exception:  # noqa: BLE001  # the pool runs each job of the batch again alone
                    answer = _FAILED
                connection.send_bytes(answer)
    except (EOFError, OSError, KeyboardInterrupt):
        return  # the pool is gone


class JobAffinity(NamedTuple):
    """Which jobs belong together, and how much work a job is."""

    group: str = ""
    """Jobs of one group go to one process if the shares stay fair, because they load the same data."""
    work: int = 1


def count_processes(requested_count: int, jobs: int) -> int:
    """Return how many processes to use: no more than there are cores or jobs."""
    return max(1, min(requested_count, os.cpu_count() or 1, jobs))


class WorkerPool(Generic[Job, Result]):
    """Processes that run jobs. Only a window of jobs is read ahead, so that memory use stays constant.

    If a process dies, each job of its batch runs again alone. If that fails too, `on_lost` returns the result instead.
    """

    def __init__(
        self,
        count: int,
        run: Callable[[Job], Result],
        on_lost: Callable[[Job], Result],
        affinity: Callable[[Job], JobAffinity] = lambda _: JobAffinity(),
        *,
        use_this_process: bool = False,
    ) -> None:
        self._run = run
        self._on_lost = on_lost
        self._affinity = affinity
        self._use_this_process = use_this_process
        """Whether this process runs jobs too; it has all data loaded, and its results need no pickling."""
        self._workers: list[Worker[Job, Result]] = [Worker(run) for _ in range(count - use_this_process)]
        self._retry_worker: Worker[Job, Result] = Worker(run)

    def run_all(self, jobs: Iterable[Job]) -> Iterator[Result]:
        """Yield the results of all jobs in order."""
        remaining = enumerate(jobs)
        plan = _Plan[Job](len(self._workers) + self._use_this_process)
        results: dict[int, Result] = {}
        next_index = 0
        try:
            while plan.refill(next_index, remaining, self._affinity) or any(worker.batches for worker in self._workers):
                results |= self._run_some(plan)
                while next_index in results:
                    yield results.pop(next_index)
                    next_index += 1
        finally:
            for worker in (*self._workers, self._retry_worker):
                worker.stop()

    def _run_some(self, plan: _Plan[Job]) -> dict[int, Result]:
        """Keep all processes busy and return the results that have arrived, by index."""
        for number in range(len(self._workers)):
            self._keep_busy(number, plan)
        batch = plan.take(len(self._workers), idle=True) if self._use_this_process else None
        finished = {} if batch is None else dict(zip(batch.indexes, self._run_here(batch), strict=True))
        while answers := self._collect(plan, None if not finished else 0):
            finished |= answers
        return finished

    def _keep_busy(self, number: int, plan: _Plan[Job]) -> None:
        worker = self._workers[number]
        while len(worker.batches) < _MAX_QUEUED and (batch := plan.take(number, idle=not worker.batches)) is not None:
            worker.send(batch)

    def _collect(self, plan: _Plan[Job], timeout: int | None) -> dict[int, Result]:
        """Receive one batch of results from each process that has one, and send it the next batch."""
        finished: dict[int, Result] = {}
        busy = {worker.connection: number for number, worker in enumerate(self._workers) if worker.batches}
        for connection in wait(list(filter(None, busy)), timeout):
            number = busy[connection]  # type: ignore[index]  # only connections are waited for
            batch = self._workers[number].batches[0]
            try:
                results = self._workers[number].receive()
            except BatchLostError as lost:
                plan.give_back(number, lost.unstarted)
                results = list(map(self._run_alone, batch.jobs))
            self._keep_busy(number, plan)
            finished |= zip(batch.indexes, results, strict=True)
        return finished

    def _run_here(self, batch: Batch[Job]) -> list[Result]:
        try:
            return [self._run(job) for job in batch.jobs]
        except Exception:  # noqa: BLE001  # find the failing job by running each alone
            return list(map(self._run_alone, batch.jobs))

    def _run_alone(self, job: Job) -> Result:
        self._retry_worker.send(Batch([0], [job]))
        try:
            return self._retry_worker.receive()[0]
        except BatchLostError:
            return self._on_lost(job)


class _Plan(Generic[Job]):
    """The queue of batches of each process. Idle processes take batches from other queues."""

    def __init__(self, count: int) -> None:
        self._queues: list[deque[Batch[Job]]] = [deque() for _ in range(count)]
        self._assigned = 0

    def refill(
        self, next_index: int, remaining: Iterator[tuple[int, Job]], affinity: Callable[[Job], JobAffinity]
    ) -> bool:
        """Assign the next window of jobs if the queues run low. Return whether any batch is queued."""
        count = len(self._queues)
        if sum(map(len, self._queues)) <= count and self._assigned - next_index <= _WINDOW:
            window = list(islice(remaining, _WINDOW if self._assigned else _FIRST_WINDOW))
            self._assigned += len(window)
            affinities = [affinity(job) for _, job in window]
            target = sum(job.work for job in affinities) / (count * _BATCHES_PER_PROCESS)
            rows = list(zip(window, affinities, assign_jobs(affinities, count), strict=True))
            for number, queue in enumerate(self._queues):
                queue.extend(split_batches([(*job, kin.work) for job, kin, owner in rows if owner == number], target))
        return any(self._queues)

    def take(self, number: int, *, idle: bool) -> Batch[Job] | None:
        """Return the next batch of a process, from its own queue or the longest one.

        Only an idle process takes the last batch of a different queue.
        """
        if self._queues[number]:
            return self._queues[number].popleft()
        longest = max(self._queues, key=len)
        return longest.pop() if len(longest) > (not idle) else None

    def give_back(self, number: int, batches: list[Batch[Job]]) -> None:
        """Return batches that a process has not started."""
        self._queues[number].extendleft(reversed(batches))


def split_batches(jobs: Iterable[tuple[int, Job, int]], target: float) -> Iterator[Batch[Job]]:
    """Split jobs into batches of about equal work."""
    batch, work_in_batch = Batch[Job]([], []), 0
    for index, job, work in jobs:
        batch.indexes.append(index)
        batch.jobs.append(job)
        work_in_batch += work
        if work_in_batch >= target or len(batch.indexes) == _MAX_BATCH_SIZE:
            yield batch
            batch, work_in_batch = Batch[Job]([], []), 0
    if batch.indexes:
        yield batch


def assign_jobs(jobs: Sequence[JobAffinity], count: int) -> list[int]:
    """Assign a process to each job: jobs are sorted by group and split into equal shares of work."""
    assignment = [0] * len(jobs)
    total, assigned = sum(job.work for job in jobs), 0
    for index in sorted(range(len(jobs)), key=lambda index: jobs[index].group):
        assignment[index] = assigned * count // total
        assigned += jobs[index].work
    return assignment
