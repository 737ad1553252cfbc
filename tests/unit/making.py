"""Units and sections written in the rulebook's notation, for tests that need no file."""

from __future__ import annotations

from operator import add

from listbuilder.model import (
    Amount,
    Faction,
    FactionId,
    Loadout,
    Option,
    OptionId,
    Quantifier,
    RuleId,
    Section,
    SectionId,
    SystemId,
    Target,
    Text,
    Unit,
    UnitId,
    Upgrade,
    Variant,
    normalise_name,
    slugify,
)
from listbuilder.model.notation import format_item, format_weapon, parse_equipment_count, parse_rule
from listbuilder.rules.loadout import build_loadout
from listbuilder.rules.rule_ratings import RatingMerger


def stacking(rule: RuleId) -> RatingMerger:
    return min if rule == "armor" else add


def amount(text: str | None) -> Amount | None:
    """Read `all`, `any`, `exactly 1`, `up_to 3`."""
    if text is None:
        return None
    reach, _, number = text.partition(" ")
    return Amount(Quantifier(reach), int(number or 0))


def target(text: str) -> Target:
    count, times, name = text.partition("x ")
    return Target(name, normalise_name(name), int(count)) if times else Target(text, normalise_name(text))


def option(gain: str | list[str], price: int = 5, ident: str | None = None) -> Option:
    gains = tuple(parse_equipment_count(text) for text in ([gain] if isinstance(gain, str) else gain))
    return Option(OptionId(ident or slugify(gains[0].equipment.name)), gains, price)


def section(
    variant: str,
    *options: Option,
    affects: str | None = None,
    select: str | None = None,
    on: list[str] | None = None,
    model: bool = False,
) -> Section:
    targets = tuple(target(text) for text in on or [])
    name = SectionId(f"{variant}-{'-'.join(option.id for option in options)}")
    return Section(name, Variant(variant), options, amount(affects), amount(select), targets, per_model=model)


def unit(*sections: Section, size: int = 5, arms: list[str] | None = None, rules: list[str] | None = None) -> Unit:
    return Unit(
        id=UnitId("subject"),
        faction=FactionId("test"),
        name=Text("Subject", (("de", "Subjekt"),)),
        size=size,
        quality=4,
        defense=4,
        cost=100,
        rules=tuple(parse_rule(rule) for rule in rules or []),
        equipment=tuple(parse_equipment_count(text) for text in arms or []),
        sections=sections,
    )


def faction(*units: Unit) -> Faction:
    return Faction(
        id=FactionId("test"),
        name=Text("Test"),
        version="1",
        sha256="0" * 64,
        systems=(SystemId("aof-3.2"),),
        units={unit.id: unit for unit in units},
    )


def make_loadout(subject: Unit, *picks: str | tuple[str, int]) -> Loadout:
    written = [Upgrade(pick) if isinstance(pick, str) else Upgrade(*pick) for pick in picks]
    return build_loadout(subject, written, stacking)


def shown(loadout: Loadout) -> list[str]:
    """Write weapons and items with their counts."""
    weapons = [f"{carried.count}x {format_weapon(carried.weapon)}" for carried in loadout.weapons]
    return weapons + [f"{gear.count}x {format_item(gear.item)}" for gear in loadout.items]


def rules(loadout: Loadout) -> list[str]:
    return [rule.label for rule in loadout.rules]
