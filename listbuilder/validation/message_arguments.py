"""Arguments of messages that are translated when the message is shown: units, counts, limits, sentences."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from listbuilder.i18n import format_number, format_value, translate
from listbuilder.model import Measure, RosterEntry, Text
from listbuilder.rules.limits import Bound, Derivation, PointsBasis

_MIN_RUN_LENGTH = 3
"""From this many on, units with the same name and consecutive numbers are shown as a range."""


class TranslatedArgument(ABC):
    """A value that is shown in the language of its message."""

    __slots__ = ()

    @abstractmethod
    def to(self, language: str) -> str:
        """Return the text in a language."""

    def __str__(self) -> str:
        return self.to("en")


@dataclass(frozen=True, slots=True)
class PricedUnit(TranslatedArgument):
    """An entry as a message shows it: unit, custom name, number, half and cost."""

    unit: Text
    name: str | None
    cost: int | None = None
    half: int = 0
    """1 or 2 in a combined unit; 0 for the whole unit."""
    number: int = field(default=0, compare=False)
    """Which of several entries with the same name; 0 if it is the only one. Fixes that differ only in it are equal."""

    def to(self, language: str) -> str:
        """Return the text in a language: `Battle Master "Otto" (125)`."""
        text = f'{self.unit.to(language)} "{self.name}"' if self.name else self.unit.to(language)
        if self.number:
            text = translate(language, "unit.number", unit=text, number=self.number)
        if self.half:
            text += f" ({translate(language, f'half.{self.half}')})"
        return text if self.cost is None else f"{text} ({format_number(language, self.cost)})"


def label_unit(entry: RosterEntry, half: int | None = None) -> PricedUnit:
    """Return the label of an entry without its cost; the half (0 or 1) is only shown for combined units."""
    shown_half = half + 1 if half is not None and len(entry.halves) > 1 else 0
    return PricedUnit(entry.unit.name, entry.entry.name, half=shown_half, number=entry.copy_number)


def label_priced_unit(entry: RosterEntry) -> PricedUnit:
    """Return the label of an entry with its cost."""
    return PricedUnit(entry.unit.name, entry.entry.name, entry.cost, number=entry.copy_number)


@dataclass(frozen=True, slots=True)
class PricedUnits(TranslatedArgument):
    """Several entries with their costs; runs of entries with the same name are shown as a range."""

    units: tuple[PricedUnit, ...]

    def to(self, language: str) -> str:
        """Return the text in a language: `Infantrymen no. 7 to no. 12 (70 each), Fanatics (85)`."""
        runs: list[list[PricedUnit]] = []  # units whose numbers are consecutive, ascending or descending
        for unit in self.units:
            last = runs[-1] if runs else []
            step = last[1].number - last[0].number if len(last) > 1 else 0
            if last and last[0] == unit and unit.number - last[-1].number in ((step,) if step else (-1, 1)):
                last.append(unit)
            else:
                runs.append([unit])
        return format_value(language, tuple(label for run in runs for label in _label_run(run)))


def _label_run(run: list[PricedUnit]) -> list[object]:
    ascending = sorted(run, key=lambda unit: unit.number)
    if len(run) < _MIN_RUN_LENGTH:
        return [*ascending]
    first, last = ascending[0], ascending[-1]
    unit = replace(first, cost=None, number=0)
    return [Message("unit.run", {"unit": unit, "first": first.number, "last": last.number, "cost": first.cost})]


def label_priced_units(entries: Iterable[RosterEntry]) -> PricedUnits:
    """Return the labels of several entries with their costs."""
    return PricedUnits(tuple(map(label_priced_unit, entries)))


@dataclass(frozen=True, slots=True)
class LimitExplanation(TranslatedArgument):
    """How a limit was computed: `1 per full 375 pts of a 2,000 pts game`."""

    bound: Bound
    base: PointsBasis
    set_by_event: bool = False
    """Whether the event sets the limit."""

    def to(self, language: str) -> str:
        """Return the text in a language."""
        bound = self.bound
        if bound.derivation is Derivation.FLAT:
            return translate(language, "limit.flat" if self.set_by_event else "limit.fixed")
        rule = "base-per" if bound.derivation is Derivation.PER_POINTS and bound.base else bound.derivation.value
        step = translate(language, f"limit.{rule}", base=bound.base, per=bound.per, percent=bound.percent)
        game = "limit.of-game" if self.base.is_points_limit else "limit.of-spent"
        return f"{step} {translate(language, game, game=self.base.points)}"


@dataclass(frozen=True, slots=True)
class CountedAmount(TranslatedArgument):
    """A number and what was counted: `3 units`, `120 pts`."""

    number: int
    measure: Measure

    def to(self, language: str) -> str:
        """Return the text in a language."""
        return translate(language, f"counted.{self.measure.value}", n=self.number)


@dataclass(frozen=True, slots=True)
class CitedDecision(TranslatedArgument):
    """A decision of `docs/decisions.md`, cited as a source: `listbuilder, decision 8`."""

    number: int

    def to(self, language: str) -> str:
        """Return the text in a language."""
        return translate(language, "source.decision", n=self.number)


@dataclass(frozen=True, slots=True)
class Message(TranslatedArgument):
    """A catalogue key and the values of its sentence."""

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def to(self, language: str) -> str:
        """Return the text in a language."""
        return translate(language, self.key, **self.values)
