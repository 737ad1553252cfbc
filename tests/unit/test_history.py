"""Undo and redo."""

from __future__ import annotations

from listbuilder.model import ArmyList, SystemId, UnitRef
from listbuilder.rules.edits import AddEntry, History, set_details

EMPTY = ArmyList(name="Test", system=SystemId("aof-3.2"))
ADD = AddEntry(UnitRef("trial/riders"), subject="Riders")


def test_undo_and_redo_go_back_and_forth() -> None:
    once = History(EMPTY).apply(ADD)
    twice = once.apply(ADD)
    assert twice.undo().present == once.present
    assert twice.undo().undo().present == EMPTY
    assert twice.undo().undo().redo().redo() == twice


def test_undo_and_redo_labels() -> None:
    done = History(EMPTY).apply(ADD).apply(set_details(subject="Test", points=750))
    assert done.next_undo is not None
    assert (done.next_undo.label, done.next_undo.subject) == ("edit.details", "Test")
    back = done.undo()
    assert back.next_redo is not None
    assert back.next_redo.label == "edit.details"
    assert back.next_undo is not None
    assert back.next_undo.label == "edit.add"


def test_nothing_to_undo_or_redo() -> None:
    fresh = History(EMPTY)
    assert fresh.undo() is fresh
    assert fresh.redo() is fresh
    assert (fresh.next_undo, fresh.next_redo) == (None, None)


def test_unchanged_edits_are_not_recorded() -> None:
    fresh = History(EMPTY)
    assert fresh.apply(set_details(name="Test")) is fresh


def test_new_edit_clears_redo() -> None:
    done = History(EMPTY).apply(ADD).undo().apply(set_details(points=10))
    assert done.next_redo is None
