"""The result of judging a source: a judged list, or the reason why it could not be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from listbuilder.diagnostics import EMPTY_LIST, Diagnostic, Place, Report, Severity, Verdict, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers.importer import ImportedList
from listbuilder.importers.partial_factions import load_partial_factions, partial_faction_finding
from listbuilder.library import Library
from listbuilder.listfiles.files import LoadedList
from listbuilder.listfiles.hashes import army_hash, list_hash
from listbuilder.model import ArmyList, Event, Faction, Roster
from listbuilder.model.text import build_catalogue_text

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
