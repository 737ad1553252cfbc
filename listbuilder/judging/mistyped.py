"""Names of factions that somebody mistyped: the book that was surely meant is at hand for what is said of them."""

from __future__ import annotations

from listbuilder.library import Library
from listbuilder.model import FactionId, Roster
from listbuilder.rules.unresolved import meant_faction, missing_books


def meant_books(roster: Roster, library: Library) -> tuple[str, ...]:
    """Give the books that missing ones are written nearly like."""
    if not roster.unresolved:
        return ()
    known = [header.id for header in library.newest_factions(roster.system.id)]
    meant = (meant_faction(roster.army, FactionId(book.id), known) for book in missing_books(roster))
    return tuple(name for name in meant if name is not None)
