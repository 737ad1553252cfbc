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


@remedy("PTS002")
def agree_on_what_is_spent(case: Case) -> Iterator[Fix]:
    """Agree on a game of as many points as were spent."""
    yield agree_on(case, case.roster.cost)
