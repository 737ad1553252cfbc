"""The army as it stands on the table, and its hash: the same for one army in every file format.

What counts: the system, and each unit with its models, weapons and rules, both halves together, and the heroes in it.
What does not: names, players, limits, notes, experience, which of two halves took a pick, and what an item is called:
share text tells none of these, and what an item does stands in the rules and weapons that it brings. Where a unit
could not be worked out, its picks count as they are written.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from listbuilder.listfiles.canonical import quoted, quoted_list, written_counts, written_picks
from listbuilder.model import Entry, Loadout, Roster, RosterEntry
from listbuilder.model.notation import format_weapon

_ARMY = b"listbuilder army 1\n"


def army_hash(roster: Roster) -> str:
    """Give the hash of an army in full (64 digits)."""
    return hashlib.sha256(_ARMY + army_form(roster)).hexdigest()


def army_form(roster: Roster) -> bytes:
    """Give the one form of an army, however its list was written."""
    inside = roster.joined_ids
    units = [_group(worked, roster.joined.get(worked.id, ())) for worked in roster.entries if worked.id not in inside]
    units += map(_unknown, roster.unresolved)
    return f'{{"system":{quoted(roster.system.id)},"units":{quoted_list(units)}}}'.encode("utf-8", "replace")


def _group(worked: RosterEntry, heroes: Sequence[RosterEntry] = ()) -> str:
    """Describe a unit with the heroes in it."""
    joined = f'"joined":{quoted_list(map(_group, heroes))},' if heroes else ""
    weapons, rules = _content(worked.halves)
    unit = quoted(worked.entry.unit)
    return f'{{{joined}"models":{worked.models},"rules":{rules},"unit":{unit},"weapons":{weapons}}}'


@lru_cache(maxsize=4096)
def _content(halves: tuple[Loadout, ...]) -> tuple[str, str]:
    """Describe the weapons and rules of a unit; many lists have the same ones in them."""
    weapons: dict[str, int] = {}
    rules: dict[str, int] = {}
    for half in halves:
        for carried in half.weapons:
            name = format_weapon(carried.weapon)
            weapons[name] = weapons.get(name, 0) + carried.count
        for rule in half.rules:
            rules[rule.label] = rules.get(rule.label, 0) + 1
    return written_counts(sorted(weapons.items())), written_counts(sorted(rules.items()))


def _unknown(entry: Entry) -> str:
    return f'{{"picks":{written_picks(entry)},"unit":{quoted(entry.unit)}}}'
