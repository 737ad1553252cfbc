"""Valid files to damage, made from our lists and an invented army book."""

from __future__ import annotations

from typing import Any

from listbuilder.exporters.exporter import build_document, find_exporter
from listbuilder.judging.judge import judge_army
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.model import ArmyList, Roster
from listbuilder.sheet import PrintOptions
from proof.army_forge_saves import army_forge_save, can_be_saved


def roster_of(library: Library) -> Roster:
    """Return the roster of the first sample list whose books have Army Forge ids."""
    rosters = (library.roster(load_list(header.file).army) for header in library.sample_lists())
    return next(roster for roster in rosters if can_be_saved(roster))


def judged(army: ArmyList, library: Library) -> Judged:
    """Judge a list."""
    result = judge_army(army, library)
    assert isinstance(result, Judged)
    return result


def saved_list(library: Library) -> dict[str, Any]:
    """Return an Army Forge save."""
    return army_forge_save(roster_of(library))


def share_text(library: Library) -> str:
    """Return a share text."""
    options = PrintOptions(width=100)
    document = build_document(judged(roster_of(library).army, library), "en", options)
    return find_exporter("army-forge").export([document], options).decode()


def book() -> dict[str, Any]:
    """Return a small invented army book."""
    weapon = {"name": "Oar", "type": "ArmyBookWeapon", "attacks": 1, "range": 0, "specialRules": []}
    unit = {
        "id": "u1",
        "name": "Ferrymen",
        "size": 5,
        "quality": 5,
        "defense": 5,
        "cost": 60,
        "bases": {"round": "25", "square": "25"},
        "rules": [{"name": "Tough", "rating": "3", "type": "ArmyBookRule"}],
        "weapons": [{**weapon, "count": 5}],
        "items": [],
        "upgrades": ["p1"],
    }
    gain = {**weapon, "name": "Boat Hook", "specialRules": [{"name": "AP", "rating": 1, "type": "ArmyBookRule"}]}
    option = {"uid": "o1", "costs": [{"unitId": "u1", "cost": 10}], "gains": [gain]}
    section = {"uid": "s1", "variant": "replace", "affects": {"type": "all"}, "targets": ["Oars"], "options": [option]}
    return {
        "uid": "bkFerry",
        "name": "Ferry Guild",
        "gameSystemId": 4,
        "enabledGameSystems": [4],
        "versionString": "3.5.3",
        "units": [unit],
        "upgradePackages": [{"uid": "p1", "sections": [section]}],
        "specialRules": [{"name": "Row Hard", "description": "x"}],
        "spells": [{"id": "z1", "name": "Spray", "threshold": 1, "effect": "x"}],
    }
