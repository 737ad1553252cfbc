"""Book versions: whether a list is validated with the books it was built with.

Errors that only a missing edition could confirm are downgraded to unchecked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from listbuilder.diagnostics import CODES, Diagnostic, Severity
from listbuilder.model import BookPin, Event, Faction, FactionId, Roster, split_unit_ref
from listbuilder.validation.check_registry import CheckContext, check


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
            if faction_id not in missing_editions(roster, context.event):
                finding = version_finding(faction, pinned, required_by_event=True) or finding
            yield finding


def version_finding(faction: Faction, pinned: BookPin, *, required_by_event: bool = False) -> Diagnostic | None:
    """Return how an installed book differs from the pinned one; None if they agree or no version is pinned.

    A pin without a hash only compares the version. With `required_by_event` a different version is only a warning.
    """
    if not pinned.version:
        return None
    if pinned.version != faction.version:
        params: dict[str, object] = {"faction": faction.name, "pinned": pinned.version, "version": faction.version}
        severity = Severity.WARNING if required_by_event else None
        return Diagnostic("VER001", None, {**params, "missing": not required_by_event}, severity_override=severity)
    sha256 = (pinned.sha256 or "").rstrip("….")
    if faction.sha256.startswith(sha256):
        return None
    names = {"faction": faction.name, "version": faction.version}
    return Diagnostic("VER002", None, {**names, "pinned": sha256[:8], "sha256": faction.sha256[:8]})


def missing_editions(roster: Roster, event: Event | None = None) -> frozenset[FactionId]:
    """Return the used books whose installed version differs from the one that the event, or else the list, states."""
    versions = {faction_id: pin.version for faction_id, pin in roster.army.books.items() if pin.version}
    if event is not None:
        versions |= event.versions
    different = [
        faction_id
        for faction_id, version in versions.items()
        if (book := roster.factions.get(faction_id)) is not None and version != book.version
    ]
    return frozenset(different) & used_factions(roster) if different else frozenset()


def used_factions(roster: Roster) -> frozenset[FactionId]:
    """Return the factions that entries name, even if their units are unknown."""
    return frozenset([split_unit_ref(ref)[0] for ref in {entry.unit for entry in roster.army.entries}])


def downgrade_unverifiable(findings: list[Diagnostic], roster: Roster, event: Event | None = None) -> list[Diagnostic]:
    """Return the findings, with errors that only a missing book or edition could confirm downgraded to unchecked."""
    if not findings:
        return findings
    missing = missing_editions(roster, event)
    incomplete = missing | {faction_id for faction_id, book in roster.factions.items() if book.partial}
    if not incomplete:
        return findings
    downgraded = []
    for finding in findings:
        code = CODES[finding.code]
        unverifiable = False
        if finding.severity is Severity.ERROR and (code.depends_on_prices or code.topic == "book"):
            entry = roster.army.find_entry(finding.on) if finding.on is not None else None
            # prices in a partial book come from the list itself, so the list is bound to them
            uncertain = missing if code.depends_on_prices else incomplete
            unverifiable = bool(missing) if entry is None else split_unit_ref(entry.unit)[0] in uncertain
        downgraded.append(replace(finding, severity_override=Severity.UNCHECKED) if unverifiable else finding)
    return downgraded
