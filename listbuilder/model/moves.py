"""How far units go: the moves of a game, and what rules do to them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Moves:
    """Distances of the three move actions, in the game's own measure."""

    advance: int
    rush: int
    charge: int

    def __add__(self, other: Moves) -> Moves:
        return Moves(self.advance + other.advance, self.rush + other.rush, self.charge + other.charge)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How far the units of a game go unless their rules say otherwise."""

    moves: Moves
    field: str | None = None
    """The unit's own number that takes the place of the Advance, with Rush and Charge in the same proportion."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stride:
    """What a rule does to moves: so much further, or so far instead."""

    add: Moves | None = None
    instead: Moves | None = None
