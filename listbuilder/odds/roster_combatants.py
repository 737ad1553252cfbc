"""The units of a list as those who fight."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from listbuilder.errors import UnknownIdError
from listbuilder.model import Faction, Roster, RosterEntry, Spell, System
from listbuilder.odds.combatant import Party, build_party
from listbuilder.odds.coverage import finder
from listbuilder.rules.casting import caster_spells


def named_entry(roster: Roster, wanted: str, language: str) -> RosterEntry:
    """Find an entry by its id, or by its name or its unit's in any case of letters; raise UnknownIdError otherwise."""
    exact = roster.find(wanted)
    if exact is not None:
        return exact
    sought = wanted.casefold()
    for worked in roster.entries:
        if sought in (worked.title.casefold(), worked.unit.name.to(language).casefold(), worked.unit.id):
            return worked
    raise UnknownIdError("entry", wanted, tuple(worked.id for worked in roster.entries))


def listed_party(worked: RosterEntry, roster: Roster, language: str) -> Party:
    """Give an entry as it fights, with the heroes in it."""
    faction = roster.factions[worked.unit.faction]
    return book_party(worked, faction, roster.system, language, roster.joined.get(worked.id, ()))


def striking_spells(worked: RosterEntry, roster: Roster) -> tuple[Spell, ...]:
    """Give the spells that deal hits, of an entry and of the heroes in it, each once."""
    system, factions = roster.system, roster.factions
    company = (worked, *roster.joined.get(worked.id, ()))
    known = (spell for one in company for spell in caster_spells(one, system, factions[one.unit.faction]))
    return tuple(dict.fromkeys(one.spell for one in known if one.spell.strike is not None))


def book_party(
    worked: RosterEntry, faction: Faction, system: System, language: str, heroes: Iterable[RosterEntry] = ()
) -> Party:
    """Give a unit of a book as it fights, under the names that its book has."""
    party = build_party(worked, system, finder(faction, system), language, heroes)
    return replace(party, term=faction.term)


def army_parties(roster: Roster, language: str) -> tuple[Party, ...]:
    """Give all units of a list as they fight; heroes fight in the units that they have joined."""
    alone = (worked for worked in roster.entries if worked.id not in roster.joined_ids)
    return tuple(listed_party(worked, roster, language) for worked in alone)
