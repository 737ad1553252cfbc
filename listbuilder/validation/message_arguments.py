"""Values of a sentence that speak the reader's language: an entry, a sum, a word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from listbuilder.i18n import format_number, show_value, translate
from listbuilder.model import Measure, RosterEntry, Text
from listbuilder.rules.limits import Base, Bound, Derivation

_A_RUN = 3
"""So many that are called alike and follow each other are named in one."""


@dataclass(frozen=True, slots=True)
class Priced:
    """An entry as a message names it: unit, the player's own name, which of several, its cost, which half is meant."""

    unit: Text
    name: str | None
    cost: int | None = None
    half: int = 0
    """1 or 2 in a combined unit; 0 means the whole."""
    number: int = field(default=0, compare=False)
    """Which of several that are called alike; 0 where it is the only one. What reads alike but for it is one offer."""

    def to(self, language: str) -> str:
        """Write it in a language: `Battle Master "Otto" (125)`."""
        named = f'{self.unit.to(language)} "{self.name}"' if self.name else self.unit.to(language)
        if self.number:
            named = translate(language, "unit.number", unit=named, number=self.number)
        if self.half:
            named += f" ({translate(language, f'half.{self.half}')})"
        return named if self.cost is None else f"{named} ({format_number(language, self.cost)})"

    def __str__(self) -> str:
        return self.to("en")


def titled(worked: RosterEntry, half: int | None = None) -> Priced:
    """Name an entry without its cost; the half (counted from 0) only where the entry is combined."""
    number = half + 1 if half is not None and len(worked.halves) > 1 else 0
    return Priced(worked.unit.name, worked.entry.name, half=number, number=worked.number)


def priced(worked: RosterEntry) -> Priced:
    """Name an entry with its cost."""
    return Priced(worked.unit.name, worked.entry.name, worked.cost, number=worked.number)


@dataclass(frozen=True, slots=True)
class NamedUnits:
    """Several entries with their costs; of many that are called alike, only the first and the last are named."""

    units: tuple[Priced, ...]

    def to(self, language: str) -> str:
        """Write them in a language: `Infantrymen no. 7 to no. 12 (70 each), Fanatics (85)`."""
        return show_value(language, tuple(word for run in self._runs() for word in _in_one(run)))

    def _runs(self) -> list[list[Priced]]:
        """Put those together whose numbers follow each other, upwards or downwards."""
        runs: list[list[Priced]] = []
        for unit in self.units:
            last = runs[-1] if runs else []
            step = last[1].number - last[0].number if len(last) > 1 else 0
            if last and last[0] == unit and unit.number - last[-1].number in ((step,) if step else (-1, 1)):
                last.append(unit)
            else:
                runs.append([unit])
        return runs

    def __str__(self) -> str:
        return self.to("en")


def _in_one(run: list[Priced]) -> list[object]:
    """Name a run by its ends; what is too short for one, unit by unit."""
    upwards = sorted(run, key=lambda unit: unit.number)
    if len(run) < _A_RUN:
        return [*upwards]
    first, last = upwards[0], upwards[-1]
    unit = replace(first, cost=None, number=0)
    return [Word("unit.run", {"unit": unit, "first": first.number, "last": last.number, "cost": first.cost})]


def listed(several: Iterable[RosterEntry]) -> NamedUnits:
    """Name several entries with their costs."""
    return NamedUnits(tuple(map(priced, several)))


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How a limit was worked out: `1 per full 375 pts of a 2,000 pts game`."""

    bound: Bound
    base: Base
    event: bool = False
    """Whether it is the event that sets it."""

    def to(self, language: str) -> str:
        """Write the sum in a language."""
        bound = self.bound
        if bound.way is Derivation.FLAT:
            return translate(language, "limit.flat" if self.event else "limit.fixed")
        rule = "base-per" if bound.way is Derivation.PER and bound.base else bound.way.value
        step = translate(language, f"limit.{rule}", base=bound.base, per=bound.per, percent=bound.percent)
        game = "limit.of-game" if self.base.agreed else "limit.of-spent"
        return f"{step} {translate(language, game, game=self.base.points)}"

    def __str__(self) -> str:
        return self.to("en")


@dataclass(frozen=True, slots=True)
class Counted:
    """A number with what was counted: `3 units`, `120 pts`."""

    number: int
    measure: Measure

    def to(self, language: str) -> str:
        """Write it in a language."""
        return translate(language, f"counted.{self.measure.value}", n=self.number)

    def __str__(self) -> str:
        return self.to("en")


@dataclass(frozen=True, slots=True)
class CitedDecision:
    """A decision of `docs/decisions.md`, as a source: `listbuilder, decision 8`."""

    number: int

    def to(self, language: str) -> str:
        """Name it in a language."""
        return translate(language, "source.decision", n=self.number)

    def __str__(self) -> str:
        return self.to("en")


@dataclass(frozen=True, slots=True)
class Word:
    """A word or a sentence of the catalogue, with the values that it holds."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def to(self, language: str) -> str:
        """Give the word in a language."""
        return translate(language, self.key, **self.values)

    def __str__(self) -> str:
        return self.to("en")
