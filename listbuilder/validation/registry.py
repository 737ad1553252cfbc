"""All checks, by the codes they can give. Adding one is adding a decorated generator to a family's module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import TypeAlias

from listbuilder.diagnostics import CODES, Diagnostic
from listbuilder.model import RosterEntry
from listbuilder.validation.inspection import Inspection
from listbuilder.values import dataclass

Check: TypeAlias = Callable[[Inspection], Iterator[Diagnostic]]
EntryCheck: TypeAlias = Callable[[Inspection, RosterEntry], Iterator[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Registered:
    """A check with the codes it can give; its docstring states the rule."""

    codes: tuple[str, ...]
    run: Check
    of_entries: bool = False
    """Whether it looks at nothing but doubtful entries."""
    of_events: bool = False
    """Whether it has nothing to say without an event."""


CHECKS: list[Registered] = []


def check(*codes: str, of_entries: bool = False, of_events: bool = False) -> Callable[[Check], Check]:
    """Register a check for the codes that it can give; one `of_events` is only asked where there is one."""
    unknown = [code for code in codes if code not in CODES]
    if unknown:
        raise LookupError(unknown)

    def register(run: Check) -> Check:
        CHECKS.append(Registered(codes, run, of_entries, of_events))
        return run

    return register


def check_entry(*codes: str, only: Callable[[RosterEntry], bool] | None = None) -> Callable[[EntryCheck], EntryCheck]:
    """Register a check of one entry by its unit, its picks and the game alone; `only` tells which it has to look at.

    It must not look at the rest of the list, at the event or at the player's own words: an entry that was found clean
    once is not looked at again, in whatever list it stands.
    """

    def register(run: EntryCheck) -> EntryCheck:
        @wraps(run)
        def over_all(inspection: Inspection) -> Iterator[Diagnostic]:
            for worked in inspection.doubtful if only is None else inspection.doubtful_among(only):
                yield from run(inspection, worked)

        check(*codes, of_entries=True)(over_all)
        return run

    return register


def is_combined(worked: RosterEntry) -> bool:
    """Tell whether an entry is two copies of a unit."""
    return len(worked.halves) > 1


def has_picks(worked: RosterEntry) -> bool:
    """Tell whether anything was picked for an entry."""
    return bool(worked.entry.upgrades) or worked.entry.combined is not None


def is_troubled(worked: RosterEntry) -> bool:
    """Tell whether a pick of an entry could not be applied."""
    return any(half.troubles for half in worked.halves)
