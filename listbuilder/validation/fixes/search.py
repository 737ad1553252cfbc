"""Find fixes by trying proposals on a copy of the list and running the same checks, the smallest change first.

A proposal is a fix if it solves its finding and adds no error. If it only helps, the proposals for the remaining error
are tried on top: two units with a sergeant each can be combined if one sergeant goes. The search has a work budget.

Fixes are computed when they are read, with the same result in whatever order that happens: the first fix of a finding
after the first fixes of all earlier findings, its other fixes after all of theirs.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count, islice, takewhile
from threading import RLock
from typing import NamedTuple, TypeAlias

from listbuilder.diagnostics import Diagnostic, Fix, FixEdit, FixOutcome, FixSequence, Report, Severity, build_report
from listbuilder.errors import EditError
from listbuilder.model import ArmyList, Entry, Roster, UnitRef
from listbuilder.rules.edits import RemoveUpgrade, apply_fix
from listbuilder.rules.roster_builder import rebuild_roster
from listbuilder.validation.check_registry import CheckContext
from listbuilder.validation.checks import run_checks
from listbuilder.validation.fixes.fix_registry import FIX_PROPOSERS, FixRequest, make_fix
from listbuilder.validation.fixes.points_reduction import customisation_score
from listbuilder.validation.message_arguments import Message
from listbuilder.validation.preview import FindingKey, finding_key, finding_weight, new_errors, sum_weights

MAX_WORK = 32_000
"""The budget of a report. Work is counted, not timed, so that the same list always gets the same fixes.

One unit of work takes about fifteen microseconds.
"""
_FINDING_SHARE = 3
"""One finding may use a third of what is left, so that something remains for the others."""
_MAX_TRIALS = 120
_MAX_FIXES = 8
_MAX_PROPOSALS = 120
_MAX_DETOURS = 6
_MAX_PROPOSALS_PER_DETOUR = 8
_MAX_STEPS = 4
_MAX_SIMILAR = 3
_MAX_RIVALS = 12
"""How many alternatives of equal loss are tried if the first fix leaves errors."""
_ENTRY_FIELDS = ("entry", "other", "host")
"""The fields of edits that hold entry ids."""

FixRank: TypeAlias = tuple[int, ...]


class WorkBudget:
    """The work that may still be done."""

    def __init__(self, left: int = MAX_WORK, whole: WorkBudget | None = None) -> None:
        self._left = left
        self._whole = whole

    def allot_share(self) -> WorkBudget:
        """Return the part for one finding; work it does not use stays in this budget."""
        return WorkBudget(self._left // _FINDING_SHARE, self)

    def spend(self, work: int) -> bool:
        """Deduct work; return False if nothing was left."""
        if self._left <= 0 or (self._whole is not None and not self._whole.spend(work)):
            return False
        self._left -= work
        return True


class ReportBudget:
    """The budgets of a report: one for the first fix of every finding, one for further fixes."""

    def __init__(self) -> None:
        self.first = WorkBudget()
        self.further = WorkBudget()


def _list_size(army: ArmyList) -> int:
    return len(army.entries) + sum(len(entry.upgrades) for entry in army.entries)


@dataclass(frozen=True, slots=True)
class _Step:
    """A state of the list during the search: the fixes that led to it and what they changed."""

    done: tuple[Fix, ...]
    roster: Roster
    outcome: FixOutcome

    @property
    def edits(self) -> tuple[FixEdit, ...]:
        """All edits that led here."""
        return tuple(edit for fix in self.done for edit in fix.edits)

    @property
    def messages(self) -> list[object]:
        """The sentences that the player reads."""
        return [(fix.name, fix.params) for fix in self.done]

    @property
    def loss(self) -> tuple[bool, int]:
        """What the player loses."""
        return self.outcome.is_destructive, self.outcome.points_lost

    @property
    def kind(self) -> object:
        """What makes two steps similar to a player: the same kind of fix on the same entries."""
        return tuple(fix.name for fix in self.done), self.outcome.changed


class FixSearch:
    """Best-first search for the fixes of one finding."""

    def __init__(
        self, context: CheckContext, findings: list[Diagnostic], finding: Diagnostic, budget: ReportBudget
    ) -> None:
        self._budget = budget
        self._work = self._budget.first.allot_share()
        self._context = context
        self._findings = findings
        self._finding = finding
        self._units: dict[str, str] = {entry.id: entry.unit for entry in context.roster.army.entries}
        self._queue: list[tuple[FixRank, int, _Step]] = []
        self._order = count()
        self._seen: set[object] = set()
        self._solved: list[_Step] = []
        self._detours = 0
        self._trials = 0

    def run(self) -> Iterator[Fix | None]:
        """Yield fixes, the smallest first, and None wherever the caller may pause."""
        yield from self._propose(self._context, self._finding, ())
        first = yield from self._find_first()
        yield from first
        self._work = self._budget.further.allot_share()
        while first and len(self._solved) < _MAX_FIXES and (step := self._next_step()) is not None:
            yield (yield from self._try(step))

    def _find_first(self) -> Generator[None, None, list[Fix]]:
        """Find the first fix; if it loses something and leaves errors, prefer one that leaves fewer at equal loss.

        Among fixes that lose nothing the smallest comes first, even if a larger one would clear more errors.
        """
        fixes: list[Fix] = []
        rivals = 0
        while rivals <= _MAX_RIVALS and (step := self._next_step()) is not None:
            fix = yield from self._try(step)
            fixes += [] if fix is None else [fix]
            rivals += bool(fixes)
            has_rival = bool(fixes and self._queue) and self._queue[0][2].loss <= self._solved[0].loss
            if fixes and not (has_rival and all(_harm(fixes[-1]))):
                break
        return sorted(fixes, key=_harm)

    def _next_step(self) -> _Step | None:
        """Return the next step that is worth a trial, or None if the queue or the budget is empty."""
        work = 2 + _list_size(self._context.roster.army) // 16 + 4 * len(self._findings)
        while self._trials < _MAX_TRIALS and self._queue and self._work.spend(work):
            self._trials += 1
            _, _, step = heapq.heappop(self._queue)
            if not self._is_needless(step):
                return step
        return None

    def _propose(self, context: CheckContext, finding: Diagnostic, done: tuple[Fix, ...]) -> Iterator[None]:
        """Put the proposals for a finding into the queue."""
        propose = FIX_PROPOSERS.get(finding.code)
        army = context.roster.army
        work = 1 + _list_size(army) // 8  # of finding a proposal, or of applying one edit
        if propose is None or not self._work.spend(work):
            return
        # neither a half nor an edit could tell which of several entries with the same id is meant
        shared = {id_ for id_, number in Counter(entry.id for entry in army.entries).items() if number > 1}
        if finding.on in shared and "half" in finding.params:
            return
        steps = []
        proposals = islice(propose(FixRequest(context, finding)), _MAX_PROPOSALS)
        for fix in takewhile(lambda fix: self._work.spend(work * len(fix.edits)), proposals):
            yield
            if not any(getattr(edit, name, None) in shared for edit in fix.edits for name in _ENTRY_FIELDS):
                step = self._apply_last(army, (*done, fix))
                steps += [] if step is None else [step]
        for step in heapq.nsmallest(_MAX_PROPOSALS_PER_DETOUR, steps) if done else steps:
            heapq.heappush(self._queue, step)

    def _apply_last(self, army: ArmyList, done: tuple[Fix, ...]) -> tuple[FixRank, int, _Step] | None:
        """Apply the last of these fixes; return None if it is impossible, was seen before, or removes too much."""
        before = self._context.roster
        try:
            after = apply_fix(army, done[-1])
        except EditError:
            return None
        state = (after.entries, after.points, after.force_org)
        if after == before.army or state in self._seen:
            return None
        self._seen.add(state)
        roster = rebuild_roster(before, after)
        outcome = fix_outcome(before, roster)
        if outcome.is_destructive and self._finding.severity is not Severity.ERROR:
            return None
        return rank_fix(before, outcome), next(self._order), _Step(done, roster, outcome)

    def _is_needless(self, step: _Step) -> bool:
        """Return whether a smaller or equal fix exists, or enough similar ones."""
        similar = [other for other in self._solved if other.kind == step.kind]
        # a detour may reach a smaller loss after larger ones were offered
        late = any(step.loss < other.loss for other in self._solved)
        # combining two units and removing both is worse than removing one
        direct = any(len(other.done) == 1 for other in self._solved)
        roundabout = direct and len(step.done) > 1 and step.outcome.is_destructive
        same = any(other.messages == step.messages or _includes(step.edits, other.edits) for other in self._solved)
        return late or roundabout or same or len(similar) >= _MAX_SIMILAR

    def _try(self, step: _Step) -> Generator[None, None, Fix | None]:
        """Check a step: return a fix if it solves the finding; if it only helps, queue further proposals."""
        yield
        context = replace(self._context, roster=step.roster)
        after = run_checks(context)
        error = self._remaining_error(after, step.outcome.changed)
        if error is None:
            self._solved.append(step)
            return _build_fix(step, after)
        code = self._finding.code
        helps = _weight_of_code(after, code) < _weight_of_code(self._findings, code)
        if helps and self._detours < _MAX_DETOURS and len(step.done) < _MAX_STEPS:
            self._detours += 1
            yield from self._propose(context, error, step.done)
        return None

    def _remaining_error(self, after: list[Diagnostic], changed: tuple[str, ...]) -> Diagnostic | None:
        """Return the first new error, or the finding itself if it is still there; None if it is solved."""
        # all copies of a unit are touched, since too many copies are reported on the last one
        units = {self._units[id_] for id_ in changed if id_ in self._units}
        touched = {*changed, *(id_ for id_, unit in self._units.items() if unit in units)}

        def key(finding: Diagnostic) -> FindingKey:
            # an old error of a half or a copy may be reported on a different entry now
            return (finding.code, "") if finding.on in touched else finding_key(finding)

        new = next(new_errors(self._findings, after, key), None)
        if new is not None:
            return new
        own_key = key(self._finding)
        weight_left = sum_weights(after, key)[own_key]
        if self._finding not in after and weight_left <= sum_weights(self._findings, key)[own_key] - finding_weight(
            self._finding
        ):
            return None
        return next((finding for finding in after if key(finding) == own_key), None)


def find_fixes(
    context: CheckContext, findings: list[Diagnostic], finding: Diagnostic, budget: ReportBudget
) -> Iterator[Fix | None]:
    """Yield fixes that solve a finding without adding errors, the smallest first; None marks a pause."""
    return FixSearch(context, findings, finding, budget).run()


def _weight_of_code(findings: Iterable[Diagnostic], code: str) -> int:
    return sum(finding_weight(finding) for finding in findings if finding.code == code)


def _includes(edits: tuple[FixEdit, ...], fewer: tuple[FixEdit, ...]) -> bool:
    """Return whether edits include all of the `fewer` ones; an edit of both halves counts as one for each."""
    remaining_edits = list(_for_each_half(edits))
    for edit in _for_each_half(fewer):
        if edit not in remaining_edits:
            return False
        remaining_edits.remove(edit)
    return True


def _for_each_half(edits: tuple[FixEdit, ...]) -> Iterator[FixEdit]:
    for edit in edits:
        if isinstance(edit, RemoveUpgrade):
            yield from (replace(edit, halves=(half,)) for half in edit.halves)
        else:
            yield edit


def _build_fix(step: _Step, after: list[Diagnostic]) -> Fix:
    errors = sum(finding.severity is Severity.ERROR for finding in after)
    outcome = replace(step.outcome, errors_left=errors, verdict=build_report(after).verdict)
    fix = step.done[-1]
    for first in reversed(step.done[:-1]):
        fix = make_fix("steps", first=Message(first.name, first.params), then=Message(fix.name, fix.params))
    return Fix(fix.name, fix.params, step.edits, outcome)


def _harm(fix: Fix) -> tuple[bool, int, int]:
    """Return what a fix loses and how many errors it leaves, as a sort key."""
    outcome = fix.outcome
    return (outcome.is_destructive, outcome.points_lost, outcome.errors_left) if outcome is not None else (False, 0, 0)


def fix_outcome(before: Roster, after: Roster) -> FixOutcome:
    """Return what changed between two states of a list; its errors are counted when the fix is tried."""
    unchanged = {id(entry) for entry in before.army.entries} & {id(entry) for entry in after.army.entries}
    old = [entry for entry in before.army.entries if id(entry) not in unchanged]
    new = [entry for entry in after.army.entries if id(entry) not in unchanged]
    # an entry that became half of a combined unit is not lost, nor is a half that became its own entry
    lost = _count_copies(old) - _count_copies(new)
    single = {entry.id for entry in new if entry.combined is None}
    combined = [entry for entry in old if entry.combined is not None]
    halved = [entry.id for entry in combined if entry.id in single and lost[entry.unit] > 0]
    remaining = {entry.id for entry in new}
    removed: list[str] = []
    for entry in old:
        if entry.id not in remaining and lost[entry.unit] > 0:
            lost[entry.unit] -= 1 if entry.combined is None else 2
            removed.append(entry.id)
    return FixOutcome(
        points_before=before.cost,
        points_after=after.cost,
        changed=tuple(dict.fromkeys(entry.id for entry in (*old, *new))),
        removed=tuple(removed),
        halved=tuple(halved),
        upgrades_removed=max(0, _count_upgrades(old) - _count_upgrades(new)),
    )


def _count_copies(entries: list[Entry]) -> Counter[UnitRef]:
    return Counter(entry.unit for entry in entries for half in (entry, entry.combined) if half is not None)


def _count_upgrades(entries: list[Entry]) -> int:
    halves = (half for entry in entries for half in (entry, entry.combined) if half is not None)
    return sum(max(1, upgrade.count) for half in halves for upgrade in half.upgrades)


def rank_fix(before: Roster, outcome: FixOutcome) -> FixRank:
    """Return the sort key of a fix: nothing lost first, then fewest points, entries and choices, latest entry first.

    A unit counts as one choice and so does each upgrade. A unit goes before several upgrades of a different unit, and
    a single upgrade before a unit. Among units, those without a name, upgrades or attached heroes go first.
    """
    positions: dict[str, int] = {entry.id: index for index, entry in enumerate(before.army.entries)}
    lost = {*outcome.removed, *outcome.halved}
    return (
        outcome.is_destructive,
        outcome.points_lost,
        len(outcome.changed),
        len(lost) + outcome.upgrades_removed,
        len(lost),
        sum(customisation_score(before, entry) for entry in before.entries if entry.id in lost),
        -min((positions[id_] for id_ in outcome.changed if id_ in positions), default=0),
    )


class LazyFixes:
    """Computes the fixes of all findings in a fixed order; threads wait for each other.

    A link only knows the links in front of it, so a dropped report leaves no reference cycles.
    """

    def __init__(self, context: CheckContext, findings: list[Diagnostic]) -> None:
        self._context = context
        self._findings = findings
        self._budget = ReportBudget()
        self._started = 0
        self._finished = 0

    def report(self) -> Report:
        """Return the findings, most severe first, with fixes that are computed when they are read."""
        lock = RLock()
        link: _Link | None = None
        findings: list[Diagnostic] = []
        for position, finding in enumerate(build_report(self._findings)):
            link = _Link(position, FixSequence(self._compute(finding, link), lock), link)
            findings.append(replace(finding, fixes=link.fixes))
        return Report(tuple(findings))

    def _compute(self, finding: Diagnostic, previous: _Link | None) -> Iterator[Fix | None]:
        for link in _links_from(self._started, previous):
            yield from link.fixes.compute_first()
            self._started = max(self._started, link.position + 1)  # a reader during a pause may have gone further
        fixes = find_fixes(self._context, self._findings, finding, self._budget)
        for fix in fixes:
            yield fix
            if fix is not None:
                break
        else:
            return
        for link in _links_from(self._finished, previous):
            self._finished += 1
            len(link.fixes)  # computes all of them
        yield from fixes


class _Link(NamedTuple):
    """The fixes of a finding, and the link of the finding in front of it."""

    position: int
    fixes: FixSequence
    previous: _Link | None


def _links_from(start: int, last: _Link | None) -> list[_Link]:
    """Return the links from a position on, in order."""
    links = []
    while last is not None and last.position >= start:
        links.append(last)
        last = last.previous
    return links[::-1]
