"""Verdicts as plain values for reports, scripts and other processes; see `schemas/report.schema.json`."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypedDict

from listbuilder.diagnostics import Severity
from listbuilder.diagnostics.messages import FileRecord, build_finding_record
from listbuilder.judging.results import Judged, Unreadable
from listbuilder.listfiles.hashes import list_hash
from listbuilder.model import Faction
from listbuilder.rules.unit_labels import missing_books


class BookRecord(TypedDict):
    """A book that a list was judged by."""

    name: str
    version: str
    sha256: str
    partial: bool
    """Built from the list itself, because no matching book is installed."""


class ListRecord(FileRecord):
    """One list. Numbers are None if the list could not be built."""

    name: str | None
    player: str | None
    system: str | None
    verdict: str
    points: int | None
    limit: int | None
    units: int | None
    models: int | None
    hash: str | None
    army: str | None
    books: dict[str, BookRecord]
    factions: list[str]


class RecordDetail(NamedTuple):
    """What a record contains; other values are not computed."""

    hashes: bool = True
    notes: bool = True
    every_fix: bool = False
    """Include all fixes of a finding, not only the first."""
    fixes: bool = True
    lines: bool = True
    """Include the line of the entry that a finding is about."""


def build_list_record(judged: Judged | Unreadable, language: str, detail: RecordDetail | None = None) -> ListRecord:
    """Return the record of a list, or of a source that could not be read."""
    army = judged.army
    detail = detail or RecordDetail()
    record: ListRecord = {
        "path": judged.path,
        "name": army.name if army is not None else None,
        "player": army.player if army is not None else None,
        "system": army.system if army is not None else None,
        "verdict": judged.verdict.value,
        "points": None,
        "limit": army.points if army is not None else None,
        "units": None,
        "models": None,
        "hash": list_hash(army) if army is not None and detail.hashes else None,
        "army": None,
        "books": {},
        "factions": [],
        "diagnostics": [
            build_finding_record(
                finding,
                language,
                judged.find_line(finding) if detail.lines else None,
                with_fix=detail.fixes,
                all_fixes=detail.every_fix,
            )
            for finding in judged.report
            if detail.notes or finding.severity is not Severity.NOTE
        ],
    }
    if isinstance(judged, Judged):
        _add_numbers(record, judged, language)
        record["army"] = judged.army_hash if detail.hashes else None
    return record


def _add_numbers(record: ListRecord, judged: Judged, language: str) -> None:
    roster = judged.roster
    books = [roster.factions[name] for name in sorted({entry.unit.faction for entry in roster.entries})]
    record["limit"] = roster.points_limit
    record["points"], record["units"], record["models"] = roster.cost, roster.activations, roster.models
    record["books"] = {book.id: _book_record(book, language) for book in books}
    record["factions"] = [book.name.to(language) for book in books]
    if roster.unresolved:
        record["factions"] += [book.title(language) for book in missing_books(roster)]


@lru_cache(maxsize=256)  # shared per book, so that pickles stay small
def _book_record(book: Faction, language: str) -> BookRecord:
    return {
        "name": book.name.to(language),
        "version": book.version,
        "sha256": book.sha256,
        "partial": book.partial,
    }
