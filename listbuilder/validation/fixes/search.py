"""Find fixes by trying proposals on a copy of the list and running the same checks, the smallest change first.

A proposal is a fix if it solves its finding and adds no error. If it only helps, the proposals for the remaining error
are tried on top: two units with a sergeant each can be combined if one sergeant goes. The search has a work budget.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import count, islice, takewhile

from listbuilder.diagnostics import Diagnostic, Fix, FixEdit, FixOutcome, Severity, build_report
from listbuilder.errors import EditError
from listbuilder.model import ArmyList, Roster
from listbuilder.rules.edits import RemoveUpgrade, apply_fix
from listbuilder.rules.roster_builder import rebuild_roster
from listbuilder.validation.check_registry import CheckContext
from listbuilder.validation.check_runner import run_checks
from listbuilder.validation.fixes.fix_registry import FIX_PROPOSERS, FixRequest, make_fix
from listbuilder.validation.fixes.ranking import FixRank, fix_outcome, rank_fix
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


def _proposal_cost(army: ArmyList) -> int:
    """Return the work of finding a proposal, or of applying one edit."""
    return 1 + _list_size(army) // 8


def _check_cost(army: ArmyList, findings: int) -> int:
    """Return the work of checking a list with this many findings."""
    return 2 + _list_size(army) // 16 + 4 * findings


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
            if fixes and not (all(_harm(fixes[-1])) and self._has_rival()):
                break
        return sorted(fixes, key=_harm)

    def _has_rival(self) -> bool:
        """Return whether the next step in the queue loses no more than the first fix."""
        return bool(self._queue) and self._queue[0][2].loss <= self._solved[0].loss

    def _next_step(self) -> _Step | None:
        """Return the next step that is worth a trial, or None if the queue or the budget is empty."""
        work = _check_cost(self._context.roster.army, len(self._findings))
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
        work = _proposal_cost(army)
        if propose is None or not self._work.spend(work):
            return
        shared = _shared_ids(army)
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
        error = self._remaining_error(after, self._with_copies(step.outcome.changed))
        if error is None:
            self._solved.append(step)
            return _build_fix(step, after)
        if self._detours < _MAX_DETOURS and len(step.done) < _MAX_STEPS and self._helps(after):
            self._detours += 1
            yield from self._propose(context, error, step.done)
        return None

    def _with_copies(self, touched: tuple[str, ...]) -> set[str]:
        """Return entries with all copies of their units, since too many copies are reported on the last one."""
        units = {self._units[id_] for id_ in touched if id_ in self._units}
        return {*touched, *(id_ for id_, unit in self._units.items() if unit in units)}

    def _remaining_error(self, after: list[Diagnostic], touched: set[str]) -> Diagnostic | None:
        """Return the first new error, or the finding itself if it is still there; None if it is solved."""

        def key(finding: Diagnostic) -> FindingKey:
            # an old error of a half or a copy may be reported on a different entry now
            return (finding.code, "") if finding.on in touched else finding_key(finding)

        new = next(new_errors(self._findings, after, key), None)
        if new is not None:
            return new
        own_key = key(self._finding)
        left = sum_weights(after, key)[own_key]
        if self._finding not in after and left <= sum_weights(self._findings, key)[own_key] - finding_weight(
            self._finding
        ):
            return None
        return next((finding for finding in after if key(finding) == own_key), None)

    def _helps(self, after: list[Diagnostic]) -> bool:
        """Return whether the findings with the same code weigh less than before."""
        code = self._finding.code
        return _weight_of_code(after, code) < _weight_of_code(self._findings, code)


def find_fixes(
    context: CheckContext, findings: list[Diagnostic], finding: Diagnostic, budget: ReportBudget
) -> Iterator[Fix | None]:
    """Yield fixes that solve a finding without adding errors, the smallest first; None marks a pause."""
    return FixSearch(context, findings, finding, budget).run()


def _weight_of_code(findings: Iterable[Diagnostic], code: str) -> int:
    return sum(finding_weight(finding) for finding in findings if finding.code == code)


def _includes(edits: tuple[FixEdit, ...], fewer: tuple[FixEdit, ...]) -> bool:
    """Return whether edits include all of the `fewer` ones; an edit of both halves counts as one for each."""
    left = list(_for_each_half(edits))
    for edit in _for_each_half(fewer):
        if edit not in left:
            return False
        left.remove(edit)
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
    combined = reduce(_join_sentences, reversed(step.done))
    return Fix(combined.name, combined.params, step.edits, outcome)


def _join_sentences(then: Fix, first: Fix) -> Fix:
    return make_fix("steps", first=Message(first.name, first.params), then=Message(then.name, then.params))


def _harm(fix: Fix) -> tuple[bool, int, int]:
    """Return what a fix loses and how many errors it leaves, as a sort key."""
    outcome = fix.outcome
    return (outcome.is_destructive, outcome.points_lost, outcome.errors_left) if outcome is not None else (False, 0, 0)


def _shared_ids(army: ArmyList) -> set[str]:
    """Return the ids that several entries have; an edit could not tell which of them is meant."""
    counts = Counter(entry.id for entry in army.entries)
    return {id_ for id_, number in counts.items() if number > 1}
