"""Editions that are not at hand: what rests on a book that a list was not built with stays open."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.diagnostics import CODES, Diagnostic, Severity
from listbuilder.model import Event, FactionId, Roster, split_ref


def missing_editions(roster: Roster, event: Event | None = None) -> frozenset[FactionId]:
    """Give the books in use of which the event plays, or else the list states, another edition than the one at hand."""
    versions = {name: pin.version for name, pin in roster.army.books.items() if pin.version}
    if event is not None:
        versions |= event.versions
    other = [
        name
        for name, version in versions.items()
        if (book := roster.factions.get(name)) is not None and version != book.version
    ]
    return frozenset(other) & used_factions(roster) if other else frozenset()


def used_factions(roster: Roster) -> frozenset[FactionId]:
    """Give the factions that entries name, whether their units are known or not."""
    return frozenset([split_ref(ref)[0] for ref in {entry.unit for entry in roster.army.entries}])


def leave_open(found: list[Diagnostic], roster: Roster, event: Event | None = None) -> list[Diagnostic]:
    """Make errors that only a missing book or edition could confirm into findings that something is unchecked."""
    if not found:
        return found
    missing = missing_editions(roster, event)
    books = missing | {name for name, book in roster.factions.items() if book.partial}
    if not books:
        return found
    return [_opened(finding, roster, missing, books) for finding in found]


def _opened(
    finding: Diagnostic, roster: Roster, missing: frozenset[FactionId], books: frozenset[FactionId]
) -> Diagnostic:
    code = CODES[finding.code]
    if finding.severity is not Severity.ERROR or not (code.priced or code.topic == "book"):
        return finding
    entry = roster.army.entry(finding.on) if finding.on is not None else None
    # a price that a list states itself is held against it; what the rest of its book says is not known
    doubtful = missing if code.priced else books
    rests = bool(missing) if entry is None else split_ref(entry.unit)[0] in doubtful
    return replace(finding, severity_override=Severity.UNCHECKED) if rests else finding
