"""Compile a faction file to plain JSON for the cache: notation is parsed, rules and spells get their texts."""

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

_FACTION_KEYS = ("id", "name", "version", "systems", "collection", "source", "keys", "wordings", "terms")
_UNIT_KEYS = (
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


class _BookNames:
    """The names of all rules and weapons in a book."""

    def __init__(self) -> None:
        self.rules: set[str] = set()
        self.weapons: set[str] = set()

    def add(self, stacks: list[Stack]) -> None:
        """Add the rules and weapons of some equipment."""
        for stack in stacks:
            self.rules.update(rule.name for rule in stack.thing.every_rule)
            self.weapons.update(weapon.key for weapon in stack.thing.arms)


def compile_faction(raw: Mapping[str, Any], glossary: Glossary, spell_texts: Mapping[str, Any]) -> dict[str, Any]:
    """Compile a checked faction file with the texts of its glossary."""
    names = _BookNames()
    compiled = {key: raw[key] for key in _FACTION_KEYS if key in raw}
    compiled["units"] = {unit["id"]: _compile_unit(unit, names) for unit in raw["units"]}
    compiled["unit_keys"] = {key: unit["id"] for unit in raw["units"] for key in unit.get("keys", ())}
    compiled["unit_names"] = _group_by_name(raw["units"])
    packages, translations = raw.get("packages", {}), Called(raw.get("terms", {}), glossary)
    compiled["packages"] = {
        name: [_compile_section(section, names, translations) for section in sections]
        for name, sections in packages.items()
    }
    compiled["weapon_keys"] = sorted(names.weapons)
    compiled["rule_keys"] = sorted(set(map(target_key, names.rules)))
    spells = raw.get("spells", ())
    compiled["spells"] = [_compile_spell(spell, spell_texts, glossary) for spell in spells]
    cast_rules = {rule for spell in spells for rule in spell_rules(spell.get("effect", {}))}
    compiled["rules"] = _compile_rules(names.rules | cast_rules, glossary)
    return compiled


def _group_by_name(units: list[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return the ids of the units by the key that names are compared with."""
    ids: dict[str, list[str]] = {}
    for unit in units:
        ids.setdefault(target_key(english(unit["name"])), []).append(unit["id"])
    return ids


def _compile_unit(raw: Mapping[str, Any], names: _BookNames) -> dict[str, Any]:
    rules = [parse_rule(text) for text in raw.get("rules", ())]
    stacks = [parse_equipment(weapon, Weapon, raw["size"]) for weapon in raw.get("weapons", ())]
    stacks += [parse_equipment(item, Item, raw["size"]) for item in raw.get("items", ())]
    names.rules.update(rule.name for rule in rules)
    names.add(stacks)
    unit = {key: raw[key] for key in _UNIT_KEYS if key in raw}
    unit["rules"] = [encode_thing(rule) for rule in rules]
    unit["equipment"] = [encode_stack(stack) for stack in stacks]
    return unit


def _compile_section(raw: Mapping[str, Any], names: _BookNames, translations: Called) -> dict[str, Any]:
    section = {key: raw[key] for key in ("id", "label", "keys", "model") if key in raw}
    variant = section_variant(raw)
    section["variant"] = variant.value
    section["targets"] = [_compile_target(target, translations) for target in raw.get(variant.value, ())]
    for key in ("affects", "select"):
        if raw.get(key) is not None:
            section[key] = [raw[key], 0] if isinstance(raw[key], str) else list(*raw[key].items())
    section["options"] = [_compile_option(option, names, translations) for option in raw["options"]]
    return section


def section_variant(raw: Mapping[str, Any]) -> Variant:
    """Return what a section does, from the key that has its targets; without targets it upgrades."""
    return next((variant for variant in Variant if variant.value in raw), Variant.UPGRADE)


def split_target(target: str) -> tuple[str, int]:
    """Split `2x Pistol` into name and count."""
    count, times, name = target.partition("x ")
    return (name, int(count)) if times and count.isdecimal() else (target, 1)


def _compile_target(target: str, translations: Called) -> list[Any]:
    name, count = split_target(target)
    translated = translations.gear(name)
    return [name, count, translated] if translated else [name, count]


def _compile_option(raw: Mapping[str, Any], names: _BookNames, translations: Called) -> dict[str, Any]:
    gains = [parse_gain(gain) for gain in raw["gain"]]
    names.add(gains)
    compiled = {**raw, "gain": [encode_stack(gain) for gain in gains]}
    translated = [translations.thing(gain.thing) for gain in gains]
    if "label" not in raw and any(translated):
        compiled["names"] = translated
    return compiled


def _compile_spell(raw: Mapping[str, Any], texts: Mapping[str, Any], glossary: Glossary) -> dict[str, Any]:
    """Compile a spell; its text is its own or is built from its effect."""
    compiled = {key: value for key, value in raw.items() if key != "effect"}
    if raw.get("effect", {}).get("does") == "hits":
        compiled["strike"] = raw["effect"]
    gift = spell_gift(raw.get("effect", {}))
    if gift is not None:
        compiled["gift"] = gift
    text = raw.get("text") or (spell_text(raw["effect"], texts, glossary.name) if "effect" in raw else None)
    rules = sorted(map(slug, spell_rules(raw.get("effect", {}))))
    return write_out({**compiled, "text": text or ""}, glossary.named, rules)


def _compile_rules(names: set[str], glossary: Glossary) -> dict[str, Entry]:
    """Return the entries that the compiled faction needs.

    These are its own, those that not every system explains, and the ones that these mention.
    """
    entries: dict[str, Entry] = dict(glossary.own)
    pending = sorted(names.union(*(_find_mentioned(entry, glossary) for entry in glossary.own.values())))
    done: set[str] = set()
    while pending:
        name = pending.pop()
        if name in done:
            continue
        done.add(name)
        entry = glossary.beyond_systems(name)
        if entry is not None:
            entries[slug(name)] = entry
            pending += _find_mentioned(entry, glossary)
        if (inner := glossary.inner(name)) is not None:
            pending.append(inner)
    return {rule: write_out(entry, glossary.named) for rule, entry in sorted(entries.items())}


def _find_mentioned(entry: Entry, glossary: Glossary) -> Iterator[str]:
    """Yield the English names of the rules that a text and its effects mention."""
    for rule in (*mentions(entry.get("text", "")), *([entry["bestows"]] if "bestows" in entry else [])):
        name = glossary.named(rule)
        if name is not None:
            yield english(name)
    for reference in rules_named(build_effects(entry.get("effects")) or ()):
        yield reference.name
