"""The effects that are active for a combatant: from its own rules, granted rules and borrowed rules.

Ratings of a repeated rule are added up, unless its glossary entry says otherwise; a rule without a rating counts once.
A rule that improves another rule replaces it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import add
from typing import TypeAlias

from listbuilder.model import Rule, RuleId, RuleRef, Text
from listbuilder.model.effects import Bearers, Effect, Lean, Reach, Side, Way, as_number
from listbuilder.odds.combatant import Find, Party
from listbuilder.odds.situation import Situation, hangs_on

Ways: TypeAlias = tuple[tuple[RuleId, int], ...]
"""The index of the chosen way for each open choice or die, with its rule."""
_STACKING: Mapping[str, Callable[[int, int], int]] = {"add": add, "highest": max, "lowest": min}
_MAX_GRANT_DEPTH = 4
"""How deep rules may grant rules that grant rules; no real data goes deeper."""


@dataclass(frozen=True, slots=True)
class Traits:
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
    word: str = ""
    lean: Lean | None = None
    side: Side | None = None
    """The side of the attack it is about; None if unknown."""
    text: Text | None = None
    """The label in every language, if it is not the name of a rule."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The active rules of each model group of a target, with caveats."""

    ranks: tuple[tuple[ActiveRule, ...], ...]
    notes: frozenset[Caveat]


class Reader:
    """Reads the rules of one combatant in one situation."""

    def __init__(self, find: Find, situation: Situation, traits: Traits, ways: Ways) -> None:
        self.find = find
        self.situation = situation
        self.traits = traits
        self.ways: Mapping[RuleId, int] = dict(ways)
        self.notes: set[Caveat] = set()
        self.open: dict[RuleId, tuple[Effect, str]] = {}
        """Open choices and dice, by rule."""

    def rule_effects(self, rule_id: RuleId) -> tuple[Effect, ...]:
        """Return the effects of a rule; empty if it has none or is unknown."""
        return _effects(self.find(rule_id))

    def held(self, refs: Iterable[RuleRef], *, given: bool = False, depth: int = 0) -> Iterator[tuple[Reach, RuleRef]]:
        """Yield rules with all rules that they grant, each for the model or for its whole unit."""
        for ref in refs:
            yield Reach.MODEL, ref
            for effect in self.rule_effects(ref.id):
                if effect.grants is None or depth >= _MAX_GRANT_DEPTH:
                    continue
                if (given or effect.to is not Reach.ANOTHER) and self.counts(effect):
                    granted = effect.rated(ref.rating).grants
                    assert granted is not None
                    for reach, inner in self.held([granted], given=given, depth=depth + 1):
                        yield (Reach.UNIT if effect.to is Reach.UNIT else reach), inner

    def counts(self, effect: Effect) -> bool:
        """Return whether an effect applies in this situation and against this target."""
        if not effect.holds(self.situation.words):
            return False
        return all(getattr(self.traits, trait.name) in trait.span for trait in effect.against)

    def merged(self, refs: Iterable[RuleRef]) -> dict[RuleId, RuleRef]:
        """Return each rule once, with its ratings stacked."""
        rules: dict[RuleId, RuleRef] = {}
        for ref in refs:
            known = rules.get(ref.id)
            if known is None:
                rules[ref.id] = ref
            elif ref.rating is not None:
                rule = self.find(ref.id)
                stack = _STACKING[rule.stacks if rule is not None else "add"]
                rules[ref.id] = RuleRef(ref.id, ref.name, stack(as_number(known.rating), as_number(ref.rating)))
        return rules

    def sources(
        self, rules: Mapping[RuleId, RuleRef], everywhere: frozenset[RuleId], *, given: frozenset[RuleId] = frozenset()
    ) -> tuple[ActiveRule, ...]:
        """Return the rules with their active effects; `shared` are those that all models of the unit have."""
        known = {rule_id: self.find(rule_id) for rule_id in rules}
        improved = self._improved_effects(rules, known)
        active = []
        for rule_id, ref in rules.items():
            effects = improved[rule_id] if rule_id in improved else _rated_effects(known[rule_id], ref)
            if effects is None:
                self.notes.add(Caveat(ref.label, lean=Lean.UNSURE))
                continue
            scopes = (Reach.MODEL, Reach.UNIT, *((Reach.ANOTHER,) if rule_id in given else ()))
            in_scope = [effect for effect in effects if effect.to in scopes]
            now = tuple(self._active_effects(rule_id, ref, in_scope, shared=rule_id in everywhere))
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
                    better: Iterable[Effect] = effect.instead
                    if effect.every_way:
                        better = (way for old in _effects(known[effect.improves]) for way in old.together())
                    improved[effect.improves] = tuple(new.rated(rating) for new in better)
        return improved

    def _active_effects(
        self, rule_id: RuleId, ref: RuleRef, effects: Iterable[Effect], *, shared: bool
    ) -> Iterator[Effect]:
        for effect in effects:
            side = effect.side
            assumptions = hangs_on(effect.when, self.situation.words)
            self.notes.update(Caveat(ref.label, assumption, side=side) for assumption in assumptions)
            if not self.counts(effect) or (effect.bearers is Bearers.ALL and not shared):
                continue
            if effect.without is not None:
                self.notes.add(Caveat(ref.label, lean=effect.without, side=side))
            if effect.once:
                self.notes.add(Caveat(ref.label, "once", side=side))
            if effect.markers is not None:
                self.notes.add(Caveat(ref.label, "markers", side=side))
                yield from [effect] * effect.markers.times(self.situation.markers)
            elif effect.ways:
                self.open[rule_id] = (effect, ref.label)
                index = self.ways.get(rule_id)
                if index is not None and index < len(effect.ways):
                    yield from (chosen for chosen in effect.ways[index].effects if self.counts(chosen))
            else:
                yield effect


def _effects(rule: Rule | None) -> tuple[Effect, ...]:
    return (rule.effects if rule is not None else None) or ()


def _rated_effects(rule: Rule | None, ref: RuleRef) -> tuple[Effect, ...] | None:
    if rule is None or rule.effects is None:
        return None
    return tuple(effect.rated(ref.rating) for effect in rule.effects)


def party_rules(combatant: Party, reader: Reader) -> tuple[list[dict[RuleId, RuleRef]], frozenset[RuleId]]:
    """Return the rules of each model group with all that is granted to it, and the rules that every group has."""
    own: list[list[RuleRef]] = []
    shared: list[RuleRef] = [ref for _, ref in reader.held(combatant.given, given=True)]
    for group in combatant.ranks:
        held = list(reader.held(group.rules))
        own.append([ref for reach, ref in held if reach is Reach.MODEL])
        shared += [ref for reach, ref in held if reach is Reach.UNIT and ref not in shared]
        shared += [
            ref for reach, ref in held if reach is Reach.MODEL and _affects_unit(ref, reader) and ref not in shared
        ]
    rules = [reader.merged([*refs, *(ref for ref in shared if ref not in refs)]) for refs in own]
    return rules, frozenset.intersection(*map(frozenset, rules)) if rules else frozenset()


def _affects_unit(ref: RuleRef, reader: Reader) -> bool:
    """Return whether a rule of one model has a direct effect on its whole unit."""
    return any(effect.to is Reach.UNIT and effect.grants is None for effect in reader.rule_effects(ref.id))


@lru_cache(maxsize=4096)
def asks_about_target(combatant: Party) -> tuple[bool, bool]:
    """Return whether any rule of a combatant asks for traits of its target, and for its number of models."""
    weapon_rules = [ref for group in combatant.ranks for _, weapon in group.weapons for ref in weapon.rules]
    waiting = {*combatant.given, *weapon_rules, *(ref for group in combatant.ranks for ref in group.rules)}
    seen: set[RuleId] = set()
    effects: list[Effect] = []
    while waiting:
        ref = waiting.pop()
        rule = None if ref.id in seen else combatant.find(ref.id)
        seen.add(ref.id)
        for effect in _effects(rule):
            effects += [effect, *effect.instead, *(inner for way in effect.ways for inner in way.effects)]
            waiting |= {*effect.rules, *((effect.grants,) if effect.grants is not None else ())}
    asks_for_numbers = any("outnumbered" in words for effect in effects for words in effect.when)
    return any(effect.against for effect in effects), asks_for_numbers


@lru_cache(maxsize=4096)
def read_target(combatant: Party, situation: Situation, ways: Ways) -> tuple[Sources, tuple[Open, ...]]:
    """Return the active rules of a target, with what its melee weapons do to the attacker, and its open choices."""
    reader = Reader(combatant.find, situation, Traits(), ways)
    group_rules, everywhere = party_rules(combatant, reader)
    given = frozenset(ref.id for ref in combatant.given)
    active = []
    for group, rules in zip(combatant.ranks, group_rules, strict=True):
        weapon_rules = reader.merged(ref for _, weapon in group.weapons if not weapon.range for ref in weapon.rules)
        with_effects = {
            rule_id: ref
            for rule_id, ref in weapon_rules.items()
            if (rule := reader.find(rule_id)) is not None and rule.effects is not None
        }
        sources = reader.sources({**with_effects, **rules}, everywhere, given=given)
        active.append(tuple(_only_side(sources, Side.TARGET)))
    return Sources(tuple(active), notes_of(reader, Side.TARGET)), open_choices(reader, Side.TARGET)


def notes_of(reader: Reader, side: Side) -> frozenset[Caveat]:
    """Return the caveats about one side of an attack."""
    return frozenset(caveat for caveat in reader.notes if caveat.side in (None, side))


@dataclass(frozen=True, slots=True)
class Open:
    """A choice or a die of a rule that is not decided yet."""

    rule: RuleId
    label: str
    ways: tuple[Way, ...]
    side: Side


def open_choices(reader: Reader, side: Side) -> tuple[Open, ...]:
    """Return the open choices and dice of one side of an attack."""
    return tuple(
        Open(rule, label, effect.ways, side) for rule, (effect, label) in reader.open.items() if effect.side is side
    )


def _only_side(rules: Iterable[ActiveRule], side: Side) -> Iterator[ActiveRule]:
    for rule in rules:
        effects = tuple(effect for effect in rule.effects if effect.side is side)
        if effects:
            yield ActiveRule(rule.rule, rule.label, effects)
