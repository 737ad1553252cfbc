"""Picks that cannot be applied: meant otherwise, in another order, or given up."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Fix
from listbuilder.model import BadCount, MissingTarget, Pick, RosterEntry, Trouble, UnknownPick
from listbuilder.rules.edits import PutBack, SetPicks, Take
from listbuilder.rules.labels import option_name
from listbuilder.textutil.fuzzy import closest
from listbuilder.validation.phrases import titled
from listbuilder.validation.remedies.registry import Case, remedy, repair
from listbuilder.validation.remedies.savings import last_resorts, named
from listbuilder.validation.remedies.upgrades import fewer_picks, single_picks


def _troubles(case: Case) -> Iterator[tuple[RosterEntry, int, Trouble]]:
    """Give the picks that a finding may be about: those of its half, and of its name."""
    worked, half = case.worked, case.number("half") - 1
    if worked is None:
        return
    for trouble in worked.halves[half].troubles:
        if case.finding.params.get("option") in (_name(trouble), trouble.pick.option):
            yield worked, half, trouble


def _picks(worked: RosterEntry, half: int) -> tuple[Pick, ...]:
    combined = worked.entry.combined
    return combined.upgrades if half and combined is not None else worked.entry.upgrades


def _off(worked: RosterEntry, half: int, trouble: Trouble) -> PutBack:
    return PutBack(worked.id, trouble.pick.option, (half,), every=True, subject=_name(trouble))


def _name(trouble: Trouble) -> object:
    """Name the option that a pick means, or as the list writes it where it means none for certain."""
    return option_name(trouble.option) if isinstance(trouble, BadCount | MissingTarget) else trouble.pick.option


@remedy("UPG001", "UPG006", "UPG008")
def another_option(case: Case) -> Iterator[Fix]:
    """Take what was most likely meant, or nothing."""
    for worked, half, trouble in _troubles(case):
        off = _off(worked, half, trouble)
        options = [option.id for section in worked.unit.sections for option in section.options]
        meant = closest(trouble.pick.option.rpartition("/")[2], options) if isinstance(trouble, UnknownPick) else None
        if meant is not None and len(worked.unit.find(meant)) == 1:
            take = Take(worked.id, meant, (half,), subject=meant)
            yield repair("take-instead", off, take, option=trouble.pick.option, meant=meant)
        yield repair("put-back", off, option=off.subject, unit=titled(worked, half))


@remedy("UPG007")
def say_which(case: Case) -> Iterator[Fix]:
    """Name the section with the option."""
    for worked, half, trouble in _troubles(case):
        wanted = trouble.pick.option
        for section, option in worked.unit.find(wanted):
            meant = f"{section.id}/{option.id}"
            exact = tuple(Pick(meant, pick.count) if pick.option == wanted else pick for pick in _picks(worked, half))
            edit = SetPicks(worked.id, exact, half, subject=worked.title)
            yield repair("say-which", edit, option=wanted, meant=meant)
        off = _off(worked, half, trouble)
        yield repair("put-back", off, option=wanted, unit=titled(worked, half))


@remedy("UPG004")
def with_its_target(case: Case) -> Iterator[Fix]:
    """Put the pick behind the one that it needs, or give up it or what took its target away."""
    for worked, half, trouble in _troubles(case):
        if not isinstance(trouble, MissingTarget):
            continue
        picks, name = _picks(worked, half), case.finding.params["option"]
        order = (*(pick for place, pick in enumerate(picks) if place != trouble.place), trouble.pick)
        later = SetPicks(worked.id, order, half, subject=name)
        yield repair("reorder", later, option=name, unit=titled(worked, half))
        fewer = PutBack(worked.id, trouble.pick.option, (half,), subject=name)
        edits = [fewer] * case.number("over")
        yield repair("put-back", *edits, option=named(edits), unit=titled(worked, half))
        yield from fewer_picks(worked, single_picks(worked, half), 1)
        yield from last_resorts(worked)
