"""Cache of computed odds for the open list, by loadout. Contains no widgets."""

from __future__ import annotations

from listbuilder.model import Roster, RosterEntry
from listbuilder.odds.army_damage import Cell, build_cell
from listbuilder.odds.benchmark_targets import Glance, glance
from listbuilder.odds.combatant import Party
from listbuilder.odds.roster_combatants import listed_party
from listbuilder.odds.situation import Situation

_MAX_CACHED = 2000
"""Loadouts and attacks that are kept; more than one list needs."""
_Key = tuple[object, ...]


class Scales:
    """Odds that are computed once per loadout."""

    def __init__(self) -> None:
        self._combatants: dict[_Key, Party] = {}
        self._summaries: dict[Party, tuple[Glance, ...]] = {}
        self._cells: dict[tuple[Party, Party, Situation], Cell] = {}

    def party(self, entry: RosterEntry, roster: Roster, language: str) -> Party:
        """Return an entry as a combatant; the same object as long as its loadout does not change."""
        key = _loadout_key(entry, roster, language)
        if key not in self._combatants:
            if len(self._combatants) > _MAX_CACHED:
                self._combatants.clear()
                self._summaries.clear()
            self._combatants[key] = listed_party(entry, roster, language)
        return self._combatants[key]

    def known(self, entry: RosterEntry, roster: Roster, language: str) -> tuple[Glance, ...] | None:
        """Return the odds of an entry against the standard target, or None if they are not computed yet."""
        party = self._combatants.get(_loadout_key(entry, roster, language))
        return self._summaries.get(party) if party is not None else None

    def weigh(self, entry: RosterEntry, roster: Roster, language: str) -> tuple[Glance, ...]:
        """Compute the odds of an entry against the standard target."""
        party = self.party(entry, roster, language)
        if party not in self._summaries:
            self._summaries[party] = glance(party, roster.system)
        return self._summaries[party]

    def cell(self, attacker: Party, target: Party, roster: Roster, situation: Situation) -> Cell:
        """Compute an attack."""
        key = attacker, target, situation
        if key not in self._cells:
            if len(self._cells) > _MAX_CACHED:
                self._cells.clear()
            self._cells[key] = build_cell(attacker, target, roster.system, situation)
        return self._cells[key]

    def known_cell(self, attacker: Party, target: Party, situation: Situation) -> Cell | None:
        """Return an attack, or None if it is not computed yet."""
        return self._cells.get((attacker, target, situation))


def fighting(entry: RosterEntry, roster: Roster) -> RosterEntry:
    """Return the entry that an entry fights as: the unit of an attached hero, or the entry itself."""
    host = roster.find(entry.entry.joins) if entry.entry.joins is not None else None
    return host or entry


def _loadout_key(entry: RosterEntry, roster: Roster, language: str) -> _Key:
    """Return a key for everything an entry fights with: its choices and those of attached heroes."""
    entries = (entry, *roster.joined.get(entry.id, ()))
    choices = ((each.unit.ref, each.entry.upgrades, each.entry.combined, each.entry.name) for each in entries)
    return (language, roster.system.id, *choices)
