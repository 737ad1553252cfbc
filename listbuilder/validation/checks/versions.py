"""Checks of book versions: whether the list is validated with the books it was built with."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.model import BookPin, Faction
from listbuilder.validation.check_registry import CheckContext, check
from listbuilder.validation.missing_editions import missing_editions, used_factions


@check("VER001", "VER002", "VER003")
def different_books(context: CheckContext) -> Iterator[Diagnostic]:
    """A list pins the version of each book it uses, and is validated with that version."""
    roster = context.roster
    for faction_id in sorted(roster.factions):
        faction = roster.factions[faction_id]
        pinned = roster.army.books.get(faction_id)
        if pinned is None or not pinned.version:
            if any(entry.unit.faction == faction_id for entry in roster.entries):
                yield context.make_finding("VER003", faction=faction.name, version=faction.version)
        elif (finding := version_finding(faction, pinned)) is not None and faction_id in used_factions(roster):
            missing = missing_editions(roster, context.event)
            yield (
                finding
                if faction_id in missing
                else version_finding(faction, pinned, required_by_event=True) or finding
            )


def version_finding(faction: Faction, pinned: BookPin, *, required_by_event: bool = False) -> Diagnostic | None:
    """Return how an installed book differs from the pinned one; None if they agree or no version is pinned.

    A pin without a hash only compares the version. With `required_by_event` a different version is only a warning.
    """
    if not pinned.version:
        return None
    if pinned.version != faction.version:
        params = {
            "faction": faction.name,
            "pinned": pinned.version,
            "version": faction.version,
            "missing": not required_by_event,
        }
        return Diagnostic("VER001", None, params, severity_override=Severity.WARNING if required_by_event else None)
    sha256 = (pinned.sha256 or "").rstrip("….")
    if faction.sha256.startswith(sha256):
        return None
    names = {"faction": faction.name, "version": faction.version}
    return Diagnostic("VER002", None, {**names, "pinned": sha256[:8], "sha256": faction.sha256[:8]})
