"""Verdicts as plain values, for reporters, scripts and other processes; see `schemas/report.schema.json`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from listbuilder.cli.exits import Exit
from listbuilder.cli.findings import finding_record
from listbuilder.cli.record_types import BookRecord, ListRecord
from listbuilder.diagnostics import Severity, Verdict
from listbuilder.judging import Judged, Unread
from listbuilder.listfiles import list_hash
from listbuilder.model import Faction
from listbuilder.rules.unknown import missing_books
from listbuilder.unexpected import is_internal

VERDICTS = tuple(verdict.value for verdict in Verdict)


class Detail(NamedTuple):
    """How much of a list is told; what nobody reads is not worked out."""

    hashes: bool = True
    notes: bool = True
    every_fix: bool = False
    """Not only the first of each finding."""


def list_record(judged: Judged | Unread, language: str, detail: Detail | None = None) -> ListRecord:
    """Make the record of one list, or of what could not be read."""
    army = judged.army
    detail = detail or Detail()
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
            finding_record(found, language, judged.line(found), every_fix=detail.every_fix)
            for found in judged.report
            if detail.notes or found.severity is not Severity.NOTE
        ],
    }
    if isinstance(judged, Judged):
        _add_numbers(record, judged, language)
        record["army"] = judged.army_hash if detail.hashes else None
    return record


def _add_numbers(record: ListRecord, judged: Judged, language: str) -> None:
    """Add what is only known of a list that could be worked out."""
    roster = judged.roster
    books = [roster.factions[name] for name in sorted({worked.unit.faction for worked in roster.entries})]
    record["limit"] = roster.size
    record["points"], record["units"], record["models"] = roster.cost, roster.activations, roster.models
    record["books"] = {book.id: _book(book, language) for book in books}
    record["factions"] = [book.name.to(language) for book in books]
    if roster.unresolved:
        record["factions"] += [book.title(language) for book in missing_books(roster)]


def _book(book: Faction, language: str) -> BookRecord:
    return {
        "name": book.name.to(language),
        "version": book.version,
        "sha256": book.sha256,
        "partial": book.partial,
    }


def summary(verdicts: Counter[str]) -> dict[str, int]:
    """Give how often there was each verdict, those among them that there never was."""
    return {verdict: verdicts[verdict] for verdict in VERDICTS}


class Outcome:
    """What a run comes to; it looks at the records as they pass by and keeps none."""

    def __init__(self) -> None:
        self._verdicts: set[str] = set()
        self._internal = False
        self._warned = False

    def noted(self, records: Iterable[ListRecord]) -> Iterator[ListRecord]:
        """Give the records on, and note what they say."""
        for record in records:
            self._verdicts.add(record["verdict"])
            for finding in record["diagnostics"]:
                self._internal = self._internal or is_internal(finding["code"])
                self._warned = self._warned or finding["severity"] == "warning"
            yield record

    def exit(self, *, strict: bool) -> Exit:
        """Give the exit code for all of them."""
        if self._internal:
            return Exit.INTERNAL
        if "unreadable" in self._verdicts:
            return Exit.UNUSABLE
        return Exit.ILLEGAL if self._verdicts != {"legal"} or (strict and self._warned) else Exit.LEGAL
