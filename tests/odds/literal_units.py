"""Units as a player reads them off a list: the number of models, their stats, and the names of their equipment.

This is a reading of its own: it takes the numbers and names of a loadout, and nothing of what the odds make of them.
Units whose gear could be shared out among models in several ways are left to others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from listbuilder.model import Loadout, RosterEntry, RuleRef, Weapon
from listbuilder.odds.combatant import Combatant
from tests.odds.rulebook import knows

Named = tuple[str, int]
"""A rule's name and its number, 0 where it has none."""


@dataclass(frozen=True)
class Arm:
    """A weapon of one model."""

    attacks: int
    ranged: bool
    rules: tuple[Named, ...]


@dataclass(frozen=True)
class Group:
    """Identical models."""

    models: int
    tough: int
    quality: int
    defense: int
    arms: tuple[Arm, ...]
    rules: tuple[Named, ...]
    hero: bool = False


@dataclass(frozen=True)
class Squad:
    """A unit with its hero, in casualty order."""

    groups: tuple[Group, ...]

    @property
    def models(self) -> int:
        return sum(group.models for group in self.groups)


def read_entry(roster_entry: RosterEntry, hero: RosterEntry | None = None) -> Squad | None:
    """Read a unit off a list; None if its models differ too much or rules are unknown."""
    groups = _groups(roster_entry)
    heroes = _groups(hero) if hero is not None else []
    if groups is None or heroes is None:
        return None
    return Squad((*groups, *heroes))


def _groups(roster_entry: RosterEntry) -> list[Group] | None:
    (half,) = roster_entry.halves
    if any(carried.count % half.models for carried in half.weapons):
        return None
    own, special = list(_name_rules(roster_entry.unit.rules)), []
    for count, rules in _list_added_rules(half):
        if count == half.models:
            own += rules
        elif count == 1 and not any(name in ("Tough", "Regeneration Aura") for name, _ in rules):
            special.append(rules)
        else:
            return None
    arms = [_arm(carried.weapon) for carried in half.weapons for _ in range(carried.count // half.models)]
    names = {name for rules in (own, *special) for name, _ in rules} | {name for arm in arms for name, _ in arm.rules}
    if len(special) >= max(2, half.models) or not all(map(knows, names)):
        return None
    tough = max(1, sum(number for name, number in own if name == "Tough"))
    plain = Group(
        half.models,
        tough,
        roster_entry.unit.quality,
        roster_entry.unit.defense,
        tuple(arms),
        tuple(own),
        roster_entry.is_hero,
    )
    leaders = [replace(plain, models=1, rules=(*own, *rules)) for rules in special]
    return [replace(plain, models=half.models - len(leaders)), *leaders]


def _list_added_rules(half: Loadout) -> list[tuple[int, list[Named]]]:
    """Return what items and upgrades give besides weapons, and to how many models."""
    stacks = [(gear.count, _name_rules(gear.item.granted_rules)) for gear in half.items]
    for upgrade in half.upgrades:
        rules = [stack.equipment for stack in upgrade.option.gains if isinstance(stack.equipment, RuleRef)]
        if rules and not upgrade.section.targets:
            stacks.append(
                (half.models if upgrade.section.affects_all or half.models == 1 else upgrade.count, _name_rules(rules))
            )
    return [(count, rules) for count, rules in stacks if rules]


def _name_rules(rules: Iterable[RuleRef]) -> list[Named]:
    return [(rule.name, _number(rule)) for rule in rules]


def _number(rule: RuleRef) -> int:
    text = str(rule.rating).removeprefix("+")
    return int(text) if text.isdecimal() else 0


def _arm(weapon: Weapon) -> Arm:
    return Arm(weapon.attacks, bool(weapon.range), tuple(_name_rules(weapon.rules)))


def read_party(party: Combatant) -> Squad:
    """Read a handmade combatant, model by model."""
    return Squad(
        tuple(
            Group(
                rank.models,
                rank.wounds,
                rank.quality,
                rank.defense,
                tuple(_arm(weapon) for count, weapon in rank.weapons for _ in range(count)),
                tuple(_name_rules(rank.rules)),
                rank.hero,
            )
            for rank in party.groups
        )
    )
