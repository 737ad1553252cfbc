"""What an edit would change, before it is made: points, counts against limits, the loadout, the verdict.

ahead = Foresight(roster, report)        # one for each state of the list
seen = ahead.of(Add(unit.ref))                  # or taking(…), Remove(…), any edit; None where it has no meaning
seen.after, seen.verdict, seen.arisen           # 1465, legal, ()
[shift.to("en") for shift in seen.told]         # ["3 of 4 heroes", "uses your last copy"]
[(line.mark, line.shown) for change in seen.entries for line in change.lines]

Who pins the books of a list with every edit (the workspace does) lets the edit that is tried out do so too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from dataclasses import dataclass as plain_dataclass
from functools import cached_property

from listbuilder.diagnostics import Diagnostic, Report, Severity, Verdict, build_report
from listbuilder.diff.loadouts import LoadoutLine, loadout_lines
from listbuilder.errors import EditError
from listbuilder.model import ArmyList, Roster, RosterEntry
from listbuilder.rules.roster import rework
from listbuilder.validation.checking import run_checks
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.registry import CHECKS
from listbuilder.validation.shifts import CountShift, shifts
from listbuilder.validation.weighing import key_of, new_faults, weigh, weight


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
