"""The defense of a target as numbers: what it blocks with, what it ignores, which model is hit first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from listbuilder.model import System
from listbuilder.model.effects import Bearers, Bias, Effect, Side
from listbuilder.odds.active_effects import (
    ActiveRule,
    Caveat,
    ChosenWays,
    OpenChoice,
    TargetRules,
    TargetTraits,
    read_target_rules,
)
from listbuilder.odds.combatant import Combatant
from listbuilder.odds.dice import chance_at_least
from listbuilder.odds.situation import Situation


@dataclass(frozen=True, slots=True, kw_only=True)
class DefenseProfile:
    """The numbers that protect a target from wounds."""

    defense: int
    models: int
    hit_modifier: int = 0
    """The target's modifier to hit rolls."""
    ap_modifier: int = 0
    """The target's modifier to AP."""
    block_bonus: int = 0
    """The bonus to block rolls."""
    plain_block_bonus: int = 0
    """The bonus to block rolls against hits with neither AP nor Blast."""
    blast_ap: int = 0
    """The modifier to the AP of hits with Blast."""
    cover_hit_modifier: int = 0
    cover_block_bonus: int = 0
    ignore_chance: float = 0.0
    """The chance to ignore a wound."""
    impact_reduction: int = 0
    """The number of Impact dice that chargers lose."""


@dataclass(frozen=True, slots=True)
class TargetDefense:
    """The defense of a target in one situation, with caveats and open choices."""

    unit: DefenseProfile
    last_model: DefenseProfile
    """The defense of the model that is removed last, as its own unit."""
    capacities: tuple[int, ...]
    caveats: frozenset[Caveat]
    open_choices: tuple[OpenChoice, ...]


@lru_cache(maxsize=8192)
def read_target_traits(combatant: Combatant, situation: Situation) -> TargetTraits:
    """Return the traits that most models of a combatant have, with their armour."""
    wounds = sorted((group.wounds for group in combatant.groups for _ in range(group.models)), reverse=True)
    heroes = sum(group.models for group in combatant.groups if group.hero)
    rules = read_target_rules(combatant, situation, ())
    defense = _unit_defense(combatant, _group_defenses(combatant, rules))
    return TargetTraits(wounds[len(wounds) // 2], defense, int(2 * heroes > combatant.models))


def _unit_defense(combatant: Combatant, defenses: Iterable[int]) -> int:
    """Return the Defense of most models; a hero's counts only if there are no other models."""
    models: dict[int, int] = {}
    groups = list(zip(combatant.groups, defenses, strict=True))
    for group, defense in [row for row in groups if not row[0].hero] or groups:
        models[defense] = models.get(defense, 0) + group.models
    return max(models, key=lambda defense: models[defense])


@lru_cache(maxsize=8192)
def read_target_defense(
    combatant: Combatant, system: System, situation: Situation, ways: ChosenWays = ()
) -> TargetDefense:
    """Return the defense of a target, with the effects of the system itself, such as cover."""
    rules = read_target_rules(combatant, situation, ways)
    system_effects = [effect for effect in system.combat.effects if effect.applies_in(situation.words)]
    defenses = _group_defenses(combatant, rules)
    unit = _unit_profile(_unit_defense(combatant, defenses), combatant, rules.groups, system_effects)
    last_model = replace(unit, models=1, defense=defenses[-1])
    partial = [Caveat(rule.label, bias=Bias.LESS, side=Side.TARGET) for rule in _partial_ignore_rules(rules.groups)]
    caveats = rules.caveats.union(partial)
    return TargetDefense(unit, last_model, combatant.capacities_in(system), caveats, rules.open_choices)


def _group_defenses(combatant: Combatant, rules: TargetRules) -> list[int]:
    """Return the Defense of each model group, with armour."""
    return [
        min([group.defense, *_amounts(active, "armor")])
        for group, active in zip(combatant.groups, rules.groups, strict=True)
    ]


def _amounts(rules: Iterable[ActiveRule], verb: str) -> list[int]:
    return [effect.amount(verb) for rule in rules for effect in rule.effects if verb in effect.verbs]


def _unit_profile(
    defense: int, combatant: Combatant, groups: tuple[tuple[ActiveRule, ...], ...], system_effects: list[Effect]
) -> DefenseProfile:
    shared = [effect for rule in groups[0] for effect in rule.effects if effect.bearers is Bearers.ALL]
    per_model = [
        (group.models, effect)
        for group, rules in zip(combatant.groups, groups, strict=True)
        for rule in rules
        for effect in rule.effects
        if effect.bearers is Bearers.EACH
    ]
    not_ignored = 1.0
    for rule in set(groups[0]).difference(_partial_ignore_rules(groups)):  # each rolls on its own
        if needed := _amounts([rule], "ignore_wound"):
            not_ignored *= 1 - chance_at_least(max(2, min(needed)))
    return DefenseProfile(
        defense=defense,
        models=combatant.models,
        hit_modifier=sum(effect.amount("hit") for effect in shared),
        ap_modifier=sum(effect.amount("ap") for effect in shared if effect.hits_from is None),
        block_bonus=sum(effect.amount("defense") for effect in shared if effect.hits_from is None),
        plain_block_bonus=sum(effect.amount("defense") for effect in shared if effect.hits_from == "plain"),
        blast_ap=sum(effect.amount("ap") for effect in shared if effect.hits_from == "blast"),
        cover_hit_modifier=sum(effect.amount("hit") for effect in system_effects),
        cover_block_bonus=sum(effect.amount("defense") for effect in system_effects),
        ignore_chance=1 - not_ignored,
        impact_reduction=-sum(models * effect.amount("impact") for models, effect in per_model),
    )


def _partial_ignore_rules(groups: tuple[tuple[ActiveRule, ...], ...]) -> Iterator[ActiveRule]:
    """Yield rules that let only some models ignore wounds; these are left out."""
    shared = set.intersection(*({rule.rule for rule in rules} for rules in groups))
    for rule in (rule for rules in groups for rule in rules if rule.rule not in shared):
        if any("ignore_wound" in effect.verbs for effect in rule.effects):
            yield rule
