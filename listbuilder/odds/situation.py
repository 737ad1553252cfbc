"""How an attack is made, from where, and in what state of things; the words that effects name it by."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache

FAR = 9
"""Whatever is further away than this is far, in every game."""


class Mode(Enum):
    """How somebody attacks."""

    SHOOT = "shoot"
    CHARGE = "charge"
    STRIKE_BACK = "strike-back"
    SPELL = "spell"

    @property
    def melee(self) -> bool:
        """Whether it is fought hand to hand."""
        return self in (Mode.CHARGE, Mode.STRIKE_BACK)


_MODES = {
    Mode.SHOOT: ("shoot",),
    Mode.CHARGE: ("charge", "melee"),
    Mode.STRIKE_BACK: ("charged", "melee"),
    Mode.SPELL: ("spell",),
}
ASSUMED = frozenset({"far", "near", "moved", "held", "nearest", "still", "alone", "terrain", "passing"})
"""Words that say how things stand; a result that hangs on one of them says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What an effect may ask about."""

    mode: Mode
    far: bool = True
    """Whether the attack or the charge comes from more than 9 inches away."""
    moved: bool = False
    cover: bool = False
    fatigued: bool = False
    terrain: bool = False
    """Whether whoever asks is close to terrain."""
    passing: bool = False
    """Whether the attacker moves over the target."""
    markers: int = 0
    exchange: bool = False
    """Whether it is part of a whole melee."""
    outnumbered: bool = False
    """Whether the target has more models than the attacker."""
    words: frozenset[str] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        said = {*_MODES[self.mode], "nearest", "still", "alone"}
        said |= {"far" if self.far else "near", "moved" if self.moved else "held"}
        said |= {"fatigued" if self.fatigued else "fresh"}
        flags = {"cover": self.cover, "terrain": self.terrain, "passing": self.passing, "exchange": self.exchange}
        flags["outnumbered"] = self.outnumbered
        object.__setattr__(self, "words", frozenset(said | {word for word, holds in flags.items() if holds}))


@lru_cache(maxsize=64)
def outnumbered(situation: Situation) -> Situation:
    """Give the same situation against more models than the attacker has."""
    return replace(situation, outnumbered=True)


def hangs_on(when: tuple[frozenset[str], ...], words: frozenset[str]) -> frozenset[str]:
    """Give how things must stand for an effect to count or not, as they do stand now."""
    if not any(every & ASSUMED for every in when):
        return frozenset()
    opposite = {"far": "near", "near": "far", "moved": "held", "held": "moved"}
    certain = words - ASSUMED
    asked = {word for every in when if every - ASSUMED <= certain for word in every & ASSUMED}
    return frozenset(_as_it_is(word, words, opposite) for word in asked)


def _as_it_is(word: str, words: frozenset[str], opposite: dict[str, str]) -> str:
    return word if word in words else opposite.get(word, f"not-{word}")
