"""Combatants: the models of a unit in the order in which they are removed, with the equipment of each.

Plain models are removed first, then models with special equipment, then tougher ones, heroes last. Equipment that only
some models have is dealt out from the last model on. A profile such as `10xD4+T1` is a combatant without a unit, and a
roster has a combatant for each unit with its heroes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import cycle, groupby, islice
from typing import TypeAlias

from listbuilder.errors import UnknownIdError
from listbuilder.model import (
    Faction,
    Loadout,
    Roster,
    RosterEntry,
    Rule,
    RuleId,
    RuleRef,
    Spell,
    System,
    Unit,
    Weapon,
    group_by_type,
    slugify,
)
from listbuilder.model.effects import Scope, parse_rating
from listbuilder.model.notation import NotationError, parse_rule, split_at_commas
from listbuilder.rules.casting import caster_spells

RuleLookup: TypeAlias = Callable[[RuleId], "Rule | None"]
"""Returns the glossary entry of a rule."""
_RemovalKey: TypeAlias = tuple[bool, int, int]
"""The sort key of a model in the order of removal: hero, wounds, pieces of special equipment."""

_TARGET_QUALITY = 4
"""The Quality of a target that is only a profile."""
DEFENSES = (2, 3, 4, 5, 6)
TABLE_TARGETS = ((10, 1), (5, 3), (3, 6), (1, 12))
"""The targets of a table: numbers of models with their Tough."""
_PROFILE = re.compile(r"^(?:(\d{1,3})\s*[x×]\s*)?D([2-6])\+?(?:\s*T(\d{1,2}))?(?:\s*:\s*(.+))?$", re.IGNORECASE)
_MAX_MODELS, _MAX_TOUGH = 100, 30
"""More than any unit has; larger targets would take too long."""


def _untranslated(name: str, language: str) -> str:
    del language
    return name


@dataclass(frozen=True, slots=True)
class CombatGroup:
    """A number of equal models."""

    models: int
    wounds: int
    quality: int
    defense: int
    weapons: tuple[tuple[int, Weapon], ...] = ()
    """The weapons of each model, with their counts."""
    rules: tuple[RuleRef, ...] = ()
    hero: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Combatant:
    """A unit on the table with its attached heroes: its model groups, the first to be removed in front."""

    name: str
    groups: tuple[CombatGroup, ...]
    find_rule: RuleLookup
    cost: int = 0
    borrowed_rules: tuple[RuleRef, ...] = ()
    """Rules that others give to the whole unit: a spell, an aura, a mark on its target."""
    wounds_taken: int = 0
    """The wounds that its first model has already taken."""
    translate_weapon: Callable[[str, str], str] = _untranslated
    """Returns the name of a weapon in a language, as its book has it."""

    @property
    def models(self) -> int:
        """The number of models."""
        return sum(group.models for group in self.groups)

    @property
    def capacities(self) -> tuple[int, ...]:
        """The wounds that each model can still take, in the order of removal."""
        full = [group.wounds for group in self.groups for _ in range(group.models)]
        return (full[0] - self.wounds_taken, *full[1:])

    def capacities_in(self, system: System) -> tuple[int, ...]:
        """Return the capacities in a system; with wound rolls, the last model lasts until no roll can save it."""
        capacities, roll = self.capacities, system.combat.wound_roll
        if roll is None:
            return capacities
        last = roll.certain_markers(self.groups[-1].wounds) - (self.wounds_taken if len(capacities) == 1 else 0)
        return (*capacities[:-1], last)

    def display_name(self, label: str, language: str) -> str:
        """Return the name of a rule or a weapon in a language."""
        name, bracket, rating = label.partition("(")
        rule = self.find_rule(RuleId(slugify(name)))
        return self.translate_weapon(label, language) if rule is None else rule.name.to(language) + bracket + rating

    def after_losses(self, lost: int, wounds_taken: int = 0) -> Combatant:
        """Return the combatant after it lost models and the next model took wounds."""
        groups: list[CombatGroup] = []
        for group in self.groups:
            gone = min(lost, group.models)
            lost -= gone
            if gone < group.models:
                groups.append(replace(group, models=group.models - gone) if gone else group)
        return replace(self, groups=tuple(groups), wounds_taken=wounds_taken)

    def with_borrowed_rules(self, rules: Iterable[RuleRef]) -> Combatant:
        """Return the combatant with more borrowed rules."""
        return replace(self, borrowed_rules=(*self.borrowed_rules, *rules))


def build_combatant(
    entry: RosterEntry, system: System, find: RuleLookup, language: str = "en", heroes: Iterable[RosterEntry] = ()
) -> Combatant:
    """Return the models of an entry, both halves together, with its attached heroes."""
    models: list[tuple[_RemovalKey, CombatGroup]] = []
    members = (entry, *heroes)
    for unit, half, hero in [(member.unit, half, member.is_hero) for member in members for half in member.halves]:
        for model in _deal_equipment(unit, half):
            rules = tuple(model.rules)
            wounds = _count_wounds(rules, unit, system, find)
            weapons = tuple((model.weapons.count(weapon), weapon) for weapon in dict.fromkeys(model.weapons))
            group = CombatGroup(1, wounds, unit.quality, unit.defense, weapons, rules, hero)
            models.append(((hero, wounds, model.special), group))
    ordered = [group for _, group in sorted(models, key=lambda keyed: keyed[0])]
    groups = tuple(replace(group, models=len(list(equal))) for group, equal in groupby(ordered))
    name = entry.entry.name or entry.unit.name.to(language)
    return Combatant(name, groups, find, sum(member.cost for member in members))


class _Model:
    """One model while equipment is dealt out."""

    def __init__(self, rules: Iterable[RuleRef]) -> None:
        self.rules = list(rules)
        self.weapons: list[Weapon] = []
        self.special = 0


def _deal_equipment(unit: Unit, half: Loadout) -> list[_Model]:
    """Deal out the equipment of a half: items with their weapons, rules from upgrades, then all other weapons."""
    models = [_Model(unit.rules) for _ in range(half.models)]
    turns = cycle(reversed(models))
    weapons_left = {carried.weapon: carried.count for carried in half.weapons}
    for gear in sorted(half.items, key=lambda gear: gear.count):
        for model in _deal(models, turns, gear.count):
            model.rules += gear.item.granted_rules
            for armed in gear.item.weapons:
                if (
                    weapons_left.get(armed.equipment, 0) >= armed.count
                ):  # otherwise an upgrade has changed or replaced it
                    weapons_left[armed.equipment] -= armed.count
                    model.weapons += [armed.equipment] * armed.count
    for count, rule in _upgrade_rules(half):
        for model in _deal(models, turns, count):
            model.rules.append(rule)
    for weapon, count in sorted(weapons_left.items(), key=lambda held: held[1]):
        for model in _deal(models, turns, count):
            model.weapons.append(weapon)
    return models


def _deal(models: list[_Model], turns: Iterator[_Model], count: int) -> Iterator[_Model]:
    """Yield who gets a number of pieces: all models alike, and the rest in turn, after those before."""
    rounds, rest = divmod(count, len(models))
    yield from models * rounds
    for model in islice(turns, rest):
        model.special += 1
        yield model


def _upgrade_rules(half: Loadout) -> Iterator[tuple[int, RuleRef]]:
    """Yield the rules that upgrades gave to models, with the number of models; others went onto a weapon."""
    for upgrade in half.upgrades:
        count = half.models if upgrade.section.affects_all or half.models == 1 else upgrade.count
        yield from ((count, rule) for rule in group_by_type(upgrade.option.gains).rules if rule.id in half.rule_ids)


def _count_wounds(rules: Iterable[RuleRef], unit: Unit, system: System, find: RuleLookup) -> int:
    """Return the wounds of a model: the system's own number, or the sum from its rules."""
    own = unit.fields.get(system.wounds_field or "", 0)
    if own:
        return own
    total = 0
    for ref in rules:
        rule = find(ref.id)
        for effect in (rule.effects if rule is not None else None) or ():
            if effect.scope is Scope.MODEL and "tough" in effect.verbs:
                total += parse_rating(ref.rating) if effect.verbs["tough"] == "X" else effect.amount("tough")
    return max(1, total)


def parse_profile(text: str, find: RuleLookup) -> Combatant | None:
    """Parse a profile such as `5xD3+T3: Regeneration, Stealth`; return None if the text is not a profile."""
    match = _PROFILE.match(text.strip())
    if match is None:
        return None
    models, defense, tough = int(match[1] or 1), int(match[2]), int(match[3] or 1)
    if not 1 <= models <= _MAX_MODELS or not 1 <= tough <= _MAX_TOUGH:
        return None
    try:
        rules = tuple(parse_rule(part) for part in split_at_commas(match[4] or ""))
    except NotationError:
        return None
    return plain_target(models, defense, tough, find, rules)


def plain_target(models: int, defense: int, tough: int, find: RuleLookup, rules: tuple[RuleRef, ...] = ()) -> Combatant:
    """Return a target that is only a profile, by default without rules."""
    group = CombatGroup(models, tough, _TARGET_QUALITY, defense, (), rules)
    return Combatant(f"{models}xD{defense}+T{tough}", (group,), find)


def rule_lookup(faction: Faction, system: System) -> RuleLookup:
    """Return a function that finds rules in the faction first, then in the system."""

    def find(rule: RuleId) -> Rule | None:
        return faction.rules.get(rule) or system.rules.get(rule)

    return find


def find_entry(roster: Roster, id_or_name: str, language: str) -> RosterEntry:
    """Return an entry by its id, its name or its unit's name, ignoring case; raise UnknownIdError if there is none."""
    exact = roster.find_entry(id_or_name)
    if exact is not None:
        return exact
    name = id_or_name.casefold()
    for entry in roster.entries:
        if name in (entry.title.casefold(), entry.unit.name.to(language).casefold(), entry.unit.id):
            return entry
    raise UnknownIdError("entry", id_or_name, tuple(entry.id for entry in roster.entries))


def entry_combatant(entry: RosterEntry, roster: Roster, language: str) -> Combatant:
    """Return an entry with its attached heroes as a combatant."""
    faction = roster.factions[entry.unit.faction]
    return book_combatant(entry, faction, roster.system, language, roster.attached_heroes.get(entry.id, ()))


def damage_spells(entry: RosterEntry, roster: Roster) -> tuple[Spell, ...]:
    """Return the spells that deal hits, of an entry and its attached heroes, each once."""
    system, factions = roster.system, roster.factions
    members = (entry, *roster.attached_heroes.get(entry.id, ()))
    known = (spell for member in members for spell in caster_spells(member, system, factions[member.unit.faction]))
    return tuple(dict.fromkeys(known_spell.spell for known_spell in known if known_spell.spell.attack is not None))


def book_combatant(
    entry: RosterEntry, faction: Faction, system: System, language: str, heroes: Iterable[RosterEntry] = ()
) -> Combatant:
    """Return an entry as a combatant, with the names of its book."""
    combatant = build_combatant(entry, system, rule_lookup(faction, system), language, heroes)
    return replace(combatant, translate_weapon=faction.equipment_name)


def army_combatants(roster: Roster, language: str) -> tuple[Combatant, ...]:
    """Return all units of a list as combatants, each with its attached heroes."""
    hosts = (entry for entry in roster.entries if entry.id not in roster.attached_ids)
    return tuple(entry_combatant(host, roster, language) for host in hosts)
