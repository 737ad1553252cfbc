"""The total that a file states against the one worked out."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.importers.base import Imported
from listbuilder.library import Library


def check_total(imported: Imported, library: Library) -> Iterator[Diagnostic]:
    """Report a stated total that differs from the one worked out."""
    if imported.stated_points is None:
        return
    try:
        roster = library.roster(imported.army)
    except (UnknownIdError, UnreadableError):
        return  # without the data there is nothing to compare; other findings say so
    if roster.cost != imported.stated_points:
        params = {"stated": imported.stated_points, "points": roster.cost, "unresolved": len(roster.unresolved)}
        yield Diagnostic("IMP006", None, params)
