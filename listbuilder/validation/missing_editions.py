"""Books whose required edition is not installed.

Errors that only the missing edition could confirm are downgraded to unchecked.
"""

from __future__ import annotations

from dataclasses import replace

from listbuilder.diagnostics import CODES, Diagnostic, Severity
from listbuilder.model import Event, FactionId, Roster, split_unit_ref


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
    return [_downgrade(finding, roster, missing, incomplete) for finding in findings]


def _downgrade(
    finding: Diagnostic, roster: Roster, missing: frozenset[FactionId], incomplete: frozenset[FactionId]
) -> Diagnostic:
    code = CODES[finding.code]
    if finding.severity is not Severity.ERROR or not (code.depends_on_prices or code.topic == "book"):
        return finding
    entry = roster.army.find_entry(finding.on) if finding.on is not None else None
    # prices in a partial book come from the list itself, so the list is bound to them
    uncertain = missing if code.depends_on_prices else incomplete
    unverifiable = bool(missing) if entry is None else split_unit_ref(entry.unit)[0] in uncertain
    return replace(finding, severity_override=Severity.UNCHECKED) if unverifiable else finding
