"""How many units have exact odds: each unit, plain and with each option, as attacker and as target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from listbuilder.model import Entry, EntryId, Faction, Rule, RuleId, System, Unit, Upgrade
from listbuilder.odds.attack import attack_odds
from listbuilder.odds.combatant import Combatant, RuleLookup, build_combatant, plain_target
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


def rule_lookup(faction: Faction, system: System) -> RuleLookup:
    """Return a function that finds rules in the faction first, then in the system."""

    def find(rule: RuleId) -> Rule | None:
        return faction.rules.get(rule) or system.rules.get(rule)

    return find


def faction_coverage(faction: Faction, system: System) -> Coverage:
    """Count the profiles of a faction: each unit without upgrades, and with each single option."""
    find = rule_lookup(faction, system)
    opponent = plain_target(5, 4, 1, find)
    total = Coverage()
    for unit in faction.units.values():
        for combatant in _profiles(unit, faction, system, find):
            total += _profile_coverage(combatant, opponent, system)
    return total


def _profiles(unit: Unit, faction: Faction, system: System, find: RuleLookup) -> Iterator[Combatant]:
    options = [(section.id, option.id) for section in unit.sections for option in section.options]
    for upgrades in ((), *((Upgrade(unit.option_reference(*option)),) for option in options)):
        entry = build_roster_entry(Entry(id=EntryId("a"), unit=unit.ref, upgrades=upgrades), unit, faction, system)
        if not entry.halves[0].errors:
            yield build_combatant(entry, system, find)


def _profile_coverage(combatant: Combatant, opponent: Combatant, system: System) -> Coverage:
    attacking = {
        rule for situation in _SITUATIONS for rule in attack_odds(combatant, opponent, system, situation).without
    }
    defending = {
        rule for situation in _SITUATIONS for rule in attack_odds(opponent, combatant, system, situation).without
    }
    return Coverage(1, int(not attacking), 1, int(not defending), Counter(attacking | defending))
