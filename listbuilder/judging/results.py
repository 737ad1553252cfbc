"""What becomes of a source: a list with all there is to say of it, or the reason why there is none.

What comes with a list: findings of reading, factions that it carries, a total that it states.
"""

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


@dataclass(frozen=True)
class Origin:
    """What came with a list besides its choices; it travels with the list and enters no library."""

    found: Report = field(default_factory=Report)
    """What was found while the list was read."""
    carried: tuple[Faction, ...] = ()
    """The partial factions that the list brings along."""
    loaded: LoadedList | None = None
    """For a file of our own: what is needed to save it again."""
    unstated: frozenset[str] = frozenset()
    """The fields of a list that its format has no room for."""


@dataclass(frozen=True)
class Judged:
    """A list worked out and judged, however it came in."""

    path: str
    army: ArmyList
    roster: Roster
    report: Report
    """All findings: of reading, of the data and of the rules."""
    origin: Origin = field(default_factory=Origin)

    @property
    def event(self) -> Event | None:
        """The event that it was judged by."""
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
        """The hash of what stands on the table."""
        return army_hash(self.roster)

    @property
    def begun(self) -> bool:
        """Whether somebody has only just begun: no units, and nothing else is wrong; a broken list may be empty too."""
        wrong = {found.code for found in self.report if found.severity is Severity.ERROR}
        return not self.army.entries and wrong <= {EMPTY_LIST}

    def line(self, finding: Diagnostic) -> int | None:
        """Give the line of the file that a finding is about, where that is known."""
        if finding.place is not None:
            return finding.place.line
        loaded = self.origin.loaded
        return loaded.line_of(finding.on) if loaded is not None and finding.on is not None else None


@dataclass(frozen=True)
class Unread:
    """A source that could not be read or worked out: why, and the choices as far as there are any."""

    path: str
    report: Report
    army: ArmyList | None = None

    @property
    def verdict(self) -> Verdict:
        """There is no verdict on it."""
        return Verdict.UNREADABLE

    def line(self, finding: Diagnostic) -> int | None:
        """Give the line of the file that a finding is about, where that is known."""
        return finding.place.line if finding.place is not None else None


def only_one(found: Sequence[Judged | Unread], path: str) -> Judged:
    """Give the one list that a source holds; raise UnreadableError where there is none, or where there are more."""
    usable = [one for one in found if isinstance(one, Judged)]
    if len(usable) > 1:
        raise UnreadableError([Diagnostic("IMP001", None, {"reason": phrase("import.several")}, place=Place(path))])
    if not usable:
        grave = (Severity.ERROR, Severity.UNCHECKED)
        said = [finding for one in found for finding in one.report]
        raise UnreadableError([finding for finding in said if finding.severity in grave] or said)
    return usable[0]


_ASSUMED = "IMP005"


def origin_of(army: ArmyList, library: Library, found: Report | None = None) -> Origin:
    """Give what a list in memory brings along; it keeps its factions among the keys that only files have."""
    found = found or Report()
    carried, problems = carried_factions(army, library)
    new = [problem for problem in problems if problem not in found.diagnostics]
    return Origin(build_report([*found, *new]) if new else found, carried)


def differing_total(imported: Imported, roster: Roster) -> Iterator[Diagnostic]:
    """Report a total that the file states and that differs from the one worked out."""
    stated = imported.stated_points
    if stated is not None and roster.cost != stated:
        params = {"stated": stated, "points": roster.cost, "unresolved": len(roster.unresolved)}
        yield Diagnostic("IMP006", None, params)


def untold_factions(roster: Roster, found: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Say of each partial faction that the list is judged by data of its own, where reading has not said so."""
    partial = [faction for faction in roster.factions.values() if faction.partial]
    if partial:
        said = {str(finding.params.get("faction")) for finding in found if finding.code == "IMP007"}
        yield from (told(faction) for faction in partial if str(faction.name) not in said)


def is_answered(finding: Diagnostic, event: Event | None) -> bool:
    """Tell whether a finding says what was assumed where the event says it itself."""
    field = finding.params.get("field") if event is not None and finding.code == _ASSUMED else None
    return isinstance(field, str) and getattr(event, field) is not None
