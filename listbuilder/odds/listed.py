"""The units of a list as those who fight."""

from __future__ import annotations

from listbuilder.model import Roster, RosterEntry
from listbuilder.odds.coverage import finder
from listbuilder.odds.party import Party, build_party


def listed_party(worked: RosterEntry, roster: Roster, language: str) -> Party:
    """Give an entry as it fights, with the heroes in it."""
    find = finder(roster.factions[worked.unit.faction], roster.system)
    return build_party(worked, roster.system, find, language, roster.joined.get(worked.id, ()))
