"""What the units of the open list do, worked out between keys and kept by loadout. No widgets."""

from __future__ import annotations

from listbuilder.model import Roster, RosterEntry
from listbuilder.odds.army_damage import Cell, build_cell
from listbuilder.odds.benchmark_targets import Glance, glance
from listbuilder.odds.combatant import Party
from listbuilder.odds.roster_combatants import listed_party
from listbuilder.odds.situation import Situation

_MOST = 2000
"""Loadouts and attacks that are kept: more than a list in hand can need."""
_Key = tuple[object, ...]


class Scales:
    """Weighs units; a loadout that was weighed before costs nothing."""

    def __init__(self) -> None:
        self._parties: dict[_Key, Party] = {}
        self._glances: dict[Party, tuple[Glance, ...]] = {}
        self._cells: dict[tuple[Party, Party, Situation], Cell] = {}

    def party(self, worked: RosterEntry, roster: Roster, language: str) -> Party:
        """Give a unit as it fights, the same as long as nothing about it changes."""
        key = _loadout(worked, roster, language)
        if key not in self._parties:
            if len(self._parties) > _MOST:
                self._parties.clear()
                self._glances.clear()
            self._parties[key] = listed_party(worked, roster, language)
        return self._parties[key]

    def known(self, worked: RosterEntry, roster: Roster, language: str) -> tuple[Glance, ...] | None:
        """Give what a unit does to the plain target, if that was worked out; None if not."""
        party = self._parties.get(_loadout(worked, roster, language))
        return self._glances.get(party) if party is not None else None

    def weigh(self, worked: RosterEntry, roster: Roster, language: str) -> tuple[Glance, ...]:
        """Work out what a unit does to the plain target."""
        party = self.party(worked, roster, language)
        if party not in self._glances:
            self._glances[party] = glance(party, roster.system)
        return self._glances[party]

    def cell(self, attacker: Party, target: Party, roster: Roster, situation: Situation) -> Cell:
        """Work an attack out."""
        key = attacker, target, situation
        if key not in self._cells:
            if len(self._cells) > _MOST:
                self._cells.clear()
            self._cells[key] = build_cell(attacker, target, roster.system, situation)
        return self._cells[key]

    def known_cell(self, attacker: Party, target: Party, situation: Situation) -> Cell | None:
        """Give an attack, if it was worked out; None if not."""
        return self._cells.get((attacker, target, situation))


def fighting(worked: RosterEntry, roster: Roster) -> RosterEntry:
    """Give the unit that an entry fights as: a hero in a unit fights with it."""
    host = roster.find(worked.entry.joins) if worked.entry.joins is not None else None
    return host or worked


def _loadout(worked: RosterEntry, roster: Roster, language: str) -> _Key:
    """Name all that a unit fights with: what was chosen for it and for the heroes in it."""
    together = (worked, *roster.joined.get(worked.id, ()))
    chosen = ((one.unit.ref, one.entry.upgrades, one.entry.combined, one.entry.name) for one in together)
    return (language, roster.system.id, *chosen)
