"""A compiled faction made a value of the model; units, sections and rules only when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from listbuilder.library.build_effects import build_effects
from listbuilder.library.equipment_codec import build_base, decode_rule, decode_stack
from listbuilder.library.lazy import LazyMapping, LazySequence
from listbuilder.model import (
    Amount,
    Extent,
    Faction,
    FactionId,
    Moves,
    Option,
    Rule,
    RuleId,
    Section,
    SectionId,
    Spell,
    Stride,
    Strike,
    SystemId,
    Target,
    Text,
    Unit,
    UnitId,
    Variant,
    build_text,
    target_key,
)
from listbuilder.model.notation import parse_rule


def build_faction(compiled: Mapping[str, Any], sha256: str) -> Faction:
    """Build a faction from its compiled form."""
    workshop = _Workshop(FactionId(compiled["id"]), compiled["packages"])
    return Faction(
        id=workshop.faction,
        name=build_text(compiled["name"]),
        version=compiled["version"],
        sha256=sha256,
        systems=tuple(SystemId(system) for system in compiled["systems"]),
        units=LazyMapping(compiled["units"], workshop.unit),
        rules=LazyMapping(compiled["rules"], build_rule),
        spells=LazySequence(compiled["spells"], _spell),
        collection=compiled.get("collection"),
        source=_text(compiled.get("source")),
        keys=tuple(compiled.get("keys", ())),
        unit_keys=compiled["unit_keys"],
        unit_names=compiled["unit_names"],
        weapon_keys=frozenset(compiled["weapon_keys"]),
        rule_keys=frozenset(compiled["rule_keys"]),
        wordings=LazyMapping(compiled.get("wordings", {}), _wordings),
        terms=compiled.get("terms", {}),
    )


def build_rule(key: RuleId, raw: Mapping[str, Any]) -> Rule:
    """Build a glossary entry from its raw form."""
    return Rule(
        id=key,
        name=build_text(raw["name"]),
        text=build_text(raw.get("text", "")),
        takes=raw.get("takes", "nothing"),
        stacks=raw.get("stacks", "add"),
        correction=_text(raw.get("correction")),
        wordings=tuple(raw.get("wording", ())),
        mentions=tuple(map(RuleId, raw.get("mentions", ()))),
        single=_text(raw.get("single")),
        stride=_stride(raw.get("moves")),
        bestows=raw.get("bestows"),
        casts=raw.get("casts"),
        effects=build_effects(raw.get("effects")),
    )


def _wordings(_rule: RuleId, raw: list[str]) -> tuple[str, ...]:
    return tuple(raw)


def build_moves(raw: Mapping[str, int]) -> Moves:
    """Build distances; an action that is left out has none."""
    return Moves(raw.get("advance", 0), raw.get("rush", 0), raw.get("charge", 0))


def _stride(raw: Mapping[str, Any] | None) -> Stride | None:
    if raw is None:
        return None
    add, instead = raw.get("add"), raw.get("instead")
    return Stride(add=build_moves(add) if add else None, instead=build_moves(instead) if instead else None)


class _Workshop:
    """Builds the units of one faction; a package's sections are built once for all units that use it."""

    def __init__(self, faction: FactionId, packages: Mapping[str, list[Any]]) -> None:
        self.faction = faction
        self._packages: Mapping[str, tuple[Section, ...]] = LazyMapping(packages, _package)

    def unit(self, key: UnitId, raw: Mapping[str, Any]) -> Unit:
        """Build one unit."""
        return Unit(
            id=key,
            faction=self.faction,
            name=build_text(raw["name"]),
            size=raw["size"],
            quality=raw["quality"],
            defense=raw["defense"],
            cost=raw["cost"],
            rules=tuple(map(decode_rule, raw["rules"])),
            equipment=tuple(map(decode_stack, raw["equipment"])),
            sections=tuple(section for name in raw.get("upgrades", ()) for section in self._packages[name]),
            base=build_base(raw.get("base")),
            group=raw.get("group"),
            unique=raw.get("unique", False),
            narrative=raw.get("narrative", False),
            fields=raw.get("fields", {}),
            keys=tuple(raw.get("keys", ())),
        )


def _package(_name: str, raw: list[Any]) -> tuple[Section, ...]:
    return tuple(_section(section) for section in raw)


def _section(raw: Mapping[str, Any]) -> Section:
    return Section(
        SectionId(raw["id"]),
        Variant(raw["variant"]),
        tuple(_option(option) for option in raw["options"]),
        _amount(raw.get("affects")),
        _amount(raw.get("select")),
        tuple(map(_target, raw["targets"])),
        _text(raw.get("label")),
        tuple(raw.get("keys", ())),
        raw.get("model", False),
    )


def _target(raw: list[Any]) -> Target:
    name, count, *others = raw
    return Target(name, target_key(name), count, *(_named(name, found) for found in others))


def _option(raw: Mapping[str, Any]) -> Option:
    """Build one option; what it gains is built for those that somebody takes or looks at."""
    cost, gains, names = raw["cost"], raw["gain"], raw.get("names")
    price, prices = (cost, None) if isinstance(cost, int) else (0, cost)
    return Option(
        raw["id"],
        LazySequence(gains, decode_stack),
        price,
        prices,
        _text(raw.get("label")),
        tuple(raw.get("keys", ())),
        LazySequence(tuple(zip(gains, names, strict=False)), _gain_name) if names else (),
    )


def _gain_name(raw: tuple[list[Any], Mapping[str, str]]) -> Text:
    gain, others = raw
    return _named(decode_stack(gain).thing.name, others)


def _amount(raw: list[Any] | None) -> Amount | None:
    return None if raw is None else _reaching(*raw)


@lru_cache(maxsize=256)  # a handful of them for all books
def _reaching(reach: str, number: int) -> Amount:
    return Amount(Extent(reach), number)


def _text(raw: Any) -> Text | None:
    return None if raw is None else build_text(raw)


def _named(name: str, others: Mapping[str, str]) -> Text:
    return Text(name, tuple(others.items()))


def _spell(raw: Mapping[str, Any]) -> Spell:
    return Spell(
        id=raw["id"],
        name=build_text(raw["name"]),
        cost=raw["cost"],
        text=build_text(raw["text"]),
        wordings=tuple(raw.get("wording", ())),
        mentions=tuple(map(RuleId, raw.get("mentions", ()))),
        strike=_strike(raw.get("strike")),
        gift=build_effects(raw.get("gift")),
    )


def _strike(raw: Mapping[str, Any] | None) -> Strike | None:
    if raw is None:
        return None
    return Strike(raw["hits"], tuple(map(parse_rule, raw.get("rules", ()))), raw.get("who") == "lone-model")
