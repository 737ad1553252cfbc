"""Equipment between notation, compiled JSON and model.

Compiled: a rule is `["r", id, name, rating]`, a weapon `["w", name, attacks, range, rules]`, an item
`["i", name, rules, [[count, weapon], …], base]`, so many of one is `[count, thing]`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from listbuilder.model import Armed, BaseSize, Item, RuleRef, Stack, Thing, Weapon, by_kind
from listbuilder.model.notation import NotationError, parse_stack


def parse_equipment(raw: str | Mapping[str, Any], kind: type[Weapon | Item], size: int) -> Stack:
    """Read a unit's weapon or item with its count for the whole unit."""
    text = raw if isinstance(raw, str) else str(raw.get("weapon") or raw.get("item"))
    stack = parse_gain(raw) if isinstance(raw, str) or "item" in raw else parse_stack(text)
    if not isinstance(stack.thing, kind):
        raise NotationError(text)
    total = None if isinstance(raw, str) else raw.get("total")
    return Stack(stack.count * size if total is None else total, stack.thing)


def parse_gain(raw: str | Mapping[str, Any]) -> Stack:
    """Read what an option gives: notation, or `{item: …, base: …}`."""
    if isinstance(raw, str):
        return parse_stack(raw)
    stack = parse_stack(str(raw["item"]))
    item = by_kind(stack.thing, rule=lambda rule: Item(rule.label), weapon=_no_item, item=lambda item: item)
    return Stack(stack.count, replace(item, base=build_base(raw.get("base"))))


def _no_item(weapon: Weapon) -> Item:
    raise NotationError(weapon.name)


def build_base(raw: str | Mapping[str, str] | None) -> BaseSize | None:
    """Build a base size; a plain one serves every shape."""
    if raw is None:
        return None
    return BaseSize(raw) if isinstance(raw, str) else BaseSize(raw.get("round"), raw.get("square"))


def encode_stack(stack: Stack | Armed) -> list[Any]:
    """Write so many of a thing as JSON."""
    return [stack.count, encode_thing(stack.thing)]


def encode_thing(thing: Thing) -> list[Any]:
    """Write a thing as JSON."""
    return by_kind(thing, rule=_encode_rule, weapon=_encode_weapon, item=_encode_item)


def _encode_rule(rule: RuleRef) -> list[Any]:
    return ["r", rule.id, rule.name, rule.rating]


def _encode_weapon(weapon: Weapon) -> list[Any]:
    return ["w", weapon.name, weapon.attacks, weapon.range, list(map(_encode_rule, weapon.rules))]


def _encode_item(item: Item) -> list[Any]:
    weapons = [encode_stack(armed) for armed in item.weapons]
    base = item.base and [item.base.round, item.base.square]
    return ["i", item.name, list(map(_encode_rule, item.rules)), weapons, base]


def decode_stack(raw: list[Any]) -> Stack:
    """Build so many of a thing from JSON."""
    kind = raw[1][0]
    thing: Thing
    if kind == "w":
        thing = _weapon(raw[1])
    elif kind == "i":
        thing = _item(raw[1])
    else:
        thing = decode_rule(raw[1])
    return Stack(raw[0], thing)


def decode_rule(raw: list[Any]) -> RuleRef:
    """Build a rule with its rating from JSON."""
    return _rule(raw[1], raw[2], raw[3])


_rule = lru_cache(maxsize=4096)(RuleRef)  # the same few hundred stand in every book


def _weapon(raw: list[Any]) -> Weapon:
    return Weapon(raw[1], raw[2], raw[3], tuple(map(decode_rule, raw[4])))


def _item(raw: list[Any]) -> Item:
    weapons = tuple(Armed(count, _weapon(weapon)) for count, weapon in raw[3])
    base = raw[4] and BaseSize(*raw[4])
    return Item(raw[1], tuple(map(decode_rule, raw[2])), weapons, base)
