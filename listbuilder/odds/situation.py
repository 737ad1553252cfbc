"""The situation of an attack, and the words that effects in the data use for it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache

FAR_INCHES = 9
"""The distance in inches beyond which an attack is far, in every system."""


class AttackMode(Enum):
    """The kind of an attack."""

    SHOOT = "shoot"
    CHARGE = "charge"
    STRIKE_BACK = "strike-back"
    SPELL = "spell"

    @property
    def is_melee(self) -> bool:
        """Whether it is a melee attack."""
        return self in (AttackMode.CHARGE, AttackMode.STRIKE_BACK)


_MODE_WORDS = {
    AttackMode.SHOOT: ("shoot",),
    AttackMode.CHARGE: ("charge", "melee"),
    AttackMode.STRIKE_BACK: ("charged", "melee"),
    AttackMode.SPELL: ("spell",),
}
_ASSUMPTIONS = frozenset({"far", "near", "moved", "held", "nearest", "still", "alone", "terrain", "passing"})
"""Words that a result only assumes; a result that depends on one of them has a caveat."""
_OPPOSITES = {"far": "near", "near": "far", "moved": "held", "held": "moved"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The circumstances of an attack that an effect may ask about."""

    mode: AttackMode
    far: bool = True
    """Whether the attack or charge comes from more than 9 inches away."""
    moved: bool = False
    cover: bool = False
    fatigued: bool = False
    terrain: bool = False
    """Whether the unit with the rule is close to terrain."""
    passing: bool = False
    """Whether the attacker moves over the target."""
    markers: int = 0
    exchange: bool = False
    """Whether the attack is part of a whole melee."""
    outnumbered: bool = False
    """Whether the target has more models than the attacker."""
    words: frozenset[str] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        words = {*_MODE_WORDS[self.mode], "nearest", "still", "alone"}
        words |= {"far" if self.far else "near", "moved" if self.moved else "held"}
        words |= {"fatigued" if self.fatigued else "fresh"}
        flags = {"cover": self.cover, "terrain": self.terrain, "passing": self.passing, "exchange": self.exchange}
        flags["outnumbered"] = self.outnumbered
        object.__setattr__(self, "words", frozenset(words | {word for word, is_set in flags.items() if is_set}))


@lru_cache(maxsize=64)
def mark_outnumbered(situation: Situation) -> Situation:
    """Return the same situation against a target with more models than the attacker."""
    return replace(situation, outnumbered=True)


def assumptions_used(when: tuple[frozenset[str], ...], words: frozenset[str]) -> frozenset[str]:
    """Return the assumptions that decide whether an effect applies, as they are in this situation."""
    certain = words - _ASSUMPTIONS
    asked = {word for required in when if required - _ASSUMPTIONS <= certain for word in required & _ASSUMPTIONS}
    return frozenset(word if word in words else _OPPOSITES.get(word, f"not-{word}") for word in asked)
