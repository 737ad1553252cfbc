"""All remedies, by the codes they are for. Adding one is adding a decorated generator to a family's module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from listbuilder.diagnostics import CODES, Diagnostic, Fix
from listbuilder.model import ArmyList, Roster, RosterEntry
from listbuilder.rules.edits import Edit
from listbuilder.validation.registry import Inspection


@dataclass(frozen=True, slots=True)
class Case:
    """A finding that wants mending, and the list that it is about."""

    inspection: Inspection
    finding: Diagnostic

    @property
    def roster(self) -> Roster:
        """The list, worked out."""
        return self.inspection.roster

    @property
    def army(self) -> ArmyList:
        """The list as the player wrote it."""
        return self.inspection.roster.army

    @property
    def worked(self) -> RosterEntry | None:
        """The entry that the finding is on."""
        return self.roster.find(self.finding.on) if self.finding.on is not None else None

    def number(self, name: str) -> int:
        """Give a number that every finding of this kind states."""
        value = self.finding.params[name]
        if not isinstance(value, int):
            raise TypeError(name)
        return value


Proposals: TypeAlias = Callable[[Case], Iterator[Fix]]
REMEDIES: dict[str, Proposals] = {}


def remedy(*codes: str) -> Callable[[Proposals], Proposals]:
    """Register what proposes fixes for the findings of some codes; they are tried and ranked afterwards."""
    unknown = [code for code in codes if code not in CODES or code in REMEDIES]
    if unknown:
        raise LookupError(unknown)

    def register(propose: Proposals) -> Proposals:
        REMEDIES.update(dict.fromkeys(codes, propose))
        return propose

    return register


def repair(name: str, *edits: Edit, **params: object) -> Fix:
    """Make a fix of its sentence and the edits that carry it out."""
    return Fix(f"fix.{name}", params, edits)
