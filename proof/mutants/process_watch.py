"""Detects processes that hang, and tells them from processes that are slow on a busy machine."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

_MAX_IDLE_SECONDS = 60.0
"""A process that uses no processor time for this long hangs."""
_SESSION_FIELD, _FIRST_TIME_FIELD, _END_TIME_FIELD = 3, 11, 15
"""Fields of /proc/<pid>/stat, counted after the process name."""


class ProcessWatch:
    """A time limit for all processes of one session."""

    def __init__(
        self, session: int, seconds: float, processes: Path = Path("/proc"), idle: float = _MAX_IDLE_SECONDS
    ) -> None:
        self._session = session
        self._deadline = monotonic() + seconds
        self._processes = processes
        self._idle = idle
        self._ticks = 0
        self._last_progress = monotonic()

    def is_over(self) -> bool:
        """Return whether the time limit is reached or the processes have been idle for too long."""
        now, ticks = monotonic(), self._count_ticks()
        if ticks is None or ticks > self._ticks:
            self._ticks, self._last_progress = ticks or 0, now
        return now > self._deadline or now > self._last_progress + self._idle

    def _count_ticks(self) -> int | None:
        """Return the processor time of the session; None if the system does not provide it."""
        stats = [_read_stat(path) for path in self._processes.glob("[0-9]*/stat")]
        times = [
            map(int, stat[_FIRST_TIME_FIELD:_END_TIME_FIELD])
            for stat in stats
            if stat[_SESSION_FIELD:][:1] == [str(self._session)]
        ]
        return sum(sum(ticks) for ticks in times) if times else None


def _read_stat(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:  # the process has just ended
        return []
