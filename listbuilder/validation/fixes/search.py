"""Fixes that were tried: proposals are carried out on a copy, the cheapest first, and judged by the same checks.

A proposal that mends its finding and brings no new error is a fix. One that only gets nearer, or that brings something
else, is taken a step further by the proposals for what is then wrong; so two units with a sergeant each can be combined
although one sergeant has to go. The search is best first, so what it finds first is the smallest, and it is bounded:
for each finding, and by a budget for all findings of a report.

What fixes may cost: one purse for a whole report, so that no list makes its reader wait, however broken it is.

Work is counted, not timed, so that the same list always gets the same fixes. A unit is about fifteen microseconds.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from itertools import count, islice, takewhile

from listbuilder.diagnostics import Diagnostic, Fix, Outcome, Remedy, Severity, build_report
from listbuilder.errors import EditError
from listbuilder.model import ArmyList, Roster
from listbuilder.rules.edits import PutBack, apply_fix
from listbuilder.rules.roster import rework
from listbuilder.validation.check_runner import run_checks
from listbuilder.validation.fixes.ranking import Rank, rank, weigh_up
from listbuilder.validation.fixes.registry import REMEDIES, Case, repair
from listbuilder.validation.message_arguments import Word
from listbuilder.validation.preview import Key, key_of, new_faults, weigh, weight
from listbuilder.validation.registry import Inspection

MOST_WORK = 32_000
_PART = 3
"""A finding takes at most this part of what is left: the worst go first, and something stays for the others."""


class Purse:
    """Work that may still be done."""

    def __init__(self, left: int = MOST_WORK, whole: Purse | None = None) -> None:
        self._left = left
        self._whole = whole

    def share(self) -> Purse:
        """Give a part of it to one finding; what that does not spend stays here."""
        return Purse(self._left // _PART, self)

    def spend(self, work: int) -> bool:
        """Take some work out; tell whether there was anything left."""
        if self._left <= 0 or (self._whole is not None and not self._whole.spend(work)):
            return False
        self._left -= work
        return True


class Budget:
    """The work for a report: so much for the first fix of every finding, and as much again for further ones."""

    def __init__(self) -> None:
        self.first = Purse()
        self.further = Purse()


def work_to_propose(army: ArmyList) -> int:
    """Tell what it costs to find a proposal for a list, or to carry out one edit of it."""
    return 1 + _size(army) // 8


def work_to_judge(army: ArmyList, findings: int) -> int:
    """Tell what it costs to judge a list that has so many findings."""
    return 2 + _size(army) // 16 + 4 * findings


def _size(army: ArmyList) -> int:
    return len(army.entries) + sum(len(entry.upgrades) for entry in army.entries)


MOST_TRIALS = 120
MOST_OFFERED = 8
_MOST_PROPOSALS = 120
_MOST_DETOURS = 6
_MOST_FURTHER = 8
_MOST_STEPS = 4
_MOST_ALIKE = 3
_MOST_RIVALS = 12
"""How many others are tried for the loss of a first fix that leaves errors."""
_POINTERS = ("entry", "other", "host")


@dataclass(frozen=True, slots=True)
class _Step:
    """A state of the list on the way: what was done to reach it, and what that comes to."""

    done: tuple[Fix, ...]
    roster: Roster
    outcome: Outcome

    @property
    def edits(self) -> tuple[Remedy, ...]:
        """All that was done."""
        return tuple(edit for fix in self.done for edit in fix.edits)

    @property
    def words(self) -> list[object]:
        """What the player reads of it."""
        return [(fix.name, fix.params) for fix in self.done]

    @property
    def loss(self) -> tuple[bool, int]:
        """What the way costs."""
        return self.outcome.destructive, self.outcome.lost

    @property
    def kind(self) -> object:
        """What makes two ways look alike to a player: the same thing done to the same entries."""
        return tuple(fix.name for fix in self.done), self.outcome.touched


class Search:
    """The search for what mends one finding."""

    def __init__(self, inspection: Inspection, found: list[Diagnostic], finding: Diagnostic, budget: Budget) -> None:
        self._budget = budget
        self._purse = self._budget.first.share()
        self._inspection = inspection
        self._found = found
        self._finding = finding
        self._units: dict[str, str] = {entry.id: entry.unit for entry in inspection.roster.army.entries}
        self._queue: list[tuple[Rank, int, _Step]] = []
        self._order = count()
        self._seen: set[object] = set()
        self._mended: list[_Step] = []
        self._detours = 0
        self._trials = 0

    def run(self) -> Iterator[Fix | None]:
        """Give what mends the finding, the smallest first, and None wherever one may pause."""
        yield from self._propose(self._inspection, self._finding, ())
        first = yield from self._first()
        yield from first
        self._purse = self._budget.further.share()
        while first and len(self._mended) < MOST_OFFERED and (step := self._next()) is not None:
            yield (yield from self._try(step))

    def _first(self) -> Generator[None, None, list[Fix]]:
        """Find the first fix; where it loses something and leaves errors, one that leaves fewer for it goes before.

        Of what loses nothing, the smallest is first: more than was asked for would be changed to clear more at once.
        """
        found: list[Fix] = []
        rivals = 0
        while rivals <= _MOST_RIVALS and (step := self._next()) is not None:
            fix = yield from self._try(step)
            found += [] if fix is None else [fix]
            rivals += bool(found)
            if found and not (all(_harm(found[-1])) and self._has_rival()):
                break
        return sorted(found, key=_harm)

    def _has_rival(self) -> bool:
        """Tell whether what is next in line loses no more than what was found."""
        return bool(self._queue) and self._queue[0][2].loss <= self._mended[0].loss

    def _next(self) -> _Step | None:
        """Take the next way out of the line that is worth a trial, as long as there is something left to pay for it."""
        work = work_to_judge(self._inspection.roster.army, len(self._found))
        while self._trials < MOST_TRIALS and self._queue and self._purse.spend(work):
            self._trials += 1
            _, _, step = heapq.heappop(self._queue)
            if not self._is_needless(step):
                return step
        return None

    def _propose(self, inspection: Inspection, finding: Diagnostic, done: tuple[Fix, ...]) -> Iterator[None]:
        """Put what is proposed for a finding in line."""
        proposals = REMEDIES.get(finding.code)
        army = inspection.roster.army
        work = work_to_propose(army)
        if proposals is None or not self._purse.spend(work):
            return
        shared = _shared_ids(army)
        steps = []
        for fix in self._afforded(islice(proposals(Case(inspection, finding)), _MOST_PROPOSALS), work):
            yield
            if not any(getattr(edit, name, None) in shared for edit in fix.edits for name in _POINTERS):
                step = self._take(army, (*done, fix))
                steps += [] if step is None else [step]
        for step in heapq.nsmallest(_MOST_FURTHER, steps) if done else steps:
            heapq.heappush(self._queue, step)

    def _afforded(self, proposals: Iterator[Fix], work: int) -> Iterator[Fix]:
        """Give proposals as long as there is something left to carry them out."""
        return takewhile(lambda fix: self._purse.spend(work * len(fix.edits)), proposals)

    def _take(self, army: ArmyList, done: tuple[Fix, ...]) -> tuple[Rank, int, _Step] | None:
        """Carry out the last of some fixes; None where that cannot be done, was seen before, or would harm."""
        before = self._inspection.roster
        try:
            after = apply_fix(army, done[-1])
        except EditError:
            return None
        state = (after.entries, after.points, after.force_org)
        if after == before.army or state in self._seen:
            return None
        self._seen.add(state)
        roster = rework(before, after)
        outcome = weigh_up(before, roster)
        if outcome.destructive and self._finding.severity is not Severity.ERROR:
            return None
        return rank(before, outcome), next(self._order), _Step(done, roster, outcome)

    def _is_needless(self, step: _Step) -> bool:
        """Tell whether less would do, whether it reads like another or comes too late, or is one too many of a kind."""
        alike = [other for other in self._mended if other.kind == step.kind]
        late = any(step.loss < other.loss for other in self._mended)  # after a detour that lost something in between
        # who combines two units to take them out could have taken one out
        direct = any(len(other.done) == 1 for other in self._mended)
        roundabout = direct and len(step.done) > 1 and step.outcome.destructive
        same = any(other.words == step.words or _within(other.edits, step.edits) for other in self._mended)
        return late or roundabout or same or len(alike) >= _MOST_ALIKE

    def _try(self, step: _Step) -> Generator[None, None, Fix | None]:
        """Judge a state: a fix where all is well, else perhaps a step on the way to one."""
        yield
        inspection = replace(self._inspection, roster=step.roster)
        after = run_checks(inspection)
        wrong = self._still_wrong(after, self._with_copies(step.outcome.touched))
        if wrong is None:
            self._mended.append(step)
            return _fix(step, after)
        if self._detours < _MOST_DETOURS and len(step.done) < _MOST_STEPS and self._nearer(after):
            self._detours += 1
            yield from self._propose(inspection, wrong, step.done)
        return None

    def _with_copies(self, touched: tuple[str, ...]) -> set[str]:
        """Add the other copies of some entries: what is wrong with too many of a unit is found on the last of them."""
        units = {self._units[name] for name in touched if name in self._units}
        return {*touched, *(name for name, unit in self._units.items() if unit in units)}

    def _still_wrong(self, after: list[Diagnostic], touched: set[str]) -> Diagnostic | None:
        """Give the first error that came, or the finding itself where it is not gone; None: it is mended."""

        def key(diagnostic: Diagnostic) -> Key:
            # what was wrong with a half or a copy may be found on another entry now; it is no new error there
            return (diagnostic.code, "") if diagnostic.on in touched else key_of(diagnostic)

        new = next(new_faults(self._found, after, key), None)
        if new is not None:
            return new
        mine = key(self._finding)
        left = weigh(after, key)[mine]
        if self._finding not in after and left <= weigh(self._found, key)[mine] - weight(self._finding):
            return None
        return next((one for one in after if key(one) == mine), None)

    def _nearer(self, after: list[Diagnostic]) -> bool:
        code = self._finding.code
        return _amount(after, code) < _amount(self._found, code)


def find_fixes(
    inspection: Inspection, found: list[Diagnostic], finding: Diagnostic, budget: Budget
) -> Iterator[Fix | None]:
    """Give what mends a finding of a list and harms nothing else in it, the smallest first; None is a pause."""
    return Search(inspection, found, finding, budget).run()


def _amount(findings: Iterable[Diagnostic], code: str) -> int:
    return sum(weight(one) for one in findings if one.code == code)


def _within(few: tuple[Remedy, ...], many: tuple[Remedy, ...]) -> bool:
    """Tell whether some edits are all among others; what is given up in both halves is given up in each."""
    left = list(_each_half(many))
    for edit in _each_half(few):
        if edit not in left:
            return False
        left.remove(edit)
    return True


def _each_half(edits: tuple[Remedy, ...]) -> Iterator[Remedy]:
    for edit in edits:
        if isinstance(edit, PutBack):
            yield from (replace(edit, halves=(half,)) for half in edit.halves)
        else:
            yield edit


def _fix(step: _Step, after: list[Diagnostic]) -> Fix:
    errors = sum(one.severity is Severity.ERROR for one in after)
    outcome = replace(step.outcome, errors=errors, verdict=build_report(after).verdict)
    said = reduce(_followed, reversed(step.done))
    return Fix(said.name, said.params, step.edits, outcome)


def _followed(then: Fix, first: Fix) -> Fix:
    """Say two things that are done one after the other."""
    return repair("steps", first=Word(first.name, first.params), then=Word(then.name, then.params))


def _harm(fix: Fix) -> tuple[bool, int, int]:
    """Tell what a fix costs and how many errors it leaves."""
    outcome = fix.outcome
    return (outcome.destructive, outcome.lost, outcome.errors) if outcome is not None else (False, 0, 0)


def _shared_ids(army: ArmyList) -> set[str]:
    """Give the ids that several entries have: an edit would not know which of them is meant."""
    counts = Counter(entry.id for entry in army.entries)
    return {name for name, number in counts.items() if number > 1}
