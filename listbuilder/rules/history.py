"""Undo and redo without limit: a stack of lists, each with the name of what led to it."""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.model import ArmyList
from listbuilder.rules.edits import Edit


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done: its name, what it was done to, and the list as it was before."""

    label: str
    subject: object
    army: ArmyList


@dataclass(frozen=True, slots=True)
class History:
    """The list as it is, what was done to get here, and what was undone."""

    present: ArmyList
    past: tuple[Step, ...] = ()
    future: tuple[Step, ...] = ()

    def do(self, edit: Edit) -> History:
        """Apply an edit; an edit that changes nothing leaves no trace."""
        return self.record(edit(self.present), edit.label, edit.subject)

    def record(self, army: ArmyList, label: str, subject: object = "") -> History:
        """Note a new state of the list under a name; what had been undone is gone."""
        if army == self.present:
            return self
        return History(army, (*self.past, Step(label, subject, self.present)))

    def undo(self) -> History:
        """Go one step back, if there is one."""
        if not self.past:
            return self
        last = self.past[-1]
        return History(last.army, self.past[:-1], (*self.future, Step(last.label, last.subject, self.present)))

    def redo(self) -> History:
        """Go one step forward again, if there is one."""
        if not self.future:
            return self
        last = self.future[-1]
        return History(last.army, (*self.past, Step(last.label, last.subject, self.present)), self.future[:-1])

    @property
    def undoable(self) -> Step | None:
        """What undo would take back."""
        return self.past[-1] if self.past else None

    @property
    def redoable(self) -> Step | None:
        """What redo would do again."""
        return self.future[-1] if self.future else None
