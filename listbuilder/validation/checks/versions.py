"""Data versions: whether the list was built with the books that judge it now."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.model import Book, Faction
from listbuilder.validation.missing_editions import missing_editions, used_factions
from listbuilder.validation.registry import Inspection, check


@check("VER001", "VER002", "VER003")
def other_books(inspection: Inspection) -> Iterator[Diagnostic]:
    """A list says which version of each book it was built with, and is judged by the same one."""
    roster = inspection.roster
    for faction_id in sorted(roster.factions):
        faction = roster.factions[faction_id]
        pinned = roster.army.books.get(faction_id)
        if pinned is None or not pinned.version:
            if any(worked.unit.faction == faction_id for worked in roster.entries):
                yield inspection.found("VER003", faction=faction.name, version=faction.version)
        elif (other := difference(faction, pinned)) is not None and faction_id in used_factions(roster):
            missing = missing_editions(roster, inspection.event)
            yield other if faction_id in missing else difference(faction, pinned, asked=True) or other


def difference(faction: Faction, pinned: Book, *, asked: bool = False) -> Diagnostic | None:
    """Tell how a book is not the one that a list names; `asked`: another edition is what the event plays.

    A pin without a hash is only a version, and one without a version says nothing.
    """
    if not pinned.version:
        return None
    if pinned.version != faction.version:
        params = {"faction": faction.name, "pinned": pinned.version, "version": faction.version, "missing": not asked}
        return Diagnostic("VER001", None, params, severity_override=Severity.WARNING if asked else None)
    sha256 = (pinned.sha256 or "").rstrip("….")
    if faction.sha256.startswith(sha256):
        return None
    names = {"faction": faction.name, "version": faction.version}
    return Diagnostic("VER002", None, {**names, "pinned": sha256[:8], "sha256": faction.sha256[:8]})
