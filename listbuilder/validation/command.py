"""Command groups: sergeants, musicians and banners, counted for the whole unit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import Option, RosterEntry, RuleId, System
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.phrases import titled
from listbuilder.validation.registry import check_entry, has_picks


@lru_cache(maxsize=16384)  # all that is picked from a hundred books: one that is too small remembers nothing
def commands(system: System, option: Option) -> tuple[RuleId, ...]:
    """Give the upgrades of the command group that an option brings, by itself or inside an item."""
    known = system.command_group.rules
    return tuple([rule.id for stack in option.gains for rule in stack.thing.borne if rule.id in known])


@check_entry("CMD001", only=has_picks)
def repeated_command_upgrades(inspection: Inspection, worked: RosterEntry) -> Iterator[Diagnostic]:
    """A unit has each upgrade of the command group once, combined or not."""
    system = inspection.system
    officers: dict[RuleId, int] = {}
    for loadout in worked.halves:
        for taken in loadout.taken:
            for rule in commands(system, taken.option):
                officers[rule] = officers.get(rule, 0) + taken.count
    for rule, taken_in_all in officers.items():
        number = taken_in_all + (rule in worked.unit.rule_ids)
        if number > system.command_group.each:
            yield _repeated(inspection, worked, rule, number)


def _repeated(inspection: Inspection, worked: RosterEntry, rule: RuleId, number: int) -> Diagnostic:
    most = inspection.system.command_group.each
    name = inspection.system.rule_name(rule)
    return inspection.found(
        "CMD001", worked.id, unit=titled(worked), rule=name, n=number, most=most, over=number - most
    )
