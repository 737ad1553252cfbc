"""Fixes for upgrades: fewer of them, the option that was meant, a different order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from listbuilder.diagnostics import Fix
from listbuilder.model import (
    AppliedUpgrade,
    InvalidUpgradeCount,
    MissingUpgradeTarget,
    RosterEntry,
    UnknownUpgrade,
    Upgrade,
    UpgradeError,
)
from listbuilder.rules.edits import AddUpgrade, RemoveUpgrade, SetUpgrades
from listbuilder.rules.unit_labels import SectionHeading, option_name
from listbuilder.textutil.fuzzy import find_closest
from listbuilder.validation.checks.combined import command_rules
from listbuilder.validation.fixes.fix_registry import FixRequest, fixes_for, make_fix
from listbuilder.validation.fixes.points_reduction import last_resort_fixes, name_upgrades
from listbuilder.validation.message_arguments import label_unit

_MAX_SETS = 40


@dataclass(frozen=True, slots=True)
class SingleUpgrade:
    """One instance of an upgrade of a half; `{option: 3}` has three of them."""

    upgrade: AppliedUpgrade
    half: int

    @property
    def name(self) -> object:
        """The name of the option."""
        return option_name(self.upgrade.option)


def single_upgrades(entry: RosterEntry) -> list[SingleUpgrade]:
    """Return the upgrades of all halves one by one, in the order taken."""
    halves = enumerate(entry.halves)
    return [
        SingleUpgrade(upgrade, half)
        for half, loadout in halves
        for upgrade in loadout.upgrades
        for _ in range(upgrade.count)
    ]


def remove_upgrades_fixes(entry: RosterEntry, singles: Sequence[SingleUpgrade], over: int) -> Iterator[Fix]:
    """Propose to remove `over` of these upgrades, the last ones first; also in both halves at once."""
    keys: set[object] = set()
    for chosen in combinations(reversed(singles), over):
        key = tuple(sorted((single.upgrade.upgrade.option, single.half) for single in chosen))
        if key in keys:
            continue
        keys.add(key)
        yield _removal_fix(entry, chosen, both=False)
        if len(entry.halves) > 1:
            yield _removal_fix(entry, chosen, both=True)
        if len(keys) >= _MAX_SETS:
            return


def _removal_fix(entry: RosterEntry, singles: Sequence[SingleUpgrade], *, both: bool) -> Fix:
    edits = [
        RemoveUpgrade(entry.id, single.upgrade.upgrade.option, (0, 1) if both else (single.half,), subject=single.name)
        for single in singles
    ]
    unit = label_unit(entry, None if both else singles[0].half)
    return make_fix("put-back", *edits, option=name_upgrades(edits), unit=unit)


@fixes_for("UPG002", "UPG003", "UPG005")
def reduce_section(request: FixRequest) -> Iterator[Fix]:
    """Remove as many upgrades of the section as there are too many."""
    entry, half = request.entry, request.int_param("half") - 1
    heading = request.finding.params["section"]
    singles = [
        single
        for single in single_upgrades(entry)
        if single.half == half
        and SectionHeading(single.upgrade.section) == heading
        and request.finding.params.get("option", single.name) == single.name
    ]
    yield from remove_upgrades_fixes(entry, singles, request.int_param("over"))
    for option in dict.fromkeys(single.upgrade.upgrade.option for single in singles):
        yield _removal_fix(entry, [single for single in singles if single.upgrade.upgrade.option == option], both=False)
    yield from last_resort_fixes(entry)


def _matching_errors(request: FixRequest) -> Iterator[tuple[RosterEntry, int, UpgradeError]]:
    """Yield the upgrade errors that a finding may be about: those of its half with its option."""
    entry, half = request.entry, request.int_param("half") - 1
    for error in entry.halves[half].errors:
        if request.finding.params.get("option") in (_error_label(error), error.upgrade.option):
            yield entry, half, error


def _error_label(error: UpgradeError) -> object:
    """Return the name of the option, or the text of the list if the option is unknown or ambiguous."""
    return (
        option_name(error.option)
        if isinstance(error, InvalidUpgradeCount | MissingUpgradeTarget)
        else error.upgrade.option
    )


def _upgrades_of_half(entry: RosterEntry, half: int) -> tuple[Upgrade, ...]:
    combined = entry.entry.combined
    return combined.upgrades if half and combined is not None else entry.entry.upgrades


def _removal_edit(entry: RosterEntry, half: int, error: UpgradeError) -> RemoveUpgrade:
    return RemoveUpgrade(entry.id, error.upgrade.option, (half,), remove_all=True, subject=_error_label(error))


@fixes_for("UPG001", "UPG006", "UPG008")
def replace_unknown_option(request: FixRequest) -> Iterator[Fix]:
    """Take the option that was most likely meant, or none."""
    for entry, half, error in _matching_errors(request):
        removal = _removal_edit(entry, half, error)
        options = [option.id for section in entry.unit.sections for option in section.options]
        meant = (
            find_closest(error.upgrade.option.rpartition("/")[2], options)
            if isinstance(error, UnknownUpgrade)
            else None
        )
        if meant is not None and len(entry.unit.find_options(meant)) == 1:
            take = AddUpgrade(entry.id, meant, (half,), subject=meant)
            yield make_fix("take-instead", removal, take, option=error.upgrade.option, meant=meant)
        yield make_fix("put-back", removal, option=removal.subject, unit=label_unit(entry, half))


@fixes_for("UPG007")
def name_section(request: FixRequest) -> Iterator[Fix]:
    """Write the section together with the option, or remove the upgrade."""
    for entry, half, error in _matching_errors(request):
        reference = error.upgrade.option
        upgrades = _upgrades_of_half(entry, half)
        for section, option in entry.unit.find_options(reference):
            meant = f"{section.id}/{option.id}"
            exact = tuple(Upgrade(meant, pick.count) if pick.option == reference else pick for pick in upgrades)
            edit = SetUpgrades(entry.id, exact, half, subject=entry.title)
            yield make_fix("say-which", edit, option=reference, meant=meant)
        yield make_fix("put-back", _removal_edit(entry, half, error), option=reference, unit=label_unit(entry, half))


@fixes_for("UPG004")
def restore_target(request: FixRequest) -> Iterator[Fix]:
    """Move the upgrade after the one it needs, or remove it or what replaced its target."""
    for entry, half, error in _matching_errors(request):
        if not isinstance(error, MissingUpgradeTarget):
            continue
        upgrades, name = _upgrades_of_half(entry, half), request.finding.params["option"]
        reordered = (*(pick for index, pick in enumerate(upgrades) if index != error.index), error.upgrade)
        edit = SetUpgrades(entry.id, reordered, half, subject=name)
        yield make_fix("reorder", edit, option=name, unit=label_unit(entry, half))
        removals = [RemoveUpgrade(entry.id, error.upgrade.option, (half,), subject=name)] * request.int_param("over")
        yield make_fix("put-back", *removals, option=name_upgrades(removals), unit=label_unit(entry, half))
        yield from remove_upgrades_fixes(entry, [single for single in single_upgrades(entry) if single.half == half], 1)
        yield from last_resort_fixes(entry)


@fixes_for("CMD001")
def reduce_command_group(request: FixRequest) -> Iterator[Fix]:
    """Remove as many command upgrades as there are too many, from either half."""
    entry, system, name = request.entry, request.context.system, request.finding.params.get("rule")
    singles = [
        single
        for single in single_upgrades(entry)
        if any(system.rule_name(rule) == name for rule in command_rules(system, single.upgrade))
    ]
    yield from remove_upgrades_fixes(entry, singles, request.int_param("over"))
    yield from last_resort_fixes(entry)
