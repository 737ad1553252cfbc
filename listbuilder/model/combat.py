"""What a game itself does to the dice: cover, casting, what becomes of wounds, and the targets that are usual in it."""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.model.effects import FACES, Effect
from listbuilder.model.equipment import RuleRef
from listbuilder.model.text import Text


@dataclass(frozen=True, slots=True)
class WoundRoll:
    """How the last model of a unit falls where it gathers markers: one die and its markers must reach `out`."""

    out: int
    tough: int = 0
    """What each point of Tough beyond the first adds to that."""

    def needed(self, tough: int) -> int:
        """Give what die and markers must reach to take a model out."""
        return self.out + self.tough * (tough - 1)

    def certain(self, tough: int) -> int:
        """Give the markers with which any die takes a model out."""
        return max(tough, self.needed(tough) - 1)

    def chance(self, markers: int, tough: int, more: int = 0) -> float:
        """Give the chance that a model with so many markers is taken out; before its last point of Tough it is not."""
        if markers < tough:
            return 0.0
        return min(FACES, max(0, FACES + 1 - (self.needed(tough) - markers - more))) / FACES


@dataclass(frozen=True, slots=True)
class UsualTarget:
    """A target that is usual in a game."""

    name: Text
    models: int
    defense: int
    tough: int = 1
    rules: tuple[RuleRef, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Combat:
    """What the game itself does to the dice."""

    effects: tuple[Effect, ...] = ()
    """What counts in every attack: cover, as the game has it."""
    cast: int | None = None
    """What a spell must roll, or more; None where the game has no such roll."""
    wound_roll: WoundRoll | None = None
    """None where a model falls of its last wound."""
    morale: bool = True
    """Whether who loses a melee takes a morale test."""
    without: Text | None = None
    """What the game does with wounds that effects cannot say."""
    melee_without: Text | None = None
    """What decides a whole melee besides wounds, fear and morale."""
    rows: int | None = None
    """How many rows of a formation strike in melee; None where all models do."""
    field: tuple[UsualTarget, ...] = ()
    """The targets that an army is measured by."""
