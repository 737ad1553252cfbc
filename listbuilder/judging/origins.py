"""What comes with a list: findings of reading, factions that it carries, a total that it states."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic, Report, build_report
from listbuilder.importers.base import Imported
from listbuilder.importers.partial_factions import carried_factions, told
from listbuilder.judging.judged import Origin
from listbuilder.library import Library
from listbuilder.model import ArmyList, Event, Roster

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
