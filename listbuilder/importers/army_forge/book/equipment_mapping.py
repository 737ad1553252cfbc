"""Weapons, items and special rules of a book, built from their fields because labels may be missing or stale."""

from __future__ import annotations

import re
from dataclasses import replace

from listbuilder.importers.army_forge.json_access import (
    BookNotes,
    JsonObject,
    as_object,
    clean_name,
    parse_whole_number,
    read_objects,
    to_notation_name,
)
from listbuilder.model import (
    BaseSize,
    EquipmentCount,
    Item,
    RuleRef,
    Weapon,
    build_item,
    build_rule_ref,
    match_equipment,
)
from listbuilder.model.notation import NotationError, format_equipment_count, parse_equipment_count

MAX_PARTS = 30
_MAX_COUNT = 999
_MAX_NOTATION_LENGTH = 300
_MAX_RATING_LENGTH = 38
_BASE_SIZE = re.compile(r"(\d{1,3}(?:x\d{1,3})?)(?:\s*mm)?")
_BRACKETS = re.compile(r"[()\[\]]*[()][()\[\]]*")


def parse_book_rules(raw: JsonObject, key: str, notes: BookNotes, on: str) -> tuple[RuleRef, ...]:
    """Parse a list of special rules."""
    rules = (parse_book_rule(item, notes, on) for item in read_objects(raw, key, MAX_PARTS, notes, on))
    return tuple(rule for rule in rules if rule is not None)


def parse_book_rule(raw: JsonObject, notes: BookNotes, on: str) -> RuleRef | None:
    """Parse a special rule; return None if it is unusable."""
    name = _parse_name(raw, notes, on)
    if not name:
        return None
    number = parse_whole_number(raw.get("rating"), 0, _MAX_COUNT)
    text = _BRACKETS.sub(" ", clean_name(raw.get("rating")))[:_MAX_RATING_LENGTH].strip()
    if text.count("[") != text.count("]"):
        text = text.replace("[", "").replace("]", "")
    rule = build_rule_ref(name, text or None if number is None else number)
    if not rule.id:
        notes.add("unsayable", on, name=name)
        return None
    return rule


def _parse_name(raw: JsonObject, notes: BookNotes, on: str, *, commas: bool = False) -> str:
    original = clean_name(raw.get("name"))
    name = to_notation_name(raw.get("name"), allow_commas=commas)
    if not name:
        notes.add("nameless", on)
    elif name != original:
        notes.add("renamed", on, old=original, new=name)
    return name


def _parse_weapon(raw: JsonObject, notes: BookNotes, on: str) -> Weapon | None:
    """Parse a weapon. Attacks already include the book's multiplier; a missing range means melee."""
    name = _parse_name(raw, notes, on)
    attacks = parse_whole_number(raw.get("attacks"), 0, _MAX_COUNT)
    if not name:
        return None
    if attacks is None:
        notes.add("no-attacks", on, name=name)
        return None
    reach = parse_whole_number(raw.get("range") or 0, 0, _MAX_COUNT)
    if reach is None:
        notes.add("bad-range", on, name=name)
    return Weapon(name, attacks, reach or 0, parse_book_rules(raw, "specialRules", notes, f"{on}, {name}"))


def parse_book_item(raw: JsonObject, notes: BookNotes, on: str) -> Item | None:
    """Parse an item with the rules and weapons in it; return None if it has no name."""
    name = _parse_name(raw, notes, on, commas=True)
    if not name:
        return None
    inside = f"{on}, {name}"
    parts = read_objects(raw, "content", MAX_PARTS, notes, inside)
    # no book nests items deeper than this
    flat_parts = ({**part, "content": []} if "content" in part else part for part in parts)
    stacks = (parse_book_stack(part, notes, inside) for part in flat_parts)
    base = parse_base_sizes(raw.get("bases"), notes, inside)
    item, nested = build_item(name, (stack for stack in stacks if stack is not None), base)
    for inner in nested:
        notes.add("item-in-item", on, name=name, inner=inner.name)
    return item


_PARSERS = {"ArmyBookWeapon": _parse_weapon, "ArmyBookItem": parse_book_item, "ArmyBookRule": parse_book_rule}


def parse_book_stack(raw: JsonObject, notes: BookNotes, on: str) -> EquipmentCount | None:
    """Parse a rule, weapon or item with its count; without a known type its fields decide."""
    kind = raw.get("type")
    if not isinstance(kind, str) or kind not in _PARSERS:
        kind = "ArmyBookWeapon" if "attacks" in raw else "ArmyBookItem" if "content" in raw else "ArmyBookRule"
    equipment = _PARSERS[kind](raw, notes, on)
    count = parse_whole_number(raw.get("count", 1), 1, _MAX_COUNT)
    if equipment is None:
        return None
    if count is None:
        notes.add("bad-count", on, name=equipment.name)
    stack = EquipmentCount(count or 1, equipment)
    if not _survives_notation(stack):
        notes.add("unsayable", on, name=equipment.name)
        return None
    return stack


def _survives_notation(stack: EquipmentCount) -> bool:
    """Return whether the notation of a stack is parsed back to the same stack; a base is stored separately."""
    if isinstance(stack.equipment, Item):
        if stack.equipment.is_empty:
            return True
        stack = EquipmentCount(stack.count, replace(stack.equipment, base=None))
    text = format_equipment_count(stack)
    try:
        return len(text) <= _MAX_NOTATION_LENGTH and parse_equipment_count(text) == stack
    except NotationError:
        return False


def parse_base_sizes(value: object, notes: BookNotes, on: str) -> BaseSize | None:
    """Parse base sizes in millimetres."""
    raw = as_object(value)
    sizes: dict[str, str] = {}
    for shape in ("round", "square"):
        text = clean_name(raw.get(shape))
        size = _BASE_SIZE.fullmatch(text)
        if size is not None:
            sizes[shape] = f"{size[1]}mm"
        elif any(letter.isdigit() for letter in text):
            notes.add("bad-base", on, size=text)
    return BaseSize(sizes.get("round"), sizes.get("square")) if sizes else None


def format_base_sizes(base: BaseSize) -> object:
    """Format base sizes for a faction file: one size if round and square agree."""
    if base.round == base.square or base.square is None:
        return base.round
    return {"square": base.square} if base.round is None else {"round": base.round, "square": base.square}


def format_equipment(stack: EquipmentCount, total: int | None = None) -> object:
    """Format equipment for a faction file; `total` is set if the count is for the whole unit, not each model."""
    equipment = stack.equipment
    text = format_equipment_count(stack)
    extra: dict[str, object] = {}
    if equipment.base is not None:
        extra["base"] = format_base_sizes(equipment.base)
    if total is not None:
        extra["total"] = total
    return match_equipment(
        equipment,
        rule=lambda _: text,
        weapon=lambda _: {"weapon": text, **extra} if extra else text,
        item=lambda item: {"item": text, **extra} if extra or item.is_empty else text,
    )
