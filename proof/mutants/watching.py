"""A process that waits for what never comes, told from one that a busy machine gives no turn."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

_IDLE = 60.0
"""Seconds in which whoever does nothing at all waits for ever: every machine gives everybody a turn sooner."""
_SESSION, _FIRST_TIME, _LAST_TIME = 3, 11, 15
"""Where in /proc/…/stat, counted behind the name, the session and the times of work stand."""


class Watch:
    """Looks at a process and those it has started, as long as they may take by the clock."""

    def __init__(self, session: int, seconds: float, processes: Path = Path("/proc"), idle: float = _IDLE) -> None:
        self._session = session
        self._ends = monotonic() + seconds
        self._processes = processes
        self._idle = idle
        self._worked = 0
        self._since = monotonic()

    def is_over(self) -> bool:
        """Tell whether there is nothing to wait for: their time is up, or none of them has done anything for long."""
        now, worked = monotonic(), self._work()
        if worked is None or worked > self._worked:
            self._worked, self._since = worked or 0, now
        return now > self._ends or now > self._since + self._idle

    def _work(self) -> int | None:
        """Add up what they have done; None where the system does not tell."""
        told = [_stat(place) for place in self._processes.glob("[0-9]*/stat")]
        times = [map(int, stat[_FIRST_TIME:_LAST_TIME]) for stat in told if stat[_SESSION:][:1] == [str(self._session)]]
        return sum(sum(own) for own in times) if times else None


def _stat(place: Path) -> list[str]:
    try:
        return place.read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:  # it has ended just now
        return []
