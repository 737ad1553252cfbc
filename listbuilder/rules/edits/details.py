"""Edits to the head of a list."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from listbuilder.errors import EditError
from listbuilder.model import ArmyList
from listbuilder.rules.edits.base import BaseEdit


@dataclass(frozen=True, slots=True)
class Details(BaseEdit):
    """Change what stands at the head of the list: name, player, points, force_org, event, notes, system, books."""

    label: ClassVar[str] = "edit.details"
    changes: tuple[tuple[str, Any], ...]

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the new details."""
        changes = dict(self.changes)
        known = {field.name for field in fields(ArmyList)} - {"entries"}
        if unknown := changes.keys() - known:
            raise EditError(", ".join(sorted(unknown)))
        return replace(army, **changes)


def details(subject: object = "", **changes: Any) -> Details:
    """Build the edit that changes the head of the list."""
    return Details(tuple(changes.items()), subject=subject)
