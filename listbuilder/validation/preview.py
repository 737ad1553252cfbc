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
from listbuilder.diff.loadouts import LoadoutLine, compare_loadouts
from listbuilder.errors import EditError
from listbuilder.i18n import format_number, translate
from listbuilder.model import ArmyList, Measure, Roster, RosterEntry
from listbuilder.rules.limits import Derivation, LimitStatus
from listbuilder.rules.roster_builder import rebuild_roster
from listbuilder.validation.check_registry import CHECKS, CheckContext
from listbuilder.validation.checks import run_checks

FindingKey: TypeAlias = tuple[str, str | None]


def finding_weight(finding: Diagnostic) -> int:
    """Return how serious a finding is: the amount it is over or under, or 1 if it states none."""
    for name in ("over", "under"):
        amount = finding.params.get(name)
        if isinstance(amount, int):
            return amount
    return 1


def finding_key(finding: Diagnostic) -> FindingKey:
    """Return what identifies a finding across two states of a list: its code and its entry."""
    return finding.code, finding.on


def sum_weights(
    findings: Iterable[Diagnostic], key: Callable[[Diagnostic], FindingKey] = finding_key
) -> Counter[FindingKey]:
    """Return the total weight of the findings with each key."""
    totals: Counter[FindingKey] = Counter()
    for finding in findings:
        totals[key(finding)] += finding_weight(finding)
    return totals


def new_errors(
    before: Iterable[Diagnostic], after: Iterable[Diagnostic], key: Callable[[Diagnostic], FindingKey] = finding_key
) -> Iterator[Diagnostic]:
    """Yield the errors that are new or worse, then those that are new or worse if unchecked findings count too."""
    before, after = tuple(before), tuple(after)
    for severities in ((Severity.ERROR,), (Severity.ERROR, Severity.UNCHECKED)):
        yield from _new_findings(before, after, severities, key)


def _new_findings(
    before: Iterable[Diagnostic],
    after: Iterable[Diagnostic],
    severities: tuple[Severity, ...],
    key: Callable[[Diagnostic], FindingKey] = finding_key,
) -> Iterator[Diagnostic]:
    known = sum_weights((finding for finding in before if finding.severity in severities), key)
    for finding in after:
        if finding.severity in severities:
            known[key(finding)] -= finding_weight(finding)
            if known[key(finding)] < 0:
                yield finding


@dataclass(frozen=True, slots=True)
class LimitChange:
    """The status of a limit before and after an edit; None if nothing is counted for it."""

    before: LimitStatus | None
    after: LimitStatus | None

    @property
    def uses_last(self) -> bool:
        """Whether the edit uses up what the limit allows."""
        return self.after is not None and self.after.is_full and not (self.before is not None and self.before.is_full)

    @property
    def breaks_limit(self) -> bool:
        """Whether the limit is broken after the edit."""
        return self.after is not None and not self.after.is_met

    @property
    def is_army_wide(self) -> bool:
        """Whether the whole army or the copies of a unit are counted, not something within one unit."""
        after = self.after
        return after is not None and (after.tally.about is None or after.limit.measure is Measure.COPIES)

    def to(self, language: str) -> str:
        """Return a short text, such as `3 of 4 heroes` or `uses your last copy`; empty if nothing is counted."""
        after = self.after
        if after is None:
            return ""
        if self.uses_last and after.limit.measure is Measure.COPIES and not self.breaks_limit:
            return translate(language, "preview.last-copy")
        return format_limit_status(after, language)


def format_limit_status(status: LimitStatus, language: str) -> str:
    """Return the count and its limit as text: `3 of 4 heroes`, `12% (max 35%)`."""
    bound = status.maximum or status.minimum
    if bound is None:
        return translate(language, f"counted.{status.limit.measure.value}", n=status.number)
    if bound.derivation is Derivation.PERCENT and status.points:
        share = -(-100 * status.number // status.points)  # rounded up, so that a broken limit never looks kept
        return translate(language, "preview.percent", n=share, most=bound.percent)
    number = format_number(language, status.number)
    amount = translate(language, f"counted.{status.limit.measure.value}", n=bound.number)
    return translate(
        language, "preview.of" if status.maximum is not None else "preview.at-least", n=number, most=amount
    )


def limit_changes(before: Iterable[LimitStatus], after: Iterable[LimitStatus]) -> Iterator[LimitChange]:
    """Yield the limits whose count or bounds change; limits that no longer count anything come last."""
    old = {status.identity: status for status in before}
    new = {status.identity: status for status in after}
    for subject in dict.fromkeys((*new, *old)):
        change = LimitChange(old.get(subject), new.get(subject))
        if _count_and_bounds(change.before) != _count_and_bounds(change.after):
            yield change


def _count_and_bounds(status: LimitStatus | None) -> tuple[object, ...] | None:
    return None if status is None else (status.number, status.maximum, status.minimum)


@dataclass(frozen=True, slots=True)
class EntryChange:
    """An entry that is changed, added or removed by an edit."""

    before: RosterEntry | None
    after: RosterEntry | None

    @property
    def lines(self) -> tuple[LoadoutLine, ...]:
        """Its rules, weapons and items, with changes marked."""
        return compare_loadouts(self.before, self.after)


@dataclass(frozen=True, eq=False)
class EditPreview:
    """The list as it would be after an edit; each property is computed when it is read."""

    current: CheckContext
    previewed: CheckContext
    current_report: Report
    """The findings of the list as it is."""
    report: Report
    """The findings that the list would have, without fixes."""

    @property
    def points_before(self) -> int:
        """The points of the list as it is."""
        return self.current.roster.cost

    @property
    def points_after(self) -> int:
        """The points that the list would have."""
        return self.previewed.roster.cost

    @property
    def points_limit(self) -> int | None:
        """The points limit that the list would have."""
        return self.previewed.roster.points_limit

    @property
    def verdict(self) -> Verdict:
        """The verdict that the list would get."""
        return self.report.verdict

    @cached_property
    def new_findings(self) -> tuple[Diagnostic, ...]:
        """Findings that would be new or worse: errors, unchecked, then warnings; notes are left out."""
        findings = (
            *new_errors(self.current_report, self.report),
            *_new_findings(self.current_report, self.report, (Severity.WARNING,)),
        )
        return tuple({id(finding): finding for finding in findings}.values())

    @cached_property
    def limit_changes(self) -> tuple[LimitChange, ...]:
        """All limits whose count or bounds would change."""
        return tuple(limit_changes(self.current.limit_statuses, self.previewed.limit_statuses))

    @property
    def notable_changes(self) -> tuple[LimitChange, ...]:
        """The changes worth showing: limits of the whole army, and limits of single units that would be broken."""
        return tuple(change for change in self.limit_changes if change.is_army_wide or change.breaks_limit)

    @cached_property
    def entry_changes(self) -> tuple[EntryChange, ...]:
        """The entries that would change or be added, in list order, then those that would be removed."""
        old = {entry.id: entry for entry in self.current.roster.entries}
        new = {entry.id: entry for entry in self.previewed.roster.entries}
        changed = [EntryChange(old.get(id_), entry) for id_, entry in new.items() if entry is not old.get(id_)]
        return (*changed, *(EntryChange(entry, None) for id_, entry in old.items() if id_ not in new))


class EditPreviewer:
    """Previews edits of one state of a list: its roster and the report about it."""

    def __init__(self, roster: Roster, report: Report) -> None:
        self._current = CheckContext(roster)
        self._report = report
        codes = {code for check in CHECKS for code in check.codes}
        # findings of the import stay, since the checks cannot find them again
        self._import_findings = tuple(finding for finding in report if finding.code not in codes)

    def preview(self, edit: Callable[[ArmyList], ArmyList]) -> EditPreview | None:
        """Return the preview of an edit; None if the edit is impossible, for example if its entry is gone."""
        roster = self._current.roster
        try:
            context = CheckContext(rebuild_roster(roster, edit(roster.army)))
        except EditError:
            return None
        report = build_report([*self._import_findings, *run_checks(context)])
        return EditPreview(self._current, context, self._report, report)


def first_new_error(roster: Roster, report: Report, edit: Callable[[ArmyList], ArmyList]) -> Diagnostic | None:
    """Return the first error that an edit would add or make worse, or None."""
    edited = rebuild_roster(roster, edit(roster.army))
    return next(new_errors(report, run_checks(CheckContext(edited))), None)
