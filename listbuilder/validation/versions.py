"""Data versions: whether the list was built with the books that judge it now."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.validation.editions import missing_editions, used_factions
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.registry import check


@check("VER001", "VER002", "VER003")
def other_books(inspection: Inspection) -> Iterator[Diagnostic]:
    """A list says which version of each book it was built with, and is judged by the same one."""
    army = inspection.roster.army
    missing = missing_editions(inspection.roster, inspection.event)
    worked = {worked.unit.faction for worked in inspection.roster.entries}
    for faction_id in sorted(used_factions(inspection.roster) & inspection.roster.factions.keys()):
        faction = inspection.roster.factions[faction_id]
        pinned = army.books.get(faction_id)
        if pinned is None:
            if faction_id in worked:
                yield inspection.found("VER003", faction=faction.name, version=faction.version)
        elif pinned.version != faction.version:
            yield inspection.found(
                "VER001",
                faction=faction.name,
                pinned=pinned.version,
                version=faction.version,
                missing=faction_id in missing,
                severity=None if faction_id in missing else Severity.WARNING,
            )
        elif pinned.sha256 is not None and not faction.sha256.startswith(pinned.sha256.rstrip("….")):
            yield inspection.found(
                "VER002",
                faction=faction.name,
                version=faction.version,
                pinned=pinned.sha256.rstrip("….")[:8],
                sha256=faction.sha256[:8],
            )
