"""Picks that bring nothing new: a rule without a number counts once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import (
    Option,
    RosterEntry,
    RuleId,
    Section,
    Taken,
    Text,
    Unit,
    Variant,
)
from listbuilder.rules.labels import option_name
from listbuilder.rules.roster import brought_rules
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.phrases import titled
from listbuilder.validation.registry import check_entry, has_picks


@check_entry("UPG009", only=has_picks)
def picks_that_bring_nothing_new(inspection: Inspection, worked: RosterEntry) -> Iterator[Diagnostic]:
    """A pick that brings only rules which the unit has already, none with a number, is paid for nothing."""
    command = inspection.system.command_group.rules  # these have a check of their own
    for half, loadout in enumerate(worked.halves):
        needless: list[Option] = []
        for taken in reversed(loadout.taken):  # of two that bring the same the later is too much
            rules = _only_rules(taken.section, taken.option) if taken.cost > 0 else ()
            if rules and command.isdisjoint(rules):
                without = (taken.option, *needless)
                others = [other for other in loadout.taken if other.option not in without]
                if _rules_of(worked.unit, others).issuperset(rules):
                    yield _found(inspection, worked, half, taken, rules)
                    needless.append(taken.option)


@lru_cache(maxsize=16384)  # see `commands`
def _only_rules(section: Section, option: Option) -> tuple[RuleId, ...]:
    """Give the rules of an option that brings nothing but rules without a number."""
    if section.variant is Variant.REPLACE or section.targets:
        return ()
    rules: list[RuleId] = []
    for stack in option.gains:
        thing = stack.thing
        if thing.arms or thing.base or any(rule.rating is not None for rule in thing.borne):
            return ()
        rules += [rule.id for rule in thing.borne]
    return tuple(rules)


def _rules_of(unit: Unit, picks: list[Taken]) -> frozenset[str]:
    """Give the rules of the whole unit: those it was born with, and those that picks bring to every model."""
    alone = unit.size == 1
    whole = [taken for taken in picks if (alone or taken.section.affects_all) and not taken.section.targets]
    return unit.rule_ids.union(*[brought_rules(taken.option) for taken in whole])


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
