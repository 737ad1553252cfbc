"""Command groups: sergeants, musicians and banners, counted for the whole unit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import Option, RosterEntry, RuleId, System, Taken, borne_rules
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.phrases import titled
from listbuilder.validation.registry import check


@lru_cache(maxsize=4096)
def commands(system: System, option: Option) -> tuple[RuleId, ...]:
    """Give the upgrades of the command group that an option brings, by itself or inside an item."""
    rules = (rule.id for stack in option.gains for rule in borne_rules(stack.thing))
    return tuple(rule for rule in rules if rule in system.command_group.rules)


@check("CMD001")
def repeated_command_upgrades(inspection: Inspection) -> Iterator[Diagnostic]:
    """A unit has each upgrade of the command group once, combined or not."""
    system = inspection.system
    for worked in inspection.roster.entries:
        officers: dict[RuleId, list[tuple[int, Taken]]] = {}
        born = worked.unit.rule_ids & system.command_group.rules
        for half, loadout in enumerate(worked.halves):
            for taken in loadout.taken:
                for rule in commands(system, taken.option):
                    officers.setdefault(rule, []).extend([(half, taken)] * taken.count)
        for rule, found in officers.items():
            if len(found) + (rule in born) > system.command_group.each:
                yield _repeated(inspection, worked, rule, found, int(rule in born))


def _repeated(
    inspection: Inspection, worked: RosterEntry, rule: RuleId, officers: list[tuple[int, Taken]], born: int
) -> Diagnostic:
    most = inspection.system.command_group.each
    name = inspection.system.rule_name(rule)
    return inspection.found(
        "CMD001",
        worked.id,
        unit=titled(worked),
        rule=name,
        n=len(officers) + born,
        most=most,
        over=len(officers) + born - most,
    )
