"""Checks of upgrades: applicable, useful, and within the numbers of their section."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import (
    AmbiguousPick,
    BadCount,
    Loadout,
    MissingTarget,
    Option,
    OptionId,
    RosterEntry,
    RuleId,
    Section,
    Taken,
    Text,
    Trouble,
    Unit,
    UnknownPick,
    Variant,
)
from listbuilder.model.army_list import LARGEST_COUNT
from listbuilder.rules.labels import Heading, gained_keys, option_name
from listbuilder.rules.section_capacity import section_capacity
from listbuilder.rules.special_rules import rule_gains
from listbuilder.validation.checks.command_group import commands
from listbuilder.validation.message_arguments import Word, titled
from listbuilder.validation.registry import Inspection, check_entry, is_troubled


@check_entry("UPG001", "UPG004", "UPG006", "UPG007", "UPG008", only=is_troubled)
def upgrades_that_cannot_be_applied(context: Inspection, entry: RosterEntry) -> Iterator[Diagnostic]:
    """Every upgrade names one option of its unit, has a valid count, and finds the equipment that it replaces."""
    for half, loadout in enumerate(entry.halves):
        for error in loadout.troubles:
            yield _error_finding(context, entry, half, error)


def _error_finding(context: Inspection, entry: RosterEntry, half: int, error: Trouble) -> Diagnostic:
    wanted = error.pick.option
    subject: dict[str, Any] = {"unit": titled(entry, half), "half": half + 1}
    match error:
        case UnknownPick():
            units = context.roster.factions[entry.unit.faction].units.values()
            owners = tuple(unit.name for unit in units if unit is not entry.unit and unit.find(wanted))
            if owners:
                return context.found("UPG008", entry.id, **subject, option=wanted, owners=owners[:3])
            return context.found("UPG001", entry.id, **subject, option=wanted)
        case AmbiguousPick():
            ways = tuple(f"{section.id}/{option.id}" for section, option in entry.unit.find(wanted))
            return context.found("UPG007", entry.id, **subject, option=wanted, ways=ways)
        case BadCount():
            name, n = option_name(error.option), error.pick.count
            return context.found("UPG006", entry.id, **subject, option=name, n=n, most=LARGEST_COUNT)
        case MissingTarget():
            replacing = _replacing_upgrade(entry.halves[half].taken, error)
            return context.found(
                "UPG004",
                entry.id,
                **subject,
                option=option_name(error.option),
                target=error.target.words or error.target.name,
                over=error.short,
                taker=option_name(replacing.option) if replacing is not None else "",
                suppliers=tuple(_suppliers(entry, error)) or Word("suppliers.none"),
            )


def _replacing_upgrade(upgrades: tuple[Taken, ...], error: MissingTarget) -> Taken | None:
    """Return the upgrade that replaced the last target: an earlier one, or the same one if it was taken too often."""
    same = upgrades[error.behind]
    if error.short < same.count:
        return same
    keys = {target.key for target in error.section.targets}
    for upgrade in reversed(upgrades[: error.behind]):
        uses_up = upgrade.section.variant is Variant.REPLACE or upgrade.section is error.section
        if uses_up and any(target.key in keys for target in upgrade.section.targets):
            return upgrade
    return None


def _suppliers(entry: RosterEntry, error: MissingTarget) -> Iterator[Heading]:
    """Yield the sections with an option that gives the missing target."""
    for section in entry.unit.sections:
        if any(error.target.key in gained_keys(option) for option in section.options):
            yield Heading(section)


def _may_repeat_rule(entry: RosterEntry) -> bool:
    return any(rule_gains(entry.unit, half).repeated for half in entry.halves)


@check_entry("UPG009", only=_may_repeat_rule)
def upgrades_without_effect(context: Inspection, entry: RosterEntry) -> Iterator[Diagnostic]:
    """An upgrade gives more than rules without a rating that the unit already has."""
    command_rules = context.system.command_group.rules  # these have their own check
    for half, loadout in enumerate(entry.halves):
        needless: list[Option] = []
        for upgrade in reversed(loadout.taken):  # of two upgrades with the same rules, the later one is needless
            rules = _unrated_rules_only(upgrade) if upgrade.cost > 0 else ()
            if rules and command_rules.isdisjoint(rules):
                without = (upgrade.option, *needless)
                others = [other for other in loadout.taken if other.option not in without]
                if _unit_rules(entry.unit, others).issuperset(rules):
                    yield context.found(
                        "UPG009",
                        entry.id,
                        unit=titled(entry, half),
                        option=option_name(upgrade.option),
                        cost=upgrade.cost,
                        rules=tuple(_rule_name(context, entry.unit, rule) for rule in dict.fromkeys(rules)),
                    )
                    needless.append(upgrade.option)


def _unrated_rules_only(upgrade: Taken) -> tuple[RuleId, ...]:
    """Return the rules of an upgrade that gives nothing but rules without a rating; empty for all others."""
    if upgrade.section.variant is Variant.REPLACE or upgrade.section.targets:
        return ()
    for stack in upgrade.option.gains:
        thing = stack.thing
        if thing.arms or thing.base or any(rule.rating is not None for rule in thing.borne):
            return ()
    return upgrade.brings


def _unit_rules(unit: Unit, upgrades: list[Taken]) -> frozenset[str]:
    """Return the rules of all models: the unit's own, and those that upgrades give to every model."""
    single = unit.size == 1
    for_all = [item for item in upgrades if (single or item.section.affects_all) and not item.section.targets]
    return unit.rule_ids.union(*[upgrade.brings for upgrade in for_all])


def _rule_name(context: Inspection, unit: Unit, rule: RuleId) -> Text:
    book_rule = context.roster.factions[unit.faction].rules.get(rule)
    return book_rule.name if book_rule is not None else context.system.rule_name(rule)


def _may_exceed_capacity(entry: RosterEntry) -> bool:
    """Return whether any section has more than one upgrade."""
    return any(
        len({upgrade.section for upgrade in half.taken}) < sum([upgrade.count for upgrade in half.taken])
        for half in entry.halves
    )


@check_entry("UPG002", "UPG003", "UPG005", only=_may_exceed_capacity)
def too_many_upgrades(context: Inspection, entry: RosterEntry) -> Iterator[Diagnostic]:
    """A section has no more upgrades than its heading allows, and no option is taken more often than allowed."""
    for half, loadout in enumerate(entry.halves):
        for section, upgrades in _by_section(loadout).items():
            capacity = section_capacity(section, entry.unit)
            subject: dict[str, Any] = {"unit": titled(entry, half), "half": half + 1, "section": Heading(section)}
            within, beyond = _split_by_option_maximum(upgrades, capacity.each)
            yield from _repeated_options(context, entry, beyond, capacity.each or 0, subject)
            if capacity.total is not None and len(within) > capacity.total:
                yield context.found(
                    "UPG003" if capacity.one_of else "UPG002",
                    entry.id,
                    **subject,
                    options=tuple(option_name(upgrade.option) for upgrade in within),
                    n=len(within),
                    most=capacity.total,
                    over=len(within) - capacity.total,
                )


def _by_section(loadout: Loadout) -> dict[Section, list[Taken]]:
    sections: dict[Section, list[Taken]] = {}
    for upgrade in loadout.taken:
        sections.setdefault(upgrade.section, []).append(upgrade)
    return sections


def _split_by_option_maximum(upgrades: list[Taken], maximum: int | None) -> tuple[list[Taken], list[Taken]]:
    """Return single upgrades up to the maximum of their option, and those beyond it, in the order taken."""
    within: list[Taken] = []
    beyond: list[Taken] = []
    counts: Counter[OptionId] = Counter()
    for upgrade in upgrades:
        for _ in range(upgrade.count):
            counts[upgrade.option.id] += 1
            (within if maximum is None or counts[upgrade.option.id] <= maximum else beyond).append(upgrade)
    return within, beyond


def _repeated_options(
    context: Inspection, entry: RosterEntry, beyond: list[Taken], maximum: int, subject: dict[str, Any]
) -> Iterator[Diagnostic]:
    """Yield options that were taken too often; the command group has its own check for the whole unit."""
    counts = Counter(upgrade.option for upgrade in beyond if not commands(context.system, upgrade))
    for option, over in counts.items():
        name, n = option_name(option), maximum + over
        yield context.found("UPG005", entry.id, **subject, option=name, n=n, most=maximum, over=over)
