"""Checks of combined units: which units may combine, and what both halves must share."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import AppliedUpgrade, Loadout, Permission, RosterEntry, Section
from listbuilder.rules.loadout import section_capacity
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
    first, second = (_upgrades_for_all_models(half) for half in entry.halves)
    swapped: set[Section] = set()
    for upgrade in _missing(first, second):
        if section_capacity(upgrade.section, entry.unit).is_exclusive:
            swapped.add(upgrade.section)  # the other half's choice is part of the same difference
        yield _half_finding(context, entry, upgrade, 1)
    for upgrade in _missing(second, first):
        if upgrade.section not in swapped:
            yield _half_finding(context, entry, upgrade, 0)


def _upgrades_for_all_models(loadout: Loadout) -> list[AppliedUpgrade]:
    return [upgrade for upgrade in loadout.upgrades if upgrade.section.affects_all]


def _missing(here: list[AppliedUpgrade], there: list[AppliedUpgrade]) -> list[AppliedUpgrade]:
    options = {upgrade.option for upgrade in there}
    return [upgrade for upgrade in here if upgrade.option not in options]


def _half_finding(context: CheckContext, entry: RosterEntry, upgrade: AppliedUpgrade, half: int) -> Diagnostic:
    name = option_name(upgrade.option)
    return context.make_finding("CMB004", entry.id, unit=label_unit(entry, half), option=name, half=half + 1)
