"""The defense of a target as numbers: what it blocks with, what it ignores, which model is hit first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from listbuilder.model import System
from listbuilder.model.effects import Bearers, Effect, Lean, Side
from listbuilder.odds.active_effects import ActiveRule, Caveat, Open, Sources, Traits, Ways, read_target
from listbuilder.odds.combatant import Party
from listbuilder.odds.dice import chance_of
from listbuilder.odds.situation import Situation


@dataclass(frozen=True, slots=True, kw_only=True)
class Shield:
    """The numbers that protect a target from wounds."""

    defense: int
    models: int
    hit: int = 0
    """The target's modifier to hit rolls."""
    ap: int = 0
    """The target's modifier to AP."""
    guard: int = 0
    """The bonus to block rolls."""
    plain_guard: int = 0
    """The bonus to block rolls against hits with neither AP nor Blast."""
    blast_ap: int = 0
    """The modifier to the AP of hits with Blast."""
    cover_hit: int = 0
    cover_guard: int = 0
    ignored: float = 0.0
    """The chance to ignore a wound."""
    impact: int = 0
    """The number of Impact dice that chargers lose."""


@dataclass(frozen=True, slots=True)
class Defenders:
    """The defense of a target in one situation, with caveats and open choices."""

    shield: Shield
    alone: Shield
    """The defense of the model that is removed last, as its own unit."""
    capacities: tuple[int, ...]
    notes: frozenset[Caveat]
    open: tuple[Open, ...]


@lru_cache(maxsize=8192)
def read_traits(combatant: Party, situation: Situation) -> Traits:
    """Return the traits that most models of a combatant have, with their armour."""
    wounds = sorted((group.wounds for group in combatant.ranks for _ in range(group.models)), reverse=True)
    heroes = sum(group.models for group in combatant.ranks if group.hero)
    rules, _ = read_target(combatant, situation, ())
    defense = _unit_defense(combatant, _group_defenses(combatant, rules))
    return Traits(wounds[len(wounds) // 2], defense, int(2 * heroes > combatant.models))


def _unit_defense(combatant: Party, defenses: Iterable[int]) -> int:
    """Return the Defense of most models; a hero's counts only if there are no other models."""
    models: dict[int, int] = {}
    groups = list(zip(combatant.ranks, defenses, strict=True))
    for group, defense in [row for row in groups if not row[0].hero] or groups:
        models[defense] = models.get(defense, 0) + group.models
    return max(models, key=lambda defense: models[defense])


@lru_cache(maxsize=8192)
def read_defenders(combatant: Party, system: System, situation: Situation, ways: Ways = ()) -> Defenders:
    """Return the defense of a target, with the effects of the system itself, such as cover."""
    rules, open_choices = read_target(combatant, situation, ways)
    system_effects = [effect for effect in system.combat.effects if effect.holds(situation.words)]
    defenses = _group_defenses(combatant, rules)
    unit = _unit_profile(_unit_defense(combatant, defenses), combatant, rules.ranks, system_effects)
    last_model = replace(unit, models=1, defense=defenses[-1])
    partial = [Caveat(rule.label, lean=Lean.LESS, side=Side.TARGET) for rule in _partial_ignore_rules(rules.ranks)]
    caveats = rules.notes.union(partial)
    return Defenders(unit, last_model, combatant.capacities_in(system), caveats, open_choices)


def _group_defenses(combatant: Party, rules: Sources) -> list[int]:
    """Return the Defense of each model group, with armour."""
    return [
        min([group.defense, *_amounts(active, "armor")])
        for group, active in zip(combatant.ranks, rules.ranks, strict=True)
    ]


def _amounts(rules: Iterable[ActiveRule], verb: str) -> list[int]:
    return [effect.amount(verb) for rule in rules for effect in rule.effects if verb in effect.verbs]


def _unit_profile(
    defense: int, combatant: Party, groups: tuple[tuple[ActiveRule, ...], ...], system_effects: list[Effect]
) -> Shield:
    shared = [effect for rule in groups[0] for effect in rule.effects if effect.bearers is Bearers.ALL]
    per_model = [
        (group.models, effect)
        for group, rules in zip(combatant.ranks, groups, strict=True)
        for rule in rules
        for effect in rule.effects
        if effect.bearers is Bearers.EACH
    ]
    return Shield(
        defense=defense,
        models=combatant.models,
        hit=sum(effect.amount("hit") for effect in shared),
        ap=sum(effect.amount("ap") for effect in shared if effect.hits_from is None),
        guard=sum(effect.amount("defense") for effect in shared if effect.hits_from is None),
        plain_guard=sum(effect.amount("defense") for effect in shared if effect.hits_from == "plain"),
        blast_ap=sum(effect.amount("ap") for effect in shared if effect.hits_from == "blast"),
        cover_hit=sum(effect.amount("hit") for effect in system_effects),
        cover_guard=sum(effect.amount("defense") for effect in system_effects),
        ignored=_ignore_chance(set(groups[0]).difference(_partial_ignore_rules(groups))),
        impact=-sum(models * effect.amount("impact") for models, effect in per_model),
    )


def _partial_ignore_rules(groups: tuple[tuple[ActiveRule, ...], ...]) -> Iterator[ActiveRule]:
    """Yield rules that let only some models ignore wounds; these are left out."""
    shared = set.intersection(*({rule.rule for rule in rules} for rules in groups))
    for rule in (rule for rules in groups for rule in rules if rule.rule not in shared):
        if any("ignore_wound" in effect.verbs for effect in rule.effects):
            yield rule


def _ignore_chance(rules: Iterable[ActiveRule]) -> float:
    """Return the chance to ignore a wound: each rule rolls on its own, with its best effect."""
    not_ignored = 1.0
    for rule in rules:
        needed = _amounts([rule], "ignore_wound")
        if needed:
            not_ignored *= 1 - chance_of(max(2, min(needed)))
    return 1 - not_ignored
