"""All checks, by the codes they can give. Adding one is adding a decorated generator to a family's module."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import TypeAlias

from listbuilder.diagnostics import CODES, Diagnostic
from listbuilder.model import RosterEntry
from listbuilder.validation.check_context import Inspection

Check: TypeAlias = Callable[[Inspection], Iterable[Diagnostic]]
Chooser: TypeAlias = Callable[[RosterEntry], bool]
EntryCheck: TypeAlias = Callable[[Inspection, RosterEntry], Iterator[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Registered:
    """A check with the codes it can give; its docstring states the rule."""

    codes: tuple[str, ...]
    run: Check
    only: Chooser | None = None
    """For one that looks at nothing but doubtful entries: at which of them."""
    of_events: bool = False
    """Whether it has nothing to say without an event."""


CHECKS: list[Registered] = []


def check(*codes: str, only: Chooser | None = None, of_events: bool = False) -> Callable[[Check], Check]:
    """Register a check for the codes that it can give; one `of_events` is only asked where there is one."""
    unknown = [code for code in codes if code not in CODES]
    if unknown:
        raise LookupError(unknown)

    def register(run: Check) -> Check:
        CHECKS.append(Registered(codes, run, only, of_events))
        return run

    return register


def check_entry(*codes: str, only: Chooser) -> Callable[[EntryCheck], EntryCheck]:
    """Register a check of one entry by its unit, its picks and the game alone; `only` tells which it has to look at.

    Of a unit that is not combined, the first half is the last: `only` can ask both.

    It must not look at the rest of the list, at the event or at the player's own words: an entry that was found clean
    once is not looked at again, in whatever list it stands.
    """

    def register(run: EntryCheck) -> EntryCheck:
        @wraps(run)
        def over_all(inspection: Inspection) -> list[Diagnostic]:
            chosen = [worked for worked in inspection.doubtful if only(worked)]
            return [found for worked in chosen for found in run(inspection, worked)]

        check(*codes, only=only)(over_all)
        return run

    return register


def is_combined(worked: RosterEntry) -> bool:
    """Tell whether an entry is two copies of a unit."""
    return len(worked.halves) > 1


def is_troubled(worked: RosterEntry) -> bool:
    """Tell whether a pick of an entry could not be applied."""
    return bool(worked.halves[0].troubles or worked.halves[-1].troubles)
