"""A faction file made ready: notation parsed, rules and spells given their texts. Plain JSON, kept in the cache."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.library.build_effects import build_effects
from listbuilder.library.build_faction import encode_stack, encode_thing, parse_equipment, parse_gain
from listbuilder.library.glossary import Called, Glossary, spell_gift, spell_rules, spell_text
from listbuilder.library.rule_wordings import Entry, english, mentions, write_out
from listbuilder.model import Item, Stack, Variant, Weapon, slug, target_key
from listbuilder.model.effects import rules_named
from listbuilder.model.notation import parse_rule

_KEPT = ("id", "name", "version", "systems", "collection", "source", "keys", "wordings", "terms")
_UNIT = (
    "name",
    "size",
    "quality",
    "defense",
    "cost",
    "base",
    "group",
    "unique",
    "narrative",
    "fields",
    "keys",
    "upgrades",
)


class _Noted:
    """What stands in a book: the names of its rules, and its weapons in the form under which names are compared."""

    def __init__(self) -> None:
        self.rules: set[str] = set()
        self.weapons: set[str] = set()

    def add(self, stacks: list[Stack]) -> None:
        """Note things, and what stands in them."""
        for stack in stacks:
            self.rules.update(rule.name for rule in stack.thing.every_rule)
            self.weapons.update(weapon.key for weapon in stack.thing.arms)


def compile_faction(raw: Mapping[str, Any], glossary: Glossary, spell_texts: Mapping[str, Any]) -> dict[str, Any]:
    """Compile a checked faction file with the texts that its collection has for it."""
    noted = _Noted()
    compiled = {key: raw[key] for key in _KEPT if key in raw}
    compiled["units"] = {unit["id"]: _unit(unit, noted) for unit in raw["units"]}
    compiled["unit_keys"] = {key: unit["id"] for unit in raw["units"] for key in unit.get("keys", ())}
    compiled["unit_names"] = _by_name(raw["units"])
    packages, called = raw.get("packages", {}), Called(raw.get("terms", {}), glossary)
    compiled["packages"] = {
        name: [_section(section, noted, called) for section in found] for name, found in packages.items()
    }
    compiled["weapon_keys"] = sorted(noted.weapons)
    compiled["rule_keys"] = sorted(set(map(target_key, noted.rules)))
    names = noted.rules
    compiled["spells"] = [_spell(spell, spell_texts, glossary) for spell in raw.get("spells", ())]
    for spell in raw.get("spells", ()):
        names.update(spell_rules(spell.get("effect", {})))
    compiled["rules"] = _rules(names, glossary)
    return compiled


def _by_name(units: list[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Give the units of each name, in the form under which names are compared."""
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(target_key(english(unit["name"])), []).append(unit["id"])
    return found


def _unit(raw: Mapping[str, Any], noted: _Noted) -> dict[str, Any]:
    rules = [parse_rule(text) for text in raw.get("rules", ())]
    stacks = [parse_equipment(weapon, Weapon, raw["size"]) for weapon in raw.get("weapons", ())]
    stacks += [parse_equipment(item, Item, raw["size"]) for item in raw.get("items", ())]
    noted.rules.update(rule.name for rule in rules)
    noted.add(stacks)
    unit = {key: raw[key] for key in _UNIT if key in raw}
    unit["rules"] = [encode_thing(rule) for rule in rules]
    unit["equipment"] = [encode_stack(stack) for stack in stacks]
    return unit


def _section(raw: Mapping[str, Any], noted: _Noted, called: Called) -> dict[str, Any]:
    section = {key: raw[key] for key in ("id", "label", "keys", "model") if key in raw}
    variant = section_variant(raw)
    section["variant"] = variant.value
    section["targets"] = [_target(target, called) for target in raw.get(variant.value, ())]
    for key in ("affects", "select"):
        if raw.get(key) is not None:
            section[key] = [raw[key], 0] if isinstance(raw[key], str) else list(*raw[key].items())
    section["options"] = [_option(option, noted, called) for option in raw["options"]]
    return section


def section_variant(raw: Mapping[str, Any]) -> Variant:
    """Tell what a section does from the key that holds its targets; one without targets only adds things."""
    return next((variant for variant in Variant if variant.value in raw), Variant.UPGRADE)


def split_target(target: str) -> tuple[str, int]:
    """Take `2x Pistol` apart."""
    count, times, name = target.partition("x ")
    return (name, int(count)) if times and count.isdecimal() else (target, 1)


def _target(target: str, called: Called) -> list[Any]:
    name, count = split_target(target)
    others = called.gear(name)
    return [name, count, others] if others else [name, count]


def _option(raw: Mapping[str, Any], noted: _Noted, called: Called) -> dict[str, Any]:
    gains = [parse_gain(gain) for gain in raw["gain"]]
    noted.add(gains)
    compiled = {**raw, "gain": [encode_stack(gain) for gain in gains]}
    others = [called.thing(gain.thing) for gain in gains]
    if "label" not in raw and any(others):
        compiled["names"] = others
    return compiled


def _spell(raw: Mapping[str, Any], texts: Mapping[str, Any], glossary: Glossary) -> dict[str, Any]:
    """Give a spell its text: its own, or what its effect amounts to in words."""
    compiled = {key: value for key, value in raw.items() if key != "effect"}
    if raw.get("effect", {}).get("does") == "hits":
        compiled["strike"] = raw["effect"]
    gift = spell_gift(raw.get("effect", {}))
    if gift is not None:
        compiled["gift"] = gift
    text = raw.get("text") or (spell_text(raw["effect"], texts, glossary.name) if "effect" in raw else None)
    named = sorted(map(slug, spell_rules(raw.get("effect", {}))))
    return write_out({**compiled, "text": text or ""}, glossary.named, named)


def _rules(names: set[str], glossary: Glossary) -> dict[str, Entry]:
    """Gather the entries that the faction must bring: its own, what no system explains, and what these speak about."""
    found: dict[str, Entry] = dict(glossary.own)
    waiting = sorted(names.union(*(_mentioned(entry, glossary) for entry in glossary.own.values())))
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        entry = glossary.beyond_systems(name)
        if entry is not None:
            found[slug(name)] = entry
            waiting += _mentioned(entry, glossary)
        if (inner := glossary.inner(name)) is not None:
            waiting.append(inner)
    return {rule: write_out(entry, glossary.named) for rule, entry in sorted(found.items())}


def _mentioned(entry: Entry, glossary: Glossary) -> Iterator[str]:
    """Give the English names of the rules that a text and its effects lean on."""
    for rule in (*mentions(entry.get("text", "")), *([entry["bestows"]] if "bestows" in entry else [])):
        name = glossary.named(rule)
        if name is not None:
            yield english(name)
    for named in rules_named(build_effects(entry.get("effects")) or ()):
        yield named.name
