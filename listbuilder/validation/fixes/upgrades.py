"""Upgrades: fewer picks of a section, or of one option.

Picks that cannot be applied: meant otherwise, in another order, or given up.

Command groups: officers who are too many.
"""

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

_MOST_SETS = 40


@dataclass(frozen=True, slots=True)
class Single:
    """One of the picks of a half; `{option: 3}` is three of them."""

    taken: Taken
    half: int


def single_picks(worked: RosterEntry, half: int) -> list[Single]:
    """Give the picks of a half one by one, in the order taken."""
    return [Single(taken, half) for taken in worked.halves[half].taken for _ in range(taken.count)]


def fewer_picks(worked: RosterEntry, singles: Sequence[Single], over: int) -> Iterator[Fix]:
    """Propose to give up so many of some picks, what was picked last first; also in both halves at once."""
    seen: set[object] = set()
    for chosen in combinations(reversed(singles), over):
        kind = sorted((single.taken.pick.option, single.half) for single in chosen)
        if str(kind) in seen:
            continue
        seen.add(str(kind))
        yield _off(worked, chosen, both=False)
        if len(worked.halves) > 1:
            yield _off(worked, chosen, both=True)
        if len(seen) >= _MOST_SETS:
            return


def _off(worked: RosterEntry, chosen: Sequence[Single], *, both: bool) -> Fix:
    edits = [
        PutBack(worked.id, single.taken.pick.option, (0, 1) if both else (single.half,), subject=_name(single))
        for single in chosen
    ]
    unit = titled(worked, None if both else chosen[0].half)
    return repair("put-back", *edits, option=named(edits), unit=unit)


def _name(single: Single) -> object:
    return option_name(single.taken.option)


@remedy("UPG002", "UPG003", "UPG005")
def fewer_of_a_section(case: Case) -> Iterator[Fix]:
    """Give up as many picks as there are too many."""
    worked, half = case.worked, case.number("half") - 1
    if worked is None:
        return
    heading = case.finding.params["section"]
    singles = [single for single in single_picks(worked, half) if Heading(single.taken.section) == heading]
    if "option" in case.finding.params:
        singles = [single for single in singles if _name(single) == case.finding.params["option"]]
    yield from fewer_picks(worked, singles, case.number("over"))
    for option in dict.fromkeys(single.taken.pick.option for single in singles):
        yield _off(worked, [single for single in singles if single.taken.pick.option == option], both=False)
    yield from last_resorts(worked)


def _troubles(case: Case) -> Iterator[tuple[RosterEntry, int, Trouble]]:
    """Give the picks that a finding may be about: those of its half, and of its name."""
    worked, half = case.worked, case.number("half") - 1
    if worked is None:
        return
    for trouble in worked.halves[half].troubles:
        if case.finding.params.get("option") in (_name_picks(trouble), trouble.pick.option):
            yield worked, half, trouble


def _picks(worked: RosterEntry, half: int) -> tuple[Pick, ...]:
    combined = worked.entry.combined
    return combined.upgrades if half and combined is not None else worked.entry.upgrades


def _off_picks(worked: RosterEntry, half: int, trouble: Trouble) -> PutBack:
    return PutBack(worked.id, trouble.pick.option, (half,), every=True, subject=_name_picks(trouble))


def _name_picks(trouble: Trouble) -> object:
    """Name the option that a pick means, or as the list writes it where it means none for certain."""
    return option_name(trouble.option) if isinstance(trouble, BadCount | MissingTarget) else trouble.pick.option


@remedy("UPG001", "UPG006", "UPG008")
def another_option(case: Case) -> Iterator[Fix]:
    """Take what was most likely meant, or nothing."""
    for worked, half, trouble in _troubles(case):
        off = _off_picks(worked, half, trouble)
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
        off = _off_picks(worked, half, trouble)
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


@remedy("CMD001")
def fewer_officers(case: Case) -> Iterator[Fix]:
    """Give up as many as there are too many, in either half."""
    worked, system, name = case.worked, case.inspection.system, case.finding.params.get("rule")
    if worked is None:
        return
    officers = [
        single
        for half in range(len(worked.halves))
        for single in single_picks(worked, half)
        if any(system.rule_name(rule) == name for rule in commands(system, single.taken))
    ]
    yield from fewer_picks(worked, officers, case.number("over"))
    yield from last_resorts(worked)
