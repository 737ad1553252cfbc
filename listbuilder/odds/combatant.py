"""Combatants: the models of a unit in the order in which they are removed, with the equipment of each.

Plain models are removed first, then models with special equipment, then tougher ones, heroes last. Equipment that only
some models have is dealt out from the last model on. A profile such as `10xD4+T1` is a combatant without a unit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from listbuilder.model import Loadout, RosterEntry, Rule, RuleId, RuleRef, System, Unit, Weapon, group_by_type, slugify
from listbuilder.model.effects import Scope, parse_rating
from listbuilder.model.notation import NotationError, parse_rule, split_at_commas

RuleLookup: TypeAlias = Callable[[RuleId], "Rule | None"]
"""Returns the glossary entry of a rule."""
_RemovalKey: TypeAlias = tuple[bool, int, int]
"""The sort key of a model in the order of removal: hero, wounds, pieces of special equipment."""

TARGET_QUALITY = 4
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
        left: list[CombatGroup] = []
        for group in self.groups:
            gone = min(lost, group.models)
            lost -= gone
            if gone < group.models:
                left.append(replace(group, models=group.models - gone) if gone else group)
        return replace(self, groups=tuple(left), wounds_taken=wounds_taken)

    def with_borrowed_rules(self, rules: Iterable[RuleRef]) -> Combatant:
        """Return the combatant with more borrowed rules."""
        return replace(self, borrowed_rules=(*self.borrowed_rules, *rules))


def build_combatant(
    entry: RosterEntry, system: System, find: RuleLookup, language: str = "en", heroes: Iterable[RosterEntry] = ()
) -> Combatant:
    """Return the models of an entry, both halves together, with its attached heroes."""
    models: list[tuple[_RemovalKey, CombatGroup]] = []
    cost = 0
    for member in (entry, *heroes):
        cost += member.cost
        for half in member.halves:
            models += _models_of_half(member.unit, half, system, find, hero=member.is_hero)
    ordered = [model for _, model in sorted(models, key=lambda keyed: keyed[0])]
    name = entry.entry.name or entry.unit.name.to(language)
    return Combatant(name, tuple(_merge_equal(ordered)), find, cost)


def _merge_equal(groups: Iterable[CombatGroup]) -> Iterator[CombatGroup]:
    """Merge equal models that are removed one after the other."""
    last: CombatGroup | None = None
    for group in groups:
        if last is not None and replace(last, models=group.models) == group:
            last = replace(last, models=last.models + group.models)
            continue
        if last is not None:
            yield last
        last = group
    if last is not None:
        yield last


def _models_of_half(
    unit: Unit, half: Loadout, system: System, find: RuleLookup, *, hero: bool
) -> Iterator[tuple[_RemovalKey, CombatGroup]]:
    """Yield each model of one half with its key in the order of removal."""
    models = [_Model(unit.rules) for _ in range(half.models)]
    _deal_equipment(models, half)
    for model in models:
        rules = tuple(model.rules)
        wounds = _count_wounds(rules, unit, system, find)
        weapons = tuple((model.weapons.count(weapon), weapon) for weapon in dict.fromkeys(model.weapons))
        yield (hero, wounds, model.special), CombatGroup(1, wounds, unit.quality, unit.defense, weapons, rules, hero)


class _Model:
    """One model while equipment is dealt out."""

    __slots__ = ("rules", "special", "weapons")

    def __init__(self, rules: Iterable[RuleRef]) -> None:
        self.rules = list(rules)
        self.weapons: list[Weapon] = []
        self.special = 0


def _deal_equipment(models: list[_Model], half: Loadout) -> None:
    """Deal out the equipment of a half: items with their weapons, rules from upgrades, then all other weapons."""
    dealer = _Dealer(models)
    left = {carried.weapon: carried.count for carried in half.weapons}
    for gear in sorted(half.items, key=lambda gear: gear.count):
        for model in dealer.deal(gear.count):
            model.rules += gear.item.granted_rules
            for armed in gear.item.weapons:
                if left.get(armed.equipment, 0) >= armed.count:  # otherwise an upgrade has changed or replaced it
                    left[armed.equipment] -= armed.count
                    model.weapons += [armed.equipment] * armed.count
    for count, rule in _upgrade_rules(half):
        for model in dealer.deal(count):
            model.rules.append(rule)
    for weapon, count in sorted(left.items(), key=lambda held: held[1]):
        for model in dealer.deal(count):
            model.weapons.append(weapon)


class _Dealer:
    """Deals equipment out from the last model on; each kind continues where the one before it ended."""

    def __init__(self, models: list[_Model]) -> None:
        self._models = models
        self._next = 0

    def deal(self, count: int) -> Iterator[_Model]:
        size = len(self._models)
        rounds, rest = divmod(count, size)
        for _ in range(rounds):
            yield from self._models
        for index in range(self._next, self._next + rest):
            model = self._models[size - 1 - index % size]
            model.special += 1
            yield model
        self._next += rest


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
    return _profile_target(CombatGroup(models, tough, TARGET_QUALITY, defense, (), rules), find)


def plain_target(models: int, defense: int, tough: int, find: RuleLookup) -> Combatant:
    """Return a target without rules."""
    return _profile_target(CombatGroup(models, tough, TARGET_QUALITY, defense), find)


def _profile_target(group: CombatGroup, find: RuleLookup) -> Combatant:
    return Combatant(f"{group.models}xD{group.defense}+T{group.wounds}", (group,), find)
