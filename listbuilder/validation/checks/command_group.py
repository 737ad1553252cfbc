"""Command groups: sergeants, musicians and banners, counted for the whole unit."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import RosterEntry, RuleId, System, Taken
from listbuilder.rules.special_rules import rule_gains
from listbuilder.validation.message_arguments import titled
from listbuilder.validation.registry import Inspection, check_entry


def commands(system: System, taken: Taken) -> tuple[RuleId, ...]:
    """Give the upgrades of the command group that a pick brings, by itself or inside an item."""
    known = system.command_group.rules
    return tuple([rule for rule in taken.brings if rule in known])


def _has_doubles(worked: RosterEntry) -> bool:
    """Tell whether an entry may have an upgrade twice: in one of its halves, or one in each."""
    gains = [rule_gains(worked.unit, half) for half in worked.halves]
    if any(gain.repeated for gain in gains):
        return True
    return len(gains) > 1 and not gains[0].rule_ids.isdisjoint(gains[1].rule_ids)


@check_entry("CMD001", only=_has_doubles)
def repeated_command_upgrades(inspection: Inspection, worked: RosterEntry) -> Iterator[Diagnostic]:
    """A unit has each upgrade of the command group once, combined or not."""
    system = inspection.system
    officers: dict[RuleId, int] = {}
    for loadout in worked.halves:
        for taken in loadout.taken:
            for rule in commands(system, taken):
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
