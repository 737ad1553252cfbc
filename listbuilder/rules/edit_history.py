"""Unlimited undo and redo: a stack of lists, each with the edit that led to it."""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.model import ArmyList
from listbuilder.rules.edits import Edit


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """An edit with the list to return to."""

    label: str
    subject: object
    army: ArmyList


@dataclass(frozen=True, slots=True)
class History:
    """The present list, the edits that led to it, and the edits that were undone."""

    present: ArmyList
    past: tuple[HistoryStep, ...] = ()
    future: tuple[HistoryStep, ...] = ()

    def apply(self, edit: Edit) -> History:
        """Apply an edit. An edit without effect is not recorded."""
        return self.record(edit(self.present), edit.label, edit.subject)

    def record(self, army: ArmyList, label: str, subject: object = "") -> History:
        """Record a new list under a label and forget undone edits."""
        if army == self.present:
            return self
        return History(army, (*self.past, HistoryStep(label, subject, self.present)))

    def undo(self) -> History:
        """Undo the last edit, if there is one."""
        if not self.past:
            return self
        last = self.past[-1]
        return History(last.army, self.past[:-1], (*self.future, HistoryStep(last.label, last.subject, self.present)))

    def redo(self) -> History:
        """Redo the edit that was undone last, if there is one."""
        if not self.future:
            return self
        last = self.future[-1]
        return History(last.army, (*self.past, HistoryStep(last.label, last.subject, self.present)), self.future[:-1])

    @property
    def next_undo(self) -> HistoryStep | None:
        """The edit that undo would undo."""
        return self.past[-1] if self.past else None

    @property
    def next_redo(self) -> HistoryStep | None:
        """The edit that redo would apply."""
        return self.future[-1] if self.future else None
