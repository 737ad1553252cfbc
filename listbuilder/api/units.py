"""The units of a list, as a program asks about them."""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.model import RosterEntry


@dataclass(frozen=True, slots=True)
class ListedUnit:
    """One unit of a list, worked out."""

    worked: RosterEntry
    """All that is known of it, in the words of the model."""

    @property
    def id(self) -> str:
        """Its id in the list."""
        return self.worked.id

    @property
    def name(self) -> str:
        """The player's own name for it, or the unit's."""
        return self.worked.title

    @property
    def points(self) -> int:
        """What it costs with all its upgrades."""
        return self.worked.cost

    @property
    def models(self) -> int:
        """How many models it has."""
        return self.worked.models

    def __str__(self) -> str:
        return f"{self.name} ({self.points})"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id!r}: {self}>"
