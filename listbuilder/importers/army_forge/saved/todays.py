"""What a resolved list states held against a book: other prices, units that are gone, and things it never had."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from listbuilder.diagnostics import Diagnostic
from listbuilder.importers.army_forge.saved.records import Record, text_of
from listbuilder.model import Faction, Unit, target_key

_MOST_THINGS = 100


def stated_costs(faction: Faction, records: Sequence[Record]) -> list[tuple[Unit, object]]:
    """Give each unit of the file that the book has too, with the price it has in the file."""
    wanted = {record.unit: record.raw.get("cost") for record in records}
    return [(unit, cost) for key, cost in wanted.items() if (unit := faction.unit_by_key(key)) is not None]


def differing_costs(faction: Faction, records: Sequence[Record]) -> Iterator[Diagnostic]:
    """Tell which units cost something else by the book that counts."""
    for unit, cost in stated_costs(faction, records):
        if unit.cost != cost:
            yield Diagnostic("IMP012", None, {"unit": unit.name, "stated": cost, "points": unit.cost})


def other_today(faction: Faction, records: Sequence[Record]) -> Iterator[Diagnostic]:
    """Tell what has become of the units of another edition in the one that is at hand, in words and points."""
    for key, record in {record.unit: record for record in records}.items():
        unit, cost = faction.unit_by_key(key), record.raw.get("cost")
        stated = cost if isinstance(cost, int) else 0
        if unit is None or unit.cost != cost:
            points = None if unit is None else unit.cost
            params = {"unit": record.name, "stated": stated, "points": points, **_book(faction)}
            yield Diagnostic("IMP032", None, params)


def unknown_things(faction: Faction, records: Sequence[Record]) -> Iterator[Diagnostic]:
    """Tell what units carry in the file that the book has nowhere for them."""
    for key, record in {record.unit: record for record in records}.items():
        unit = faction.unit_by_key(key)
        if unit is not None and (gone := tuple(_strange(unit, record))):
            yield Diagnostic("IMP033", None, {"unit": unit.name, "things": gone, **_book(faction)})


def _book(faction: Faction) -> dict[str, object]:
    return {"faction": faction.name, "version": faction.version}


@lru_cache(maxsize=1024)  # the same units stand in list after list
def _known_things(unit: Unit) -> frozenset[str]:
    """Give the keys of all that a unit may carry."""
    stacks = [*unit.equipment, *(gain for section in unit.sections for each in section.options for gain in each.gains)]
    return frozenset([gear.key for stack in stacks for gear in stack.thing.gear])


def _strange(unit: Unit, record: Record) -> Iterator[str]:
    known, stated = _known_things(unit), record.raw.get("loadout")
    for thing in stated[:_MOST_THINGS] if isinstance(stated, list) else ():
        name = text_of(thing.get("name")) if isinstance(thing, dict) else ""
        if name and target_key(name) not in known:
            yield name
