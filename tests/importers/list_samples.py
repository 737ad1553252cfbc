"""An invented book with foreign ids, and lists of it in every format and year."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from listbuilder.importers.dispatch import ReadResult, read_lists
from listbuilder.judging.results import Judged, Unreadable
from listbuilder.library import Library
from listbuilder.model import Roster

BOOK = "bkFenFolk0000001"
FACTION = f"""
format: 1
id: fen-folk
systems: [aof-3.5]
version: "1.2"
name: Fen Folk
keys: [{BOOK}]
units:
  - id: reeve
    name: Reeve
    keys: [uReeve]
    size: 1
    quality: 4
    defense: 5
    cost: 40
    rules: [Hero, Tough(3)]
    weapons: [Hand Weapon (A3)]
    upgrades: [reeve-gear]
  - id: spearmen
    name: Fen Spearmen
    keys: [uSpear]
    size: 10
    quality: 5
    defense: 5
    cost: 100
    rules: [Strider]
    weapons: [Spear (A1, Counter)]
    upgrades: [fen-gear]
  - id: heron
    name: Great Heron
    keys: [uHeron]
    size: 1
    quality: 3
    defense: 4
    cost: 150
    rules: [Flying, Tough(6), Fear(1)]
    weapons: ['2x Talon (A3, AP(1))', Beak (A1, AP(2))]
packages:
  reeve-gear:
    - id: weapon
      keys: [sWeapon]
      replace: [Hand Weapon]
      options:
        - {{id: great-weapon, keys: [oGreat], gain: ["Great Weapon (A3, AP(2))"], cost: 15}}
        - {{id: pike, keys: [oPike], gain: ["Long Pike (A3, Counter)"], cost: 10}}
    - id: mount
      keys: [sMount]
      select: {{exactly: 1}}
      options:
        - {{id: eel, keys: [oEel], gain: ["Great Eel (Fast, Tough(3), Bite (A2))"], cost: 45}}
        - {{id: charm, keys: [oCharm], gain: ["Eel Charm (Regeneration)"], cost: 20}}
        - {{id: idol, keys: [oIdol], gain: ["Mud Idol (Regeneration)"], cost: 20}}
  fen-gear:
    - id: bows
      keys: [sBows]
      replace: [Spear]
      affects: any
      options:
        - {{id: bow, keys: [oBow], gain: ['Bow (24", A1)'], cost: 5}}
    - id: boots
      keys: [sBoots]
      affects: all
      options:
        - {{id: stilts, keys: [oStilts], gain: ["Stilts (Fast)"], cost: 20}}
    - id: command
      keys: [sCommand]
      affects: {{up_to: 3}}
      select: {{exactly: 1}}
      options:
        - {{id: sergeant, keys: [oSergeant], gain: [Sergeant], cost: 5}}
        - {{id: banner, keys: [oBanner], gain: [Banner], cost: 10}}
"""


def open_library(folder: Path) -> Library:
    (folder / "factions").mkdir(parents=True)
    (folder / "factions" / "fen-folk.yaml").write_text(FACTION, encoding="utf-8")
    library = Library.open([folder], user=False)
    assert not library.problems
    return library


def record(unit: str, selection: str, *picks: tuple[str, str], **more: object) -> dict[str, Any]:
    chosen = [
        {"instanceId": f"i{number}", "upgradeId": section, "optionId": option}
        for number, (section, option) in enumerate(picks)
    ]
    plain = {"id": unit, "armyId": BOOK, "selectionId": selection, "selectedUpgrades": chosen}
    return {**plain, "combined": False, "joinToUnit": None, "xp": 0, "traits": [], "notes": None, **more}


RECORDS = [
    record(
        "uReeve",
        "r1",
        ("sWeapon", "oGreat"),
        ("sMount", "oEel"),
        joinToUnit="s1",
        customName="Old Marn",
        notes="warlord",
    ),
    record(
        "uSpear",
        "s1",
        ("sBoots", "oStilts"),
        ("sBows", "oBow"),
        ("sBows", "oBow"),
        ("sCommand", "oBanner"),
        combined=True,
    ),
    record("uSpear", "s2", ("sBoots", "oStilts"), combined=True, joinToUnit="s1"),
    record("uHeron", "h1", xp=7, traits=["Old", {"name": "Wise"}]),
]
POINTS = 100 + 260 + 155
"""The reeve, both halves of the spearmen with gear, and the heron with five paid experience points."""

SAVED_2026 = {
    "id": "x",
    "gameSystem": "aof",
    "armyId": BOOK,
    "armyIds": [BOOK],
    "armyName": "Fen Folk",
    "saveVersion": 3,
    "armyVersions": [{"version": "1.2", "armyId": BOOK}],
    "listPoints": POINTS,
    "list": {
        "name": "Low Water",
        "description": "a note",
        "pointsLimit": 750,
        "forceOrg": True,
        "gameSystem": "aof",
        "units": RECORDS,
    },
}


def saved_2022() -> dict[str, Any]:
    """Version 2: the book is stated above the units, and switches are missing."""
    units = [{key: value for key, value in unit.items() if key not in ("armyId", "xp", "traits")} for unit in RECORDS]
    inner = {"name": "Low Water", "units": units, "points": 0, "pointsLimit": 750}
    return {"gameSystem": "aof", "armyId": BOOK, "saveVersion": 2, "listPoints": POINTS - 5, "list": inner}


def weapon(name: str, attacks: int, *rules: dict[str, Any], count: int = 1, reach: int = 0) -> dict[str, Any]:
    parts = {"name": name, "type": "ArmyBookWeapon", "attacks": attacks, "range": reach, "specialRules": list(rules)}
    return {**parts, "count": count, "originalCount": count, "weaponId": name}


def rule(name: str, rating: object = None) -> dict[str, Any]:
    return {"name": name, "type": "ArmyBookRule"} | ({} if rating is None else {"rating": rating})


_UNITS: dict[str, dict[str, Any]] = {
    "uReeve": {
        "name": "Reeve", "size": 1, "quality": 4, "defense": 5, "cost": 40,
        "rules": [rule("Hero"), rule("Tough", "3")], "weapons": [weapon("Hand Weapon", 3)], "items": [],
    },
    "uSpear": {
        "name": "Fen Spearmen", "size": 10, "quality": 5, "defense": 5, "cost": 100,
        "rules": [rule("Strider")], "weapons": [weapon("Spear", 1, rule("Counter"), count=10)], "items": [],
    },
    "uHeron": {
        "name": "Great Heron", "size": 1, "quality": 3, "defense": 4, "cost": 150,
        "rules": [rule("Flying"), rule("Tough", 6), rule("Fear", 1)],
        "weapons": [weapon("Talon", 3, rule("AP", 1), count=2), weapon("Beak", 1, rule("AP", 2))], "items": [],
    },
}  # fmt: skip
_ALL = {"type": "all"}
_SECTIONS: dict[str, dict[str, Any]] = {
    "sWeapon": {"variant": "replace", "targets": ["Hand Weapon"], "label": "Replace Hand Weapon"},
    "sMount": {"variant": "upgrade", "select": {"type": "exactly", "value": 1}, "label": "Upgrade with one"},
    "sBows": {"variant": "replace", "targets": ["Spears"], "affects": {"type": "any"}, "label": "Replace any Spear"},
    "sBoots": {"variant": "upgrade", "affects": _ALL, "model": True, "label": "Upgrade all models with"},
    "sCommand": {
        "variant": "upgrade", "affects": {"type": "up to", "value": 3}, "select": {"type": "exactly", "value": 1},
        "label": "Upgrade up to three models with one",
    },
}  # fmt: skip
_OPTIONS: dict[str, tuple[int, dict[str, Any]]] = {
    "oGreat": (15, weapon("Great Weapon", 3, rule("AP", 2))),
    "oEel": (
        45,
        {"name": "Great Eel", "type": "ArmyBookItem", "count": 1,
         "content": [rule("Fast"), rule("Tough", 3), weapon("Bite", 2)]},
    ),
    "oBow": (5, weapon("Bow", 1, reach=24)),
    "oStilts": (20, {"name": "Stilts", "type": "ArmyBookItem", "count": 1, "content": [rule("Fast")]}),
    "oBanner": (10, {**rule("Banner"), "count": 1}),
}  # fmt: skip


def resolved_list(*, cost: dict[str, int] | None = None) -> dict[str, Any]:
    """The current resolved export of the same list; `cost` changes prices as a different edition would."""
    units = []
    for unit in copy.deepcopy(RECORDS):
        whole = {**_UNITS[unit["id"]], **unit}
        whole["cost"] = (cost or {}).get(unit["id"], whole["cost"])
        whole["loadout"] = []
        whole["selectedUpgrades"] = [_pick(unit["id"], pick) for pick in unit["selectedUpgrades"]]
        units.append(whole)
    head = {"name": "Low Water", "gameSystem": "aof", "pointsLimit": 750, "forceOrg": True, "listPoints": POINTS}
    return {**head, "activationCount": 2, "modelCount": 22, "units": units, "specialRules": []}


def _pick(unit: str, pick: dict[str, str]) -> dict[str, Any]:
    section, option = pick["upgradeId"], pick["optionId"]
    price, gain = _OPTIONS[option]
    costs = [{"unitId": unit, "cost": price}]
    return {
        "instanceId": pick["instanceId"],
        "upgrade": {"uid": section, "id": f"{section}-id", **_SECTIONS[section]},
        "option": {"uid": option, "id": option, "cost": 999, "costs": costs, "gains": [gain], "label": option},
    }


def resolved_2023() -> dict[str, Any]:
    """The older shape: equipment in one list, numbers and nested objects as text."""
    raw = resolved_list()
    for unit in raw["units"]:
        unit["equipment"] = unit.pop("weapons") + unit.pop("items")
        unit["specialRules"] = unit.pop("rules")
        for pick in unit["selectedUpgrades"]:
            for gain in pick["option"]["gains"]:
                gain["specialRules"] = [
                    f"@{{name={part['name']}; type=ArmyBookRule; rating={part.get('rating', '')}}}"
                    for part in gain.get("specialRules", [])
                ]
    return raw


TEXT_2026 = f"""++ Low Water - Fen Folk (v1.2) [AOF {POINTS}pts] [2 Units] ++

Reeve [1] Q4+ D5+ | 100pts | Hero, Tough(6), Fast
Great Weapon (A3, AP(2)), Bite (A2)
| Joined to:
Fen Spearmen [20] Q5+ D5+ | 260pts | 20x Strider, 20x Fast, Banner
18x Spear (A1, Counter), 2x Bow (24", A1)

Great Heron [1] Q3+ D4+ | 155pts | 7XP | Flying, Tough(6), Fear(1)
2x Talon (A3, AP(1)), Beak (A1, AP(2))
"""


def read(raw: object, library: Library, name: str = "list") -> ReadResult:
    data = raw if isinstance(raw, bytes) else raw.encode() if isinstance(raw, str) else json.dumps(raw).encode()
    (result,) = read_lists(data, name, library)
    return result


def build_roster(result: ReadResult, library: Library) -> Roster:
    """Build the roster of an imported list, with the factions it carries."""
    assert result.imported is not None
    return library.roster(result.imported.army, result.imported.partial_factions)


def list_assumptions(result: ReadResult) -> list[str]:
    """Return the assumptions in English."""
    return [str(finding.params["assumption"]) for finding in result.report if finding.code == "IMP005"]


def list_codes(result: ReadResult | Judged | Unreadable) -> list[str]:
    return [diagnostic.code for diagnostic in result.report]
