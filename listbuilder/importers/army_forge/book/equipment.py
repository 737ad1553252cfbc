"""Weapons, items and rules of a book, rebuilt from their parts: the book's own labels may be missing or stale."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from listbuilder.importers.army_forge.json_access import (
    Raw,
    ReadingNotes,
    clean,
    mapping,
    mappings,
    notation_name,
    whole,
)
from listbuilder.model import BaseSize, Item, RuleRef, Stack, Weapon, by_kind, fill_item, rule_ref
from listbuilder.model.notation import NotationError, format_stack, parse_stack

MOST_PARTS = 30
MOST_COUNT = 999
_LONGEST = 300
_LONGEST_RATING = 38
_SIZE = re.compile(r"(\d{1,3}(?:x\d{1,3})?)(?:\s*mm)?")
_BRACKETS = re.compile(r"[()\[\]]*[()][()\[\]]*")


def parse_rules(raw: Raw, key: str, notes: ReadingNotes, on: str) -> tuple[RuleRef, ...]:
    """Read a list of rules."""
    found = (parse_rule(item, notes, on) for item in mappings(raw, key, MOST_PARTS, notes, on))
    return tuple(rule for rule in found if rule is not None)


def parse_rule(raw: Raw, notes: ReadingNotes, on: str) -> RuleRef | None:
    """Read a rule; a number that is written as a text becomes a number."""
    name = _name(raw, notes, on)
    if not name:
        return None
    rule = rule_ref(name, _rating(raw.get("rating")))
    if not rule.id:
        notes.add("unsayable", on, name=name)
        return None
    return rule


def _rating(value: object) -> int | str | None:
    number = whole(value, 0, MOST_COUNT)
    if number is not None:
        return number
    text = _BRACKETS.sub(" ", clean(value))[:_LONGEST_RATING].strip()
    if text.count("[") != text.count("]"):
        text = text.replace("[", "").replace("]", "")
    return text or None


def _name(raw: Raw, notes: ReadingNotes, on: str, *, commas: bool = False) -> str:
    given = raw.get("name")
    name = notation_name(given, commas=commas)
    if not name:
        notes.add("nameless", on)
    elif name != clean(given):
        notes.add("renamed", on, old=clean(given), new=name)
    return name


def parse_weapon(raw: Raw, notes: ReadingNotes, on: str) -> Weapon | None:
    """Read a weapon; its attacks already include the book's multiplier, a missing range means melee."""
    name = _name(raw, notes, on)
    attacks = whole(raw.get("attacks"), 0, MOST_COUNT)
    if not name:
        return None
    if attacks is None:
        notes.add("no-attacks", on, name=name)
        return None
    reach = whole(raw.get("range") or 0, 0, MOST_COUNT)
    if reach is None:
        notes.add("bad-range", on, name=name)
    return Weapon(name, attacks, reach or 0, parse_rules(raw, "specialRules", notes, f"{on}, {name}"))


def parse_item(raw: Raw, notes: ReadingNotes, on: str) -> Item | None:
    """Read an item with the rules and weapons inside it."""
    name = _name(raw, notes, on, commas=True)
    if not name:
        return None
    inside = f"{on}, {name}"
    item, nested = fill_item(name, _content(raw, notes, inside), parse_base(raw.get("bases"), notes, inside))
    for inner in nested:
        notes.add("item-in-item", on, name=name, inner=inner.name)
    return item


def _content(raw: Raw, notes: ReadingNotes, on: str) -> Iterator[Stack]:
    for part in mappings(raw, "content", MOST_PARTS, notes, on):
        # what is inside an item inside an item is not looked at: no book has it, and nesting must end somewhere
        inner = {**part, "content": []} if "content" in part else part
        stack = parse_stack_of(inner, notes, on)
        if stack is not None:
            yield stack


_READERS = {"ArmyBookWeapon": parse_weapon, "ArmyBookItem": parse_item, "ArmyBookRule": parse_rule}


def parse_stack_of(raw: Raw, notes: ReadingNotes, on: str) -> Stack | None:
    """Read any thing with its count; a thing without a known type is told by its parts."""
    kind = raw.get("type")
    if not isinstance(kind, str) or kind not in _READERS:
        kind = "ArmyBookWeapon" if "attacks" in raw else "ArmyBookItem" if "content" in raw else "ArmyBookRule"
    thing = _READERS[kind](raw, notes, on)
    count = whole(raw.get("count", 1), 1, MOST_COUNT)
    if thing is None:
        return None
    if count is None:
        notes.add("bad-count", on, name=thing.name)
    stack = Stack(count or 1, thing)
    if not _sayable(stack):
        notes.add("unsayable", on, name=thing.name)
        return None
    return stack


def _sayable(stack: Stack) -> bool:
    """Tell whether a thing is the same after it was written down and read again; a base is written beside it."""
    return by_kind(
        stack.thing,
        rule=lambda _: _reads_again(stack),
        weapon=lambda _: _reads_again(stack),
        item=lambda item: item.bare or _reads_again(Stack(stack.count, replace(item, base=None))),
    )


def _reads_again(stack: Stack) -> bool:
    text = format_stack(stack)
    try:
        return len(text) <= _LONGEST and parse_stack(text) == stack
    except NotationError:
        return False


def parse_base(value: object, notes: ReadingNotes, on: str) -> BaseSize | None:
    """Read base sizes in millimetres."""
    raw = mapping(value)
    sizes: dict[str, str] = {}
    for shape in ("round", "square"):
        given = clean(raw.get(shape))
        size = _SIZE.fullmatch(given)
        if size is not None:
            sizes[shape] = f"{size[1]}mm"
        elif given and any(letter.isdigit() for letter in given):
            notes.add("bad-base", on, size=given)
    return BaseSize(sizes.get("round"), sizes.get("square")) if sizes else None


def format_base(base: BaseSize) -> object:
    """Write base sizes as a faction file does: one size where round and square agree."""
    if base.round == base.square or base.square is None:
        return base.round
    return {"square": base.square} if base.round is None else {"round": base.round, "square": base.square}


def format_equipment(stack: Stack, total: int | None = None) -> object:
    """Write a thing as a faction file does; `total` where the count is the whole unit's and not each model's."""
    thing = stack.thing
    text = format_stack(stack)
    more: dict[str, object] = {}
    if thing.base is not None:
        more["base"] = format_base(thing.base)
    if total is not None:
        more["total"] = total
    return by_kind(
        thing,
        rule=lambda _: text,
        weapon=lambda _: {"weapon": text, **more} if more else text,
        item=lambda item: {"item": text, **more} if more or item.bare else text,
    )
