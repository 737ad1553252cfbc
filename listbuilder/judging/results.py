"""The result of judging a source: a judged list, or the reason why it could not be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from listbuilder.diagnostics import EMPTY_LIST, Diagnostic, Place, Report, Severity, Verdict, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers.base import Imported
from listbuilder.importers.partial_factions import carried_factions, told
from listbuilder.library import Library
from listbuilder.listfiles.files import LoadedList
from listbuilder.listfiles.hashes import army_hash, list_hash
from listbuilder.model import ArmyList, Event, Faction, Roster
from listbuilder.model.text import phrase

_ASSUMPTION_CODE = "IMP005"


@dataclass(frozen=True)
class Origin:
    """What a source contained besides the choices. It stays with the list and is not added to the library."""

    found: Report = field(default_factory=Report)
    """Findings from reading the source."""
    carried: tuple[Faction, ...] = ()
    """Partial factions from the source."""
    loaded: LoadedList | None = None
    """What is needed to save the file again; only for our own format."""
    unstated: frozenset[str] = frozenset()
    """Fields that the source format cannot store."""


@dataclass(frozen=True)
class Judged:
    """A list with its roster and report."""

    path: str
    army: ArmyList
    roster: Roster
    report: Report
    """All findings: from reading, data and rules."""
    origin: Origin = field(default_factory=Origin)

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
    def begun(self) -> bool:
        """Whether the list has no units and no other error. A broken list may be empty too."""
        error_codes = {finding.code for finding in self.report if finding.severity is Severity.ERROR}
        return not self.army.entries and error_codes <= {EMPTY_LIST}

    def line(self, finding: Diagnostic) -> int | None:
        """Return the line in the file that a finding is about, if it is known."""
        if finding.place is not None:
            return finding.place.line
        loaded = self.origin.loaded
        return loaded.line_of(finding.on) if loaded is not None and finding.on is not None else None


@dataclass(frozen=True)
class Unread:
    """A source that could not be read or built: the reasons, and the choices if there are any."""

    path: str
    report: Report
    army: ArmyList | None = None

    @property
    def verdict(self) -> Verdict:
        """Always unreadable."""
        return Verdict.UNREADABLE

    def line(self, finding: Diagnostic) -> int | None:
        """Return the line in the file that a finding is about, if it is known."""
        return finding.place.line if finding.place is not None else None


def only_one(results: Sequence[Judged | Unread], path: str) -> Judged:
    """Return the only list of a source. Raise UnreadableError if there is none or more than one."""
    usable = [result for result in results if isinstance(result, Judged)]
    if len(usable) > 1:
        raise UnreadableError([Diagnostic("IMP001", None, {"reason": phrase("import.several")}, place=Place(path))])
    if not usable:
        serious = (Severity.ERROR, Severity.UNCHECKED)
        findings = [finding for result in results for finding in result.report]
        raise UnreadableError([finding for finding in findings if finding.severity in serious] or findings)
    return usable[0]


def origin_of(army: ArmyList, library: Library, found: Report | None = None) -> Origin:
    """Return the import info of a list in memory, which stores its partial factions in file-only keys."""
    found = found or Report()
    carried, problems = carried_factions(army, library)
    new = [problem for problem in problems if problem not in found.diagnostics]
    return Origin(build_report([*found, *new]) if new else found, carried)


def differing_total(imported: Imported, roster: Roster) -> Iterator[Diagnostic]:
    """Yield a finding if the total in the file differs from the computed one."""
    stated = imported.stated_points
    if stated is not None and roster.cost != stated:
        params = {"stated": stated, "points": roster.cost, "unresolved": len(roster.unresolved)}
        yield Diagnostic("IMP006", None, params)


def untold_factions(roster: Roster, findings: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield a finding for each partial faction that reading has not reported."""
    partial = [faction for faction in roster.factions.values() if faction.partial]
    if partial:
        reported = {str(finding.params.get("faction")) for finding in findings if finding.code == "IMP007"}
        yield from (told(faction) for faction in partial if str(faction.name) not in reported)


def is_answered(finding: Diagnostic, event: Event | None) -> bool:
    """Return whether a finding reports an assumption that the event makes obsolete."""
    name = finding.params.get("field") if event is not None and finding.code == _ASSUMPTION_CODE else None
    return isinstance(name, str) and getattr(event, name) is not None
