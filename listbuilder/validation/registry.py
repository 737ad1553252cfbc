"""All checks, by the codes they can give. Adding one is adding a decorated generator to a family's module.

What every check looks at, and how it says what it found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import TypeAlias

from listbuilder.diagnostics import CODES, Code, Diagnostic, Severity
from listbuilder.model import (
    Event,
    ForceOrganisation,
    Limit,
    Loadout,
    Roster,
    RosterEntry,
    System,
    Text,
    join_texts,
    split_ref,
)
from listbuilder.rules.limits import Base, Standing, base_points, standings
from listbuilder.validation.message_arguments import CitedDecision

_CLEAN: set[tuple[System, tuple[Loadout, ...]]] = set()
"""What entries amount to in which no check of entries has found anything."""
_MOST_CLEAN = 8192


@dataclass(frozen=True)
class Inspection:
    """A roster under inspection, with the day it was handed in."""

    roster: Roster
    submitted: str | None = None
    """When the list was handed in (ISO date and time), where that is known."""
    supplied: frozenset[str] = frozenset()
    """The fields that an event may ask for and that this list need not state itself."""

    @cached_property
    def event(self) -> Event | None:
        """The event that the list is for."""
        return self.roster.event

    @property
    def judged_by(self) -> Event:
        """The event, for checks that are only asked where there is one."""
        assert self.event is not None
        return self.event

    @cached_property
    def system(self) -> System:
        """The rule set."""
        return self.roster.system

    @cached_property
    def doubtful(self) -> tuple[RosterEntry, ...]:
        """The entries that checks of entries have to look at: the like of them was not found clean before."""
        system = self.system
        return tuple([worked for worked in self.roster.entries if (system, worked.halves) not in _CLEAN])

    def remember(self, found: Iterable[Diagnostic]) -> None:
        """Remember which entries are clean, after all checks have run."""
        if len(_CLEAN) > _MOST_CLEAN:
            _CLEAN.clear()
        blamed, system = {finding.on for finding in found}, self.system
        _CLEAN.update([(system, worked.halves) for worked in self.doubtful if worked.entry.id not in blamed])

    @cached_property
    def joiners(self) -> tuple[RosterEntry, ...]:
        """The entries that say they join another, rightly or not."""
        return tuple([worked for worked in self.roster.entries if worked.entry.joins is not None])

    @cached_property
    def base(self) -> Base:
        """The points that limits are counted from."""
        return base_points(self.roster)

    @cached_property
    def organisation(self) -> ForceOrganisation | None:
        """The force organisation that holds for this list: none, the system's, or the event's version of it."""
        rules = self.system.force_organisation
        return rules if self.roster.organised or (rules is not None and not rules.optional) else None

    @cached_property
    def limits(self) -> Mapping[str, Limit]:
        """The limits that hold, by id: the system's where force organisation is on, and the event's over them."""
        own = self.organisation.limits if self.organisation is not None else {}
        return {**own, **self.event.limits} if self.event is not None else own

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """How the list stands against each of the limits."""
        return tuple(standings(self.limits.values(), self.roster, self.counting))

    @property
    def counting(self) -> ForceOrganisation:
        """How joined heroes count, also where only the event has limits."""
        return self.system.force_organisation or ForceOrganisation()

    @property
    def unorganised(self) -> bool:
        """Whether neither the game nor the event has limits on a whole army."""
        return self.system.force_organisation is None and not (self.event is not None and self.event.limits)

    def found(
        self,
        code: str,
        on: str | None = None,
        *,
        severity: Severity | None = None,
        broken: Limit | None = None,
        **params: object,
    ) -> Diagnostic:
        """Make a finding that names its source; a limit that was `broken` may be the event's own."""
        source = self._event_name() if self.sets(broken) else self._source(CODES[code], on)
        return Diagnostic(code, on, params, source=source, severity_override=severity)

    def sets(self, limit: Limit | None) -> bool:
        """Tell whether it is the event that sets a limit."""
        return limit is not None and self.event is not None and limit.id in self.event.limits

    def _event_name(self) -> Text | None:
        return self.event.name if self.event is not None else None

    def _source(self, code: Code, on: str | None) -> object:
        """Name what a finding rests on: a decision, the event, the book and its version, a place in the rules."""
        if code.decision is not None:
            return CitedDecision(code.decision)
        if code.topic == "event":
            return self._event_name()
        if code.topic == "book":
            entry = self.roster.army.entry(on) if on is not None else None
            book = self.roster.factions.get(split_ref(entry.unit)[0]) if entry is not None else None
            return join_texts(" ", book.name, Text(book.version)) if book is not None else None
        return self.system.citation.of(code.topic) if code.topic else None


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
