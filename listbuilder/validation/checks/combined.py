"""Combined units: what two halves may be, and what they share."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import Loadout, RosterEntry, Section, Stance, Taken
from listbuilder.rules.labels import option_name
from listbuilder.rules.section_capacity import section_capacity
from listbuilder.validation.message_arguments import titled
from listbuilder.validation.registry import Inspection, check_entry, is_combined


@check_entry("CMB001", "CMB002", "CMB003", "CMB005", only=is_combined)
def units_that_cannot_combine(inspection: Inspection, worked: RosterEntry) -> Iterator[Diagnostic]:
    """Two copies of a unit may become one where the game allows it, of a hero never, of a single model as it says."""
    rules = inspection.system.combining
    if not rules.allowed:
        code = "CMB001"
    elif worked.hero:
        code = "CMB003"
    elif worked.unit.size > 1 or rules.single_models is Stance.ALLOW:
        return
    else:
        code = "CMB002" if rules.single_models is Stance.FORBID else "CMB005"
    yield inspection.found(code, worked.id, unit=titled(worked), system=inspection.system.title)


@check_entry("CMB004", only=is_combined)
def halves_that_differ(inspection: Inspection, worked: RosterEntry) -> Iterator[Diagnostic]:
    """An upgrade that affects all models is bought for both halves of a combined unit, or for none."""
    if len({*worked.halves}) == 1:
        return  # halves with the same picks are one value
    first, second = (_all_models(half) for half in worked.halves)
    swapped: set[Section] = set()
    for taken in _missing(first, second):
        if section_capacity(taken.section, worked.unit).one_of:
            swapped.add(taken.section)  # what the other half has instead is the same difference
        yield _differing(inspection, worked, taken, 1)
    for taken in _missing(second, first):
        if taken.section not in swapped:
            yield _differing(inspection, worked, taken, 0)


def _all_models(loadout: Loadout) -> list[Taken]:
    return [taken for taken in loadout.taken if taken.section.affects_all]


def _missing(here: list[Taken], there: list[Taken]) -> list[Taken]:
    options = {other.option for other in there}
    return [taken for taken in here if taken.option not in options]


def _differing(inspection: Inspection, worked: RosterEntry, taken: Taken, half: int) -> Diagnostic:
    name = option_name(taken.option)
    return inspection.found("CMB004", worked.id, unit=titled(worked, half), option=name, half=half + 1)
