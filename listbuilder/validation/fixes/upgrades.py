"""Fixes for upgrades: fewer of them, the option that was meant, a different order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from listbuilder.diagnostics import Fix
from listbuilder.model import BadCount, MissingTarget, Pick, RosterEntry, Taken, Trouble, UnknownPick
from listbuilder.rules.edits import PutBack, SetPicks, Take
from listbuilder.rules.labels import Heading, option_name
from listbuilder.textutil.fuzzy import closest
from listbuilder.validation.checks.command_group import commands
from listbuilder.validation.fixes.points_reduction import last_resorts, named
from listbuilder.validation.fixes.registry import Case, remedy, repair
from listbuilder.validation.message_arguments import titled

_MAX_SETS = 40


@dataclass(frozen=True, slots=True)
class SingleUpgrade:
    """One instance of an upgrade of a half; `{option: 3}` has three of them."""

    taken: Taken
    half: int

    @property
    def name(self) -> object:
        """The name of the option."""
        return option_name(self.taken.option)


def single_picks(entry: RosterEntry, half: int) -> list[SingleUpgrade]:
    """Return the upgrades of a half one by one, in the order taken."""
    return [SingleUpgrade(upgrade, half) for upgrade in entry.halves[half].taken for _ in range(upgrade.count)]


def fewer_picks(entry: RosterEntry, singles: Sequence[SingleUpgrade], over: int) -> Iterator[Fix]:
    """Propose to remove `over` of these upgrades, the last ones first; also in both halves at once."""
    seen: set[object] = set()
    for chosen in combinations(reversed(singles), over):
        key = tuple(sorted((single.taken.pick.option, single.half) for single in chosen))
        if key in seen:
            continue
        seen.add(key)
        yield _removal_fix(entry, chosen, both=False)
        if len(entry.halves) > 1:
            yield _removal_fix(entry, chosen, both=True)
        if len(seen) >= _MAX_SETS:
            return


def _removal_fix(entry: RosterEntry, singles: Sequence[SingleUpgrade], *, both: bool) -> Fix:
    edits = [
        PutBack(entry.id, single.taken.pick.option, (0, 1) if both else (single.half,), subject=single.name)
        for single in singles
    ]
    unit = titled(entry, None if both else singles[0].half)
    return repair("put-back", *edits, option=named(edits), unit=unit)


@remedy("UPG002", "UPG003", "UPG005")
def reduce_section(request: Case) -> Iterator[Fix]:
    """Remove as many upgrades of the section as there are too many."""
    entry, half = request.worked, request.number("half") - 1
    if entry is None:
        return
    heading = request.finding.params["section"]
    singles = [single for single in single_picks(entry, half) if Heading(single.taken.section) == heading]
    if "option" in request.finding.params:
        singles = [single for single in singles if single.name == request.finding.params["option"]]
    yield from fewer_picks(entry, singles, request.number("over"))
    for option in dict.fromkeys(single.taken.pick.option for single in singles):
        yield _removal_fix(entry, [single for single in singles if single.taken.pick.option == option], both=False)
    yield from last_resorts(entry)


def _matching_errors(request: Case) -> Iterator[tuple[RosterEntry, int, Trouble]]:
    """Yield the upgrade errors that a finding may be about: those of its half with its option."""
    entry, half = request.worked, request.number("half") - 1
    if entry is None:
        return
    for error in entry.halves[half].troubles:
        if request.finding.params.get("option") in (_error_label(error), error.pick.option):
            yield entry, half, error


def _error_label(error: Trouble) -> object:
    """Return the name of the option, or the text of the list if the option is unknown or ambiguous."""
    return option_name(error.option) if isinstance(error, BadCount | MissingTarget) else error.pick.option


def _upgrades_of_half(entry: RosterEntry, half: int) -> tuple[Pick, ...]:
    combined = entry.entry.combined
    return combined.upgrades if half and combined is not None else entry.entry.upgrades


def _removal_edit(entry: RosterEntry, half: int, error: Trouble) -> PutBack:
    return PutBack(entry.id, error.pick.option, (half,), every=True, subject=_error_label(error))


@remedy("UPG001", "UPG006", "UPG008")
def replace_unknown_option(request: Case) -> Iterator[Fix]:
    """Take the option that was most likely meant, or none."""
    for entry, half, error in _matching_errors(request):
        removal = _removal_edit(entry, half, error)
        options = [option.id for section in entry.unit.sections for option in section.options]
        meant = closest(error.pick.option.rpartition("/")[2], options) if isinstance(error, UnknownPick) else None
        if meant is not None and len(entry.unit.find(meant)) == 1:
            take = Take(entry.id, meant, (half,), subject=meant)
            yield repair("take-instead", removal, take, option=error.pick.option, meant=meant)
        yield repair("put-back", removal, option=removal.subject, unit=titled(entry, half))


@remedy("UPG007")
def name_section(request: Case) -> Iterator[Fix]:
    """Write the section together with the option, or remove the upgrade."""
    for entry, half, error in _matching_errors(request):
        wanted = error.pick.option
        upgrades = _upgrades_of_half(entry, half)
        for section, option in entry.unit.find(wanted):
            meant = f"{section.id}/{option.id}"
            exact = tuple(Pick(meant, pick.count) if pick.option == wanted else pick for pick in upgrades)
            edit = SetPicks(entry.id, exact, half, subject=entry.title)
            yield repair("say-which", edit, option=wanted, meant=meant)
        yield repair("put-back", _removal_edit(entry, half, error), option=wanted, unit=titled(entry, half))


@remedy("UPG004")
def restore_target(request: Case) -> Iterator[Fix]:
    """Move the upgrade after the one it needs, or remove it or what replaced its target."""
    for entry, half, error in _matching_errors(request):
        if not isinstance(error, MissingTarget):
            continue
        upgrades, name = _upgrades_of_half(entry, half), request.finding.params["option"]
        reordered = (*(pick for index, pick in enumerate(upgrades) if index != error.place), error.pick)
        edit = SetPicks(entry.id, reordered, half, subject=name)
        yield repair("reorder", edit, option=name, unit=titled(entry, half))
        removals = [PutBack(entry.id, error.pick.option, (half,), subject=name)] * request.number("over")
        yield repair("put-back", *removals, option=named(removals), unit=titled(entry, half))
        yield from fewer_picks(entry, single_picks(entry, half), 1)
        yield from last_resorts(entry)


@remedy("CMD001")
def reduce_command_group(request: Case) -> Iterator[Fix]:
    """Remove as many command upgrades as there are too many, from either half."""
    entry, system, name = request.worked, request.inspection.system, request.finding.params.get("rule")
    if entry is None:
        return
    singles = [
        single
        for half in range(len(entry.halves))
        for single in single_picks(entry, half)
        if any(system.rule_name(rule) == name for rule in commands(system, single.taken))
    ]
    yield from fewer_picks(entry, singles, request.number("over"))
    yield from last_resorts(entry)
