"""The units of a list as combatants."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from listbuilder.errors import UnknownIdError
from listbuilder.model import Faction, Roster, RosterEntry, Spell, System
from listbuilder.odds.combatant import Party, build_party
from listbuilder.odds.coverage import finder
from listbuilder.rules.casting import caster_spells


def named_entry(roster: Roster, wanted: str, language: str) -> RosterEntry:
    """Return an entry by its id, its name or its unit's name, ignoring case; raise UnknownIdError if there is none."""
    exact = roster.find(wanted)
    if exact is not None:
        return exact
    name = wanted.casefold()
    for entry in roster.entries:
        if name in (entry.title.casefold(), entry.unit.name.to(language).casefold(), entry.unit.id):
            return entry
    raise UnknownIdError("entry", wanted, tuple(entry.id for entry in roster.entries))


def listed_party(entry: RosterEntry, roster: Roster, language: str) -> Party:
    """Return an entry with its attached heroes as a combatant."""
    faction = roster.factions[entry.unit.faction]
    return book_party(entry, faction, roster.system, language, roster.joined.get(entry.id, ()))


def striking_spells(entry: RosterEntry, roster: Roster) -> tuple[Spell, ...]:
    """Return the spells that deal hits, of an entry and its attached heroes, each once."""
    system, factions = roster.system, roster.factions
    members = (entry, *roster.joined.get(entry.id, ()))
    known = (spell for member in members for spell in caster_spells(member, system, factions[member.unit.faction]))
    return tuple(dict.fromkeys(known_spell.spell for known_spell in known if known_spell.spell.strike is not None))


def book_party(
    entry: RosterEntry, faction: Faction, system: System, language: str, heroes: Iterable[RosterEntry] = ()
) -> Party:
    """Return an entry as a combatant, with the names of its book."""
    combatant = build_party(entry, system, finder(faction, system), language, heroes)
    return replace(combatant, term=faction.term)


def army_parties(roster: Roster, language: str) -> tuple[Party, ...]:
    """Return all units of a list as combatants, each with its attached heroes."""
    hosts = (entry for entry in roster.entries if entry.id not in roster.joined_ids)
    return tuple(listed_party(host, roster, language) for host in hosts)
