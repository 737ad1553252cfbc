"""Checks of both halves of a unit: which units may combine, what halves must share, and command groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import AppliedUpgrade, Permission, RosterEntry, RuleId, Section, System
from listbuilder.rules.loadout import section_capacity
from listbuilder.rules.rule_ratings import rule_gains
from listbuilder.rules.unit_labels import option_name
from listbuilder.validation.check_registry import CheckContext, check_entry, is_combined
from listbuilder.validation.message_arguments import label_unit


@check_entry("CMB001", "CMB002", "CMB003", "CMB005", applies_to=is_combined)
def units_that_cannot_combine(context: CheckContext, entry: RosterEntry) -> Iterator[Diagnostic]:
    """Two copies of a unit may combine if the system allows it; heroes never may, single models only if it says so."""
    rules = context.system.combining
    if not rules.allowed:
        code = "CMB001"
    elif entry.is_hero:
        code = "CMB003"
    elif entry.unit.size > 1 or rules.single_models is Permission.ALLOW:
        return
    else:
        code = "CMB002" if rules.single_models is Permission.FORBID else "CMB005"
    yield context.make_finding(code, entry.id, unit=label_unit(entry), system=context.system.title)


@check_entry("CMB004", applies_to=is_combined)
def halves_that_differ(context: CheckContext, entry: RosterEntry) -> Iterator[Diagnostic]:
    """An upgrade that affects all models is taken for both halves of a combined unit or for neither."""
    first, second = ([applied for applied in half.upgrades if applied.section.affects_all] for half in entry.halves)
    swapped: set[Section] = set()
    for upgrade in _missing(first, second):
        if section_capacity(upgrade.section, entry.unit).is_exclusive:
            swapped.add(upgrade.section)  # the other half's choice is part of the same difference
        yield _half_finding(context, entry, upgrade, 1)
    for upgrade in _missing(second, first):
        if upgrade.section not in swapped:
            yield _half_finding(context, entry, upgrade, 0)


def _missing(here: list[AppliedUpgrade], there: list[AppliedUpgrade]) -> list[AppliedUpgrade]:
    options = {upgrade.option for upgrade in there}
    return [upgrade for upgrade in here if upgrade.option not in options]


def _half_finding(context: CheckContext, entry: RosterEntry, upgrade: AppliedUpgrade, half: int) -> Diagnostic:
    name = option_name(upgrade.option)
    return context.make_finding("CMB004", entry.id, unit=label_unit(entry, half), option=name, half=half + 1)


def command_rules(system: System, upgrade: AppliedUpgrade) -> tuple[RuleId, ...]:
    """Return the command group rules that an upgrade gives, by itself or inside an item."""
    known = system.command_group.rules
    return tuple([rule for rule in upgrade.granted_rule_ids if rule in known])


def _may_repeat_rule(entry: RosterEntry) -> bool:
    """Return whether an entry may have a rule twice: within a half, or once in each."""
    gains = [rule_gains(entry.unit, half) for half in entry.halves]
    if any(gain.repeated for gain in gains):
        return True
    return len(gains) > 1 and not gains[0].rule_ids.isdisjoint(gains[1].rule_ids)


@check_entry("CMD001", applies_to=_may_repeat_rule)
def repeated_command_upgrades(context: CheckContext, entry: RosterEntry) -> Iterator[Diagnostic]:
    """A unit has each upgrade of the command group at most once, combined or not."""
    system = context.system
    counts: Counter[RuleId] = Counter()
    for loadout in entry.halves:
        for upgrade in loadout.upgrades:
            for rule in command_rules(system, upgrade):
                counts[rule] += upgrade.count
    maximum = system.command_group.max_each
    for rule, count in counts.items():
        number = count + (rule in entry.unit.rule_ids)
        if number > maximum:
            unit, name, over = label_unit(entry), system.rule_name(rule), number - maximum
            yield context.make_finding("CMD001", entry.id, unit=unit, rule=name, n=number, most=maximum, over=over)
