"""Checks of combined units: which units may combine, and what both halves must share."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import Loadout, RosterEntry, Section, Stance, Taken
from listbuilder.rules.labels import option_name
from listbuilder.rules.section_capacity import section_capacity
from listbuilder.validation.message_arguments import titled
from listbuilder.validation.registry import Inspection, check_entry, is_combined


@check_entry("CMB001", "CMB002", "CMB003", "CMB005", only=is_combined)
def units_that_cannot_combine(context: Inspection, entry: RosterEntry) -> Iterator[Diagnostic]:
    """Two copies of a unit may combine if the system allows it; heroes never may, single models only if it says so."""
    rules = context.system.combining
    if not rules.allowed:
        code = "CMB001"
    elif entry.hero:
        code = "CMB003"
    elif entry.unit.size > 1 or rules.single_models is Stance.ALLOW:
        return
    else:
        code = "CMB002" if rules.single_models is Stance.FORBID else "CMB005"
    yield context.found(code, entry.id, unit=titled(entry), system=context.system.title)


@check_entry("CMB004", only=is_combined)
def halves_that_differ(context: Inspection, entry: RosterEntry) -> Iterator[Diagnostic]:
    """An upgrade that affects all models is taken for both halves of a combined unit or for neither."""
    first, second = (_upgrades_for_all_models(half) for half in entry.halves)
    swapped: set[Section] = set()
    for upgrade in _missing(first, second):
        if section_capacity(upgrade.section, entry.unit).one_of:
            swapped.add(upgrade.section)  # the other half's choice is part of the same difference
        yield _half_finding(context, entry, upgrade, 1)
    for upgrade in _missing(second, first):
        if upgrade.section not in swapped:
            yield _half_finding(context, entry, upgrade, 0)


def _upgrades_for_all_models(loadout: Loadout) -> list[Taken]:
    return [upgrade for upgrade in loadout.taken if upgrade.section.affects_all]


def _missing(here: list[Taken], there: list[Taken]) -> list[Taken]:
    options = {upgrade.option for upgrade in there}
    return [upgrade for upgrade in here if upgrade.option not in options]


def _half_finding(context: Inspection, entry: RosterEntry, upgrade: Taken, half: int) -> Diagnostic:
    name = option_name(upgrade.option)
    return context.found("CMB004", entry.id, unit=titled(entry, half), option=name, half=half + 1)
