"""The timer behind all time limits starts once, ends once and restores its handler."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from types import FrameType

import pytest

from listbuilder.crash_guard import cpu_timer

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")


def test_late_timer_ticks_are_ignored() -> None:
    code = (
        "import os, signal; from listbuilder.crash_guard import cpu_timer\n"
        "with cpu_timer() as heard: assert heard\n"
        "os.kill(os.getpid(), signal.SIGPROF); print('still here')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "still here\n")


def test_previous_signal_handler_is_restored() -> None:
    signals: list[int] = []

    def own(number: int, _frame: FrameType | None) -> None:
        signals.append(number)

    before = signal.signal(signal.SIGPROF, own)
    try:
        with cpu_timer():
            assert signal.getsignal(signal.SIGPROF) is not own
        os.kill(os.getpid(), signal.SIGPROF)
        assert signals == [signal.SIGPROF]
        assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    finally:
        signal.signal(signal.SIGPROF, before)
