"""The units of a list as combatants."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from listbuilder.errors import UnknownIdError
from listbuilder.model import Faction, Roster, RosterEntry, Spell, System
from listbuilder.odds.combatant import Combatant, build_combatant
from listbuilder.odds.coverage import rule_lookup
from listbuilder.rules.casting import caster_spells


def find_entry(roster: Roster, wanted: str, language: str) -> RosterEntry:
    """Return an entry by its id, its name or its unit's name, ignoring case; raise UnknownIdError if there is none."""
    exact = roster.find_entry(wanted)
    if exact is not None:
        return exact
    name = wanted.casefold()
    for entry in roster.entries:
        if name in (entry.title.casefold(), entry.unit.name.to(language).casefold(), entry.unit.id):
            return entry
    raise UnknownIdError("entry", wanted, tuple(entry.id for entry in roster.entries))


def entry_combatant(entry: RosterEntry, roster: Roster, language: str) -> Combatant:
    """Return an entry with its attached heroes as a combatant."""
    faction = roster.factions[entry.unit.faction]
    return book_combatant(entry, faction, roster.system, language, roster.attached_heroes.get(entry.id, ()))


def damage_spells(entry: RosterEntry, roster: Roster) -> tuple[Spell, ...]:
    """Return the spells that deal hits, of an entry and its attached heroes, each once."""
    system, factions = roster.system, roster.factions
    members = (entry, *roster.attached_heroes.get(entry.id, ()))
    known = (spell for member in members for spell in caster_spells(member, system, factions[member.unit.faction]))
    return tuple(dict.fromkeys(known_spell.spell for known_spell in known if known_spell.spell.attack is not None))


def book_combatant(
    entry: RosterEntry, faction: Faction, system: System, language: str, heroes: Iterable[RosterEntry] = ()
) -> Combatant:
    """Return an entry as a combatant, with the names of its book."""
    combatant = build_combatant(entry, system, rule_lookup(faction, system), language, heroes)
    return replace(combatant, translate_weapon=faction.equipment_name)


def army_combatants(roster: Roster, language: str) -> tuple[Combatant, ...]:
    """Return all units of a list as combatants, each with its attached heroes."""
    hosts = (entry for entry in roster.entries if entry.id not in roster.attached_ids)
    return tuple(entry_combatant(host, roster, language) for host in hosts)
