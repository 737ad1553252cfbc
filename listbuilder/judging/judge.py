"""From a source to a verdict: read the list, find its event, build the roster and validate it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from listbuilder.crash_guard import cpu_timer, run_guarded
from listbuilder.datafiles.reader import load_bytes
from listbuilder.diagnostics import Diagnostic, build_report
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.importers.dispatch import ReadResult, read_lists
from listbuilder.importers.importer import ImportedList
from listbuilder.judging.results import (
    ImportInfo,
    Judged,
    Unreadable,
    check_stated_total,
    find_import_info,
    is_decided_by_event,
    unreported_partial_factions,
)
from listbuilder.library import Library
from listbuilder.model import ArmyList, Event, Faction, FactionId, Roster
from listbuilder.rules.unit_labels import missing_books, suggest_faction
from listbuilder.textutil.fuzzy import find_closest
from listbuilder.validation.checks.versions import downgrade_unverifiable
from listbuilder.validation.engine import validate

_DIFFERENT_BOOK_CODES = ("VER001", "VER002")


def suggest_books(roster: Roster, library: Library) -> tuple[str, ...]:
    """Return installed books whose ids are similar to missing ones."""
    if not roster.unresolved:
        return ()
    known = [header.id for header in library.newest_factions(roster.system.id)]
    suggestions = (suggest_faction(roster.army, FactionId(book.id), known) for book in missing_books(roster))
    return tuple(name for name in suggestions if name is not None)


class JudgingContext(NamedTuple):
    """What a list is judged by: data, event and time of submission."""

    library: Library
    event: Event | None = None
    submitted: str | None = None
    supplied_fields: frozenset[str] = frozenset()
    """Fields that were given elsewhere, such as the player in a registration."""
    event_findings: tuple[Diagnostic, ...] = ()
    """Findings about the event that the list names, if it is not installed."""


def judge_file(
    path: Path | str,
    library: Library,
    event: Event | None = None,
    submitted: str | None = None,
    *,
    supplied_fields: frozenset[str] = frozenset(),
) -> list[Judged | Unreadable]:
    """Judge every list in a file of any format; an archive may hold many."""
    try:
        raw = load_bytes(path)
    except UnreadableError as error:
        return [Unreadable(os.fspath(path), build_report(list(error.diagnostics)))]
    return judge_bytes(raw, os.fspath(path), library, event, submitted, supplied_fields=supplied_fields)


def judge_bytes(
    raw: bytes,
    name: str,
    library: Library,
    event: Event | None = None,
    submitted: str | None = None,
    *,
    supplied_fields: frozenset[str] = frozenset(),
) -> list[Judged | Unreadable]:
    """Judge every list in the bytes of a file.

    Without `event`, a list is judged by the event that it names. A failure only affects the list that caused it.
    """
    context = JudgingContext(library, event, submitted, supplied_fields)
    with cpu_timer():  # one for reading and judging
        return [_judge_read(read, context) for read in read_lists(raw, name, library)]


def read_armies(raw: bytes, name: str, library: Library) -> list[ArmyList]:
    """Return the lists in a file without validating them."""
    return [read.army for read in read_lists(raw, name, library) if read.army is not None]


def judge_army(
    army: ArmyList,
    library: Library,
    origin: ImportInfo | None = None,
    event: Event | None = None,
    *,
    books: Iterable[str] = (),
) -> Judged | Unreadable:
    """Judge a list in memory. `books` are factions to load even if the list does not use them."""
    origin = find_import_info(army, library) if origin is None else origin
    context = _with_named_event(army, JudgingContext(library, event))
    roster = _build_roster(army, context, origin.partial_factions, books)
    if not isinstance(roster, Roster):
        return Unreadable("", build_report([*origin.findings, *roster]), army)
    return _validate("", roster, origin, context)


def _judge_read(read: ReadResult, context: JudgingContext) -> Judged | Unreadable:
    imported = read.imported
    if imported is None:
        return Unreadable(read.path, read.report)
    judged = run_guarded(lambda: _judge_imported(read, imported, context), read.path)
    if isinstance(judged, Diagnostic):
        return Unreadable(read.path, build_report([*read.report, judged]), imported.army)
    return judged


def _judge_imported(read: ReadResult, imported: ImportedList, context: JudgingContext) -> Judged | Unreadable:
    context = _with_named_event(imported.army, context)
    roster = _build_roster(imported.army, context, imported.partial_factions)
    if not isinstance(roster, Roster):
        return Unreadable(read.path, build_report([*read.report, *roster]), imported.army)
    report = build_report([*read.report, *check_stated_total(imported, roster)])
    origin = ImportInfo(report, imported.partial_factions, imported.loaded, imported.unstated_fields)
    return _validate(read.path, roster, origin, context)


def _with_named_event(army: ArmyList, context: JudgingContext) -> JudgingContext:
    """Use the event that the list names, unless an event was given."""
    if context.event is not None or army.event is None:
        return context
    try:  # only the id is looked up, because a list must not open files
        return context._replace(event=context.library.event(army.event))
    except UnknownIdError as error:
        findings = [Diagnostic("LST005", None, {"event": army.event, "known": tuple(error.known)})]
    except UnreadableError as error:
        findings = [Diagnostic("LST005", None, {"event": army.event, "known": ()}), *error.diagnostics]
    return context._replace(event_findings=tuple(findings))


def _build_roster(
    army: ArmyList, context: JudgingContext, partial_factions: Iterable[Faction], books: Iterable[str] = ()
) -> Roster | tuple[Diagnostic, ...]:
    """Build the roster with the editions of the event or the list, or return findings about missing data."""
    try:
        roster = context.library.roster(army, partial_factions, context.event, books)
        if suggested := suggest_books(roster, context.library):
            roster = context.library.roster(army, partial_factions, context.event, (*books, *suggested))
    except UnknownIdError as error:
        # a list without a system already has a finding
        if not error.wanted:
            return ()
        meant = find_closest(error.wanted, error.known) or ""
        return (Diagnostic("LST003", None, {"system": error.wanted, "known": tuple(error.known), "meant": meant}),)
    except UnreadableError as error:
        return tuple(error.diagnostics)
    return roster


def _validate(path: str, roster: Roster, origin: ImportInfo, context: JudgingContext) -> Judged:
    findings = [finding for finding in origin.findings if not is_decided_by_event(finding, context.event)]
    findings += unreported_partial_factions(roster, findings)
    findings += context.event_findings
    checked = validate(roster, submitted=context.submitted, supplied=context.supplied_fields | origin.missing_fields)
    findings = [*downgrade_unverifiable(findings, roster, context.event), *checked]
    if any(finding.code in _DIFFERENT_BOOK_CODES for finding in checked):
        from listbuilder.listfiles.book_versions import find_book_change_notes  # noqa: PLC0415  # start-up is measured

        findings += find_book_change_notes(roster, context.library)
    report = build_report(findings)
    return Judged(path, roster.army, roster, report, origin)
