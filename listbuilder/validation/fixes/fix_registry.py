"""The registry of functions that propose fixes, by the codes of the findings they fix.

To add a fix, add a decorated generator to a module of this package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from listbuilder.diagnostics import CODES, Diagnostic, Fix
from listbuilder.model import ArmyList, Roster, RosterEntry
from listbuilder.rules.edits import Edit
from listbuilder.validation.check_registry import CheckContext


@dataclass(frozen=True, slots=True)
class FixRequest:
    """A finding that needs a fix, and the list it is about."""

    context: CheckContext
    finding: Diagnostic

    @property
    def roster(self) -> Roster:
        """The roster of the list."""
        return self.context.roster

    @property
    def army(self) -> ArmyList:
        """The list as the player wrote it."""
        return self.context.roster.army

    @property
    def entry(self) -> RosterEntry:
        """The entry that the finding is about. Only ask if it is about an entry with a known unit."""
        entry = self.roster.find_entry(self.finding.on or "")
        assert entry is not None
        return entry

    def copies(self) -> list[RosterEntry]:
        """Return all entries with the unit of the entry that the finding is about."""
        unit = self.entry.entry.unit
        return [entry for entry in self.roster.entries if entry.entry.unit == unit]

    def int_param(self, name: str) -> int:
        """Return a parameter of the finding that must be a number; raise TypeError if it is not."""
        value = self.finding.params[name]
        if not isinstance(value, int):
            raise TypeError(name)
        return value


FixProposer: TypeAlias = Callable[[FixRequest], Iterator[Fix]]
FIX_PROPOSERS: dict[str, FixProposer] = {}


def fixes_for(*codes: str) -> Callable[[FixProposer], FixProposer]:
    """Register a function that proposes fixes for findings with these codes; the search tries and ranks them."""
    invalid = [code for code in codes if code not in CODES or code in FIX_PROPOSERS]
    if invalid:
        raise LookupError(invalid)

    def register(propose: FixProposer) -> FixProposer:
        FIX_PROPOSERS.update(dict.fromkeys(codes, propose))
        return propose

    return register


def make_fix(name: str, *edits: Edit, **params: object) -> Fix:
    """Return a fix with the sentence `fix.NAME`, its parameters and its edits."""
    return Fix(f"fix.{name}", params, edits)
