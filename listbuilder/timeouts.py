"""CPU time limits for reading and judging a list; OutOfTimeError is raised when a limit is reached.

CPU time is used, so that a busy machine does not change a verdict. In the main thread a timer signal enforces the
limit; in other threads and on Windows, long loops call `check_time`.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from types import FrameType

LIMIT_SECONDS = 10.0
"""Limit for reading a list, and again for judging it. The longest known list takes one second for both."""
_TICK = 0.05
"""Seconds of CPU time between two timer signals."""

_state = threading.local()
"""For each thread: `end`, the CPU time when its limit is reached, and `has_timer`."""


class OutOfTimeError(BaseException):
    """The time limit was reached. It is not an `Exception`, so that no other handler catches it."""


@contextmanager
def time_limit(seconds: float = LIMIT_SECONDS) -> Iterator[None]:
    """Limit the CPU time of a block. A limit around it still applies if it ends earlier."""
    outer: float = getattr(_state, "end", inf)
    with cpu_timer():
        try:
            _state.end = min(outer, time.thread_time() + seconds)
            yield
        finally:
            _state.end = outer


def check_time() -> None:
    """Raise OutOfTimeError if the time limit of this thread is reached."""
    if time.thread_time() > getattr(_state, "end", inf):
        raise OutOfTimeError


@contextmanager
def cpu_timer() -> Iterator[bool]:
    """Run the timer around one or many limits, and yield whether it is running.

    A timer of the calling program is not replaced.
    """
    if getattr(_state, "has_timer", False):
        yield True
        return
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or not hasattr(signal, "setitimer") or signal.getitimer(signal.ITIMER_PROF)[0]:
        yield False
        return
    handler = signal.signal(signal.SIGPROF, _tick)
    signal.setitimer(signal.ITIMER_PROF, _TICK, _TICK)
    _state.has_timer = True
    try:
        yield True
    finally:
        _state.has_timer = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        if handler not in (_tick, signal.SIG_DFL):  # the default handler would end the program on a late signal
            signal.signal(signal.SIGPROF, handler)


def _tick(_number: int, _frame: FrameType | None) -> None:
    """Check the limit. Every later tick raises again, because Python ignores exceptions in destructors."""
    check_time()
