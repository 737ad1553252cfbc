"""Volleys: equal dice that the weapons and rules of an attacker roll, before the target is considered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache

from listbuilder.model import RuleId, RuleRef, SpellAttack, Weapon
from listbuilder.model.effects import DIE_FACES, Effect, Side
from listbuilder.odds.active_effects import (
    ActiveRule,
    Caveat,
    ChosenWays,
    OpenChoice,
    RuleReader,
    TargetTraits,
    read_combatant_rules,
)
from listbuilder.odds.combatant import Combatant, CombatGroup, RuleLookup
from listbuilder.odds.situation import FAR_INCHES, AttackMode, Situation

_IMPOSSIBLE_ROLL = DIE_FACES + 1


class DieKind(Enum):
    """What a die of a volley is: an attack, or a die that deals hits or wounds."""

    ATTACK = "attack"
    HITS = "hits"
    WOUNDS = "wounds"


class StrikeOrder(Enum):
    """When a volley strikes in a melee, in this order."""

    FIRST = "first"
    REST = ""
    LAST = "last"


_TURNS = {turn.value: turn for turn in StrikeOrder}


@dataclass(frozen=True, slots=True)
class OnHit:
    """What an unmodified hit roll of at least `min_roll` gives."""

    min_roll: int
    ap: int = 0
    min_ap: int = 0
    hits: int = 0
    attacks: int = 0
    wounds: int = 0
    unignorable: bool = False
    """Whether the wounds of such a hit cannot be ignored."""


@dataclass(frozen=True, slots=True)
class OnBlock:
    """What an unmodified block roll of at most `max_roll` costs the target."""

    max_roll: int
    wounds: int = 0
    attacks: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Volley:
    """Dice that are rolled alike."""

    name: str
    dice: int = field(compare=False)
    """How many; volleys that differ only in this are merged."""
    kind: DieKind = DieKind.ATTACK
    quality: int = 6
    hit_modifier: int = 0
    """The attacker's modifier to hit rolls."""
    ignores_penalties: bool = False
    """Whether it ignores penalties to hit rolls and AP."""
    success_roll: int = 1
    """The roll at which a die that is not an attack succeeds."""
    damage: int = 1
    """How many hits or wounds such a die deals."""
    ap: int = 0
    min_ap: int = 0
    on_hit: tuple[OnHit, ...] = ()
    on_block: tuple[OnBlock, ...] = ()
    block_reroll_from: int = _IMPOSSIBLE_ROLL
    """Successful blocks of at least this roll are rolled again."""
    block_modifier: int = 0
    """The modifier to the target's block rolls."""
    blast: int = 1
    blast_capped: bool = True
    """Whether Blast is limited by the number of models."""
    deadly: int = 1
    unignorable: bool = False
    """Whether its wounds cannot be ignored."""
    ignores_cover: bool = False
    """Whether it ignores cover."""
    picks_model: bool = False
    """Whether the attacker picks one model as the target."""
    is_impact: bool = False
    own_wounds: int = 0
    """Wounds that the attacker takes for each 1 it rolls."""
    wound_roll_bonus: int = 0
    """The bonus to the wound roll of a model that it has wounded."""
    order: str = ""
    rules: tuple[str, ...] = ()
    """The labels of the rules that shaped it."""

    @property
    def strike_order(self) -> StrikeOrder:
        """When it strikes in a melee."""
        return _TURNS.get(self.order, StrikeOrder.REST)


@dataclass(frozen=True, slots=True)
class AttackVolleys:
    """All volleys of an attacker in one situation, with caveats and open choices."""

    volleys: tuple[Volley, ...]
    caveats: frozenset[Caveat]
    open_choices: tuple[OpenChoice, ...]


@lru_cache(maxsize=8192)
def read_volleys(
    combatant: Combatant,
    situation: Situation,
    traits: TargetTraits,
    ways: ChosenWays = (),
    ignored_rule: RuleId | None = None,
) -> AttackVolleys:
    """Return the volleys of an attacker against a target with these traits; `ignored_rule` is left out."""
    reader = RuleReader(combatant.find_rule, situation, traits, ways)
    group_rules, everywhere = read_combatant_rules(combatant, reader)
    dice: dict[Volley, int] = {}
    borrowed = frozenset(ref.id for ref in combatant.borrowed_rules)
    for group, rules in zip(combatant.groups, group_rules, strict=True):
        own = {rule_id: ref for rule_id, ref in rules.items() if rule_id != ignored_rule}
        for volley in _VolleyBuilder(group, own, reader, everywhere, borrowed, ignored_rule).volleys():
            dice[volley] = dice.get(volley, 0) + volley.dice
    volleys = tuple(replace(volley, dice=number) for volley, number in dice.items() if number > 0)
    return AttackVolleys(volleys, reader.caveats_for(Side.ATTACK), reader.open_choices_for(Side.ATTACK))


@dataclass(frozen=True, slots=True)
class _VolleyBuilder:
    """Builds the volleys of one model group."""

    group: CombatGroup
    rules: dict[RuleId, RuleRef]
    reader: RuleReader
    everywhere: frozenset[RuleId]
    borrowed: frozenset[RuleId]
    ignored_rule: RuleId | None

    def volleys(self) -> Iterator[Volley]:
        """Yield the dice of its own rules, then those of its weapons."""
        active = self._active_rules(self.rules)
        order = next((effect.order for effect in _attack_effects(active) if effect.order is not None), "")
        for rule in active:
            for effect in rule.effects:
                yield from self._rule_volleys(rule, effect, order)
        effects = _attack_effects(active)
        extra_attacks = sum(effect.amount("attacks") for effect in effects if effect.on is None and not effect.rules)
        mode = self.reader.situation.mode
        for count, weapon in self.group.weapons:
            if mode is not AttackMode.SPELL and bool(weapon.range) != mode.is_melee:
                volley = self._weapon_volley(count, weapon, extra_attacks)
                extra_attacks = 0
                if volley is not None:
                    yield volley

    def _active_rules(self, rules: dict[RuleId, RuleRef]) -> tuple[ActiveRule, ...]:
        return self.reader.active_rules(rules, self.everywhere, borrowed=self.borrowed)

    def _weapon_volley(self, count: int, weapon: Weapon, extra_attacks: int) -> Volley | None:
        own = self.reader.merge(ref for _, ref in self.reader.expand_grants(weapon.rules))
        # a weapon's rule without a rating does not count again if the model has it
        added = (ref for ref in own.values() if ref.rating is not None or ref.id not in self.rules)
        rules = self.reader.merge([*self.rules.values(), *added])
        if self.ignored_rule is not None:
            rules.pop(self.ignored_rule, None)
        if self._is_unusable(own):
            return None
        if 0 < weapon.range <= FAR_INCHES and self.reader.situation.far:
            self.reader.caveats.add(Caveat(weapon.name, "short", side=Side.ATTACK))
        effects = list(_attack_effects(self._active_rules(rules)))
        dice = (count * weapon.attacks + extra_attacks) * self.group.models
        labels = tuple(ref.label for ref in own.values())
        return _apply_effects(Volley(name=weapon.name, dice=dice, quality=self.group.quality, rules=labels), effects)

    def _is_unusable(self, rules: dict[RuleId, RuleRef]) -> bool:
        """Return whether a weapon can only be used in a different situation."""
        for ref in rules.values():
            for effect in self.reader.rule_effects(ref.id):
                if "only" in effect.verbs and not self.reader.applies(effect):
                    self.reader.active_rules({ref.id: ref}, self.everywhere)  # adds its caveats
                    return True
        return False

    def _rule_volleys(self, rule: ActiveRule, effect: Effect, order: str) -> Iterator[Volley]:
        """Yield the dice that a rule gives in addition to weapons; by default they strike when the model does."""
        dice, attacks = effect.amount("dice"), effect.amount("attacks")
        if effect.side is not Side.ATTACK or not (dice or (effect.rules and attacks)):
            return
        labels = tuple(ref.label for ref in effect.rules)
        volley = Volley(name=rule.label, dice=(dice or attacks) * self.group.models, rules=labels)
        effects = list(_attack_effects(self._active_rules(self.reader.merge(effect.rules))))
        volley = _apply_effects(volley, effects)
        if not dice:
            yield replace(volley, quality=effect.amount("quality") or self.group.quality, order=order)
            return
        wounds = effect.amount("wounds")
        yield replace(
            volley,
            kind=DieKind.WOUNDS if wounds else DieKind.HITS,
            success_roll=effect.amount("each"),
            damage=wounds or effect.amount("hits"),
            is_impact=effect.amount("impact") > 0,
            order=effect.order or order,
        )


def spell_volley(
    name: str, strike: SpellAttack, find: RuleLookup, situation: Situation, traits: TargetTraits
) -> tuple[Volley, frozenset[Caveat]]:
    """Return the hits of a spell as a volley, with caveats."""
    reader = RuleReader(find, situation, traits, ())
    effects = list(_attack_effects(reader.active_rules(reader.merge(strike.rules), frozenset())))
    labels = tuple(ref.label for ref in strike.rules)
    volley = _apply_effects(Volley(name=name, dice=strike.hits, kind=DieKind.HITS, rules=labels), effects)
    return replace(volley, picks_model=volley.picks_model or strike.single_model), reader.caveats_for(Side.ATTACK)


def _attack_effects(rules: Iterable[ActiveRule]) -> Iterator[Effect]:
    """Yield the effects on the attack; of equal triggers of one rule, the one with the most faces counts."""
    for rule in rules:
        widest: dict[tuple[str, frozenset[str]], Effect] = {}
        for effect in rule.effects:
            if effect.side is not Side.ATTACK or effect.amount("dice"):
                continue
            if effect.on is None:
                yield effect
                continue
            key = effect.on.roll, frozenset(effect.verbs)
            known = widest.get(key)
            if known is None or _trigger_width(effect) > _trigger_width(known):
                widest[key] = effect
        yield from widest.values()


def _trigger_width(effect: Effect) -> int:
    assert effect.on is not None
    return effect.on.faces.maximum - effect.on.faces.minimum


def _apply_effects(volley: Volley, effects: list[Effect]) -> Volley:
    """Return a volley changed by effects."""
    untriggered = [effect for effect in effects if effect.on is None]
    triggered = [(effect, effect.on) for effect in effects if effect.on is not None]
    on_roll = [(effect, trigger) for effect, trigger in triggered if "own_wounds" not in effect.verbs]

    def total(verb: str) -> int:
        return sum(effect.amount(verb) for effect in untriggered)

    ignored = frozenset[str]().union(*(effect.ignore for effect in untriggered))
    hits = [effect.amount("hit") for effect in untriggered]
    steady = "penalties" in ignored
    qualities = [effect.amount("quality") for effect in untriggered if "quality" in effect.verbs and not effect.rules]
    return replace(
        volley,
        quality=min([volley.quality, *qualities]),
        hit_modifier=sum(hit for hit in hits if hit > 0 or not steady),
        ignores_penalties=steady,
        ap=volley.ap + total("ap"),
        min_ap=max([effect.amount("ap_least") for effect in untriggered], default=0),
        on_hit=tuple(
            OnHit(
                trigger.faces.minimum,
                effect.amount("ap"),
                effect.amount("ap_least"),
                effect.amount("hits"),
                effect.amount("attacks"),
                effect.amount("wounds"),
                "regeneration" in effect.ignore,
            )
            for effect, trigger in on_roll
            if trigger.roll == "hit"
        ),
        on_block=tuple(
            OnBlock(trigger.faces.maximum, effect.amount("wounds"), effect.amount("attacks"))
            for effect, trigger in on_roll
            if trigger.roll == "block"
        ),
        block_reroll_from=min(
            [effect.amount("reroll") for effect in untriggered if "reroll" in effect.verbs], default=_IMPOSSIBLE_ROLL
        ),
        block_modifier=total("defense"),
        blast=max(1, total("blast")),
        blast_capped=not any("uncapped" in effect.verbs for effect in untriggered),
        deadly=max(1, total("deadly")),
        unignorable="regeneration" in ignored,
        ignores_cover="cover" in ignored,
        picks_model=any("pick_model" in effect.verbs for effect in untriggered),
        own_wounds=sum(effect.amount("own_wounds") for effect, _ in triggered),
        wound_roll_bonus=total("wound_roll"),
        order=next((effect.order for effect in untriggered if effect.order is not None), volley.order),
    )
