"""A small invented book in Army Forge's shape, and a background without the bundled data."""

from __future__ import annotations

import copy
from typing import Any

from listbuilder.importers.army_forge.book.book_importer import ImportedBook, parse_book
from listbuilder.importers.army_forge.book.import_context import BookContext, BookSystem, SharedGlossary

GROUPS = ("heroes", "core", "elite", "cavalry", "monsters")


def entry(name: str, **more: str) -> dict[str, str]:
    return {"name": name, **more}


RULES = {
    "hero": entry("Hero"),
    "tough": entry("Tough", takes="number"),
    "fast": entry("Fast"),
    "ap": entry("AP", takes="number"),
    "sergeant": entry("Sergeant"),
}
BACKGROUND = BookContext(
    (
        BookSystem(
            system="tale-1",
            game_numbers=("4",),
            book_game_numbers=("4", "6"),
            groups=GROUPS,
            tough_rule="tough",
            rules=RULES,
        ),
        BookSystem(
            system="ranks-1",
            game_numbers=("6",),
            book_game_numbers=("6", "4"),
            groups=GROUPS,
            tough_rule="tough",
            rules=RULES,
        ),
        BookSystem(
            system="stars-1",
            game_numbers=("2",),
            book_game_numbers=("2",),
            groups=GROUPS,
            tough_rule="tough",
            rules=RULES,
        ),
    ),
    (SharedGlossary(collection="tales", game_numbers=("4",), rules={"marsh-born": entry("Marsh-Born")}),),
)


def rule(name: str, rating: object = None) -> dict[str, Any]:
    return {"name": name, "type": "ArmyBookRule"} | ({} if rating is None else {"rating": rating})


def weapon(name: str, attacks: object = 1, *rules: dict[str, Any], **more: object) -> dict[str, Any]:
    return {"name": name, "type": "ArmyBookWeapon", "attacks": attacks, "specialRules": list(rules), **more}


def item(name: str, *content: dict[str, Any], **more: object) -> dict[str, Any]:
    return {"name": name, "type": "ArmyBookItem", "content": list(content), **more}


def option(uid: str, prices: dict[str, object], *gains: dict[str, Any]) -> dict[str, Any]:
    costs = [{"unitId": unit, "cost": cost} for unit, cost in prices.items()]
    return {"uid": uid, "id": uid, "label": "stale", "costs": costs, "cost": 999, "gains": list(gains)}


def unit(key: str, name: str, **more: object) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "id": key,
        "name": name,
        "size": 5,
        "quality": 4,
        "defense": 5,
        "cost": 50,
        "bases": {"round": "25", "square": "25"},
        "rules": [],
        "weapons": [weapon("Reed Spear", count=5)],
        "items": [],
        "upgrades": [],
    }
    return plain | more


SPEARS = weapon("Reed Spear", count=3)
_BOOK: dict[str, Any] = {
    "uid": "MARSH",
    "name": " Marsh  Folk ",
    "versionString": "1.2",
    "gameSystemId": 4,
    "enabledGameSystems": [4, 6, 5],
    "background": "Long ago the marsh rose.",
    "specialRules": [{"name": "Bog Walker", "description": "A sentence of the book.", "targetType": 1}],
    "spells": [
        {
            "name": "Fog Bank ",
            "threshold": 2,
            "effect": 'Another sentence of the book: one enemy unit, 12" away, suffers 3 hits.',
            "generation": {"effect": {"id": "QFjxWsOHTCSi", "parameters": [{"name": "hits-wounds", "value": "hits"}]}},
        }
    ],
    "units": [
        unit(
            "u1",
            "Reeve",
            size=1,
            genericName="Infantry Hero",
            rules=[rule("Hero"), rule("Tough", "3"), rule("Bog Walker")],
            weapons=[weapon("Long Knife", 3, rule("AP", "1"), count=1, range=None)],
            type=1,
            isNarrative=True,
            upgrades=["A1"],
        ),
        unit("u2", "Marshmen", genericName="Infantry", rules=[rule("Marsh-Born")], upgrades=["B1", "C1"]),
        unit(
            "u3", "Toad Riders", genericName="Cavalry", upgrades=["B1"], size=3, weapons=[weapon("Reed Spear", count=3)]
        ),
    ],
    "upgradePackages": [
        {
            "uid": "A1",
            "hint": "Reeve",
            "sections": [
                {
                    "uid": "s1",
                    "id": "other",
                    "label": "Upgrade with one",
                    "variant": "upgrade",
                    "select": {"type": "exactly", "value": 1},
                    "options": [
                        option(
                            "o1",
                            {"u1": 15},
                            item("Toad", rule("Fast"), weapon("Bite", 2), bases={"round": "60x35", "square": "50x25"}),
                        ),
                        option("o2", {"u1": -5}, item("Rope"), weapon("Hook", count="02", range=9)),
                    ],
                }
            ],
        },
        {
            "uid": "B1",
            "hint": "Arms",
            "sections": [
                {
                    "uid": "s2",
                    "label": "Replace all Reed Spears",
                    "variant": "replace",
                    "affects": {"type": "all"},
                    "targets": ["Reed Spears"],
                    "options": [option("o3", {"u2": 10, "u3": 5}, weapon("Eel Whip", 2))],
                }
            ],
        },
        {
            "uid": "C1",
            "hint": "Command Group",
            "sections": [
                {
                    "uid": "s3",
                    "label": "Upgrade up to three models with one",
                    "variant": "upgrade",
                    "model": True,
                    "affects": {"type": "up to", "value": 3},
                    "select": {"type": "exactly", "value": 1},
                    "options": [option("o4", {"u2": 5}, rule("Sergeant"))],
                }
            ],
        },
    ],
}


def book(**more: object) -> dict[str, Any]:
    return copy.deepcopy(_BOOK) | more


def import_raw_book(raw: object, previous: dict[str, Any] | None = None) -> ImportedBook:
    return parse_book(raw, source="marsh.json", context=BACKGROUND, previous=previous)


def list_reasons(imported_book: ImportedBook) -> list[str]:
    return [str(note.params["reason"]) for note in imported_book.notes]
