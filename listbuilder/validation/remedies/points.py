"""Points: what could go so that the list is within its limit, and a limit where there is none."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Fix
from listbuilder.rules.edits import details
from listbuilder.validation.remedies.registry import Case, remedy, repair
from listbuilder.validation.remedies.shedding import shed


def agree_on(case: Case, points: int) -> Fix:
    """Propose a size of the game."""
    return repair("set-points", details(subject=case.army.name, points=points), points=points)


@remedy("PTS001")
def spend_less(case: Case) -> Iterator[Fix]:
    """Give up what makes the list too large."""
    yield from shed(case.roster, case.roster.entries, case.number("over"))


def usual_games(case: Case) -> list[Fix]:
    """Propose the usual sizes of game that the list has room in, the smallest first."""
    sizes = sorted(case.inspection.system.suggested_points)
    return [agree_on(case, points) for points in sizes if points >= case.roster.cost]


@remedy("PTS002")
def agree_on_a_size(case: Case) -> Iterator[Fix]:
    """Agree on the next usual size of game, which is what is played; else on as many points as were spent."""
    yield from usual_games(case)[:1]
    yield agree_on(case, case.roster.cost)
