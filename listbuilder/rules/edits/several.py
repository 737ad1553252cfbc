"""Several edits that are one step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from listbuilder.model import ArmyList
from listbuilder.rules.edits.base import BaseEdit


@dataclass(frozen=True, slots=True)
class Several(BaseEdit):
    """Carry out some edits, one after the other, under one name."""

    edits: tuple[Callable[[ArmyList], ArmyList], ...]
    label: str

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list after all of them."""
        for edit in self.edits:
            army = edit(army)
        return army
