"""Command groups: sergeants, musicians and banners, counted for the whole unit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import Option, RosterEntry, RuleId, RuleRef, System, Taken
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.phrases import titled
from listbuilder.validation.registry import check


@lru_cache(maxsize=4096)
def commands(system: System, option: Option) -> tuple[RuleId, ...]:
    """Give the upgrades of the command group that an option brings."""
    rules = (stack.thing.id for stack in option.gains if isinstance(stack.thing, RuleRef))
    return tuple(rule for rule in rules if rule in system.command_group.rules)


@check("CMD001")
def repeated_command_upgrades(inspection: Inspection) -> Iterator[Diagnostic]:
    """A unit has each upgrade of the command group once, combined or not."""
    system = inspection.system
    for worked in inspection.roster.entries:
        officers: dict[RuleId, list[tuple[int, Taken]]] = {}
        for half, loadout in enumerate(worked.halves):
            for taken in loadout.taken:
                for rule in commands(system, taken.option):
                    officers.setdefault(rule, []).extend([(half, taken)] * taken.count)
        for rule, found in officers.items():
            if len(found) > system.command_group.each:
                yield _repeated(inspection, worked, rule, found)


def _repeated(
    inspection: Inspection, worked: RosterEntry, rule: RuleId, officers: list[tuple[int, Taken]]
) -> Diagnostic:
    most = inspection.system.command_group.each
    name = inspection.system.rule_name(rule)
    return inspection.found(
        "CMD001",
        worked.id,
        unit=titled(worked),
        rule=name,
        n=len(officers),
        most=most,
        over=len(officers) - most,
    )
