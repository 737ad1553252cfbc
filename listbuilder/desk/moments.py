"""Points in time as organisers and spreadsheets write them."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from functools import lru_cache

_FORMS = (
    *("%d.%m.%Y %H:%M", "%d.%m.%Y", "%d.%m.%Y, %H:%M", "%d/%m/%Y %H:%M", "%d/%m/%Y"),
    *("%d.%m.%Y %H:%M:%S", "%d.%m.%Y, %H:%M:%S", "%d/%m/%Y %H:%M:%S", "%d.%m.%y %H:%M", "%d.%m.%y"),
    *("%Y/%m/%d %H:%M", "%Y/%m/%d %H:%M:%S", "%Y/%m/%d"),
    *("%d.%m.%Y %H:%M Uhr", "%d.%m.%Y, %H:%M Uhr", "%d.%m.%Y %H Uhr", "%d.%m.%Y, %H Uhr"),
)


def parse_moment(text: str) -> datetime | None:
    """Read a point in time, with a zone only where one is written; None is none."""
    plain = text.strip()
    for form in (None, *_FORMS):
        try:
            return datetime.fromisoformat(plain) if form is None else datetime.strptime(plain, form)  # noqa: DTZ007
        except ValueError:
            continue
    return None


@lru_cache(maxsize=4096)  # the time of one list is asked for again and again: to date it, to order it, to count days
def moment(text: str, zone: tzinfo = UTC) -> datetime | None:
    """Read a point in time; one without a zone is meant in the zone given, None is none."""
    found = parse_moment(text)
    return None if found is None else found.replace(tzinfo=found.tzinfo or zone)
