"""The army as it stands on the table, and its hash: the same for one army in every file format.

What counts: the system, and each unit with its models, weapons and rules, both halves together, and the heroes in it.
What does not: names, players, limits, notes, experience, which of two halves took a pick, and what an item is called:
share text tells none of these, and what an item does stands in the rules and weapons that it brings. Where a unit
could not be worked out, its picks count as they are written.
"""

from __future__ import annotations

import hashlib
from collections import Counter

from listbuilder.listfiles.canonical import plain_form, written_picks
from listbuilder.model import Entry, Roster, RosterEntry
from listbuilder.model.notation import format_weapon

_ARMY = b"listbuilder army 1\n"


def army_hash(roster: Roster) -> str:
    """Give the hash of an army in full (64 digits)."""
    return hashlib.sha256(_ARMY + army_form(roster)).hexdigest()


def army_form(roster: Roster) -> bytes:
    """Give the one form of an army, however its list was written."""
    inside = roster.joined_ids
    units = [_group(roster, worked) for worked in roster.entries if worked.id not in inside]
    units += [plain_form(_unknown(entry)) for entry in roster.unresolved]
    return plain_form({"system": roster.system.id, "units": sorted(units)}).encode("utf-8", "replace")


def _group(roster: Roster, worked: RosterEntry) -> str:
    """Describe a unit with the heroes in it."""
    found = _unit(worked)
    heroes = roster.joined.get(worked.id, ())
    if heroes:
        found["joined"] = sorted(plain_form(_unit(hero)) for hero in heroes)
    return plain_form(found)


def _unit(worked: RosterEntry) -> dict[str, object]:
    weapons: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    for half in worked.halves:
        for carried in half.weapons:
            weapons[format_weapon(carried.weapon)] += carried.count
        rules.update(rule.label for rule in half.rules)
    return {
        "models": worked.models,
        "rules": sorted(rules.items()),
        "unit": worked.entry.unit,
        "weapons": sorted(weapons.items()),
    }


def _unknown(entry: Entry) -> dict[str, object]:
    halves = [entry.upgrades, *((entry.combined.upgrades,) if entry.combined is not None else ())]
    return {"picks": sorted(written_picks(half) for half in halves), "unit": entry.unit}
