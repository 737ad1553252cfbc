"""Writes our lists as Army Forge tabletop exports: whole units, upgrades with prices, resolved loadouts.

They are the largest files that players submit. The format is that of 2025. Rule texts come from our own glossary.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from listbuilder.model import (
    Amount,
    AppliedUpgrade,
    BaseSize,
    Equipment,
    EquipmentCount,
    Item,
    ItemWeapon,
    Loadout,
    Option,
    Quantifier,
    Roster,
    RosterEntry,
    RuleRef,
    Section,
    Unit,
    Weapon,
    match_equipment,
)
from listbuilder.model.notation import format_notation
from proof.army_forge_saves import GAMES

_WORDS = {Quantifier.UP_TO: "up to"}


def army_forge_export(roster: Roster) -> dict[str, Any]:
    """Return a list in the form of a tabletop export."""
    army = roster.army
    return {
        "id": army.name,
        "key": army.name,
        "name": army.name,
        "isCloud": True,
        "forceOrg": bool(army.force_org),
        "modified": "2025-05-01T10:00:00.000Z",
        "gameSystem": GAMES[roster.system.foreign_ids[0]],
        "modelCount": roster.models,
        "description": "",
        "pointsLimit": army.points or 0,
        "campaignMode": False,
        "cloudModified": "2025-05-01T10:00:00.000Z",
        "narrativeMode": False,
        "activationCount": roster.activations,
        "listPoints": roster.cost,
        "units": [unit for entry in roster.entries for unit in _units(entry, roster)],
        "specialRules": list(_texts(roster)),
        "forceOrgErrors": [],
    }


def _units(entry: RosterEntry, roster: Roster) -> Iterable[dict[str, Any]]:
    combined = len(entry.halves) > 1
    yield _unit(entry, entry.halves[0], roster, entry.id, entry.entry.joins, combined=combined)
    if combined:
        yield _unit(entry, entry.halves[1], roster, f"{entry.id}-2", entry.id, combined=True)


def _unit(
    entry: RosterEntry, half: Loadout, roster: Roster, selection: str, host: str | None, *, combined: bool
) -> dict[str, Any]:
    unit = entry.unit
    return {
        "id": unit.foreign_ids[0],
        "cost": unit.cost,
        "name": unit.name.en,
        "size": unit.size,
        "bases": _bases(unit.base),
        "items": [_stack(stack) for stack in unit.equipment if isinstance(stack.equipment, Item)],
        "rules": [_rule(rule) for rule in unit.rules],
        "valid": True,
        "defense": unit.defense,
        "quality": unit.quality,
        "weapons": [_stack(stack) for stack in unit.equipment if isinstance(stack.equipment, Weapon)],
        "upgrades": [],
        "hasCustomRule": False,
        "disabledSections": [],
        "hasBalanceInvalid": False,
        "disabledUpgradeSections": [],
        "armyId": roster.factions[unit.faction].foreign_ids[0],
        "xp": entry.entry.xp,
        "notes": None,
        "traits": [],
        "combined": combined,
        "customName": entry.entry.name,
        "joinToUnit": host,
        "selectionId": selection,
        "selectedUpgrades": [
            _upgrade(applied, unit, f"{selection}-{index}") for index, applied in enumerate(_single(half))
        ],
        "loadout": [
            *(_stack(EquipmentCount(gear.count, gear.item)) for gear in half.items),
            *(_stack(EquipmentCount(carried.count, carried.weapon)) for carried in half.weapons),
        ],
    }


def _single(half: Loadout) -> Iterable[AppliedUpgrade]:
    return (applied for applied in half.upgrades for _ in range(applied.count))


def _upgrade(applied: AppliedUpgrade, unit: Unit, instance: str) -> dict[str, Any]:
    return {
        "instanceId": instance,
        "upgrade": _section(applied.section),
        "option": _option(applied.option, applied.section, unit),
    }


def _section(section: Section) -> dict[str, Any]:
    record: dict[str, Any] = {
        "id": section.foreign_ids[0],
        "uid": section.foreign_ids[0],
        "label": section.id,
        "parentPackageUid": section.foreign_ids[0],
        "type": "ArmyBookUpgradeSection",
        "variant": section.variant.value,
    }
    for key, amount in (("affects", section.affects), ("select", section.select)):
        if amount is not None:
            record[key] = _amount(amount)
    if section.targets:
        record["targets"] = [
            target.name if target.count == 1 else f"{target.count}x {target.name}" for target in section.targets
        ]
    return record


def _amount(amount: Amount) -> dict[str, Any]:
    kind = _WORDS.get(amount.quantifier, amount.quantifier.value)
    return {"type": kind, "value": amount.number} if amount.number else {"type": kind}


def _option(option: Option, section: Section, unit: Unit) -> dict[str, Any]:
    price = option.cost_for(unit.id)
    return {
        "uid": option.foreign_ids[0],
        "type": "ArmyBookUpgradeOption",
        "cost": price,
        "costs": [{"cost": price, "unitId": unit.foreign_ids[0]}],
        "gains": [_stack(stack) for stack in option.gains],
        "label": ", ".join(format_notation(stack.equipment) for stack in option.gains),
        "parentPackageUid": section.foreign_ids[0],
        "parentSectionUid": section.foreign_ids[0],
        "parentSectionId": section.foreign_ids[0],
        "id": option.foreign_ids[0],
    }


def _stack(stack: EquipmentCount | ItemWeapon) -> dict[str, Any]:
    counted = {"count": stack.count, "originalCount": stack.count, "dependencies": []}
    return {**_equipment(stack.equipment), **counted, "label": format_notation(stack.equipment)}


def _equipment(equipment: Equipment) -> dict[str, Any]:
    return match_equipment(equipment, rule=_rule, weapon=_weapon, item=_item)


def _rule(rule: RuleRef) -> dict[str, Any]:
    record: dict[str, Any] = {"id": rule.id, "name": rule.name, "type": "ArmyBookRule", "label": rule.label}
    return record if rule.rating is None else {**record, "rating": rule.rating}


def _weapon(weapon: Weapon) -> dict[str, Any]:
    return {
        "id": weapon.key,
        "name": weapon.name,
        "type": "ArmyBookWeapon",
        "range": weapon.range,
        "attacks": weapon.attacks,
        "weaponId": weapon.key,
        "specialRules": [_rule(rule) for rule in weapon.rules],
    }


def _item(item: Item) -> dict[str, Any]:
    content = [*map(_rule, item.rules), *map(_stack, item.weapons)]
    return {"name": item.name, "type": "ArmyBookItem", "bases": _bases(item.base), "content": content}


def _bases(base: BaseSize | None) -> dict[str, str | None] | None:
    return None if base is None else {"round": base.round, "square": base.square}


def _texts(roster: Roster) -> Iterable[dict[str, Any]]:
    """Yield the text of each rule in use."""
    books = [roster.factions[entry.unit.faction] for entry in roster.entries]
    used = {rule.id: rule for entry in roster.entries for half in entry.halves for rule in half.rules}
    for name, rule in used.items():
        known = next((book.rules[name] for book in books if name in book.rules), None) or roster.system.rules.get(name)
        yield {"id": name, "name": rule.name, "description": "" if known is None else known.text.en}
