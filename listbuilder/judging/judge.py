"""From a source to a verdict: read it, find its event, work it out, judge it.

Names of factions that somebody mistyped: the book that was surely meant is at hand for what is said of them.

A look at a file before a process gets it: which book its list is of, so that few processes load each; its length.

It is a guess by the first letters. Time depends on it, and nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from listbuilder.crash_guard import guarded
from listbuilder.datafiles.reader import load_bytes
from listbuilder.diagnostics import Diagnostic, build_report
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.importers.base import Imported
from listbuilder.importers.dispatch import ReadList, read_any
from listbuilder.judging.results import Judged, Origin, Unread, differing_total, is_answered, origin_of, untold_factions
from listbuilder.library import Library
from listbuilder.model import ArmyList, Event, Faction, FactionId, Roster
from listbuilder.rules.labels import meant_faction, missing_books
from listbuilder.textutil.fuzzy import closest
from listbuilder.validation.engine import validate
from listbuilder.validation.missing_editions import leave_open


def meant_books(roster: Roster, library: Library) -> tuple[str, ...]:
    """Give the books that missing ones are written nearly like."""
    if not roster.unresolved:
        return ()
    known = [header.id for header in library.newest_factions(roster.system.id)]
    meant = (meant_faction(roster.army, FactionId(book.id), known) for book in missing_books(roster))
    return tuple(name for name in meant if name is not None)


_OTHER_BOOKS = ("VER001", "VER002")


class Terms(NamedTuple):
    """What lists are judged by: the data, the event that holds for all of them, and when they were handed in."""

    library: Library
    event: Event | None = None
    submitted: str | None = None
    supplied: frozenset[str] = frozenset()
    """The fields that others have stated for the lists, as a registration does with the player."""
    missing: tuple[Diagnostic, ...] = ()
    """What is to be said where the event that a list names is not at hand."""


def judge_file(
    path: Path | str,
    library: Library,
    event: Event | None = None,
    submitted: str | None = None,
    *,
    supplied: frozenset[str] = frozenset(),
) -> list[Judged | Unread]:
    """Judge every list in a file of any format; an archive may hold many."""
    try:
        raw = load_bytes(path)
    except UnreadableError as error:
        return [Unread(os.fspath(path), build_report(list(error.diagnostics)))]
    return judge_bytes(raw, os.fspath(path), library, event, submitted, supplied=supplied)


def judge_bytes(
    raw: bytes,
    name: str,
    library: Library,
    event: Event | None = None,
    submitted: str | None = None,
    *,
    supplied: frozenset[str] = frozenset(),
) -> list[Judged | Unread]:
    """Judge every list in a file's bytes.

    Without an event the one that a list names itself holds. Whatever goes wrong with one list is a finding on that one.
    """
    terms = Terms(library, event, submitted, supplied)
    return [_judge_read(read, terms) for read in read_any(raw, name, library)]


def armies_in(raw: bytes, name: str, library: Library) -> list[ArmyList]:
    """Give the choices of every list in a file's bytes, judged by nobody: for who only asks whose they are."""
    return [read.army for read in read_any(raw, name, library) if read.army is not None]


def judge_army(
    army: ArmyList,
    library: Library,
    origin: Origin | None = None,
    event: Event | None = None,
    *,
    books: Iterable[str] = (),
) -> Judged | Unread:
    """Judge a list in memory; `books` are factions to have at hand whether the list uses them or not."""
    origin = origin_of(army, library) if origin is None else origin
    terms = _own_terms(army, Terms(library, event))
    roster = _work_out(army, terms, origin.carried, books)
    if not isinstance(roster, Roster):
        return Unread("", build_report([*origin.found, *roster]), army)
    return _judged("", roster, origin, terms)


def _judge_read(read: ReadList, terms: Terms) -> Judged | Unread:
    imported = read.imported
    if imported is None:
        return Unread(read.path, read.report)
    made = guarded(lambda: _judge_imported(read, imported, terms), read.path)
    if isinstance(made, Diagnostic):
        return Unread(read.path, build_report([*read.report, made]), imported.army)
    return made


def _judge_imported(read: ReadList, imported: Imported, terms: Terms) -> Judged | Unread:
    terms = _own_terms(imported.army, terms)
    roster = _work_out(imported.army, terms, imported.factions)
    if not isinstance(roster, Roster):
        return Unread(read.path, build_report([*read.report, *roster]), imported.army)
    found = build_report([*read.report, *differing_total(imported, roster)])
    return _judged(read.path, roster, Origin(found, imported.factions, imported.loaded, imported.unstated), terms)


def _own_terms(army: ArmyList, terms: Terms) -> Terms:
    """Where no event holds for all lists, the one that a list names itself holds for it."""
    if terms.event is not None or army.event is None:
        return terms
    event, missing = _own_event(army.event, terms.library)
    return terms._replace(event=event, missing=tuple(missing))


def _work_out(
    army: ArmyList, terms: Terms, carried: Iterable[Faction], books: Iterable[str] = ()
) -> Roster | tuple[Diagnostic, ...]:
    """Work a list out by the editions that the event plays, else its own; or tell what is missing for that."""
    try:
        roster = terms.library.roster(army, carried, terms.event, books)
        meant = meant_books(roster, terms.library)
        return terms.library.roster(army, carried, terms.event, (*books, *meant)) if meant else roster
    except UnknownIdError as error:
        # where none is named, reading has found that already
        return (_unknown_system(error),) if error.wanted else ()
    except UnreadableError as error:
        return tuple(error.diagnostics)


def _unknown_system(error: UnknownIdError) -> Diagnostic:
    meant = closest(error.wanted, error.known) or ""
    return Diagnostic("LST003", None, {"system": error.wanted, "known": tuple(error.known), "meant": meant})


def _judged(path: str, roster: Roster, origin: Origin, terms: Terms) -> Judged:
    found = [finding for finding in origin.found if not is_answered(finding, terms.event)]
    found += untold_factions(roster, found)
    found += terms.missing
    checked = validate(roster, submitted=terms.submitted, supplied=terms.supplied | origin.unstated)
    changes = _price_changes(roster, checked, terms.library)
    report = build_report([*leave_open(found, roster, terms.event), *checked, *changes])
    return Judged(path, roster.army, roster, report, origin)


def _own_event(wanted: str, library: Library) -> tuple[Event | None, list[Diagnostic]]:
    """Find the event that a list names: by its id alone, since a list must not make us open files."""
    try:
        return library.event(wanted), []
    except UnknownIdError as error:
        return None, [Diagnostic("LST005", None, {"event": wanted, "known": tuple(error.known)})]
    except UnreadableError as error:
        return None, [Diagnostic("LST005", None, {"event": wanted, "known": ()}), *error.diagnostics]


def _price_changes(roster: Roster, found: Iterable[Diagnostic], library: Library) -> Iterator[Diagnostic]:
    """Tell in points what other books than those that the list was built with mean for it."""
    if any(finding.code in _OTHER_BOOKS for finding in found):
        from listbuilder.listfiles.book_versions import price_changes  # noqa: PLC0415  # start-up is measured

        yield from price_changes(roster, library)
