"""What a book's units and options cost when a list was saved, and which of these prices are others now.

A list keeps the prices of what it takes (`reeve`, `reeve/eel`): by them a changed book can be told price by price,
also where its old content is gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from listbuilder.diagnostics import Diagnostic
from listbuilder.i18n import FALLBACK, translate
from listbuilder.model import Faction, FactionId, Option, Roster, Text, Unit, UnitId
from listbuilder.rules.labels import option_label


@dataclass(frozen=True, slots=True)
class PriceChange:
    """A unit, or an option of it, that costs something else than it did."""

    unit: Text
    option: Text | str
    """Empty where it is the unit itself."""
    old: int
    new: int

    def to(self, language: str) -> str:
        """Write it in a language: `Eel of Reeve 45 → 50`."""
        option = self.option.to(language) if isinstance(self.option, Text) else self.option
        key = "price.option" if option else "price.unit"
        return translate(language, key, unit=self.unit, option=option, old=self.old, new=self.new)

    def __str__(self) -> str:
        return self.to(FALLBACK)


def prices_in(roster: Roster, book: FactionId) -> dict[str, int]:
    """Give what the units and options cost that a list takes from a book."""
    prices: dict[str, int] = {}
    for worked in roster.entries:
        if worked.unit.faction == book:
            prices[worked.unit.id] = worked.unit.cost
            for half in worked.halves:
                for taken in half.taken:
                    prices[f"{worked.unit.id}/{taken.pick.option}"] = taken.option.cost_for(worked.unit.id)
    return prices


def changed_prices(before: Mapping[str, int], faction: Faction) -> Iterator[Diagnostic]:
    """Name what costs something else in a book than it did; what the book has no more, other findings tell."""
    changes = [change for key, old in before.items() if (change := _change(key, old, faction)) is not None]
    if changes:
        yield Diagnostic("VER010", None, {"faction": faction.name, "changes": tuple(changes)})


def old_prices(taken: Mapping[str, int], old: Faction) -> dict[str, int]:
    """Give what units and options cost in an old book that is still at hand."""
    found = ((key, _find(key, old)) for key in taken)
    return {key: priced[2] for key, priced in found if priced is not None}


def _change(key: str, old: int, faction: Faction) -> PriceChange | None:
    found = _find(key, faction)
    if found is None or found[2] == old:
        return None
    unit, option, new = found
    label = "" if option is None else option.label or option_label(option, FALLBACK)
    return PriceChange(unit.name, label, old, new)


def _find(key: str, faction: Faction) -> tuple[Unit, Option | None, int] | None:
    """Find a unit or an option of it with its price; None where the book does not have it, or has two."""
    name, _, picked = key.partition("/")
    unit = faction.units.get(UnitId(name))
    if unit is None or not picked:
        return None if unit is None else (unit, None, unit.cost)
    found = unit.find(picked)
    return (unit, found[0][1], found[0][1].cost_for(unit.id)) if len(found) == 1 else None
