"""How much of a game is exact: each unit of its books, bare and with each option, in attack and as a target."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from listbuilder.model import Entry, EntryId, Faction, Pick, Rule, RuleId, System, Unit
from listbuilder.odds.attack import attack
from listbuilder.odds.combatant import Find, Party, build_party, plain_target
from listbuilder.odds.situation import Mode, Situation
from listbuilder.rules.roster import build_entry

_ATTACKS = tuple(Situation(mode=mode) for mode in (Mode.SHOOT, Mode.CHARGE, Mode.STRIKE_BACK))


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many profiles are exact, and for want of which rules the others are not."""

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


def finder(faction: Faction, system: System) -> Find:
    """Give what finds the rules of a faction: its own, then the game's."""

    def find(rule: RuleId) -> Rule | None:
        return faction.rules.get(rule) or system.rules.get(rule)

    return find


def faction_coverage(faction: Faction, system: System) -> Coverage:
    """Count the profiles of a faction: each unit as it comes, and with each option that it can take by itself."""
    find = finder(faction, system)
    dummy = plain_target(5, 4, 1, find)
    total = Coverage()
    for unit in faction.units.values():
        for party in _profiles(unit, faction, system, find):
            total += _covered(party, dummy, system)
    return total


def _profiles(unit: Unit, faction: Faction, system: System, find: Find) -> Iterator[Party]:
    picks = [
        (),
        *((Pick(unit.reference(section.id, option.id)),) for section in unit.sections for option in section.options),
    ]
    for chosen in picks:
        worked = build_entry(Entry(id=EntryId("a"), unit=unit.ref, upgrades=chosen), unit, faction, system)
        if not worked.halves[0].troubles:
            yield build_party(worked, system, find)


def _covered(party: Party, dummy: Party, system: System) -> Coverage:
    forth = {rule for one in _ATTACKS for rule in attack(party, dummy, system, one).without}
    back = {rule for one in _ATTACKS for rule in attack(dummy, party, system, one).without}
    return Coverage(1, int(not forth), 1, int(not back), Counter(forth | back))
