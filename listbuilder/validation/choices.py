"""What may be picked now, and why not: every choice is tried out, and judged by the same checks as the list.

So an offer and a verdict can never disagree. Only the entry that changes is worked out anew, which keeps a trial cheap
enough to repeat it for every option on every key press; the functions are generators, so that a screen pays for the
rows it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from listbuilder.diagnostics import Diagnostic, Report
from listbuilder.model import ArmyList, Event, Faction, Option, Roster, RosterEntry, Section, Unit
from listbuilder.rules.edits import Add, Edit
from listbuilder.rules.picking import picks_of, taking
from listbuilder.rules.roster import rework
from listbuilder.validation.checking import run_checks
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.weighing import new_faults
from listbuilder.values import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that could be done: the edit that does it, and what speaks against it now (None: nothing)."""

    edit: Edit
    reason: Diagnostic | None
    unit: Unit
    section: Section | None = None
    option: Option | None = None
    taken: int = 0
    """How often the option is taken already."""
    cost: int = 0

    @property
    def open(self) -> bool:
        """Whether it may be picked now."""
        return self.reason is None


def option_choices(
    roster: Roster, report: Report, worked: RosterEntry, event: Event | None = None, *, half: int = 0
) -> Iterator[Choice]:
    """Give every option of an entry, in the order of its sections, with what speaks against taking it once more."""
    for section in worked.unit.sections:
        for option in section.options:
            edit = taking(worked, section, option, half)
            yield Choice(
                edit,
                obstacle(roster, report, edit, event),
                worked.unit,
                section,
                option,
                picks_of(worked, section, option, half),
                option.cost_for(worked.unit.id),
            )


def unit_choices(roster: Roster, report: Report, faction: Faction, event: Event | None = None) -> Iterator[Choice]:
    """Give every unit of a faction with what speaks against adding it."""
    for unit in faction.units.values():
        edit = Add(unit.ref, subject=unit.name)
        yield Choice(edit, obstacle(roster, report, edit, event), unit, cost=unit.cost)


def obstacle(
    roster: Roster, report: Report, edit: Callable[[ArmyList], ArmyList], event: Event | None = None
) -> Diagnostic | None:
    """Try an edit and give the first thing wrong that it would bring or make worse; None where there is none."""
    tried = rework(roster, edit(roster.army))
    return next(new_faults(report, run_checks(Inspection(tried, event))), None)
