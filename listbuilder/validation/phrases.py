"""Values of a sentence that speak the reader's language: an entry, a sum, a word."""

from __future__ import annotations

from listbuilder.i18n import format_number, translate
from listbuilder.model import Limit, RosterEntry, Text
from listbuilder.rules.limits import Base
from listbuilder.values import dataclass


@dataclass(frozen=True, slots=True)
class Priced:
    """An entry as a message names it: the unit, the player's own name for it, its cost, and which half is meant."""

    unit: Text
    name: str | None
    cost: int | None = None
    half: int = 0
    """1 or 2 in a combined unit; 0 means the whole."""

    def to(self, language: str) -> str:
        """Write it in a language: `Battle Master "Otto" (125)`."""
        named = f'{self.unit.to(language)} "{self.name}"' if self.name else self.unit.to(language)
        if self.half:
            named += f" ({translate(language, f'half.{self.half}')})"
        return named if self.cost is None else f"{named} ({format_number(language, self.cost)})"

    def __str__(self) -> str:
        return self.to("en")


def titled(worked: RosterEntry, half: int | None = None) -> Priced:
    """Name an entry without its cost; the half (counted from 0) only where the entry is combined."""
    number = half + 1 if half is not None and len(worked.halves) > 1 else 0
    return Priced(worked.unit.name, worked.entry.name, half=number)


def priced(worked: RosterEntry) -> Priced:
    """Name an entry with its cost."""
    return Priced(worked.unit.name, worked.entry.name, worked.cost)


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How a limit was worked out: `1 per full 375 pts of a 2,000 pts game`."""

    limit: Limit
    base: Base

    def to(self, language: str) -> str:
        """Write the sum in a language."""
        if self.limit.per is None or self.limit.most is not None:
            return translate(language, "limit.flat")
        rule = "limit.per" if self.limit.base == 0 else "limit.base-per"
        game = "limit.of-game" if self.base.agreed else "limit.of-spent"
        step = translate(language, rule, base=self.limit.base, per=self.limit.per)
        return f"{step} {translate(language, game, game=self.base.points)}"

    def __str__(self) -> str:
        return self.to("en")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the catalogue."""

    key: str

    def to(self, language: str) -> str:
        """Give the word in a language."""
        return translate(language, self.key)

    def __str__(self) -> str:
        return self.to("en")
