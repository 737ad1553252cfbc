"""Parse and format equipment in the notation of the rulebook.

    Tough(3)                                  a rule
    Great Weapon (A2, AP(2))                  a melee weapon
    2x Longbow (30", A1, Rending)             two shooting weapons
    War Horse (Fast, Impact(1), Hooves (A1))  an item with rules and a weapon

A bracket after a space belongs to a weapon or an item; a bracket without a space contains the rating of a rule.
Weapons have attacks (`A2`); everything else with a spaced bracket is an item.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from listbuilder.model.equipment import (
    Equipment,
    EquipmentCount,
    Item,
    ItemWeapon,
    RuleRef,
    Weapon,
    build_item,
    build_rule_ref,
    match_equipment,
)

_COUNT = re.compile(r"^(\d{1,9})x\s+")
_BODY = re.compile(r"^(?P<name>.+?)\s+\((?P<parts>.*)\)$", re.DOTALL)
_RULE = re.compile(r"^(?P<name>[^()]+?)\((?P<rating>.+)\)$")
_ATTACKS = re.compile(r"^A(\d{1,9})$")
_RANGE = re.compile(r"^(\d{1,9})(?:[\"”″]|\s*hex)?$")
_MAX_DIGITS = 9
"""More digits are kept as text, because Python refuses to convert thousands of them."""


class NotationError(ValueError):
    """A text that is not in the notation of the rulebook."""


def parse_equipment_count(text: str) -> EquipmentCount:
    """Parse equipment with an optional count: `2x Claw (A1)`."""
    counted = _COUNT.match(text)
    if counted is None:
        return EquipmentCount(1, parse_notation(text))
    return EquipmentCount(int(counted[1]), parse_notation(text[counted.end() :]))


def parse_notation(text: str) -> Equipment:
    """Parse a weapon, an item or a rule."""
    text = text.strip()
    body = _BODY.match(text)
    if body is None:
        return parse_rule(text)
    parts = list(split_at_commas(body["parts"]))
    if any(_ATTACKS.match(part) for part in parts):
        return _parse_weapon(body["name"], parts)
    return _parse_item(body["name"], parts)


def parse_rule(text: str) -> RuleRef:
    """Parse a rule with or without a rating."""
    text = text.strip()
    rated = _RULE.match(text)
    if rated is None:
        if not text or "(" in text or ")" in text:
            raise NotationError(text)
        return build_rule_ref(text)
    rating = rated["rating"]
    is_number = rating.isdecimal() and len(rating) <= _MAX_DIGITS
    return build_rule_ref(rated["name"].strip(), int(rating) if is_number else rating)


def split_at_commas(text: str) -> Iterator[str]:
    """Yield the parts between commas that are not in brackets."""
    depth, start = 0, 0
    for index, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if depth < 0:
            raise NotationError(text)
        if character == "," and depth == 0:
            yield text[start:index].strip()
            start = index + 1
    if depth:
        raise NotationError(text)
    if last := text[start:].strip():
        yield last


def _parse_weapon(name: str, parts: list[str]) -> Weapon:
    attacks, distance = None, 0
    rules: list[RuleRef] = []
    for part in parts:
        if match := _ATTACKS.match(part):
            attacks = int(match[1])
        elif match := _RANGE.match(part):
            distance = int(match[1])
        elif part != "-":
            rules.append(parse_rule(part))
    if attacks is None:
        raise NotationError(name)
    return Weapon(name.strip(), attacks, distance, tuple(rules))


def _parse_item(name: str, parts: list[str]) -> Item:
    item, nested = build_item(name.strip(), map(parse_equipment_count, parts))
    if nested:
        raise NotationError(nested[0].name)
    return item


def format_weapon(weapon: Weapon, distance_mark: str = '"') -> str:
    """Format a weapon with its profile."""
    return f"{weapon.name} ({', '.join(format_profile_parts(weapon, distance_mark))})"


def format_profile_parts(weapon: Weapon, distance_mark: str = '"') -> list[str]:
    """Return the parts of a weapon's profile, in the order of the rulebook."""
    distance = [f"{weapon.range}{distance_mark}"] if weapon.range else []
    return [*distance, f"A{weapon.attacks}", *(rule.label for rule in weapon.rules)]


def format_item(item: Item, distance_mark: str = '"') -> str:
    """Format an item with its contents."""
    parts = [rule.label for rule in item.rules] + [
        format_equipment_count(counted, distance_mark) for counted in item.weapons
    ]
    return f"{item.name} ({', '.join(parts)})" if parts else item.name


def format_notation(equipment: Equipment, distance_mark: str = '"') -> str:
    """Format a weapon, an item or a rule."""
    return match_equipment(
        equipment,
        rule=lambda rule: rule.label,
        weapon=lambda weapon: format_weapon(weapon, distance_mark),
        item=lambda item: format_item(item, distance_mark),
    )


def format_equipment_count(counted: EquipmentCount | ItemWeapon, distance_mark: str = '"') -> str:
    """Format equipment with its count, unless that is 1."""
    label = format_notation(counted.equipment, distance_mark)
    return label if counted.count == 1 else f"{counted.count}x {label}"
