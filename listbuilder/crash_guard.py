"""Limit the time of work on a file, and report internal errors, crashes and timeouts as findings about it.

CPU time is limited, so that a busy machine does not change a verdict. In the main thread a timer signal enforces the
limit; in other threads and on Windows, long loops call `check_time`.
"""

from __future__ import annotations

import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from math import inf
from pathlib import Path
from types import FrameType
from typing import TypeVar

from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError

T = TypeVar("T")

_ROOT = Path(__file__).parent

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


def is_internal(code: str) -> bool:
    """Return whether a finding is about listbuilder itself and not about the file."""
    return code.startswith("INT")


def run_guarded(work: Callable[[], T], path: str, *, limited: bool = True) -> T | Diagnostic:
    """Run work on one file within the time limit. Return a finding if it fails unexpectedly.

    UnreadableError is expected and raised. Set `limited` to False if parts of the work have their own limits.
    """
    try:
        with time_limit() if limited else nullcontext():
            return work()
    except UnreadableError:
        raise
    except OutOfTimeError:
        return Diagnostic("DAT025", None, {"most": round(LIMIT_SECONDS)}, place=Place(path) if path else None)
    except Exception as error:  # noqa: BLE001  # one bad file must not affect the others
        params = {"error": type(error).__name__, "where": _find_own_frame(error)}
        return Diagnostic("INT001", None, params, place=Place(path) if path else None)


def worker_died(path: str) -> Diagnostic:
    """Return the finding for a file whose process was killed or ran out of memory."""
    return Diagnostic("INT002", None, {}, place=Place(path))


def _find_own_frame(error: Exception) -> str:
    """Return module and line of the innermost frame in listbuilder."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _ROOT in Path(frame.filename).parents]
    if not own:
        return ""
    module = ".".join(Path(own[-1].filename).relative_to(_ROOT.parent).with_suffix("").parts)
    return f"{module}:{own[-1].lineno}"
