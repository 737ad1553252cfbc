"""The result of judging a source: a judged list, or the reason why it could not be read.

A record holds a result as plain values for reports, scripts and other processes; see `schemas/report.schema.json`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple, TypedDict

from listbuilder.diagnostics import EMPTY_LIST, Diagnostic, Place, Report, Severity, Verdict, build_report
from listbuilder.diagnostics.messages import FileRecord, build_finding_record
from listbuilder.errors import UnreadableError
from listbuilder.importers.importer import ImportedList
from listbuilder.importers.partial_factions import load_partial_factions, partial_faction_finding
from listbuilder.library import Library
from listbuilder.listfiles.files import LoadedList
from listbuilder.listfiles.hashes import army_hash, list_hash
from listbuilder.model import ArmyList, Event, Faction, Roster
from listbuilder.model.text import build_catalogue_text
from listbuilder.rules.unit_labels import missing_books

_ASSUMPTION_CODE = "IMP005"


@dataclass(frozen=True)
class ImportInfo:
    """What a source contained besides the choices. It stays with the list and is not added to the library."""

    findings: Report = field(default_factory=Report)
    """Findings from reading the source."""
    partial_factions: tuple[Faction, ...] = ()
    """Partial factions from the source."""
    loaded: LoadedList | None = None
    """What is needed to save the file again; only for our own format."""
    missing_fields: frozenset[str] = frozenset()
    """Fields that the source format cannot store."""


@dataclass(frozen=True)
class Judged:
    """A list with its roster and report."""

    path: str
    army: ArmyList
    roster: Roster
    report: Report
    """All findings: from reading, data and rules."""
    import_info: ImportInfo = field(default_factory=ImportInfo)

    @property
    def event(self) -> Event | None:
        """The event that the list was judged by."""
        return self.roster.event

    @property
    def verdict(self) -> Verdict:
        """Legal, illegal or unchecked."""
        return self.report.verdict

    @cached_property
    def list_hash(self) -> str:
        """The hash of the whole list."""
        return list_hash(self.army)

    @cached_property
    def army_hash(self) -> str:
        """The hash of the models on the table."""
        return army_hash(self.roster)

    @property
    def is_empty_draft(self) -> bool:
        """Whether the list has no units and no other error. A broken list may be empty too."""
        error_codes = {finding.code for finding in self.report if finding.severity is Severity.ERROR}
        return not self.army.entries and error_codes <= {EMPTY_LIST}

    def find_line(self, finding: Diagnostic) -> int | None:
        """Return the line in the file that a finding is about, if it is known."""
        if finding.place is not None:
            return finding.place.line
        loaded = self.import_info.loaded
        return loaded.line_of_entry(finding.on) if loaded is not None and finding.on is not None else None


@dataclass(frozen=True)
class Unreadable:
    """A source that could not be read or built: the reasons, and the choices if there are any."""

    path: str
    report: Report
    army: ArmyList | None = None

    @property
    def verdict(self) -> Verdict:
        """Always unreadable."""
        return Verdict.UNREADABLE

    def find_line(self, finding: Diagnostic) -> int | None:
        """Return the line in the file that a finding is about, if it is known."""
        return finding.place.line if finding.place is not None else None


def require_single_list(results: Sequence[Judged | Unreadable], path: str) -> Judged:
    """Return the only list of a source. Raise UnreadableError if there is none or more than one."""
    usable = [result for result in results if isinstance(result, Judged)]
    if len(usable) > 1:
        raise UnreadableError(
            [Diagnostic("IMP001", None, {"reason": build_catalogue_text("import.several")}, place=Place(path))]
        )
    if not usable:
        serious = (Severity.ERROR, Severity.UNCHECKED)
        findings = [finding for result in results for finding in result.report]
        raise UnreadableError([finding for finding in findings if finding.severity in serious] or findings)
    return usable[0]


def find_import_info(army: ArmyList, library: Library, findings: Report | None = None) -> ImportInfo:
    """Return the import info of a list in memory, which stores its partial factions in file-only keys."""
    findings = findings or Report()
    carried, problems = load_partial_factions(army, library)
    new = [problem for problem in problems if problem not in findings.diagnostics]
    return ImportInfo(build_report([*findings, *new]) if new else findings, carried)


def check_stated_total(imported: ImportedList, roster: Roster) -> Iterator[Diagnostic]:
    """Yield a finding if the total in the file differs from the computed one."""
    stated = imported.stated_points
    if stated is not None and roster.cost != stated:
        params = {"stated": stated, "points": roster.cost, "unresolved": len(roster.unresolved)}
        yield Diagnostic("IMP006", None, params)


def unreported_partial_factions(roster: Roster, findings: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield a finding for each partial faction that reading has not reported."""
    partial = [faction for faction in roster.factions.values() if faction.partial]
    if partial:
        reported = {str(finding.params.get("faction")) for finding in findings if finding.code == "IMP007"}
        yield from (partial_faction_finding(faction) for faction in partial if str(faction.name) not in reported)


def is_decided_by_event(finding: Diagnostic, event: Event | None) -> bool:
    """Return whether a finding reports an assumption that the event makes obsolete."""
    name = finding.params.get("field") if event is not None and finding.code == _ASSUMPTION_CODE else None
    return isinstance(name, str) and getattr(event, name) is not None


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
    if isinstance(judged, Unreadable):
        return record
    roster = judged.roster
    record["army"] = judged.army_hash if detail.hashes else None
    books = [roster.factions[name] for name in sorted({entry.unit.faction for entry in roster.entries})]
    record["limit"] = roster.points_limit
    record["points"], record["units"], record["models"] = roster.cost, roster.activations, roster.models
    record["books"] = {book.id: _book_record(book, language) for book in books}
    record["factions"] = [book.name.to(language) for book in books]
    if roster.unresolved:
        record["factions"] += [book.title(language) for book in missing_books(roster)]
    return record


@lru_cache(maxsize=256)  # shared per book, so that pickles stay small
def _book_record(book: Faction, language: str) -> BookRecord:
    return BookRecord(name=book.name.to(language), version=book.version, sha256=book.sha256, partial=book.partial)
