"""Undo and redo."""

from __future__ import annotations

from listbuilder.model import ArmyList, SystemId, UnitRef
from listbuilder.rules.edits import Add, details
from listbuilder.rules.history import History

EMPTY = ArmyList(name="Test", system=SystemId("aof-3.2"))
ADD = Add(UnitRef("trial/riders"), subject="Riders")


def test_undo_and_redo_go_back_and_forth() -> None:
    once = History(EMPTY).do(ADD)
    twice = once.do(ADD)
    assert twice.undo().present == once.present
    assert twice.undo().undo().present == EMPTY
    assert twice.undo().undo().redo().redo() == twice


def test_undo_and_redo_labels() -> None:
    done = History(EMPTY).do(ADD).do(details(subject="Test", points=750))
    assert done.undoable is not None
    assert (done.undoable.label, done.undoable.subject) == ("edit.details", "Test")
    back = done.undo()
    assert back.redoable is not None
    assert back.redoable.label == "edit.details"
    assert back.undoable is not None
    assert back.undoable.label == "edit.add"


def test_nothing_to_undo_or_redo() -> None:
    fresh = History(EMPTY)
    assert fresh.undo() is fresh
    assert fresh.redo() is fresh
    assert (fresh.undoable, fresh.redoable) == (None, None)


def test_unchanged_edits_are_not_recorded() -> None:
    fresh = History(EMPTY)
    assert fresh.do(details(name="Test")) is fresh


def test_new_edit_clears_redo() -> None:
    done = History(EMPTY).do(ADD).undo().do(details(points=10))
    assert done.redoable is None
