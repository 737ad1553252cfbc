"""The effects that are active for a combatant: from its own rules, granted rules and borrowed rules.

Ratings of a repeated rule are added up, unless its glossary entry says otherwise; a rule without a rating counts once.
A rule that improves another rule replaces it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import add
from typing import TypeAlias

from listbuilder.model import Rule, RuleId, RuleRef, Text
from listbuilder.model.effects import Bearers, Bias, Branch, Effect, Scope, Side, parse_rating
from listbuilder.odds.combatant import Combatant, RuleLookup
from listbuilder.odds.situation import Situation, assumptions_used

ChosenWays: TypeAlias = tuple[tuple[RuleId, int], ...]
"""The index of the chosen way for each open choice or die, with its rule."""
_STACKING: Mapping[str, Callable[[int, int], int]] = {"add": add, "highest": max, "lowest": min}
_MAX_GRANT_DEPTH = 4
"""How deep rules may grant rules that grant rules; no real data goes deeper."""


@dataclass(frozen=True, slots=True)
class TargetTraits:
    """What effects can ask about a target: the values of most of its models."""

    tough: int = 1
    defense: int = 6
    hero: int = 0


@dataclass(frozen=True, slots=True)
class ActiveRule:
    """A rule of a model with its label and its active effects."""

    rule: RuleId
    label: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Caveat:
    """A note on a result: something it assumes (`assumption`) or leaves out (`bias`)."""

    label: str
    assumption: str = ""
    bias: Bias | None = None
    side: Side | None = None
    """The side of the attack it is about; None if unknown."""
    text: Text | None = None
    """The label in every language, if it is not the name of a rule."""


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """A choice or a die of a rule that is not decided yet."""

    rule: RuleId
    label: str
    ways: tuple[Branch, ...]
    side: Side


@dataclass(frozen=True, slots=True)
class TargetRules:
    """The active rules of each model group of a target, with caveats and open choices."""

    groups: tuple[tuple[ActiveRule, ...], ...]
    caveats: frozenset[Caveat]
    open_choices: tuple[OpenChoice, ...]


class RuleReader:
    """Reads the rules of one combatant in one situation."""

    def __init__(self, find: RuleLookup, situation: Situation, traits: TargetTraits, ways: ChosenWays) -> None:
        self.find_rule = find
        self.situation = situation
        self.traits = traits
        self.ways: Mapping[RuleId, int] = dict(ways)
        self.caveats: set[Caveat] = set()
        self._open_choices: dict[RuleId, OpenChoice] = {}

    def rule_effects(self, rule_id: RuleId) -> tuple[Effect, ...]:
        """Return the effects of a rule; empty if it has none or is unknown."""
        return _effects(self.find_rule(rule_id))

    def expand_grants(
        self, refs: Iterable[RuleRef], *, borrowed: bool = False, depth: int = 0
    ) -> Iterator[tuple[Scope, RuleRef]]:
        """Yield rules with all rules that they grant, each for the model or for its whole unit."""
        for ref in refs:
            yield Scope.MODEL, ref
            for effect in self.rule_effects(ref.id):
                if effect.grants is None or depth >= _MAX_GRANT_DEPTH:
                    continue
                if (borrowed or effect.scope is not Scope.OTHER) and self.applies(effect):
                    granted = effect.with_rating(ref.rating).grants
                    assert granted is not None
                    for reach, inner in self.expand_grants([granted], borrowed=borrowed, depth=depth + 1):
                        yield (Scope.UNIT if effect.scope is Scope.UNIT else reach), inner

    def applies(self, effect: Effect) -> bool:
        """Return whether an effect applies in this situation and against this target."""
        if not effect.applies_in(self.situation.words):
            return False
        return all(getattr(self.traits, trait.stat) in trait.range for trait in effect.against)

    def merge(self, refs: Iterable[RuleRef]) -> dict[RuleId, RuleRef]:
        """Return each rule once, with its ratings stacked."""
        rules: dict[RuleId, RuleRef] = {}
        for ref in refs:
            known = rules.get(ref.id)
            if known is None:
                rules[ref.id] = ref
            elif ref.rating is not None:
                rule = self.find_rule(ref.id)
                stack = _STACKING[rule.stacking if rule is not None else "add"]
                rules[ref.id] = RuleRef(ref.id, ref.name, stack(parse_rating(known.rating), parse_rating(ref.rating)))
        return rules

    def active_rules(
        self, rules: Mapping[RuleId, RuleRef], shared: frozenset[RuleId], *, borrowed: frozenset[RuleId] = frozenset()
    ) -> tuple[ActiveRule, ...]:
        """Return the rules with their active effects; `shared` are those that all models of the unit have."""
        known = {rule_id: self.find_rule(rule_id) for rule_id in rules}
        improved = self._improved_effects(rules, known)
        active = []
        for rule_id, ref in rules.items():
            effects, rule = improved.get(rule_id), known[rule_id]
            if effects is None and (rule is None or rule.effects is None):
                self.caveats.add(Caveat(ref.label, bias=Bias.UNKNOWN))
                continue
            if effects is None:
                effects = tuple(effect.with_rating(ref.rating) for effect in _effects(rule))
            scopes = (Scope.MODEL, Scope.UNIT, *((Scope.OTHER,) if rule_id in borrowed else ()))
            in_scope = [effect for effect in effects if effect.scope in scopes]
            now = tuple(self._active_effects(rule_id, ref, in_scope, shared=rule_id in shared))
            if now:
                active.append(ActiveRule(rule_id, ref.label, now))
        return tuple(active)

    def _improved_effects(
        self, rules: Mapping[RuleId, RuleRef], known: Mapping[RuleId, Rule | None]
    ) -> dict[RuleId, tuple[Effect, ...]]:
        improved: dict[RuleId, tuple[Effect, ...]] = {}
        for rule in known.values():
            for effect in _effects(rule):
                if effect.improves in rules:
                    assert effect.improves is not None
                    rating = rules[effect.improves].rating
                    better: Iterable[Effect] = effect.replacement
                    if effect.all_branches:
                        better = (way for old in _effects(known[effect.improves]) for way in old.expand_branches())
                    improved[effect.improves] = tuple(new.with_rating(rating) for new in better)
        return improved

    def _active_effects(
        self, rule_id: RuleId, ref: RuleRef, effects: Iterable[Effect], *, shared: bool
    ) -> Iterator[Effect]:
        for effect in effects:
            side = effect.side
            assumptions = assumptions_used(effect.when, self.situation.words)
            self.caveats.update(Caveat(ref.label, assumption, side=side) for assumption in assumptions)
            if not self.applies(effect) or (effect.bearers is Bearers.ALL and not shared):
                continue
            if effect.unmodelled_bias is not None:
                self.caveats.add(Caveat(ref.label, bias=effect.unmodelled_bias, side=side))
            if effect.once:
                self.caveats.add(Caveat(ref.label, "once", side=side))
            if effect.markers is not None:
                self.caveats.add(Caveat(ref.label, "markers", side=side))
                yield from [effect] * effect.markers.multiplier(self.situation.markers)
            elif effect.branches:
                self._open_choices[rule_id] = OpenChoice(rule_id, ref.label, effect.branches, side)
                index = self.ways.get(rule_id)
                if index is not None and index < len(effect.branches):
                    yield from (chosen for chosen in effect.branches[index].effects if self.applies(chosen))
            else:
                yield effect

    def caveats_for(self, side: Side) -> frozenset[Caveat]:
        """Return the caveats about one side of an attack."""
        return frozenset(caveat for caveat in self.caveats if caveat.side in (None, side))

    def open_choices_for(self, side: Side) -> tuple[OpenChoice, ...]:
        """Return the open choices and dice of one side of an attack."""
        return tuple(choice for choice in self._open_choices.values() if choice.side is side)


def _effects(rule: Rule | None) -> tuple[Effect, ...]:
    return (rule.effects if rule is not None else None) or ()


def read_combatant_rules(
    combatant: Combatant, reader: RuleReader
) -> tuple[list[dict[RuleId, RuleRef]], frozenset[RuleId]]:
    """Return the rules of each model group with all that is granted to it, and the rules that every group has."""
    own: list[list[RuleRef]] = []
    shared: list[RuleRef] = [ref for _, ref in reader.expand_grants(combatant.borrowed_rules, borrowed=True)]
    for group in combatant.groups:
        held = list(reader.expand_grants(group.rules))
        own.append([ref for reach, ref in held if reach is Scope.MODEL])
        shared += [ref for reach, ref in held if reach is Scope.UNIT and ref not in shared]
        for ref in own[-1]:  # a rule of one model may have a direct effect on its whole unit
            effects = reader.rule_effects(ref.id)
            if ref not in shared and any(effect.scope is Scope.UNIT and effect.grants is None for effect in effects):
                shared.append(ref)
    rules = [reader.merge([*refs, *(ref for ref in shared if ref not in refs)]) for refs in own]
    return rules, frozenset.intersection(*map(frozenset, rules)) if rules else frozenset()


@lru_cache(maxsize=4096)
def asks_about_target(combatant: Combatant) -> tuple[bool, bool]:
    """Return whether any rule of a combatant asks for traits of its target, and for its number of models."""
    weapon_rules = [ref for group in combatant.groups for _, weapon in group.weapons for ref in weapon.rules]
    waiting = {*combatant.borrowed_rules, *weapon_rules, *(ref for group in combatant.groups for ref in group.rules)}
    rule_ids: set[RuleId] = set()
    effects: list[Effect] = []
    while waiting:
        ref = waiting.pop()
        rule = None if ref.id in rule_ids else combatant.find_rule(ref.id)
        rule_ids.add(ref.id)
        for effect in _effects(rule):
            effects += [effect, *effect.replacement, *(inner for way in effect.branches for inner in way.effects)]
            waiting |= {*effect.rules, *((effect.grants,) if effect.grants is not None else ())}
    asks_for_numbers = any("outnumbered" in words for effect in effects for words in effect.when)
    return any(effect.against for effect in effects), asks_for_numbers


@lru_cache(maxsize=4096)
def read_target_rules(combatant: Combatant, situation: Situation, ways: ChosenWays) -> TargetRules:
    """Return the active rules of a target, with what its melee weapons do to the attacker."""
    reader = RuleReader(combatant.find_rule, situation, TargetTraits(), ways)
    group_rules, everywhere = read_combatant_rules(combatant, reader)
    borrowed_ids = frozenset(ref.id for ref in combatant.borrowed_rules)
    active = []
    for group, rules in zip(combatant.groups, group_rules, strict=True):
        weapon_rules = reader.merge(ref for _, weapon in group.weapons if not weapon.range for ref in weapon.rules)
        with_effects = {
            rule_id: ref
            for rule_id, ref in weapon_rules.items()
            if (rule := reader.find_rule(rule_id)) is not None and rule.effects is not None
        }
        own = [
            replace(rule, effects=tuple(effect for effect in rule.effects if effect.side is Side.TARGET))
            for rule in reader.active_rules({**with_effects, **rules}, everywhere, borrowed=borrowed_ids)
        ]
        active.append(tuple(rule for rule in own if rule.effects))
    return TargetRules(tuple(active), reader.caveats_for(Side.TARGET), reader.open_choices_for(Side.TARGET))
