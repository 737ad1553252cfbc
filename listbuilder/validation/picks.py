"""Picks: whether each is on offer, is taken a sensible number of times, and finds its target."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import AmbiguousPick, BadCount, MissingTarget, RosterEntry, Taken, Trouble, UnknownPick, Variant
from listbuilder.model.army_list import LARGEST_COUNT
from listbuilder.rules.labels import Heading, gained_keys, option_name
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.phrases import Word, titled
from listbuilder.validation.registry import check_entry, is_troubled


@check_entry("UPG001", "UPG004", "UPG006", "UPG007", "UPG008", only=is_troubled)
def picks_that_cannot_be_applied(inspection: Inspection, worked: RosterEntry) -> Iterator[Diagnostic]:
    """Every pick names one option of its unit, a sensible number of times, and its target is there."""
    for half, loadout in enumerate(worked.halves):
        for trouble in loadout.troubles:
            yield _finding(inspection, worked, half, trouble)


def _finding(inspection: Inspection, worked: RosterEntry, half: int, trouble: Trouble) -> Diagnostic:
    match trouble:
        case UnknownPick():
            return _unknown(inspection, worked, half, trouble)
        case AmbiguousPick():
            return _ambiguous(inspection, worked, half, trouble)
        case BadCount():
            return _bad_count(inspection, worked, half, trouble)
        case MissingTarget():
            return _missing_target(inspection, worked, half, trouble)


def _about(worked: RosterEntry, half: int) -> dict[str, Any]:
    return {"unit": titled(worked, half), "half": half + 1}


def _unknown(inspection: Inspection, worked: RosterEntry, half: int, trouble: UnknownPick) -> Diagnostic:
    wanted = trouble.pick.option
    owners = tuple(
        unit.name
        for unit in inspection.roster.factions[worked.unit.faction].units.values()
        if unit is not worked.unit and unit.find(wanted)
    )
    if owners:
        return inspection.found("UPG008", worked.id, **_about(worked, half), option=wanted, owners=owners[:3])
    return inspection.found("UPG001", worked.id, **_about(worked, half), option=wanted)


def _ambiguous(inspection: Inspection, worked: RosterEntry, half: int, trouble: AmbiguousPick) -> Diagnostic:
    wanted = trouble.pick.option
    ways = tuple(f"{section.id}/{option.id}" for section, option in worked.unit.find(wanted))
    return inspection.found("UPG007", worked.id, **_about(worked, half), option=wanted, ways=ways)


def _bad_count(inspection: Inspection, worked: RosterEntry, half: int, trouble: BadCount) -> Diagnostic:
    name, n = option_name(trouble.option), trouble.pick.count
    return inspection.found("UPG006", worked.id, **_about(worked, half), option=name, n=n, most=LARGEST_COUNT)


def _missing_target(inspection: Inspection, worked: RosterEntry, half: int, trouble: MissingTarget) -> Diagnostic:
    taker = _taker(worked.halves[half].taken, trouble)
    return inspection.found(
        "UPG004",
        worked.id,
        **_about(worked, half),
        option=option_name(trouble.option),
        target=trouble.target.words or trouble.target.name,
        over=trouble.short,
        taker=option_name(taker.option) if taker is not None else "",
        suppliers=tuple(_suppliers(worked, trouble)) or Word("suppliers.none"),
    )


def _taker(all_taken: tuple[Taken, ...], trouble: MissingTarget) -> Taken | None:
    """Find the pick that swapped the last target away: an earlier one, or the same where it was taken too often."""
    keys = {target.key for target in trouble.section.targets}
    itself = all_taken[trouble.behind]
    if trouble.short < itself.count:
        return itself
    found = None
    for taken in all_taken[: trouble.behind]:
        uses_up = taken.section.variant is Variant.REPLACE or taken.section is trouble.section
        if uses_up and any(target.key in keys for target in taken.section.targets):
            found = taken
    return found


def _suppliers(worked: RosterEntry, trouble: MissingTarget) -> Iterator[Heading]:
    """Name the sections whose options bring what is missing."""
    for section in worked.unit.sections:
        if any(trouble.target.key in gained_keys(option) for option in section.options):
            yield Heading(section)
