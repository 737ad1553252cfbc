"""Picks that bring nothing new: a rule without a number counts once."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import (
    Option,
    RosterEntry,
    RuleId,
    Taken,
    Text,
    Unit,
    Variant,
)
from listbuilder.rules.labels import option_name
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.phrases import titled
from listbuilder.validation.registry import check_entry


def _has_doubles(worked: RosterEntry) -> bool:
    """Tell whether a pick may bring what is there already."""
    return worked.halves[0].doubled or worked.halves[-1].doubled


@check_entry("UPG009", only=_has_doubles)
def picks_that_bring_nothing_new(inspection: Inspection, worked: RosterEntry) -> Iterator[Diagnostic]:
    """A pick that brings only rules which the unit has already, none with a number, is paid for nothing."""
    command = inspection.system.command_group.rules  # these have a check of their own
    for half, loadout in enumerate(worked.halves):
        needless: list[Option] = []
        for taken in reversed(loadout.taken):  # of two that bring the same the later is too much
            rules = _only_rules(taken) if taken.cost > 0 else ()
            if rules and command.isdisjoint(rules):
                without = (taken.option, *needless)
                others = [other for other in loadout.taken if other.option not in without]
                if _rules_of(worked.unit, others).issuperset(rules):
                    yield _found(inspection, worked, half, taken, rules)
                    needless.append(taken.option)


def _only_rules(taken: Taken) -> tuple[RuleId, ...]:
    """Give the rules of a pick that brings nothing but rules without a number."""
    if taken.section.variant is Variant.REPLACE or taken.section.targets:
        return ()
    for stack in taken.option.gains:
        thing = stack.thing
        if thing.arms or thing.base or any(rule.rating is not None for rule in thing.borne):
            return ()
    return taken.brings


def _rules_of(unit: Unit, picks: list[Taken]) -> frozenset[str]:
    """Give the rules of the whole unit: those it was born with, and those that picks bring to every model."""
    alone = unit.size == 1
    whole = [taken for taken in picks if (alone or taken.section.affects_all) and not taken.section.targets]
    return unit.rule_ids.union(*[taken.brings for taken in whole])


def _found(
    inspection: Inspection, worked: RosterEntry, half: int, taken: Taken, rules: tuple[RuleId, ...]
) -> Diagnostic:
    return inspection.found(
        "UPG009",
        worked.id,
        unit=titled(worked, half),
        option=option_name(taken.option),
        cost=taken.cost,
        rules=tuple(_rule_name(inspection, worked.unit, rule) for rule in dict.fromkeys(rules)),
    )


def _rule_name(inspection: Inspection, unit: Unit, rule: RuleId) -> Text:
    own = inspection.roster.factions[unit.faction].rules.get(rule)
    return own.name if own is not None else inspection.system.rule_name(rule)
