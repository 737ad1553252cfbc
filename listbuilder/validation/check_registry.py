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
    Loadout,
    Roster,
    RosterEntry,
    System,
    Text,
    join_texts,
    split_unit_ref,
)
from listbuilder.rules.limits import LimitStatus, PointsBasis, limit_statuses, points_basis
from listbuilder.validation.message_arguments import CitedDecision

_CLEAN_ENTRIES: set[tuple[System, tuple[Loadout, ...]]] = set()
"""The halves of entries that passed all checks of single entries. It saves a fifth of the time from save to verdict."""
_MAX_CLEAN_ENTRIES = 8192


@dataclass(frozen=True)
class CheckContext:
    """The roster that is checked, with the rules and limits that apply to it."""

    roster: Roster
    submitted: str | None = None
    """When the list was submitted (ISO date and time), if known."""
    supplied: frozenset[str] = frozenset()
    """Fields that the event requires but that are known from elsewhere, such as the registration."""

    @property
    def event(self) -> Event | None:
        """The event that the list is for."""
        return self.roster.event

    @property
    def required_event(self) -> Event:
        """The event, for checks that only run if there is one."""
        assert self.event is not None
        return self.event

    @property
    def system(self) -> System:
        """The system that is played."""
        return self.roster.system

    @cached_property
    def unproven_entries(self) -> list[RosterEntry]:
        """The entries that checks of single entries have to look at: no equal one was clean before."""
        system = self.system
        return [entry for entry in self.roster.entries if (system, entry.halves) not in _CLEAN_ENTRIES]

    def remember_clean_entries(self, findings: Iterable[Diagnostic]) -> None:
        """Remember the entries without findings, after all checks have run."""
        if len(_CLEAN_ENTRIES) > _MAX_CLEAN_ENTRIES:
            _CLEAN_ENTRIES.clear()
        system, blamed = self.system, {finding.on for finding in findings}
        _CLEAN_ENTRIES.update((system, entry.halves) for entry in self.unproven_entries if entry.id not in blamed)

    @cached_property
    def attached_entries(self) -> tuple[RosterEntry, ...]:
        """The entries that are attached to another entry, legally or not."""
        return tuple([entry for entry in self.roster.entries if entry.entry.joins is not None])

    @cached_property
    def limit_base(self) -> PointsBasis:
        """The points that limits are computed from."""
        return points_basis(self.roster)

    @cached_property
    def force_organisation(self) -> ForceOrganisation | None:
        """The force organisation that applies to this list, or None."""
        rules = self.system.force_organisation
        return rules if self.roster.uses_force_organisation or (rules is not None and not rules.optional) else None

    @cached_property
    def limits(self) -> Mapping[str, Limit]:
        """The limits that apply, by id; the event's override the system's."""
        system_limits = self.force_organisation.limits if self.force_organisation is not None else {}
        return {**system_limits, **self.event.limits} if self.event is not None else system_limits

    @cached_property
    def limit_statuses(self) -> tuple[LimitStatus, ...]:
        """The current count next to each limit."""
        return tuple(limit_statuses(self.limits.values(), self.roster, self.counting_rules))

    @property
    def counting_rules(self) -> ForceOrganisation:
        """The rules for counting attached heroes; they apply even if only the event has limits."""
        return self.system.force_organisation or ForceOrganisation()

    def make_finding(
        self,
        code: str,
        on: str | None = None,
        *,
        severity: Severity | None = None,
        broken_limit: Limit | None = None,
        **params: object,
    ) -> Diagnostic:
        """Return a finding that cites its source; pass the `broken_limit`, which the event may have set."""
        event_name = self.event.name if self.event is not None else None
        source = event_name if self.is_set_by_event(broken_limit) else self._source(CODES[code], on)
        return Diagnostic(code, on, params, source=source, severity_override=severity)

    def is_set_by_event(self, limit: Limit | None) -> bool:
        """Return whether the event sets a limit."""
        return limit is not None and self.event is not None and limit.id in self.event.limits

    def _source(self, code: Code, on: str | None) -> object:
        """Return what a finding is based on: a decision, the event, a book version or a section of the rules."""
        if code.decision is not None:
            return CitedDecision(code.decision)
        if code.topic == "event":
            return self.event.name if self.event is not None else None
        if code.topic == "book":
            entry = self.roster.army.find_entry(on) if on is not None else None
            book = self.roster.factions.get(split_unit_ref(entry.unit)[0]) if entry is not None else None
            return join_texts(" ", book.name, Text(book.version)) if book is not None else None
        return self.system.citation.for_topic(code.topic) if code.topic else None


Check: TypeAlias = Callable[[CheckContext], Iterable[Diagnostic]]
EntryCheck: TypeAlias = Callable[[CheckContext, RosterEntry], Iterator[Diagnostic]]
EntryFilter: TypeAlias = Callable[[RosterEntry], bool]


@dataclass(frozen=True, slots=True)
class RegisteredCheck:
    """A check with the codes of its findings."""

    codes: tuple[str, ...]
    run: Check
    applies_to: EntryFilter | None = None
    """The entries that a check of single entries runs on."""
    needs_event: bool = False
    """Whether it is skipped for lists without an event."""


CHECKS: list[RegisteredCheck] = []


def check(*codes: str, applies_to: EntryFilter | None = None, needs_event: bool = False) -> Callable[[Check], Check]:
    """Register a check for the codes of its findings; with `needs_event` it is skipped for lists without an event."""
    unknown = [code for code in codes if code not in CODES]
    if unknown:
        raise LookupError(unknown)

    def register(run: Check) -> Check:
        CHECKS.append(RegisteredCheck(codes, run, applies_to, needs_event))
        return run

    return register


def check_entry(*codes: str, applies_to: EntryFilter) -> Callable[[EntryCheck], EntryCheck]:
    """Register a check that runs once for each entry that `applies_to` accepts."""

    def register(run: EntryCheck) -> EntryCheck:
        @wraps(run)
        def run_on_entries(context: CheckContext) -> list[Diagnostic]:
            entries = [entry for entry in context.unproven_entries if applies_to(entry)]
            return [finding for entry in entries for finding in run(context, entry)]

        check(*codes, applies_to=applies_to)(run_on_entries)
        return run

    return register


def is_combined(entry: RosterEntry) -> bool:
    """Return whether an entry is a combined unit."""
    return len(entry.halves) > 1


def has_upgrade_errors(entry: RosterEntry) -> bool:
    """Return whether an upgrade of an entry could not be applied."""
    return any(half.errors for half in entry.halves)
