"""Taking upgrades on the bench: what breaks a rule is taken and marked; only what has no meaning is refused."""

from __future__ import annotations

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import RosterEntry
from listbuilder.model.trouble import MissingTarget
from listbuilder.rules.capacity import section_capacity
from listbuilder.rules.picking import option_name, picks_in, picks_of, putting_back, taking
from listbuilder.rules.roster import rework
from listbuilder.tui.bench import Bench
from listbuilder.tui.view.detail import Place


def toggle(bench: Bench, place: Place) -> Diagnostic | None:
    """Take an option, or put it back where no more of it can be taken; give the reason where it has no meaning."""
    worked = bench.worked
    if worked is None:
        return None
    if place.option is None:
        _take_none(bench, worked, place)
        return None
    if picks_of(worked, place.section, place.option, place.half) and _is_full(bench, worked, place):
        bench.perform(putting_back(worked, place.section, place.option, place.half))
        return None
    return take(bench, place)


def take(bench: Bench, place: Place) -> Diagnostic | None:
    """Take an option (once more); give the reason where that has no meaning."""
    worked = bench.worked
    if worked is None or place.option is None:
        return None
    if section_capacity(place.section, worked.unit).each == 1 and picks_of(
        worked, place.section, place.option, place.half
    ):
        return None
    if _lacks_target(bench, worked, place):
        return bench.workspace.option_offer(worked, place.section, place.option, place.half)
    bench.perform(taking(worked, place.section, place.option, place.half))
    return None


def put_back(bench: Bench, place: Place) -> None:
    """Take one less of an option."""
    worked = bench.worked
    if worked is None or place.option is None or not picks_of(worked, place.section, place.option, place.half):
        return
    bench.perform(putting_back(worked, place.section, place.option, place.half))


def _is_full(bench: Bench, worked: RosterEntry, place: Place) -> bool:
    """Tell whether the section holds no more of an option that is taken already."""
    assert place.option is not None
    capacity = section_capacity(place.section, worked.unit)
    if capacity.one_of or capacity.each == 1:
        return True
    if capacity.total is not None and picks_in(worked, place.section, place.half) >= capacity.total:
        return True
    of_it = picks_of(worked, place.section, place.option, place.half)
    return (capacity.each is not None and of_it >= capacity.each) or _lacks_target(bench, worked, place)


def _lacks_target(bench: Bench, worked: RosterEntry, place: Place) -> bool:
    """Tell whether what the option swaps or improves is not there, or no longer."""
    assert place.option is not None
    roster = bench.workspace.roster
    tried = rework(roster, taking(worked, place.section, place.option, place.half)(roster.army)).find(worked.id)
    troubles = tried.halves[place.half].troubles if tried is not None else ()
    return any(isinstance(trouble, MissingTarget) and trouble.option is place.option for trouble in troubles)


def _take_none(bench: Bench, worked: RosterEntry, place: Place) -> None:
    section, half = place.section, place.half
    taken = [option for option in section.options if picks_of(worked, section, option, half)]
    edits = [
        putting_back(worked, section, option, half)
        for option in taken
        for _ in range(picks_of(worked, section, option, half))
    ]
    if edits:
        bench.perform_all(edits, "edit.put-back", tuple(option_name(option) for option in taken))
