"""A volley: dice that are thrown alike, as the attacker's side has them before a target answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from listbuilder.model.effects import FACES

NEVER = FACES + 1
"""What no die shows."""


class DieKind(Enum):
    """What a die of a volley is: an attack, a die that deals hits, or a die that deals wounds."""

    ATTACK = "attack"
    HITS = "hits"
    WOUNDS = "wounds"


class Turn(Enum):
    """When a volley has its turn in a melee, in this order."""

    FIRST = "first"
    REST = ""
    LAST = "last"


_TURNS = {turn.value: turn for turn in Turn}


@dataclass(frozen=True, slots=True)
class OnHit:
    """What an unmodified roll of so much or more to hit brings."""

    least: int
    ap: int = 0
    ap_least: int = 0
    hits: int = 0
    attacks: int = 0
    wounds: int = 0
    lasting: bool = False
    """Whether the wounds of such a hit cannot be ignored."""


@dataclass(frozen=True, slots=True)
class OnBlock:
    """What an unmodified roll of so much or less to block costs the target."""

    most: int
    wounds: int = 0
    attacks: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Volley:
    """Dice that are thrown alike."""

    name: str
    dice: int = field(compare=False)
    """How many; volleys that differ in nothing else are one."""
    kind: DieKind = DieKind.ATTACK
    quality: int = 6
    hit: int = 0
    steady: bool = False
    """Whether penalties have no part in it."""
    each: int = 1
    """What a die must show that is no attack."""
    deals: int = 1
    """How many hits or wounds such a die deals."""
    ap: int = 0
    ap_least: int = 0
    on_hit: tuple[OnHit, ...] = ()
    on_block: tuple[OnBlock, ...] = ()
    reroll: int = NEVER
    """Blocks of so much or more are rolled again."""
    defense: int = 0
    """What it does to the target's defense rolls."""
    blast: int = 1
    capped: bool = True
    deadly: int = 1
    lasting: bool = False
    """Whether its wounds cannot be ignored."""
    uncovered: bool = False
    """Whether cover has no part in it."""
    picks: bool = False
    impact: bool = False
    own_wounds: int = 0
    """Wounds of the attacker for each rolled 1."""
    dread: int = 0
    """What is added when whoever it has wounded rolls against its markers."""
    order: str = ""
    rules: tuple[str, ...] = ()
    """What it has to thank for it, by name."""

    @property
    def turn(self) -> Turn:
        """When it has its turn in a melee."""
        return _TURNS.get(self.order, Turn.REST)
