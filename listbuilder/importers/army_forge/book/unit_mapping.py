"""Read a book's units and return them in the form of a faction file.

The group of a unit (heroes, core, cavalry …) comes from a table; the first matching row counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from listbuilder.importers.army_forge.book.equipment_mapping import (
    MAX_PARTS,
    format_base_sizes,
    format_equipment,
    parse_base_sizes,
    parse_book_rules,
    parse_book_stack,
)
from listbuilder.importers.army_forge.book.import_context import BookSystem
from listbuilder.importers.army_forge.book.unique_ids import choose_unique_ids, reuse_id, short_slug
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _GroupRow:
    group: str
    rules: frozenset[str]
    words: frozenset[str]
    not_words: frozenset[str]
    bases: frozenset[str]
    ranges: tuple[tuple[str, int, int], ...]

    def fits(self, facts: UnitFacts) -> bool:
        """Return whether a unit meets every condition of the row."""
        return (
            (not self.rules or bool(self.rules & facts.rules))
            and (not self.words or bool(self.words & facts.words))
            and not self.not_words & facts.words
            and (not self.bases or bool(self.bases & facts.bases))
            and all(minimum <= getattr(facts, name) <= maximum for name, minimum, maximum in self.ranges)
        )


def find_unit_group(facts: UnitFacts, groups: Collection[str]) -> str | None:
    """Return the group of a unit among those that its system has."""
    return next((row.group for row in _load_rows() if row.group in groups and row.fits(facts)), None)


def build_unit_facts(
    *, size: int, quality: int, rules: Iterable[RuleRef], tough: str | None, title: str, base: BaseSize | None
) -> UnitFacts:
    """Collect the facts; `tough` is the rule that counts wounds, `title` the names of the unit."""
    all_rules = tuple(rules)
    ratings = (rule.rating for rule in all_rules if rule.id == tough)
    return UnitFacts(
        size=size,
        quality=quality,
        tough=max((rating for rating in ratings if isinstance(rating, int)), default=1),
        rules=frozenset(rule.id for rule in all_rules),
        words=_stems(_WORD.findall(title)),
        bases=frozenset(size for size in (base.round, base.square) if size) if base else frozenset(),
    )


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(normalise_name(word) for word in words)


@cache
def _load_rows() -> tuple[_GroupRow, ...]:
    table = json.loads(_TABLE.read_text(encoding="utf-8"))
    return tuple(
        _GroupRow(
            group=row["group"],
            rules=frozenset(row.get("rules", ())),
            words=_stems(row.get("words", ())),
            not_words=_stems(row.get("not_words", ())),
            bases=frozenset(row.get("bases", ())),
            ranges=tuple((name, *row[name]) for name in ("size", "quality", "tough") if name in row),
        )
        for row in table["rows"]
    )


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


def choose_unit_ids(units: tuple[BookUnit, ...], kept: dict[str, str]) -> list[str]:
    """Choose unit ids from names; `kept` are ids of an earlier version by Army Forge id."""
    names = {short_slug(unit.name) for unit in units}
    ladders = [_candidate_ids(unit, kept, names) for unit in units]
    return choose_unique_ids(ladders, [range(len(units))], "unit")


def _candidate_ids(unit: BookUnit, kept: dict[str, str], names: set[str]) -> list[str]:
    name = short_slug(unit.name)
    return reuse_id(unit.keys, kept, name, names) or [
        name,
        short_slug(unit.name, unit.generic_name),
        short_slug(unit.name, *unit.keys),
    ]


def format_book_unit(
    unit: BookUnit, unit_id: str, packages: list[str], games: tuple[BookSystem, ...]
) -> dict[str, object]:
    """Return a unit in the form of a faction file."""
    fields: dict[str, object] = {"id": unit_id, "name": unit.name, "keys": list(unit.keys)}
    fields |= {"size": unit.size, "quality": unit.quality, "defense": unit.defense, "cost": unit.cost}
    fields["base"] = format_base_sizes(unit.base) if unit.base else None
    fields["group"] = _find_group(unit, games)
    fields |= {"unique": unit.unique, "narrative": unit.narrative}
    fields["rules"] = [rule.label for rule in unit.rules]
    kinds = group_by_type(unit.equipment)
    fields["weapons"] = [_format_per_model(armed.count, armed.equipment, unit.size) for armed in kinds.weapons]
    fields["items"] = [_format_per_model(count, item, unit.size) for count, item in kinds.items]
    fields["upgrades"] = packages
    return {key: value for key, value in fields.items() if value is not None and value is not False and value != []}


def _format_per_model(count: int, thing: Equipment, size: int) -> object:
    """Return what each model has, or the total if it does not divide by the number of models."""
    if count % size == 0:
        return format_equipment(EquipmentCount(count // size, thing))
    return format_equipment(EquipmentCount(1, thing), count)


def _find_group(unit: BookUnit, games: tuple[BookSystem, ...]) -> str | None:
    common_groups = set(games[0].groups).intersection(*(game.groups for game in games)) if games else set()
    facts = build_unit_facts(
        size=unit.size,
        quality=unit.quality,
        rules=unit.rules,
        tough=games[0].tough_rule if games else None,
        title=f"{unit.generic_name} {unit.name}",
        base=unit.base,
    )
    return find_unit_group(facts, common_groups)
