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
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.phrases import titled
from listbuilder.validation.registry import check_entry, has_picks


@check_entry("UPG009", only=has_picks)
def picks_that_bring_nothing_new(inspection: Inspection, worked: RosterEntry) -> Iterator[Diagnostic]:
    """A pick that brings only rules which the unit has already, none with a number, is paid for nothing."""
    command = inspection.system.command_group.rules  # these have a check of their own
    for half, loadout in enumerate(worked.halves):
        givers: dict[RuleId, set[Option | None]] | None = None
        for taken in reversed(loadout.taken):  # of two that bring the same the later is too much
            rules = _only_rules(taken.section, taken.option) if taken.cost > 0 else ()
            if (
                rules
                and command.isdisjoint(rules)
                and (len(loadout.taken) > 1 or worked.unit.rule_ids.issuperset(rules))
            ):
                givers = _givers(worked.unit, loadout.taken) if givers is None else givers
                if all(givers.get(rule, set()) - {taken.option} for rule in rules):
                    yield _found(inspection, worked, half, taken, rules)
                    for rule in rules:
                        givers[rule].discard(taken.option)


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


def _givers(unit: Unit, all_taken: tuple[Taken, ...]) -> dict[RuleId, set[Option | None]]:
    """Tell who gives each rule to the whole unit: an option, or None for what it was born with."""
    givers: dict[RuleId, set[Option | None]] = {RuleId(rule): {None} for rule in unit.rule_ids}
    for taken in all_taken:
        if unit.size == 1 or taken.section.affects_all:
            for stack in taken.option.gains:
                for rule in stack.thing.borne if not taken.section.targets else ():
                    givers.setdefault(rule.id, set()).add(taken.option)
    return givers


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
