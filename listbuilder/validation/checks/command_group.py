"""Check of command groups: sergeants, musicians and banners, counted for the whole unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import AppliedUpgrade, RosterEntry, RuleId, System
from listbuilder.rules.rule_ratings import rule_gains
from listbuilder.validation.check_registry import CheckContext, check_entry
from listbuilder.validation.message_arguments import label_unit


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
    for rule, taken in counts.items():
        number = taken + (rule in entry.unit.rule_ids)
        if number > maximum:
            name, over = system.rule_name(rule), number - maximum
            yield context.make_finding(
                "CMD001", entry.id, unit=label_unit(entry), rule=name, n=number, most=maximum, over=over
            )
