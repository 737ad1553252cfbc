"""Points in time as a person writes them: 1 October 2026, 18:00 (UTC+2)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta


def say_moment(text: str, say: Callable[..., str]) -> str:
    """Say a time that a file states; one that is none is said as it stands.

    Where it is from is always added: who plays may live in another zone than who collects the lists.
    """
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    month = say("moment.months").split()[moment.month - 1]
    values = {"day": moment.day, "month": month, "year": moment.year, "time": moment.strftime("%H:%M")}
    said = say("moment", **values)
    offset = moment.utcoffset()
    return said if offset is None else f"{said} ({_zone(offset)})"


def _zone(offset: timedelta) -> str:
    minutes = round(offset.total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'-' if minutes < 0 else '+'}{hours}{f':{rest:02}' if rest else ''}" if minutes else "UTC"
