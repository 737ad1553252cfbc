"""How many units have exact odds: each unit, plain and with each option, as attacker and as target."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from listbuilder.model import Entry, EntryId, Faction, System, Upgrade
from listbuilder.odds.attack import attack_odds
from listbuilder.odds.combatant import Combatant, build_combatant, plain_target, rule_lookup
from listbuilder.odds.situation import AttackMode, Situation
from listbuilder.rules.roster_builder import build_roster_entry

_SITUATIONS = tuple(Situation(mode=mode) for mode in (AttackMode.SHOOT, AttackMode.CHARGE, AttackMode.STRIKE_BACK))


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many profiles are exact, and which rules are missing for the others."""

    profiles: int = 0
    exact: int = 0
    targets: int = 0
    exact_targets: int = 0
    missing: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: Coverage) -> Coverage:
        return Coverage(
            self.profiles + other.profiles,
            self.exact + other.exact,
            self.targets + other.targets,
            self.exact_targets + other.exact_targets,
            self.missing + other.missing,
        )


def faction_coverage(faction: Faction, system: System) -> Coverage:
    """Count the profiles of a faction: each unit without upgrades, and with each single option."""
    find = rule_lookup(faction, system)
    opponent = plain_target(5, 4, 1, find)
    total = Coverage()
    for unit in faction.units.values():
        options = [(section.id, option.id) for section in unit.sections for option in section.options]
        for upgrades in ((), *((Upgrade(unit.option_reference(*option)),) for option in options)):
            entry = build_roster_entry(Entry(id=EntryId("a"), unit=unit.ref, upgrades=upgrades), unit, faction, system)
            if not entry.halves[0].errors:
                combatant = build_combatant(entry, system, find)
                attacking = _missing_rules(combatant, opponent, system)
                defending = _missing_rules(opponent, combatant, system)
                total += Coverage(1, int(not attacking), 1, int(not defending), Counter(attacking | defending))
    return total


def _missing_rules(attacker: Combatant, target: Combatant, system: System) -> set[str]:
    return {rule for situation in _SITUATIONS for rule in attack_odds(attacker, target, system, situation).without}
