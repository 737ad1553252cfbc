"""What an edit would change, before it is made: points, counts against limits, the loadout, the verdict.

ahead = Foresight(roster, report)        # one for each state of the list
seen = ahead.of(Add(unit.ref))                  # or taking(…), Remove(…), any edit; None where it has no meaning
seen.after, seen.verdict, seen.arisen           # 1465, legal, ()
[shift.to("en") for shift in seen.told]         # ["3 of 4 heroes", "uses your last copy"]
[(line.mark, line.shown) for change in seen.entries for line in change.lines]

Who pins the books of a list with every edit (the workspace does) lets the edit that is tried out do so too.

What becomes of the counts that limits are on, from one state of a list to the next, and in a few words.

[shift.to("en") for shift in shifts(before.standings, after.standings)]      # ["3 of 4 heroes", "12 % of 35 %"]

What speaks against an edit: it is tried out, and judged by the same checks as the list.

So an offer and a verdict can never disagree. Only the entry that changes is worked out anew, which keeps a trial cheap
enough to repeat it for every option on every key press.

How much is wrong: findings added up by code and place, so that two states of a list can be compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from dataclasses import dataclass as plain_dataclass
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


def weight(diagnostic: Diagnostic) -> int:
    """Tell how bad a finding is: by how many it is over or under, where it says so."""
    for name in ("over", "under"):
        amount = diagnostic.params.get(name)
        if isinstance(amount, int):
            return amount
    return 1


def key_of(diagnostic: Diagnostic) -> Key:
    """Give what makes two findings of two states of a list the same: their code, and what they are on."""
    return diagnostic.code, diagnostic.on


def weigh(diagnostics: Iterable[Diagnostic], key: Callable[[Diagnostic], Key] = key_of) -> Counter[Key]:
    """Add up findings."""
    found: Counter[Key] = Counter()
    for diagnostic in diagnostics:
        found[key(diagnostic)] += weight(diagnostic)
    return found


def new_faults(
    before: Iterable[Diagnostic], after: Iterable[Diagnostic], key: Callable[[Diagnostic], Key] = key_of
) -> Iterator[Diagnostic]:
    """Give the errors that came or grew worse, then what became unchecked; what stays as it is does not count.

    Of a book whose edition is missing, the one at hand decides.
    """
    before, after = tuple(before), tuple(after)
    for kinds in ((Severity.ERROR,), (Severity.ERROR, Severity.UNCHECKED)):
        allowed = weigh((one for one in before if one.severity in kinds), key)
        for diagnostic in after:
            if diagnostic.severity in kinds:
                allowed[key(diagnostic)] -= weight(diagnostic)
                if allowed[key(diagnostic)] < 0:
                    yield diagnostic


@dataclass(frozen=True, slots=True)
class CountShift:
    """What becomes of one count: there was none before the first of its kind, and is none after the last."""

    before: Standing | None
    after: Standing | None

    @property
    def last(self) -> bool:
        """Whether it uses up what the limit allows."""
        return self.after is not None and self.after.full and not (self.before is not None and self.before.full)

    @property
    def broken(self) -> bool:
        """Whether the limit is not kept then."""
        return self.after is not None and not self.after.kept

    @property
    def of_the_army(self) -> bool:
        """Whether it counts in the army, or copies of a unit, and not something in one unit."""
        now = self.after
        return now is not None and (now.tally.about is None or now.limit.counts is Measure.COPIES)

    def to(self, language: str) -> str:
        """Say it in a few words: `3 of 4 heroes`, `uses your last copy`; empty where nothing is counted any more."""
        now = self.after
        if now is None:
            return ""
        if self.last and now.limit.counts is Measure.COPIES and not self.broken:
            return translate(language, "ghost.last-copy")
        return word_standing(now, language)


def word_standing(standing: Standing, language: str) -> str:
    """Write what was counted and how much of it is allowed: `3 of 4 heroes`, `12 % of 35 %`."""
    bound = standing.most or standing.least
    if bound is None:
        return translate(language, f"counted.{standing.limit.counts.value}", n=standing.number)
    if bound.way is Derivation.PERCENT and standing.points:
        # rounded up: what is over the limit must not read as on it
        share = -(-100 * standing.number // standing.points)
        return translate(language, "ghost.percent", n=share, most=bound.percent)
    number = format_number(language, standing.number)
    what = translate(language, f"counted.{standing.limit.counts.value}", n=bound.number)
    return translate(language, "ghost.of" if standing.most is not None else "ghost.at-least", n=number, most=what)


def shifts(before: Iterable[Standing], after: Iterable[Standing]) -> Iterator[CountShift]:
    """Give the counts that change, those that are then left first."""
    old = {standing.subject: standing for standing in before}
    new = {standing.subject: standing for standing in after}
    for subject in dict.fromkeys((*new, *old)):
        shift = CountShift(old.get(subject), new.get(subject))
        if not _is_idle(shift.before, shift.after):
            yield shift


def _is_idle(before: Standing | None, after: Standing | None) -> bool:
    """Tell whether neither the number nor what is allowed changes."""
    if before is None or after is None:
        return False
    return (before.number, before.most, before.least) == (after.number, after.most, after.least)


@dataclass(frozen=True, slots=True)
class EntryChange:
    """An entry that changes, comes or goes."""

    before: RosterEntry | None
    after: RosterEntry | None

    @property
    def lines(self) -> tuple[LoadoutLine, ...]:
        """Its rules, weapons and items, those that change marked."""
        return loadout_lines(self.before, self.after)


@plain_dataclass(frozen=True, eq=False)
class Ghost:
    """The list as it would be; what nobody asks for is not worked out."""

    now: Inspection
    then: Inspection
    said: Report
    """What is said of the list now."""
    report: Report
    """What would then be said of it; without fixes."""

    @property
    def before(self) -> int:
        """What the list costs now."""
        return self.now.roster.cost

    @property
    def after(self) -> int:
        """What it would cost."""
        return self.then.roster.cost

    @property
    def limit(self) -> int | None:
        """The size of the game."""
        return self.then.roster.size

    @property
    def verdict(self) -> Verdict:
        """What would be said of the list in one word."""
        return self.report.verdict

    @cached_property
    def arisen(self) -> tuple[Diagnostic, ...]:
        """What would be wrong that is not now, or would be worse; the worst first, and no notes."""
        return tuple(_arisen(self.said, self.report))

    @cached_property
    def shifts(self) -> tuple[CountShift, ...]:
        """The counts that change, of all limits."""
        return tuple(shifts(self.now.standings, self.then.standings))

    @property
    def told(self) -> tuple[CountShift, ...]:
        """The counts worth a word: those of single units' points only where they are too many."""
        return tuple(shift for shift in self.shifts if shift.of_the_army or shift.broken)

    @cached_property
    def entries(self) -> tuple[EntryChange, ...]:
        """The entries that change or come, in the order of the list as it would be, then those that go."""
        old = {worked.id: worked for worked in self.now.roster.entries}
        new = {worked.id: worked for worked in self.then.roster.entries}
        changed = [EntryChange(old.get(name), worked) for name, worked in new.items() if worked is not old.get(name)]
        return (*changed, *(EntryChange(worked, None) for name, worked in old.items() if name not in new))


class Foresight:
    """Looks ahead from one state of a list: the roster, and the report that was made of it."""

    def __init__(self, roster: Roster, report: Report) -> None:
        self._now = Inspection(roster)
        self._report = report
        codes = {code for registered in CHECKS for code in registered.codes}
        self._kept = tuple(finding for finding in report if finding.code not in codes)
        """What came with the file; the checks cannot find it again."""

    def of(self, edit: Callable[[ArmyList], ArmyList]) -> Ghost | None:
        """Try an edit out, judged by the same checks as the list; None where it has no meaning (its entry is gone)."""
        roster = self._now.roster
        try:
            then = Inspection(rework(roster, edit(roster.army)))
        except EditError:
            return None
        return Ghost(self._now, then, self._report, build_report([*self._kept, *run_checks(then)]))


def _arisen(before: Iterable[Diagnostic], after: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Give what came or grew worse, warnings too; notes never."""
    before, after = tuple(before), tuple(after)
    seen: set[int] = set()
    for finding in (*new_faults(before, after), *_new_warnings(before, after)):
        if id(finding) not in seen:
            seen.add(id(finding))
            yield finding


def _new_warnings(before: Iterable[Diagnostic], after: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    known = weigh(one for one in before if one.severity is Severity.WARNING)
    for finding in after:
        if finding.severity is Severity.WARNING:
            known[key_of(finding)] -= weight(finding)
            if known[key_of(finding)] < 0:
                yield finding


def obstacle(roster: Roster, report: Report, edit: Callable[[ArmyList], ArmyList]) -> Diagnostic | None:
    """Try an edit and give the first thing wrong that it would bring or make worse; None where there is none."""
    tried = rework(roster, edit(roster.army))
    return next(new_faults(report, run_checks(Inspection(tried))), None)
