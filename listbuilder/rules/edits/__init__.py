"""Everything that can be done to a list, as values: apply one to a list and get a new list.

An edit carries all it needs, so it can be shown (`label` and `subject`), offered as a fix, tried out, and undone by
going back. Where an edit depends on the data (which section excludes which), the functions in `rules.picking` build it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from listbuilder.diagnostics import Fix
from listbuilder.model import ArmyList
from listbuilder.rules.edits.base import Edit
from listbuilder.rules.edits.details import Details, details
from listbuilder.rules.edits.entries import Add, Duplicate, Exchange, Experience, Move, Note, Reidentify, Remove, Rename
from listbuilder.rules.edits.groups import Combine, Join, Leave, Split
from listbuilder.rules.edits.marked import Shift, duplicating, removing
from listbuilder.rules.edits.picks import PutBack, SetPicks, Take, add_pick, drop_pick
from listbuilder.rules.edits.several import Several

__all__ = [
    "Add",
    "Combine",
    "Details",
    "Duplicate",
    "Edit",
    "Exchange",
    "Experience",
    "Join",
    "Leave",
    "Move",
    "Note",
    "PutBack",
    "Reidentify",
    "Remove",
    "Rename",
    "SetPicks",
    "Several",
    "Shift",
    "Split",
    "Take",
    "add_pick",
    "apply_edits",
    "apply_fix",
    "details",
    "drop_pick",
    "duplicating",
    "removing",
]


def apply_edits(army: ArmyList, edits: Iterable[Callable[[ArmyList], ArmyList]]) -> ArmyList:
    """Apply several edits, one after the other."""
    for edit in edits:
        army = edit(army)
    return army


def apply_fix(army: ArmyList, fix: Fix) -> ArmyList:
    """Carry out a fix."""
    return apply_edits(army, (edit for edit in fix.edits if callable(edit)))
