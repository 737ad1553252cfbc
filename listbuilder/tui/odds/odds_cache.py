"""Cache of computed odds for the open list, by loadout. Contains no widgets."""

from __future__ import annotations

from listbuilder.model import Roster, RosterEntry
from listbuilder.odds.army_damage import AttackCell, OddsSummary, build_cell, summarise_odds
from listbuilder.odds.combatant import Combatant, entry_combatant
from listbuilder.odds.situation import Situation

_MAX_CACHED = 2000
"""Loadouts and attacks that are kept; more than one list needs."""
_Key = tuple[object, ...]


class OddsCache:
    """Odds that are computed once per loadout."""

    def __init__(self) -> None:
        self._combatants: dict[_Key, Combatant] = {}
        self._summaries: dict[Combatant, tuple[OddsSummary, ...]] = {}
        self._cells: dict[tuple[Combatant, Combatant, Situation], AttackCell] = {}

    def combatant(self, entry: RosterEntry, roster: Roster, language: str) -> Combatant:
        """Return an entry as a combatant; the same object as long as its loadout does not change."""
        key = _loadout_key(entry, roster, language)
        if key not in self._combatants:
            if len(self._combatants) > _MAX_CACHED:
                self._combatants.clear()
                self._summaries.clear()
            self._combatants[key] = entry_combatant(entry, roster, language)
        return self._combatants[key]

    def get(self, entry: RosterEntry, roster: Roster, language: str) -> tuple[OddsSummary, ...] | None:
        """Return the odds of an entry against the standard target, or None if they are not computed yet."""
        party = self._combatants.get(_loadout_key(find_fighting_entry(entry, roster), roster, language))
        return self._summaries.get(party) if party is not None else None

    def compute(self, entry: RosterEntry, roster: Roster, language: str) -> tuple[OddsSummary, ...]:
        """Compute the odds of an entry against the standard target."""
        party = self.combatant(find_fighting_entry(entry, roster), roster, language)
        if party not in self._summaries:
            self._summaries[party] = summarise_odds(party, roster.system)
        return self._summaries[party]

    def compute_attack(
        self, attacker: Combatant, target: Combatant, roster: Roster, situation: Situation
    ) -> AttackCell:
        """Compute an attack."""
        key = attacker, target, situation
        if key not in self._cells:
            if len(self._cells) > _MAX_CACHED:
                self._cells.clear()
            self._cells[key] = build_cell(attacker, target, roster.system, situation)
        return self._cells[key]

    def get_attack(self, attacker: Combatant, target: Combatant, situation: Situation) -> AttackCell | None:
        """Return an attack, or None if it is not computed yet."""
        return self._cells.get((attacker, target, situation))


def find_fighting_entry(entry: RosterEntry, roster: Roster) -> RosterEntry:
    """Return the entry that an entry fights as: the unit of an attached hero, or the entry itself."""
    host = roster.find_entry(entry.entry.joins) if entry.entry.joins is not None else None
    return host or entry


def _loadout_key(entry: RosterEntry, roster: Roster, language: str) -> _Key:
    """Return a key for everything an entry fights with: its choices and those of attached heroes."""
    entries = (entry, *roster.attached_heroes.get(entry.id, ()))
    choices = ((each.unit.ref, each.entry.upgrades, each.entry.combined, each.entry.name) for each in entries)
    return (language, roster.system.id, *choices)
