"""Compile a faction file to plain JSON for the cache: notation is parsed, rules and spells get their texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.library.build_faction import build_effects, encode_stack, encode_thing, parse_equipment, parse_gain
from listbuilder.library.glossary import (
    Glossary,
    TranslatedNames,
    build_spell_effects,
    build_spell_text,
    find_spell_rules,
)
from listbuilder.library.rule_wordings import RawEntry, english_text, expand_markers, find_mentions
from listbuilder.model import Equipment, Item, Variant, Weapon, normalise_name, slugify
from listbuilder.model.effects import referenced_rules
from listbuilder.model.notation import parse_rule

_FACTION_KEYS = ("id", "name", "version", "systems", "collection", "source", "keys", "wordings", "terms")


def compile_faction(raw: Mapping[str, Any], glossary: Glossary, spell_texts: Mapping[str, Any]) -> dict[str, Any]:
    """Compile a checked faction file with the texts of its glossary."""
    used: list[Equipment] = []
    compiled = {key: raw[key] for key in _FACTION_KEYS if key in raw}
    compiled["units"] = {unit["id"]: _compile_unit(unit, used) for unit in raw["units"]}
    compiled["unit_keys"] = {key: unit["id"] for unit in raw["units"] for key in unit.get("keys", ())}
    compiled["unit_names"] = {}
    for unit in raw["units"]:
        name = normalise_name(english_text(unit["name"]))
        compiled["unit_names"].setdefault(name, []).append(unit["id"])
    packages, translations = raw.get("packages", {}), TranslatedNames(raw.get("terms", {}), glossary)
    compiled["packages"] = {
        name: [_compile_section(section, used, translations) for section in sections]
        for name, sections in packages.items()
    }
    compiled["weapon_keys"] = sorted({weapon.key for thing in used for weapon in thing.all_weapons})
    rules = {rule.name for thing in used for rule in thing.all_rules}
    compiled["rule_keys"] = sorted(set(map(normalise_name, rules)))
    spells = raw.get("spells", ())
    compiled["spells"] = [_compile_spell(spell, spell_texts, glossary) for spell in spells]
    cast_rules = {rule for spell in spells for rule in find_spell_rules(spell.get("effect", {}))}
    compiled["rules"] = _compile_rules(rules | cast_rules, glossary)
    return compiled


def _compile_unit(raw: Mapping[str, Any], used: list[Equipment]) -> dict[str, Any]:
    rules = [parse_rule(text) for text in raw.get("rules", ())]
    stacks = [parse_equipment(weapon, Weapon, raw["size"]) for weapon in raw.get("weapons", ())]
    stacks += [parse_equipment(item, Item, raw["size"]) for item in raw.get("items", ())]
    used += [*rules, *(stack.equipment for stack in stacks)]
    unit = {key: value for key, value in raw.items() if key not in ("id", "weapons", "items")}
    return {**unit, "rules": list(map(encode_thing, rules)), "equipment": list(map(encode_stack, stacks))}


def _compile_section(raw: Mapping[str, Any], used: list[Equipment], translations: TranslatedNames) -> dict[str, Any]:
    section = {key: raw[key] for key in ("id", "label", "keys", "model") if key in raw}
    variant = section_variant(raw)
    section["variant"] = variant.value
    section["targets"] = []
    for target in raw.get(variant.value, ()):
        name, count = split_target(target)
        translated = translations.translate_gear(name)
        section["targets"].append([name, count, translated] if translated else [name, count])
    for key in ("affects", "select"):
        if raw.get(key) is not None:
            section[key] = [raw[key], 0] if isinstance(raw[key], str) else list(*raw[key].items())
    section["options"] = [_compile_option(option, used, translations) for option in raw["options"]]
    return section


def section_variant(raw: Mapping[str, Any]) -> Variant:
    """Return what a section does, from the key that has its targets; without targets it upgrades."""
    return next((variant for variant in Variant if variant.value in raw), Variant.UPGRADE)


def split_target(target: str) -> tuple[str, int]:
    """Split `2x Pistol` into name and count."""
    count, times, name = target.partition("x ")
    return (name, int(count)) if times and count.isdecimal() else (target, 1)


def _compile_option(raw: Mapping[str, Any], used: list[Equipment], translations: TranslatedNames) -> dict[str, Any]:
    gains = [parse_gain(gain) for gain in raw["gain"]]
    used += [gain.equipment for gain in gains]
    compiled = {**raw, "gain": [encode_stack(gain) for gain in gains]}
    translated = [translations.translate(gain.equipment) for gain in gains]
    if "label" not in raw and any(translated):
        compiled["names"] = translated
    return compiled


def _compile_spell(raw: Mapping[str, Any], texts: Mapping[str, Any], glossary: Glossary) -> dict[str, Any]:
    """Compile a spell; its text is its own or is built from its effect."""
    compiled, effect = dict(raw), raw.get("effect", {})
    compiled.pop("effect", None)
    if effect.get("does") == "hits":
        compiled["strike"] = effect
    gift = build_spell_effects(effect)
    if gift is not None:
        compiled["gift"] = gift
    text = raw.get("text") or (effect and build_spell_text(effect, texts, glossary.translated_name))
    rules = sorted(map(slugify, find_spell_rules(effect)))
    return expand_markers({**compiled, "text": text or ""}, glossary.name_of, rules)


def _compile_rules(names: set[str], glossary: Glossary) -> dict[str, RawEntry]:
    """Return the entries that the compiled faction needs.

    These are its own, those that not every system explains, and the ones that these mention.
    """
    entries: dict[str, RawEntry] = dict(glossary.own)
    pending = sorted(names.union(*(_find_mentioned(entry, glossary) for entry in glossary.own.values())))
    done: set[str] = set()
    while pending:
        name = pending.pop()
        if name in done:
            continue
        done.add(name)
        entry = glossary.find_for_faction(name)
        if entry is not None:
            entries[slugify(name)] = entry
            pending += _find_mentioned(entry, glossary)
        if (inner := glossary.inner_rule(name)) is not None:
            pending.append(inner)
    return {rule: expand_markers(entry, glossary.name_of) for rule, entry in sorted(entries.items())}


def _find_mentioned(entry: RawEntry, glossary: Glossary) -> Iterator[str]:
    """Yield the English names of the rules that a text and its effects mention."""
    for rule in (*find_mentions(entry.get("text", "")), *([entry["bestows"]] if "bestows" in entry else [])):
        name = glossary.name_of(rule)
        if name is not None:
            yield english_text(name)
    for reference in referenced_rules(build_effects(entry.get("effects")) or ()):
        yield reference.name
