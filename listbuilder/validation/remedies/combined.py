"""Combined units: taken apart, or made alike."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Fix
from listbuilder.model import RosterEntry, Taken
from listbuilder.rules.edits import PutBack, Take
from listbuilder.rules.labels import option_name
from listbuilder.rules.section_capacity import section_capacity
from listbuilder.validation.phrases import titled
from listbuilder.validation.remedies.registry import Case, remedy, repair
from listbuilder.validation.remedies.savings import last_resorts


@remedy("CMB001", "CMB002", "CMB003", "CMB005")
def not_combined(case: Case) -> Iterator[Fix]:
    """Make two units of it, or keep one half."""
    if case.worked is not None:
        yield from last_resorts(case.worked)


@remedy("CMB004")
def halves_alike(case: Case) -> Iterator[Fix]:
    """Take the option in the half that lacks it, or give it up in the one that has it."""
    worked, lacking = case.worked, case.number("half") - 1
    if worked is None:
        return
    having = 1 - lacking
    for taken in worked.halves[having].taken:
        if option_name(taken.option) == case.finding.params.get("option"):
            rivals = _rivals(worked, taken, lacking)
            yield _take_too(worked, taken, lacking, rivals)
            for rival in rivals:
                yield _take_too(worked, rival, having, (taken,))
            name = option_name(taken.option)
            off = PutBack(worked.id, taken.pick.option, (having,), every=True, subject=name)
            yield repair("put-back", off, option=name, unit=titled(worked, having))
    yield from last_resorts(worked)


def _take_too(worked: RosterEntry, taken: Taken, half: int, rivals: tuple[Taken, ...]) -> Fix:
    name = option_name(taken.option)
    instead_of = tuple(rival.pick.option for rival in rivals)
    edit = Take(worked.id, taken.pick.option, (half,), instead_of, subject=name)
    return repair("take-too", edit, option=name, unit=titled(worked, half))


def _rivals(worked: RosterEntry, taken: Taken, half: int) -> tuple[Taken, ...]:
    """Give what the other half has instead, where the section lets only one option be taken."""
    if not section_capacity(taken.section, worked.unit).one_of:
        return ()
    return tuple(other for other in worked.halves[half].taken if other.section is taken.section)
