"""What tells of the lock outside of it: how long it was, its last line, and the event's file that lists were judged by.

A chain of lines shows every edit but one: nothing in it tells that its last lines are gone. So the length and the mark
of the last line are said when lists are locked and stand in `public/`, and each player's letter has the mark of the
player's own line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from listbuilder.datafiles.reader import load_bytes, read_document
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.errors import UnreadableError
from listbuilder.tournament.tournament import Desk

HEAD = "lock.json"


def format_head(desk: Desk) -> str:
    """Write down how far the lock reaches, for everybody to see."""
    head = {"event": desk.event.id, "lines": len(desk.lock.lines), "last": desk.lock.tip}
    return json.dumps(head, ensure_ascii=False, indent=2) + "\n"


def odd_about_lock(desk: Desk) -> Iterator[Diagnostic]:
    """Find what is odd about the lock: in its own lines, beside what was published, the event or the players."""
    yield from desk.lock.found
    place = Place(str(desk.places.lock))
    lines, last = _published(desk)
    if last and last not in [one.mark for one in desk.lock.accepted]:
        yield Diagnostic("DSK040", None, {"lines": lines, "now": len(desk.lock.lines)}, place=place)
    other = [one for one in desk.accepted if one.event_sha256 not in ("", desk.event_sha256)]
    if other:
        yield Diagnostic("DSK041", None, {"n": len(other)}, place=Place(str(desk.places.event)))
    strangers = tuple(dict.fromkeys(one.player for one in desk.accepted if desk.register.find(one.player) is None))
    if strangers:
        params = {"players": strangers, "n": len(strangers)}
        yield Diagnostic("DSK042", None, params, place=Place(str(desk.places.players)))


def _published(desk: Desk) -> tuple[int, str]:
    """Give what was said of the lock; nothing where it was not published, or the file is none of ours."""
    path = desk.places.public / HEAD
    try:
        value = read_document(load_bytes(path), str(path)).value if path.is_file() else None
    except UnreadableError:
        return 0, ""
    found = value if isinstance(value, dict) else {}
    lines = found.get("lines")
    return lines if isinstance(lines, int) else 0, str(found.get("last") or "")
