"""Which effects count: what the models of a party have, are granted and are given, as things stand.

Repeated ratings add up (or as the glossary says), a rule without a number counts once. A rule that improves another
stands in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import add
from typing import TypeAlias

from listbuilder.i18n import languages, translate
from listbuilder.model import Rule, RuleId, RuleRef, Text, build_text
from listbuilder.model.effects import Bearers, Effect, Lean, Reach, Side, Way, as_number
from listbuilder.odds.combatant import Find, Party
from listbuilder.odds.situation import Situation, hangs_on

Ways: TypeAlias = tuple[tuple[RuleId, int], ...]
"""Which way each open choice or die goes, by the rule that it comes from."""
_COMBINED: Mapping[str, Callable[[int, int], int]] = {"add": add, "highest": max, "lowest": min}
_DEEPEST = 4
"""Rules that grant rules that grant rules: enough for any honest file."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What an attack can ask of its target: what most of its models have."""

    tough: int = 1
    defense: int = 6
    hero: int = 0


@dataclass(frozen=True, slots=True)
class ActiveRule:
    """A rule that counts for a model: what it is called, and what it does now."""

    rule: RuleId
    label: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Caveat:
    """Something that a result must say: what it assumes (`word`), or what it leaves out (`lean`)."""

    label: str
    word: str = ""
    lean: Lean | None = None
    side: Side | None = None
    """Whose part of an attack it is about; None where nobody knows."""
    text: Text | None = None
    """The same as the label in every language, where it is no rule's name."""


@cache
def caveat_text(name: str) -> Text:
    """Return what a result leaves out, from the catalogue of every language: `odds.without.NAME`."""
    return build_text({language: translate(language, f"odds.without.{name}") for language in languages()})


@dataclass(frozen=True, slots=True)
class Sources:
    """What counts for each rank of a party and for each of its weapons, and what is to be said about it."""

    ranks: tuple[tuple[ActiveRule, ...], ...]
    notes: frozenset[Caveat]


class Reader:
    """Reads the rules of one party in one situation."""

    def __init__(self, find: Find, situation: Situation, traits: Traits, ways: Ways) -> None:
        self.find = find
        self.situation = situation
        self.traits = traits
        self.ways: Mapping[RuleId, int] = dict(ways)
        self.notes: set[Caveat] = set()
        self.open: dict[RuleId, tuple[Effect, str]] = {}
        """Choices and dice that stand open, by rule."""

    def held(self, refs: Iterable[RuleRef], *, given: bool = False, depth: int = 0) -> Iterator[tuple[Reach, RuleRef]]:
        """Give rules with all that they grant, and whether that is for the model or for its whole unit."""
        for ref in refs:
            yield Reach.MODEL, ref
            rule = self.find(ref.id)
            for effect in (rule.effects if rule is not None else None) or ():
                if effect.grants is not None and depth < _DEEPEST and self._reaches(effect, given=given):
                    granted = effect.rated(ref.rating).grants
                    assert granted is not None
                    wide = effect.to is Reach.UNIT
                    for reach, inner in self.held([granted], given=given, depth=depth + 1):
                        yield (Reach.UNIT if wide else reach), inner

    def _reaches(self, effect: Effect, *, given: bool) -> bool:
        return (given or effect.to is not Reach.ANOTHER) and self.counts(effect)

    def counts(self, effect: Effect) -> bool:
        """Tell whether an effect counts as things stand and against this target."""
        if not effect.holds(self.situation.words):
            return False
        return all(getattr(self.traits, trait.name) in trait.span for trait in effect.against)

    def merged(self, refs: Iterable[RuleRef]) -> dict[RuleId, RuleRef]:
        """Make one of each rule."""
        found: dict[RuleId, RuleRef] = {}
        for ref in refs:
            before = found.get(ref.id)
            if before is None:
                found[ref.id] = ref
            elif ref.rating is not None:
                rule = self.find(ref.id)
                combine = _COMBINED[rule.stacks if rule is not None else "add"]
                found[ref.id] = RuleRef(ref.id, ref.name, combine(as_number(before.rating), as_number(ref.rating)))
        return found

    def sources(
        self, rules: Mapping[RuleId, RuleRef], everywhere: frozenset[RuleId], *, given: frozenset[RuleId] = frozenset()
    ) -> tuple[ActiveRule, ...]:
        """Give what rules do now; `everywhere` are those that all models of the unit have."""
        known = {key: self.find(key) for key in rules}
        instead = self._improved(rules, known)
        found = []
        for key, ref in rules.items():
            effects = instead[key] if key in instead else _rated(known[key], ref)
            if effects is None:
                self.notes.add(Caveat(ref.label, lean=Lean.UNSURE))
                continue
            wanted = (Reach.MODEL, Reach.UNIT, *((Reach.ANOTHER,) if key in given else ()))
            kept = [effect for effect in effects if effect.to in wanted]
            now = tuple(self._active(key, ref, kept, whole=key in everywhere))
            if now:
                found.append(ActiveRule(key, ref.label, now))
        return tuple(found)

    def _improved(
        self, rules: Mapping[RuleId, RuleRef], known: Mapping[RuleId, Rule | None]
    ) -> dict[RuleId, tuple[Effect, ...]]:
        found: dict[RuleId, tuple[Effect, ...]] = {}
        for rule in known.values():
            for effect in (rule.effects if rule is not None else None) or ():
                if effect.improves in rules:
                    assert effect.improves is not None
                    rating = rules[effect.improves].rating
                    better = _every_way(known[effect.improves]) if effect.every_way else effect.instead
                    found[effect.improves] = tuple(one.rated(rating) for one in better)
        return found

    def _active(self, key: RuleId, ref: RuleRef, effects: Iterable[Effect], *, whole: bool) -> Iterator[Effect]:
        for effect in effects:
            side = effect.side
            words = hangs_on(effect.when, self.situation.words)
            self.notes.update(Caveat(ref.label, word, side=side) for word in words)
            if not self.counts(effect) or (effect.bearers is Bearers.ALL and not whole):
                continue
            if effect.without is not None:
                self.notes.add(Caveat(ref.label, lean=effect.without, side=side))
            if effect.once:
                self.notes.add(Caveat(ref.label, "once", side=side))
            if effect.markers is not None:
                self.notes.add(Caveat(ref.label, "markers", side=side))
                times = effect.markers.times(self.situation.markers)
                yield from [effect] * times
            elif effect.ways:
                yield from self._way(key, ref, effect)
            else:
                yield effect

    def _way(self, key: RuleId, ref: RuleRef, effect: Effect) -> Iterator[Effect]:
        self.open[key] = (effect, ref.label)
        place = self.ways.get(key)
        if place is not None and place < len(effect.ways):
            yield from (one for one in effect.ways[place].effects if self.counts(one))


def _every_way(rule: Rule | None) -> Iterator[Effect]:
    for effect in (rule.effects if rule is not None else None) or ():
        yield from effect.together()


def _rated(rule: Rule | None, ref: RuleRef) -> tuple[Effect, ...] | None:
    if rule is None or rule.effects is None:
        return None
    return tuple(effect.rated(ref.rating) for effect in rule.effects)


def party_rules(party: Party, reader: Reader) -> tuple[list[dict[RuleId, RuleRef]], frozenset[RuleId]]:
    """Give the rules of each rank with all that is granted to it, and those that every rank has."""
    own: list[list[RuleRef]] = []
    shared: list[RuleRef] = [ref for _, ref in reader.held(party.given, given=True)]
    for rank in party.ranks:
        held = list(reader.held(rank.rules))
        own.append([ref for reach, ref in held if reach is Reach.MODEL])
        shared += [ref for reach, ref in held if reach is Reach.UNIT and ref not in shared]
        shared += [ref for reach, ref in held if reach is Reach.MODEL and _widens(ref, reader) and ref not in shared]
    ranks = [reader.merged([*refs, *(ref for ref in shared if ref not in refs)]) for refs in own]
    return ranks, frozenset.intersection(*(frozenset(rules) for rules in ranks)) if ranks else frozenset()


def _widens(ref: RuleRef, reader: Reader) -> bool:
    """Tell whether a rule of one model does something for all of its unit."""
    rule = reader.find(ref.id)
    effects = (rule.effects if rule is not None else None) or ()
    return any(effect.to is Reach.UNIT and effect.grants is None for effect in effects)


@lru_cache(maxsize=4096)
def asks_about_target(party: Party) -> tuple[bool, bool]:
    """Tell whether any rule of a party asks for traits of its target, and for how many models that has."""
    arms = [ref for rank in party.ranks for _, weapon in rank.weapons for ref in weapon.rules]
    waiting = {*party.given, *arms, *(ref for rank in party.ranks for ref in rank.rules)}
    seen: set[RuleId] = set()
    effects: list[Effect] = []
    while waiting:
        ref = waiting.pop()
        rule = None if ref.id in seen else party.find(ref.id)
        seen.add(ref.id)
        for effect in (rule.effects if rule is not None else None) or ():
            inner = (*effect.instead, *(one for way in effect.ways for one in way.effects))
            effects += [effect, *inner]
            waiting |= {*effect.rules, *((effect.grants,) if effect.grants is not None else ())}
    numbers = any("outnumbered" in every for effect in effects for every in effect.when)
    return any(effect.against for effect in effects), numbers


@lru_cache(maxsize=4096)
def read_target(party: Party, situation: Situation, ways: Ways) -> tuple[Sources, tuple[Open, ...]]:
    """Give what counts for the target of an attack, with what its weapons do to the attacker."""
    reader = Reader(party.find, situation, Traits(), ways)
    ranks, everywhere = party_rules(party, reader)
    given = frozenset(ref.id for ref in party.given)
    found = []
    for rank, rules in zip(party.ranks, ranks, strict=True):
        arms = reader.merged(ref for _, weapon in rank.weapons if not weapon.range for ref in weapon.rules)
        borne = {**{key: ref for key, ref in arms.items() if _looked_at(reader.find(key))}, **rules}
        found.append(tuple(_of_side(reader.sources(borne, everywhere, given=given), Side.TARGET)))
    return Sources(tuple(found), notes_of(reader, Side.TARGET)), _open(reader, Side.TARGET)


def _looked_at(rule: Rule | None) -> bool:
    return rule is not None and rule.effects is not None


def notes_of(reader: Reader, side: Side) -> frozenset[Caveat]:
    """Give what is to be said about one side of an attack."""
    return frozenset(note for note in reader.notes if note.side in (None, side))


@dataclass(frozen=True, slots=True)
class Open:
    """A choice or a die that stands open."""

    rule: RuleId
    label: str
    ways: tuple[Way, ...]
    side: Side


def _open(reader: Reader, side: Side) -> tuple[Open, ...]:
    return tuple(
        Open(rule, label, effect.ways, side) for rule, (effect, label) in reader.open.items() if effect.side is side
    )


def open_ways(reader: Reader) -> tuple[Open, ...]:
    """Give the choices and dice of an attack that stand open."""
    return _open(reader, Side.ATTACK)


def _of_side(sources: Iterable[ActiveRule], side: Side) -> Iterator[ActiveRule]:
    for source in sources:
        effects = tuple(effect for effect in source.effects if effect.side is side)
        if effects:
            yield ActiveRule(source.rule, source.label, effects)
