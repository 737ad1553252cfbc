"""The registry of checks, and the context that every check receives.

To add a check, add a decorated generator to a module of `checks`. Its docstring states the rule.
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
    Roster,
    RosterEntry,
    System,
    Text,
    join_texts,
    split_ref,
)
from listbuilder.rules.limits import Base, Standing, base_points, standings
from listbuilder.validation.message_arguments import CitedDecision


@dataclass(frozen=True)
class Inspection:
    """The roster that is checked, with the rules and limits that apply to it."""

    roster: Roster
    submitted: str | None = None
    """When the list was submitted (ISO date and time), if known."""
    supplied: frozenset[str] = frozenset()
    """Fields that the event requires but that are known from elsewhere, such as the registration."""

    @cached_property
    def event(self) -> Event | None:
        """The event that the list is for."""
        return self.roster.event

    @property
    def judged_by(self) -> Event:
        """The event, for checks that only run if there is one."""
        assert self.event is not None
        return self.event

    @cached_property
    def system(self) -> System:
        """The system that is played."""
        return self.roster.system

    @cached_property
    def joiners(self) -> tuple[RosterEntry, ...]:
        """The entries that are attached to another entry, legally or not."""
        return tuple([entry for entry in self.roster.entries if entry.entry.joins is not None])

    @cached_property
    def base(self) -> Base:
        """The points that limits are computed from."""
        return base_points(self.roster)

    @cached_property
    def organisation(self) -> ForceOrganisation | None:
        """The force organisation that applies to this list, or None."""
        rules = self.system.force_organisation
        return rules if self.roster.organised or (rules is not None and not rules.optional) else None

    @cached_property
    def limits(self) -> Mapping[str, Limit]:
        """The limits that apply, by id; the event's override the system's."""
        system_limits = self.organisation.limits if self.organisation is not None else {}
        return {**system_limits, **self.event.limits} if self.event is not None else system_limits

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """The current count next to each limit."""
        return tuple(standings(self.limits.values(), self.roster, self.counting))

    @property
    def counting(self) -> ForceOrganisation:
        """The rules for counting attached heroes; they apply even if only the event has limits."""
        return self.system.force_organisation or ForceOrganisation()

    def found(
        self,
        code: str,
        on: str | None = None,
        *,
        severity: Severity | None = None,
        broken: Limit | None = None,
        **params: object,
    ) -> Diagnostic:
        """Return a finding that cites its source; pass the `limit` that was broken, since the event may have set it."""
        source = self._event_name() if self.sets(broken) else self._source(CODES[code], on)
        return Diagnostic(code, on, params, source=source, severity_override=severity)

    def sets(self, limit: Limit | None) -> bool:
        """Return whether the event sets a limit."""
        return limit is not None and self.event is not None and limit.id in self.event.limits

    def _event_name(self) -> Text | None:
        return self.event.name if self.event is not None else None

    def _source(self, code: Code, on: str | None) -> object:
        """Return what a finding is based on: a decision, the event, a book version or a section of the rules."""
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
EntryCheck: TypeAlias = Callable[[Inspection, RosterEntry], Iterator[Diagnostic]]
EntryFilter: TypeAlias = Callable[[RosterEntry], bool]


@dataclass(frozen=True, slots=True)
class RegisteredCheck:
    """A check with the codes of its findings."""

    codes: tuple[str, ...]
    run: Check
    only: EntryFilter | None = None
    """The entries that a check of single entries runs on."""
    of_events: bool = False
    """Whether it is skipped for lists without an event."""


CHECKS: list[RegisteredCheck] = []


def check(*codes: str, only: EntryFilter | None = None, of_events: bool = False) -> Callable[[Check], Check]:
    """Register a check for the codes of its findings; with `needs_event` it is skipped for lists without an event."""
    unknown = [code for code in codes if code not in CODES]
    if unknown:
        raise LookupError(unknown)

    def register(run: Check) -> Check:
        CHECKS.append(RegisteredCheck(codes, run, only, of_events))
        return run

    return register


def check_entry(*codes: str, only: EntryFilter) -> Callable[[EntryCheck], EntryCheck]:
    """Register a check that runs once for each entry that `applies_to` accepts."""

    def register(run: EntryCheck) -> EntryCheck:
        @wraps(run)
        def run_on_entries(context: Inspection) -> list[Diagnostic]:
            entries = [entry for entry in context.roster.entries if only(entry)]
            return [finding for entry in entries for finding in run(context, entry)]

        check(*codes, only=only)(run_on_entries)
        return run

    return register


def is_combined(entry: RosterEntry) -> bool:
    """Return whether an entry is a combined unit."""
    return len(entry.halves) > 1


def is_troubled(entry: RosterEntry) -> bool:
    """Return whether an upgrade of an entry could not be applied."""
    return any(half.troubles for half in entry.halves)
