"""Values of findings and fixes in a neutral notation, so that tests compare them without any catalogue's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from listbuilder.diagnostics import Fix
from listbuilder.model import Text
from listbuilder.rules.limits import Derivation
from listbuilder.rules.unit_labels import SectionHeading
from listbuilder.validation.message_arguments import CountedAmount, LimitExplanation, Message, PricedUnit, PricedUnits


def plain(value: object) -> object:
    """Return a parameter in plain types: `Spears #2 (90)`, `1 + 1 per 750 of 1500`, `3 units`, `{key: values}`."""
    write = _NOTATION.get(type(value))
    if write is not None:
        return write(value)
    return value if value is None or isinstance(value, str | int | float) else str(value)


def plain_params(params: Mapping[str, object]) -> dict[str, object]:
    """Return all parameters in plain types."""
    return {name: plain(value) for name, value in params.items()}


def plain_fix(fix: Fix | None) -> object:
    """Return a fix as its catalogue key and its parameters: `{fix.remove: {unit: Herald (40)}}`."""
    return None if fix is None else {fix.name: plain_params(fix.params)}


def _unit(unit: PricedUnit) -> str:
    name = f' "{unit.name}"' if unit.name else ""
    number = f" #{unit.number}" if unit.number else ""
    half = f" half {unit.half}" if unit.half else ""
    cost = "" if unit.cost is None else f" ({unit.cost})"
    return f"{unit.unit.en}{name}{number}{half}{cost}"


def _reckoning(explanation: LimitExplanation) -> str:
    bound = explanation.bound
    if bound.derivation is Derivation.FLAT:
        return "flat, set by the event" if explanation.set_by_event else "flat"
    step = f"{bound.percent} %" if bound.derivation is Derivation.PERCENT else f"1 per {bound.per}"
    base = f"{bound.base} + " if bound.base else ""
    return f"{base}{step} of {explanation.base.points}{'' if explanation.base.is_points_limit else ' spent'}"


def _word(word: Message) -> object:
    return {word.key: plain_params(word.values)} if word.values else word.key


_NOTATION: dict[type, Callable[[Any], object]] = {
    tuple: lambda items: [plain(item) for item in items],
    PricedUnits: lambda named: [plain(unit) for unit in named.units],
    Text: lambda text: text.en,
    PricedUnit: _unit,
    LimitExplanation: _reckoning,
    CountedAmount: lambda counted: f"{counted.number} {counted.measure.value}",
    SectionHeading: lambda heading: heading.section.id,
    Message: _word,
}
