"""A time that reading or judging one list may take; beyond it the work ends with OutOfTimeError, wherever it is.

It is the processor's time that counts: on a busy machine a list waits longer, and is still judged as anywhere else.

A timer's signal ends it where there is one: in the main thread of every process, the workers of `--jobs` among them.
It ticks as long as somebody listens, so that a limit costs no call of the system: it is a number of ticks. Elsewhere
(other threads, Windows) `check_time` does, which the loops call that a file can make long.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from math import ceil, inf
from types import FrameType

SECONDS = 10.0
"""For reading a list, and again for judging it; the longest list takes a second for both."""

_TICK = 0.05
"""Seconds; a limit ends with the first tick after it."""

_local = threading.local()


class OutOfTimeError(BaseException):
    """The time is over; no `Exception`, since nobody on the way may take it for an error of their own."""


def time_limit(seconds: float = SECONDS) -> AbstractContextManager[None]:
    """Bound the time of what is done inside; one that ends earlier around it holds."""
    return _Ticks(_ticks(seconds)) if getattr(_local, "listening", False) else _alone(seconds)


@cache
def _ticks(seconds: float) -> int:
    """Count the ticks of a limit: the first one may come at any moment."""
    return 1 + ceil(seconds / _TICK)


@contextmanager
def _alone(seconds: float) -> Iterator[None]:
    """Listen for one limit only."""
    with listening() as heard, _Ticks(_ticks(seconds)) if heard else _Clock(seconds):
        yield


class _Ticks:
    """Lets the time end with a tick of the timer; nobody looks at a clock."""

    now = 0
    """How often it has ticked."""
    end: float = inf
    """The tick with which the time is over."""

    __slots__ = ("_around", "_number")

    def __init__(self, number: int) -> None:
        self._number = number

    def __enter__(self) -> None:
        self._around = around = _Ticks.end
        end = _Ticks.now + self._number
        if end < around:
            _Ticks.end = end

    def __exit__(self, *_: object) -> None:
        _Ticks.end = self._around


class _Clock:
    """Notes when the time is over, for `check_time`."""

    __slots__ = ("_before", "_seconds")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        self._before: float | None = getattr(_local, "end", None)
        end = time.thread_time() + self._seconds
        _local.end = end if self._before is None else min(self._before, end)

    def __exit__(self, *_: object) -> None:
        _local.end = self._before


def check_time() -> None:
    """Raise OutOfTimeError where the time is over and no timer tells."""
    end: float | None = getattr(_local, "end", None)
    if end is not None and time.thread_time() > end:
        raise OutOfTimeError


@contextmanager
def listening() -> Iterator[bool]:
    """Listen for the timer, also around many limits, so that not each of them begins and ends it; tell if we may."""
    if getattr(_local, "listening", False):
        yield True
        return
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer") or signal.getitimer(signal.ITIMER_PROF)[0]:
        yield False  # somebody else's timer is left alone
        return
    handler = signal.signal(signal.SIGPROF, _tick)
    signal.setitimer(signal.ITIMER_PROF, _TICK, _TICK)
    _local.listening = True
    try:
        yield True
    finally:
        _local.listening = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        if handler is not signal.SIG_DFL:  # a tick that comes late would end a program where nobody hears it
            signal.signal(signal.SIGPROF, handler)


def _tick(_number: int, _frame: FrameType | None) -> None:
    """End the time; each further tick does so again, for what is raised while Python frees an object nobody hears."""
    _Ticks.now += 1
    if _Ticks.now >= _Ticks.end:
        raise OutOfTimeError
