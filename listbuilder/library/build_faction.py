"""Compile a faction file to plain JSON for the cache, and build a faction from its compiled form.

Compiling parses the notation and gives rules and spells their texts. Units, sections, rules and effects are built on
first access. Compiled equipment is JSON: `["r", id, name, rating]` for a rule, `["w", name, attacks, range, rules]` for
a weapon, `["i", name, rules, [[count, weapon], …], base]` for an item. `[count, thing]` is a number of one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from listbuilder import model
from listbuilder.library.cache import LazyMapping, LazySequence
from listbuilder.library.glossary import (
    Glossary,
    TranslatedNames,
    build_spell_effects,
    build_spell_text,
    find_spell_rules,
)
from listbuilder.library.rule_wordings import RawEntry, english_text, expand_markers, find_mentions
from listbuilder.model import build_text, match_equipment, normalise_name, slugify
from listbuilder.model.effects import (
    DIE_FACES,
    Bearers,
    Bias,
    Branch,
    Effect,
    Markers,
    NumberRange,
    Scope,
    Side,
    TargetCondition,
    Trigger,
    referenced_rules,
)
from listbuilder.model.notation import NotationError, parse_equipment_count, parse_rule

VERBS = (
    "hit",
    "quality",
    "ap",
    "ap_least",
    "defense",
    "armor",
    "tough",
    "ignore_wound",
    "hits",
    "attacks",
    "wounds",
    "own_wounds",
    "reroll",
    "blast",
    "deadly",
    "dice",
    "each",
    "impact",
    "pick_model",
    "only",
    "uncapped",
    "fear",
    "wound_roll",
    "morale",
    "steady",
)
"""Keys of an effect that do something; each has a number or X as its value."""
MAX_TRAIT_VALUE = 99
"""Upper end of a range that has none in the file."""
_FACTION_KEYS = ("id", "name", "version", "systems", "collection", "source", "keys", "wordings", "terms")


def compile_faction(raw: Mapping[str, Any], glossary: Glossary, spell_texts: Mapping[str, Any]) -> dict[str, Any]:
    """Compile a checked faction file with the texts of its glossary."""
    used: list[model.Equipment] = []
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
    compiled["weapon_keys"] = sorted({weapon.key for equipment in used for weapon in equipment.all_weapons})
    rules = {rule.name for equipment in used for rule in equipment.all_rules}
    compiled["rule_keys"] = sorted(set(map(normalise_name, rules)))
    spells = raw.get("spells", ())
    compiled["spells"] = [_compile_spell(spell, spell_texts, glossary) for spell in spells]
    cast_rules = {rule for spell in spells for rule in find_spell_rules(spell.get("effect", {}))}
    compiled["rules"] = _compile_rules(rules | cast_rules, glossary)
    return compiled


def _compile_unit(raw: Mapping[str, Any], used: list[model.Equipment]) -> dict[str, Any]:
    rules = [parse_rule(text) for text in raw.get("rules", ())]
    stacks = [parse_equipment(weapon, model.Weapon, raw["size"]) for weapon in raw.get("weapons", ())]
    stacks += [parse_equipment(item, model.Item, raw["size"]) for item in raw.get("items", ())]
    used += [*rules, *(stack.equipment for stack in stacks)]
    unit = {key: value for key, value in raw.items() if key not in ("id", "weapons", "items")}
    return {**unit, "rules": list(map(encode_thing, rules)), "equipment": list(map(encode_stack, stacks))}


def _compile_section(
    raw: Mapping[str, Any], used: list[model.Equipment], translations: TranslatedNames
) -> dict[str, Any]:
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


def section_variant(raw: Mapping[str, Any]) -> model.Variant:
    """Return what a section does, from the key that has its targets; without targets it upgrades."""
    return next((variant for variant in model.Variant if variant.value in raw), model.Variant.UPGRADE)


def split_target(target: str) -> tuple[str, int]:
    """Split `2x Pistol` into name and count."""
    count, times, name = target.partition("x ")
    return (name, int(count)) if times and count.isdecimal() else (target, 1)


def _compile_option(
    raw: Mapping[str, Any], used: list[model.Equipment], translations: TranslatedNames
) -> dict[str, Any]:
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


def parse_equipment(
    raw: str | Mapping[str, Any], kind: type[model.Weapon | model.Item], size: int
) -> model.EquipmentCount:
    """Parse a weapon or item of a unit, counted for the whole unit."""
    text = raw if isinstance(raw, str) else str(raw.get("weapon") or raw.get("item"))
    stack = parse_gain(raw) if isinstance(raw, str) or "item" in raw else parse_equipment_count(text)
    if not isinstance(stack.equipment, kind):
        raise NotationError(text)
    total = None if isinstance(raw, str) else raw.get("total")
    return model.EquipmentCount(stack.count * size if total is None else total, stack.equipment)


def parse_gain(raw: str | Mapping[str, Any]) -> model.EquipmentCount:
    """Parse what an option gives: notation, or `{item: …, base: …}`."""
    if isinstance(raw, str):
        return parse_equipment_count(raw)
    stack = parse_equipment_count(str(raw["item"]))
    item = match_equipment(
        stack.equipment, rule=lambda rule: model.Item(rule.label), weapon=_reject_weapon, item=lambda item: item
    )
    return model.EquipmentCount(stack.count, replace(item, base=build_base(raw.get("base"))))


def _reject_weapon(weapon: model.Weapon) -> model.Item:
    raise NotationError(weapon.name)


def build_base(raw: str | Mapping[str, str] | None) -> model.BaseSize | None:
    """Build a base size; a plain text is used for every shape."""
    if raw is None:
        return None
    return model.BaseSize(raw) if isinstance(raw, str) else model.BaseSize(raw.get("round"), raw.get("square"))


def encode_stack(stack: model.EquipmentCount | model.ItemWeapon) -> list[Any]:
    """Return a counted rule, weapon or item as JSON."""
    return [stack.count, encode_thing(stack.equipment)]


def encode_thing(equipment: model.Equipment) -> list[Any]:
    """Return a rule, weapon or item as JSON."""
    return match_equipment(equipment, rule=_encode_rule, weapon=_encode_weapon, item=_encode_item)


def _encode_rule(rule: model.RuleRef) -> list[Any]:
    return ["r", rule.id, rule.name, rule.rating]


def _encode_weapon(weapon: model.Weapon) -> list[Any]:
    return ["w", weapon.name, weapon.attacks, weapon.range, list(map(_encode_rule, weapon.rules))]


def _encode_item(item: model.Item) -> list[Any]:
    weapons = [encode_stack(armed) for armed in item.weapons]
    base = item.base and [item.base.round, item.base.square]
    return ["i", item.name, list(map(_encode_rule, item.rules)), weapons, base]


def decode_stack(raw: list[Any]) -> model.EquipmentCount:
    """Build a counted rule, weapon or item from JSON."""
    count, raw_equipment = raw
    if raw_equipment[0] == "w":
        return model.EquipmentCount(count, _decode_weapon(raw_equipment))
    if raw_equipment[0] == "r":
        return model.EquipmentCount(count, decode_rule(raw_equipment))
    _, name, rules, weapons, base = raw_equipment
    armed = tuple(model.ItemWeapon(number, _decode_weapon(weapon)) for number, weapon in weapons)
    return model.EquipmentCount(
        count, model.Item(name, tuple(map(decode_rule, rules)), armed, base and model.BaseSize(*base))
    )


def decode_rule(raw: list[Any]) -> model.RuleRef:
    """Build a rule with its rating from JSON."""
    return _cached_rule(raw[1], raw[2], raw[3])


_cached_rule = lru_cache(maxsize=4096)(model.RuleRef)  # all books share the same few hundred rules


def _decode_weapon(raw: list[Any]) -> model.Weapon:
    return model.Weapon(raw[1], raw[2], raw[3], tuple(map(decode_rule, raw[4])))


def build_faction(compiled: Mapping[str, Any], sha256: str) -> model.Faction:
    """Build a faction from its compiled form."""
    faction: model.FactionId = compiled["id"]
    packages: Mapping[str, tuple[model.Section, ...]] = LazyMapping(  # units share packages, which are built once
        compiled["packages"], lambda _name, sections: tuple(map(_build_section, sections))
    )
    return model.Faction(
        id=faction,
        name=build_text(compiled["name"]),
        version=compiled["version"],
        sha256=sha256,
        systems=tuple(compiled["systems"]),
        units=LazyMapping(compiled["units"], lambda key, raw: _build_unit(key, raw, faction, packages)),
        rules=LazyMapping(compiled["rules"], build_rule),
        spells=LazySequence(compiled["spells"], _build_spell),
        collection=compiled.get("collection"),
        source=_build_optional_text(compiled.get("source")),
        foreign_ids=tuple(compiled.get("keys", ())),
        unit_ids_by_foreign_id=compiled["unit_keys"],
        unit_ids_by_name=compiled["unit_names"],
        weapon_keys=frozenset(compiled["weapon_keys"]),
        rule_keys=frozenset(compiled["rule_keys"]),
        wording_hashes=LazyMapping(compiled.get("wordings", {}), lambda _rule, hashes: tuple(hashes)),
        equipment_names=compiled.get("terms", {}),
    )


def build_rule(key: model.RuleId, raw: Mapping[str, Any]) -> model.Rule:
    """Build a special rule from its raw glossary entry."""
    return model.Rule(
        id=key,
        name=build_text(raw["name"]),
        text=build_text(raw.get("text", "")),
        rating_kind=raw.get("takes", "nothing"),
        stacking=raw.get("stacks", "add"),
        correction=_build_optional_text(raw.get("correction")),
        wording_hashes=tuple(raw.get("wording", ())),
        mentioned_rules=tuple(raw.get("mentions", ())),
        text_for_one=_build_optional_text(raw.get("single")),
        move_change=_build_stride(raw.get("moves")),
        granted_to_unit=raw.get("bestows"),
        caster_level_source=raw.get("casts"),
        effects=build_effects(raw.get("effects")),
    )


def build_moves(raw: Mapping[str, int]) -> model.Moves:
    """Build the distances; an action that is not listed has none."""
    return model.Moves(raw.get("advance", 0), raw.get("rush", 0), raw.get("charge", 0))


def _build_stride(raw: Mapping[str, Any] | None) -> model.MoveChange | None:
    if raw is None:
        return None
    add, instead = raw.get("add"), raw.get("instead")
    return model.MoveChange(
        add=build_moves(add) if add else None, replacement=build_moves(instead) if instead else None
    )


def build_effects(raw: Iterable[Mapping[str, Any]] | None) -> tuple[Effect, ...] | None:
    """Build the effects of a rule; return None if the file has no effects for it."""
    return None if raw is None else tuple(map(build_effect, raw))


def build_effect(raw: Mapping[str, Any]) -> Effect:
    """Build one effect from its raw form."""
    side = Side(raw.get("side", "attack"))
    bearers = "all" if side is Side.TARGET else "each"
    return Effect(
        verbs={verb: int(raw[verb]) if isinstance(raw[verb], int) else str(raw[verb]) for verb in VERBS if verb in raw},
        side=side,
        bearers=Bearers(raw.get("bearers", bearers)),
        scope=Scope(raw.get("to", "model")),
        when=tuple(frozenset([terms] if isinstance(terms, str) else terms) for terms in raw.get("when", ())),
        against=tuple(
            TargetCondition(name, NumberRange(span.get("least", 0), span.get("most", MAX_TRAIT_VALUE)))
            for name, span in raw.get("against", {}).items()
        ),
        on=_build_trigger(raw.get("on")),
        hits_from=raw.get("from"),
        ignore=frozenset([raw["ignore"]] if isinstance(raw.get("ignore"), str) else raw.get("ignore", ())),
        grants=parse_rule(raw["grants"]) if "grants" in raw else None,
        rules=tuple(map(parse_rule, raw.get("rules", ()))),
        improves=model.RuleId(slugify(raw["improves"])) if "improves" in raw else None,
        replacement=tuple(map(build_effect, raw.get("instead", ()))),
        all_branches=raw.get("every_way", False),
        branches=(
            *(Branch((build_effect(way),)) for way in raw.get("choose", ())),
            *(
                Branch((build_effect({**way, "on": None}),), NumberRange(int(least), int(most or least)))
                for way in raw.get("roll", ())
                for least, _, most in [str(way["on"]).partition("-")]
            ),
        ),
        order=raw.get("order"),
        once=raw.get("once", False),
        markers=Markers(**raw["markers"]) if "markers" in raw else None,
        unmodelled_bias=Bias(raw["without"]) if "without" in raw else None,
    )


def _build_trigger(raw: Any) -> Trigger | None:
    """Build the trigger of `on: {hit: 5}` (5 or higher) or `on: {block: 2}` (2 or lower)."""
    if not isinstance(raw, Mapping):
        return None
    if "hit" in raw:
        least = raw["hit"]
        return Trigger("hit", NumberRange(least, 1 if least == 1 else DIE_FACES))
    return Trigger("block", NumberRange(1, raw["block"]))


def _build_unit(
    key: model.UnitId,
    raw: Mapping[str, Any],
    faction: model.FactionId,
    packages: Mapping[str, tuple[model.Section, ...]],
) -> model.Unit:
    return model.Unit(
        id=key,
        faction=faction,
        name=build_text(raw["name"]),
        size=raw["size"],
        quality=raw["quality"],
        defense=raw["defense"],
        cost=raw["cost"],
        rules=tuple(map(decode_rule, raw["rules"])),
        equipment=tuple(map(decode_stack, raw["equipment"])),
        sections=tuple(section for name in raw.get("upgrades", ()) for section in packages[name]),
        base=build_base(raw.get("base")),
        group=raw.get("group"),
        unique=raw.get("unique", False),
        narrative=raw.get("narrative", False),
        fields=raw.get("fields", {}),
        foreign_ids=tuple(raw.get("keys", ())),
    )


def _build_section(raw: Mapping[str, Any]) -> model.Section:
    return model.Section(
        raw["id"],
        model.Variant(raw["variant"]),
        tuple(_build_option(option) for option in raw["options"]),
        _build_amount(raw.get("affects")),
        _build_amount(raw.get("select")),
        tuple(map(_build_target, raw["targets"])),
        _build_optional_text(raw.get("label")),
        tuple(raw.get("keys", ())),
        raw.get("model", False),
    )


def _build_target(raw: list[Any]) -> model.Target:
    name, count, *translations = raw
    return model.Target(name, normalise_name(name), count, *(_build_name(name, words) for words in translations))


def _build_option(raw: Mapping[str, Any]) -> model.Option:
    """Build one option; what it gives is built only if the option is looked at."""
    cost, gains, names = raw["cost"], raw["gain"], raw.get("names")
    price, prices = (cost, None) if isinstance(cost, int) else (0, cost)
    return model.Option(
        raw["id"],
        LazySequence(gains, decode_stack),
        price,
        prices,
        _build_optional_text(raw.get("label")),
        tuple(raw.get("keys", ())),
        LazySequence(tuple(zip(gains, names, strict=False)), _build_gain_name) if names else (),
    )


def _build_gain_name(raw: tuple[list[Any], Mapping[str, str]]) -> model.Text:
    gain, translations = raw
    return _build_name(decode_stack(gain).equipment.name, translations)


def _build_amount(raw: list[Any] | None) -> model.Amount | None:
    return None if raw is None else _cached_amount(*raw)


@lru_cache(maxsize=256)  # all books share a handful of amounts
def _cached_amount(extent: str, number: int) -> model.Amount:
    return model.Amount(model.Quantifier(extent), number)


def _build_optional_text(raw: Any) -> model.Text | None:
    return None if raw is None else build_text(raw)


def _build_name(name: str, translations: Mapping[str, str]) -> model.Text:
    return model.Text(name, tuple(translations.items()))


def _build_spell(raw: Mapping[str, Any]) -> model.Spell:
    return model.Spell(
        id=raw["id"],
        name=build_text(raw["name"]),
        cost=raw["cost"],
        text=build_text(raw["text"]),
        wording_hashes=tuple(raw.get("wording", ())),
        mentioned_rules=tuple(raw.get("mentions", ())),
        attack=_build_strike(raw.get("strike")),
        effects=build_effects(raw.get("gift")),
    )


def _build_strike(raw: Mapping[str, Any] | None) -> model.SpellAttack | None:
    if raw is None:
        return None
    return model.SpellAttack(raw["hits"], tuple(map(parse_rule, raw.get("rules", ()))), raw.get("who") == "lone-model")
