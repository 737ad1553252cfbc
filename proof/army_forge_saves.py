"""Writes our lists as Army Forge saves, with the ids that imported books keep."""

from __future__ import annotations

from typing import Any

from listbuilder.model import Faction, Loadout, Roster, RosterEntry

GAMES = {"2": "gf", "3": "gff", "4": "aof", "5": "aofs", "6": "aofr"}
"""The tag of each game by its number in the books."""
_SAVED = "2026-01-27T15:42:58.306Z"


def can_be_saved(roster: Roster) -> bool:
    """Return whether every book of a list has Army Forge ids."""
    used = {entry.unit.faction for entry in roster.entries}
    return bool(roster.system.foreign_ids) and all(roster.factions[faction].foreign_ids for faction in used)


def army_forge_save(roster: Roster) -> dict[str, Any]:
    """Return a list in the form of an Army Forge download: ids only, combined units as two records.

    It has all keys of a real file, including those that the importer ignores.
    """
    books = [roster.factions[name] for name in sorted({entry.unit.faction for entry in roster.entries})]
    records = [record for entry in roster.entries for record in _records(entry, roster)]
    game = GAMES[roster.system.foreign_ids[0]]
    army = roster.army
    return {
        "id": "B_uW1OtL0eqg",
        "gameSystem": game,
        "armyId": books[0].foreign_ids[0] if books else "",
        "armyIds": [book.foreign_ids[0] for book in books],
        "armyFaction": None,
        "armyName": books[0].name.en if books else "",
        "modified": _SAVED,
        "saveVersion": 3,
        "favourite": False,
        "armyVersions": [{"armyId": book.foreign_ids[0], "version": book.version} for book in books],
        "listPoints": roster.cost,
        "list": {
            "id": "B_uW1OtL0eqg",
            "key": "0123456789abcdef",
            "name": army.name,
            "description": "",
            "pointsLimit": army.points or 0,
            "campaignMode": False,
            "narrativeMode": False,
            "forceOrg": bool(army.force_org),
            "gameSystem": game,
            "isCloud": False,
            "modified": _SAVED,
            "cloudModified": None,
            "activationCount": roster.activations,
            "modelCount": roster.models,
            "units": records,
        },
    }


def _records(entry: RosterEntry, roster: Roster) -> list[dict[str, Any]]:
    book = roster.factions[entry.unit.faction]
    combined = len(entry.halves) > 1
    own, host = _selection(entry.id), None if entry.entry.joins is None else _selection(entry.entry.joins)
    first = _record(entry, entry.halves[0], book, selection=own, host=host, combined=combined)
    if not combined:
        return [first]
    second = _selection(entry.id, half=2)
    return [first, _record(entry, entry.halves[1], book, selection=second, host=own, combined=True)]


def _selection(entry_id: str, half: int = 1) -> str:
    """Return an id of the length that Army Forge uses."""
    return f"{entry_id}-{half}".rjust(5, "_")


def _record(
    entry: RosterEntry, half: Loadout, book: Faction, *, selection: str, host: str | None, combined: bool
) -> dict[str, Any]:
    upgrades = [
        {
            "instanceId": f"{selection}{number:04}",
            "upgradeId": applied.section.foreign_ids[0],
            "optionId": applied.option.foreign_ids[0],
        }
        for number, applied in enumerate(half.upgrades)
        for _ in range(applied.count)
    ]
    return {
        "id": entry.unit.foreign_ids[0],
        "armyId": book.foreign_ids[0],
        "selectionId": selection,
        "selectedUpgrades": upgrades,
        "combined": combined,
        "joinToUnit": host,
        "xp": entry.entry.xp,
        "traits": [],
        "notes": None,
    }
