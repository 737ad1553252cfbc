"""Read a book's units and return them in the form of a faction file.

The group of a unit (heroes, core, cavalry …) comes from a table; the first matching row counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from listbuilder.importers.army_forge.book.equipment_mapping import (
    MAX_PARTS,
    format_base_sizes,
    format_equipment,
    parse_base_sizes,
    parse_book_rules,
    parse_book_stack,
)
from listbuilder.importers.army_forge.book.import_context import BookSystem
from listbuilder.importers.army_forge.json_access import (
    BookNotes,
    JsonObject,
    clean_name,
    collect_ids,
    parse_whole_number,
    read_objects,
    read_texts,
)
from listbuilder.model import BaseSize, Equipment, EquipmentCount, Item, RuleRef, Weapon, group_by_type, normalise_name

_TABLE = Path(__file__).with_name("unit_groups.json")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitFacts:
    """The facts about a unit that decide its group."""

    size: int
    quality: int
    tough: int
    rules: frozenset[str]
    words: frozenset[str]
    bases: frozenset[str]


def find_unit_group(facts: UnitFacts, groups: Collection[str]) -> str | None:
    """Return the group of a unit among those that its system has."""
    for row in _load_rows():
        if (
            row["group"] in groups
            and all(getattr(facts, key) & row[key] for key in ("rules", "words", "bases") if row.get(key))
            and facts.words.isdisjoint(row.get("not_words", ()))
            and all(getattr(facts, key) in row[key] for key in ("size", "quality", "tough") if key in row)
        ):
            return str(row["group"])
    return None


@cache
def _load_rows() -> tuple[dict[str, Any], ...]:
    rows: list[dict[str, Any]] = json.loads(_TABLE.read_text(encoding="utf-8"))["rows"]
    for row in rows:
        row |= {key: range(row[key][0], row[key][1] + 1) for key in ("size", "quality", "tough") if key in row}
        row |= {key: _stems(row[key]) for key in ("words", "not_words") if key in row}
        row |= {key: frozenset(row[key]) for key in ("rules", "bases") if key in row}
    return tuple(rows)


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(normalise_name(word) for word in words)


_MAX_UNITS = 500
_MAX_PACKAGES = 60
_NAMED_CHARACTER = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BookUnit:
    """A checked unit of the book; counts are for the whole unit."""

    name: str
    generic_name: str
    """What the book calls units of this kind."""
    keys: tuple[str, ...]
    size: int
    quality: int
    defense: int
    cost: int
    rules: tuple[RuleRef, ...]
    equipment: tuple[EquipmentCount, ...]
    base: BaseSize | None
    unique: bool
    narrative: bool
    packages: tuple[str, ...]
    """The book's ids of its upgrade packages."""

    def all_equipment(self) -> Iterator[Equipment]:
        """Yield its special rules and equipment."""
        yield from self.rules
        yield from (stack.equipment for stack in self.equipment)


def parse_book_units(raw: JsonObject, notes: BookNotes) -> tuple[BookUnit, ...]:
    """Parse the units; one without a name or its numbers is left out and noted."""
    units = (_parse_unit(item, notes) for item in read_objects(raw, "units", _MAX_UNITS, notes, "units"))
    return tuple(unit for unit in units if unit is not None)


def _parse_unit(raw: JsonObject, notes: BookNotes) -> BookUnit | None:
    name = clean_name(raw.get("name"))
    if not name:
        notes.add("nameless", "units")
        return None
    size = parse_whole_number(raw.get("size"), 1, 100)
    quality = parse_whole_number(raw.get("quality"), 2, 6)
    defense = parse_whole_number(raw.get("defense"), 2, 6)
    cost = parse_whole_number(raw.get("cost"), 0, 100_000)
    if size is None or quality is None or defense is None or cost is None:
        notes.add("unit-without-numbers", name)
        return None
    return BookUnit(
        name=name,
        generic_name=clean_name(raw.get("genericName")),
        keys=tuple(collect_ids(raw, "id")),
        size=size,
        quality=quality,
        defense=defense,
        cost=cost,
        rules=parse_book_rules(raw, "rules", notes, name),
        equipment=(
            *_parse_stacks(raw, "weapons", Weapon, notes, name),
            *_parse_stacks(raw, "items", Item, notes, name),
        ),
        base=parse_base_sizes(raw.get("bases"), notes, name),
        unique=parse_whole_number(raw.get("type"), _NAMED_CHARACTER, _NAMED_CHARACTER) is not None,
        narrative=raw.get("isNarrative") is True,
        packages=tuple(dict.fromkeys(read_texts(raw, "upgrades", _MAX_PACKAGES))),
    )


def _parse_stacks(
    raw: JsonObject, key: str, kind: type[Weapon | Item], notes: BookNotes, on: str
) -> Iterator[EquipmentCount]:
    for part in read_objects(raw, key, MAX_PARTS, notes, on):
        stack = parse_book_stack(part, notes, on)
        if stack is not None and isinstance(stack.equipment, kind):
            yield stack
        elif stack is not None:
            notes.add("misplaced", on, name=stack.equipment.name, key=key)


def keep_known_packages(units: Iterable[BookUnit], packages: Collection[str]) -> tuple[BookUnit, ...]:
    """Return the units without packages that the book does not have."""
    return tuple(replace(unit, packages=tuple(uid for uid in unit.packages if uid in packages)) for unit in units)


def build_unit_facts(unit: BookUnit, tough: str | None) -> UnitFacts:
    """Collect the facts about a unit; `tough` is the rule that counts wounds."""
    ratings = (rule.rating for rule in unit.rules if rule.id == tough)
    return UnitFacts(
        size=unit.size,
        quality=unit.quality,
        tough=max((rating for rating in ratings if isinstance(rating, int)), default=1),
        rules=frozenset(rule.id for rule in unit.rules),
        words=_stems(_WORD.findall(f"{unit.generic_name} {unit.name}")),
        bases=frozenset(filter(None, (unit.base.round, unit.base.square))) if unit.base else frozenset(),
    )


def format_book_unit(
    unit: BookUnit, unit_id: str, packages: list[str], games: tuple[BookSystem, ...]
) -> dict[str, object]:
    """Return a unit in the form of a faction file."""
    groups = set(games[0].groups).intersection(*(game.groups for game in games)) if games else ()
    facts = build_unit_facts(unit, games[0].tough_rule if games else None)
    fields: dict[str, object] = {"id": unit_id, "name": unit.name, "keys": list(unit.keys)}
    fields |= {"size": unit.size, "quality": unit.quality, "defense": unit.defense, "cost": unit.cost}
    fields["base"] = format_base_sizes(unit.base) if unit.base else None
    fields["group"] = find_unit_group(facts, groups)
    fields |= {"unique": unit.unique, "narrative": unit.narrative}
    fields["rules"] = [rule.label for rule in unit.rules]
    kinds = group_by_type(unit.equipment)
    fields["weapons"] = [_format_per_model(armed.count, armed.equipment, unit.size) for armed in kinds.weapons]
    fields["items"] = [_format_per_model(count, item, unit.size) for count, item in kinds.items]
    fields["upgrades"] = packages
    return {key: value for key, value in fields.items() if value is not None and value is not False and value != []}


def _format_per_model(count: int, equipment: Equipment, size: int) -> object:
    """Return what each model has, or the total if it does not divide by the number of models."""
    if count % size == 0:
        return format_equipment(EquipmentCount(count // size, equipment))
    return format_equipment(EquipmentCount(1, equipment), count)
