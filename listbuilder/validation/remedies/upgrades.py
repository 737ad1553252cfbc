"""Upgrades: fewer picks of a section, or of one option."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from listbuilder.diagnostics import Fix
from listbuilder.model import RosterEntry, Taken
from listbuilder.rules.edits import PutBack
from listbuilder.rules.labels import Heading, option_name
from listbuilder.validation.phrases import titled
from listbuilder.validation.remedies.registry import Case, remedy, repair
from listbuilder.validation.remedies.savings import last_resorts, named

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
