"""Preview an edit: the points, limits, loadouts and verdict that the list would have.

The edit is tried and validated by the same checks as the list, so a preview never disagrees with the verdict.
Findings of two states of a list are compared by code and entry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from listbuilder.diagnostics import Diagnostic, Report, Severity, Verdict, build_report
from listbuilder.diff.loadouts import LoadoutLine, loadout_lines
from listbuilder.errors import EditError
from listbuilder.i18n import format_number, translate
from listbuilder.model import ArmyList, Measure, Roster, RosterEntry
from listbuilder.rules.limits import Derivation, Standing
from listbuilder.rules.roster import rework
from listbuilder.validation.check_runner import run_checks
from listbuilder.validation.registry import CHECKS, Inspection

Key: TypeAlias = tuple[str, str | None]


def weight(finding: Diagnostic) -> int:
    """Return how serious a finding is: the amount it is over or under, or 1 if it states none."""
    for name in ("over", "under"):
        amount = finding.params.get(name)
        if isinstance(amount, int):
            return amount
    return 1


def key_of(finding: Diagnostic) -> Key:
    """Return what identifies a finding across two states of a list: its code and its entry."""
    return finding.code, finding.on


def weigh(findings: Iterable[Diagnostic], key: Callable[[Diagnostic], Key] = key_of) -> Counter[Key]:
    """Return the total weight of the findings with each key."""
    totals: Counter[Key] = Counter()
    for finding in findings:
        totals[key(finding)] += weight(finding)
    return totals


def new_faults(
    before: Iterable[Diagnostic], after: Iterable[Diagnostic], key: Callable[[Diagnostic], Key] = key_of
) -> Iterator[Diagnostic]:
    """Yield the errors that are new or worse, then those that are new or worse if unchecked findings count too."""
    before, after = tuple(before), tuple(after)
    for severities in ((Severity.ERROR,), (Severity.ERROR, Severity.UNCHECKED)):
        yield from _new_findings(before, after, severities, key)


def _new_findings(
    before: Iterable[Diagnostic],
    after: Iterable[Diagnostic],
    severities: tuple[Severity, ...],
    key: Callable[[Diagnostic], Key] = key_of,
) -> Iterator[Diagnostic]:
    known = weigh((finding for finding in before if finding.severity in severities), key)
    for finding in after:
        if finding.severity in severities:
            known[key(finding)] -= weight(finding)
            if known[key(finding)] < 0:
                yield finding


@dataclass(frozen=True, slots=True)
class CountShift:
    """The status of a limit before and after an edit; None if nothing is counted for it."""

    before: Standing | None
    after: Standing | None

    @property
    def last(self) -> bool:
        """Whether the edit uses up what the limit allows."""
        return self.after is not None and self.after.full and not (self.before is not None and self.before.full)

    @property
    def broken(self) -> bool:
        """Whether the limit is broken after the edit."""
        return self.after is not None and not self.after.kept

    @property
    def of_the_army(self) -> bool:
        """Whether the whole army or the copies of a unit are counted, not something within one unit."""
        after = self.after
        return after is not None and (after.tally.about is None or after.limit.counts is Measure.COPIES)

    def to(self, language: str) -> str:
        """Return a short text, such as `3 of 4 heroes` or `uses your last copy`; empty if nothing is counted."""
        after = self.after
        if after is None:
            return ""
        if self.last and after.limit.counts is Measure.COPIES and not self.broken:
            return translate(language, "ghost.last-copy")
        return word_standing(after, language)


def word_standing(status: Standing, language: str) -> str:
    """Return the count and its limit as text: `3 of 4 heroes`, `12 % of 35 %`."""
    bound = status.most or status.least
    if bound is None:
        return translate(language, f"counted.{status.limit.counts.value}", n=status.number)
    if bound.way is Derivation.PERCENT and status.points:
        share = -(-100 * status.number // status.points)  # rounded up, so that a broken limit never looks kept
        return translate(language, "ghost.percent", n=share, most=bound.percent)
    number = format_number(language, status.number)
    amount = translate(language, f"counted.{status.limit.counts.value}", n=bound.number)
    return translate(language, "ghost.of" if status.most is not None else "ghost.at-least", n=number, most=amount)


def shifts(before: Iterable[Standing], after: Iterable[Standing]) -> Iterator[CountShift]:
    """Yield the limits whose count or bounds change; limits that no longer count anything come last."""
    old = {status.subject: status for status in before}
    new = {status.subject: status for status in after}
    for subject in dict.fromkeys((*new, *old)):
        change = CountShift(old.get(subject), new.get(subject))
        if _count_and_bounds(change.before) != _count_and_bounds(change.after):
            yield change


def _count_and_bounds(status: Standing | None) -> tuple[object, ...] | None:
    return None if status is None else (status.number, status.most, status.least)


@dataclass(frozen=True, slots=True)
class EntryChange:
    """An entry that is changed, added or removed by an edit."""

    before: RosterEntry | None
    after: RosterEntry | None

    @property
    def lines(self) -> tuple[LoadoutLine, ...]:
        """Its rules, weapons and items, with changes marked."""
        return loadout_lines(self.before, self.after)


@dataclass(frozen=True, eq=False)
class Ghost:
    """The list as it would be after an edit; each property is computed when it is read."""

    now: Inspection
    then: Inspection
    said: Report
    """The findings of the list as it is."""
    report: Report
    """The findings that the list would have, without fixes."""

    @property
    def before(self) -> int:
        """The points of the list as it is."""
        return self.now.roster.cost

    @property
    def after(self) -> int:
        """The points that the list would have."""
        return self.then.roster.cost

    @property
    def limit(self) -> int | None:
        """The points limit that the list would have."""
        return self.then.roster.size

    @property
    def verdict(self) -> Verdict:
        """The verdict that the list would get."""
        return self.report.verdict

    @cached_property
    def arisen(self) -> tuple[Diagnostic, ...]:
        """Findings that would be new or worse: errors, unchecked, then warnings; notes are left out."""
        findings = (*new_faults(self.said, self.report), *_new_findings(self.said, self.report, (Severity.WARNING,)))
        return tuple({id(finding): finding for finding in findings}.values())

    @cached_property
    def shifts(self) -> tuple[CountShift, ...]:
        """All limits whose count or bounds would change."""
        return tuple(shifts(self.now.standings, self.then.standings))

    @property
    def told(self) -> tuple[CountShift, ...]:
        """The changes worth showing: limits of the whole army, and limits of single units that would be broken."""
        return tuple(change for change in self.shifts if change.of_the_army or change.broken)

    @cached_property
    def entries(self) -> tuple[EntryChange, ...]:
        """The entries that would change or be added, in list order, then those that would be removed."""
        old = {entry.id: entry for entry in self.now.roster.entries}
        new = {entry.id: entry for entry in self.then.roster.entries}
        changed = [EntryChange(old.get(id_), entry) for id_, entry in new.items() if entry is not old.get(id_)]
        return (*changed, *(EntryChange(entry, None) for id_, entry in old.items() if id_ not in new))


class Foresight:
    """Previews edits of one state of a list: its roster and the report about it."""

    def __init__(self, roster: Roster, report: Report) -> None:
        self._current = Inspection(roster)
        self._report = report
        codes = {code for check in CHECKS for code in check.codes}
        # findings of the import stay, since the checks cannot find them again
        self._import_findings = tuple(finding for finding in report if finding.code not in codes)

    def of(self, edit: Callable[[ArmyList], ArmyList]) -> Ghost | None:
        """Return the preview of an edit; None if the edit is impossible, for example if its entry is gone."""
        roster = self._current.roster
        try:
            context = Inspection(rework(roster, edit(roster.army)))
        except EditError:
            return None
        report = build_report([*self._import_findings, *run_checks(context)])
        return Ghost(self._current, context, self._report, report)


def obstacle(roster: Roster, report: Report, edit: Callable[[ArmyList], ArmyList]) -> Diagnostic | None:
    """Return the first error that an edit would add or make worse, or None."""
    edited = rework(roster, edit(roster.army))
    return next(new_faults(report, run_checks(Inspection(edited))), None)
