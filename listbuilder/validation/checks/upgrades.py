"""Checks of upgrades: applicable, useful, and within the numbers of their section."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import (
    AmbiguousUpgrade,
    AppliedUpgrade,
    InvalidUpgradeCount,
    MissingUpgradeTarget,
    Option,
    RosterEntry,
    RuleId,
    Section,
    Unit,
    UnknownUpgrade,
    UpgradeError,
    Variant,
)
from listbuilder.model.army_list import MAX_UPGRADE_COUNT
from listbuilder.rules.loadout import section_capacity
from listbuilder.rules.rule_ratings import rule_gains
from listbuilder.rules.unit_labels import SectionHeading, gained_keys, option_name
from listbuilder.validation.check_registry import CheckContext, check_entry, has_upgrade_errors
from listbuilder.validation.checks.combined import command_rules
from listbuilder.validation.message_arguments import Message, label_unit


@check_entry("UPG001", "UPG004", "UPG006", "UPG007", "UPG008", applies_to=has_upgrade_errors)
def upgrades_that_cannot_be_applied(context: CheckContext, entry: RosterEntry) -> Iterator[Diagnostic]:
    """Every upgrade names one option of its unit, has a valid count, and finds the equipment that it replaces."""
    for half, loadout in enumerate(entry.halves):
        for error in loadout.errors:
            yield _error_finding(context, entry, half, error)


def _error_finding(context: CheckContext, entry: RosterEntry, half: int, error: UpgradeError) -> Diagnostic:
    reference = error.upgrade.option
    subject: dict[str, Any] = {"unit": label_unit(entry, half), "half": half + 1}
    match error:
        case UnknownUpgrade():
            units = context.roster.factions[entry.unit.faction].units.values()
            owners = tuple(unit.name for unit in units if unit is not entry.unit and unit.find_options(reference))
            if owners:
                return context.make_finding("UPG008", entry.id, **subject, option=reference, owners=owners[:3])
            return context.make_finding("UPG001", entry.id, **subject, option=reference)
        case AmbiguousUpgrade():
            ways = tuple(f"{section.id}/{option.id}" for section, option in entry.unit.find_options(reference))
            return context.make_finding("UPG007", entry.id, **subject, option=reference, ways=ways)
        case InvalidUpgradeCount():
            name, n = option_name(error.option), error.upgrade.count
            return context.make_finding("UPG006", entry.id, **subject, option=name, n=n, most=MAX_UPGRADE_COUNT)
        case MissingUpgradeTarget():
            replacing = _replacing_upgrade(entry.halves[half].upgrades, error)
            suppliers = tuple(
                SectionHeading(section)
                for section in entry.unit.sections
                if any(error.target.key in gained_keys(option) for option in section.options)
            )
            return context.make_finding(
                "UPG004",
                entry.id,
                **subject,
                option=option_name(error.option),
                target=error.target.label or error.target.name,
                over=error.missing_count,
                taker=option_name(replacing.option) if replacing is not None else "",
                suppliers=suppliers or Message("suppliers.none"),
            )


def _replacing_upgrade(upgrades: tuple[AppliedUpgrade, ...], error: MissingUpgradeTarget) -> AppliedUpgrade | None:
    """Return the upgrade that replaced the last target: an earlier one, or the same one if it was taken too often."""
    same = upgrades[error.applied_before]
    if error.missing_count < same.count:
        return same
    keys = {target.key for target in error.section.targets}
    for upgrade in reversed(upgrades[: error.applied_before]):
        uses_up = upgrade.section.variant is Variant.REPLACE or upgrade.section is error.section
        if uses_up and any(target.key in keys for target in upgrade.section.targets):
            return upgrade
    return None


def _may_repeat_rule(entry: RosterEntry) -> bool:
    return any(rule_gains(entry.unit, half).repeated for half in entry.halves)


@check_entry("UPG009", applies_to=_may_repeat_rule)
def upgrades_without_effect(context: CheckContext, entry: RosterEntry) -> Iterator[Diagnostic]:
    """An upgrade gives more than rules without a rating that the unit already has."""
    command_rules = context.system.command_group.rules  # these have their own check
    book_rules = context.roster.factions[entry.unit.faction].rules
    for half, loadout in enumerate(entry.halves):
        needless: list[Option] = []
        for upgrade in reversed(loadout.upgrades):  # of two upgrades with the same rules, the later one is needless
            rules = _unrated_rules_only(upgrade) if upgrade.cost > 0 else ()
            if rules and command_rules.isdisjoint(rules):
                without = (upgrade.option, *needless)
                others = [other for other in loadout.upgrades if other.option not in without]
                if _rules_of_all_models(entry.unit, others).issuperset(rules):
                    yield context.make_finding(
                        "UPG009",
                        entry.id,
                        unit=label_unit(entry, half),
                        option=option_name(upgrade.option),
                        cost=upgrade.cost,
                        rules=tuple(
                            book_rules[rule].name if rule in book_rules else context.system.rule_name(rule)
                            for rule in dict.fromkeys(rules)
                        ),
                    )
                    needless.append(upgrade.option)


def _unrated_rules_only(upgrade: AppliedUpgrade) -> tuple[RuleId, ...]:
    """Return the rules of an upgrade that gives nothing but rules without a rating; empty for all others."""
    if upgrade.section.variant is Variant.REPLACE or upgrade.section.targets:
        return ()
    for stack in upgrade.option.gains:
        equipment = stack.equipment
        if equipment.all_weapons or equipment.base or any(rule.rating is not None for rule in equipment.granted_rules):
            return ()
    return upgrade.granted_rule_ids


def _rules_of_all_models(unit: Unit, upgrades: list[AppliedUpgrade]) -> frozenset[str]:
    """Return the unit's own rules, and those that upgrades give to every model."""
    single = unit.size == 1
    for_all = [item for item in upgrades if (single or item.section.affects_all) and not item.section.targets]
    return unit.rule_ids.union(*[upgrade.granted_rule_ids for upgrade in for_all])


def _may_exceed_capacity(entry: RosterEntry) -> bool:
    """Return whether any section has more than one upgrade."""
    return any(
        len({upgrade.section for upgrade in half.upgrades}) < sum([upgrade.count for upgrade in half.upgrades])
        for half in entry.halves
    )


@check_entry("UPG002", "UPG003", "UPG005", applies_to=_may_exceed_capacity)
def too_many_upgrades(context: CheckContext, entry: RosterEntry) -> Iterator[Diagnostic]:
    """A section has no more upgrades than its heading allows, and no option is taken more often than allowed."""
    for half, loadout in enumerate(entry.halves):
        sections: dict[Section, list[AppliedUpgrade]] = defaultdict(list)
        for upgrade in loadout.upgrades:
            sections[upgrade.section] += [upgrade] * upgrade.count
        for section, singles in sections.items():
            capacity = section_capacity(section, entry.unit)
            unit, heading = label_unit(entry, half), SectionHeading(section)
            subject: dict[str, Any] = {"unit": unit, "half": half + 1, "section": heading}
            within: list[AppliedUpgrade] = []
            beyond: Counter[Option] = Counter()
            counts: Counter[Option] = Counter()
            for upgrade in singles:
                counts[upgrade.option] += 1
                if capacity.max_each is None or counts[upgrade.option] <= capacity.max_each:
                    within.append(upgrade)
                elif not command_rules(context.system, upgrade):  # the whole unit has a check of its own for these
                    beyond[upgrade.option] += 1
            for option, over in beyond.items():
                name, n, most = option_name(option), counts[option], capacity.max_each
                yield context.make_finding("UPG005", entry.id, **subject, option=name, n=n, most=most, over=over)
            if capacity.max_total is not None and len(within) > capacity.max_total:
                yield context.make_finding(
                    "UPG003" if capacity.is_exclusive else "UPG002",
                    entry.id,
                    **subject,
                    options=tuple(option_name(upgrade.option) for upgrade in within),
                    n=len(within),
                    most=capacity.max_total,
                    over=len(within) - capacity.max_total,
                )
