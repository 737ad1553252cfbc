"""Break an attack down into steps, with the mean after each step, so that a player can check it by hand.

The last step agrees with the mean of the whole distribution. Also: what each rule of the attacker is worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from listbuilder.model import RuleId, System
from listbuilder.model.effects import DIE_FACES
from listbuilder.odds.attack import attack_odds, resolve_situation
from listbuilder.odds.combatant import Combatant
from listbuilder.odds.defense import DefenseProfile, read_target_defense
from listbuilder.odds.dice import faces_at_least
from listbuilder.odds.hits import (
    blast_multiplier,
    block_bonus,
    block_face_chances,
    hit_bonus,
    hits_from_face,
    needed_to_block,
    needed_to_hit,
)
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import Situation
from listbuilder.odds.volleys import DieKind, Volley

_EPSILON = 1e-9


@dataclass(frozen=True, slots=True)
class BreakdownStep:
    """One sentence: its catalogue key and its values."""

    key: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class VolleyBreakdown:
    """A volley step by step, and its mean wounds on a target that never runs out of models."""

    name: str
    steps: tuple[BreakdownStep, ...]
    wounds: float
    hits: float = 0.0
    """The hits before blocks, multiplied by Blast."""
    chance: float = 1.0
    """The chance that the volley is rolled at all, if a die decides about it."""


def break_down_attack(
    odds: Odds, attacker: Combatant, target: Combatant, system: System, situation: Situation
) -> tuple[VolleyBreakdown, ...]:
    """Return the steps of each volley of an attack; if a die chooses for the unit, for each of its results."""
    situation = resolve_situation(attacker, target, situation)
    fatigued = situation.fatigued and situation.mode.is_melee
    volleys = tuple(_break_down(odds, 1.0, target, system, situation, fatigued=fatigued))
    roll, tough = system.combat.wound_roll, target.groups[-1].wounds
    if roll is None or not volleys:
        return volleys
    bonus = min(volley.wound_roll_bonus for volley in odds.volleys)
    last_step = BreakdownStep("wound-roll", {"tough": tough, "need": roll.required_total(tough) - bonus})
    return (*volleys[:-1], replace(volleys[-1], steps=(*volleys[-1].steps, last_step)))


def _break_down(
    odds: Odds, chance: float, target: Combatant, system: System, situation: Situation, *, fatigued: bool
) -> Iterator[VolleyBreakdown]:
    for weight, part in odds.parts:
        yield from _break_down(part, chance * weight, target, system, situation, fatigued=fatigued)
    if odds.parts:
        return
    defenders = read_target_defense(target, system, situation, odds.ways)
    picked = replace(defenders.unit, models=1)
    if defenders.capacities[-1] > defenders.capacities[0]:
        picked = defenders.last_model
    for volley in odds.volleys:
        course = _VolleyCourse(volley, picked if volley.picks_model else defenders.unit, fatigued=fatigued)
        steps = tuple(course.steps())
        yield VolleyBreakdown(volley.name, steps, course.wounds, course.hits, chance)


def _format_roll(minimum: int) -> str:
    """Return which faces count: `5+`, or just `6`."""
    return f"{minimum}+" if minimum < DIE_FACES else str(minimum)


class _VolleyCourse:
    """A volley on its way, with the mean hits and wounds so far."""

    def __init__(self, volley: Volley, shield: DefenseProfile, *, fatigued: bool) -> None:
        self.volley, self.shield, self.fatigued = volley, shield, fatigued
        self.need = needed_to_hit(volley, shield, fatigued=fatigued)
        self.hits = 0.0
        self.wounds = 0.0
        self._unignorable = 0.0
        """The part of the wounds that cannot be ignored."""
        self._extra_attacks = 0.0
        """Attacks that low block rolls give."""
        self._per_face = volley.dice / DIE_FACES
        """How often each face is rolled."""

    def steps(self) -> Iterator[BreakdownStep]:
        """Yield the steps in order; afterwards `hits` and `wounds` hold the result."""
        volley = self.volley
        yield self._roll_step()
        if volley.kind is DieKind.WOUNDS:
            self.wounds = self._per_face * faces_at_least(volley.success_roll) * volley.damage
        else:
            yield from self._trigger_steps()
            yield from self._block_steps()
            yield from self._extra_attack_steps()
        if volley.deadly > 1:
            self.wounds *= volley.deadly
            self._unignorable *= volley.deadly
            yield BreakdownStep("deadly", {"times": volley.deadly, "wounds": self.wounds})
        if self.shield.ignore_chance and not volley.unignorable:
            ignorable = self.wounds - self._unignorable
            self.wounds -= ignorable * self.shield.ignore_chance
            yield BreakdownStep(
                "ignored", {"chance": self.shield.ignore_chance, "of": ignorable, "wounds": self.wounds}
            )

    def _roll_step(self) -> BreakdownStep:
        volley = self.volley
        if volley.kind is not DieKind.ATTACK:
            chance = faces_at_least(volley.success_roll)
            key = "dice-wounds" if volley.kind is DieKind.WOUNDS else "dice-hits"
            numbers = {"n": volley.dice, "need": volley.success_roll, "chance": chance, "deals": volley.damage}
            return BreakdownStep(key, {**numbers, "hits": self._per_face * chance * volley.damage})
        chance = DIE_FACES + 1 - self.need
        values = {"n": volley.dice, "quality": volley.quality, "need": self.need, "chance": chance}
        bonus = hit_bonus(volley, self.shield)
        key = "attacks-tired" if self.fatigued else "attacks-changed" if bonus else "attacks"
        return BreakdownStep(key, {**values, "bonus": f"{bonus:+}", "hits": self._per_face * chance})

    def _hits_per_face(self) -> float:
        """Return how many hits each face that hits stands for."""
        if self.volley.kind is DieKind.ATTACK:
            return self._per_face
        return self._per_face * faces_at_least(self.volley.success_roll) * self.volley.damage / DIE_FACES

    def _trigger_steps(self) -> Iterator[BreakdownStep]:
        for trigger in self.volley.on_hit:
            minimum = max(trigger.min_roll, self.need)
            often = (DIE_FACES + 1 - minimum) * self._hits_per_face()
            numbers = (trigger.ap, trigger.min_ap, trigger.hits, trigger.attacks, trigger.wounds)
            for name, number in zip(("ap", "least-ap", "hits", "attacks", "wounds"), numbers, strict=True):
                if number:
                    values = {"rolled": _format_roll(minimum), "number": number, "often": often}
                    yield BreakdownStep(f"on-hit-{name}", values)

    def _block_steps(self) -> Iterator[BreakdownStep]:
        """Yield how each kind of hit is blocked, and how many wounds it deals."""
        volley, shield = self.volley, self.shield
        times = blast_multiplier(volley, shield)
        kinds: dict[tuple[int, int, bool], float] = {}
        for face in range(self.need, DIE_FACES + 1):
            for hit in hits_from_face(volley, face):
                kind = hit.ap, hit.extra_wounds, hit.unignorable
                kinds[kind] = kinds.get(kind, 0.0) + self._hits_per_face()
        self.hits = sum(kinds.values()) * times
        if times > 1:
            yield BreakdownStep("blast", {"times": times, "hits": self.hits})
        if volley.block_reroll_from <= DIE_FACES:
            yield BreakdownStep("reroll", {"rolled": _format_roll(volley.block_reroll_from)})
        for (ap, extra_wounds, unignorable), kind_hits in kinds.items():
            hits = kind_hits * times
            need = needed_to_block(volley, shield, ap)
            faces = block_face_chances(need, volley.block_reroll_from)
            unblocked = sum(faces[: need - 1])
            triggers = [(trigger, sum(faces[: min(trigger.max_roll, need - 1)])) for trigger in volley.on_block]
            self._extra_attacks += hits * sum(trigger.attacks * chance for trigger, chance in triggers)
            values = {"hits": hits, "ap": ap, "defense": shield.defense, "need": need, "through": unblocked}
            bonus = block_bonus(volley, shield, ap)
            key = "block-changed" if bonus else "block"
            yield BreakdownStep(key, {**values, "bonus": f"{bonus:+}", "wounds": hits * unblocked})
            each = 1 + extra_wounds + sum(trigger.wounds * chance for trigger, chance in triggers) / unblocked
            wounds = hits * unblocked * each
            self.wounds += wounds
            self._unignorable += wounds if unignorable else 0.0
            if each > 1:
                yield BreakdownStep("block-more", {"each": each, "wounds": wounds})

    def _extra_attack_steps(self) -> Iterator[BreakdownStep]:
        """Yield the effect of extra attacks; they are rolled like the others but give no further ones."""
        extra = self._extra_attacks
        for trigger in self.volley.on_hit:
            extra += trigger.attacks * (DIE_FACES + 1 - max(trigger.min_roll, self.need)) * self._hits_per_face()
        if extra and self.volley.dice:
            each = self.wounds / self.volley.dice
            unignorable = self._unignorable / self.volley.dice
            self.hits += extra * self.hits / self.volley.dice
            self.wounds += extra * each
            self._unignorable += extra * unignorable
            yield BreakdownStep("more-attacks", {"attacks": extra, "each": each, "wounds": self.wounds})


@dataclass(frozen=True, slots=True)
class RuleWorth:
    """The mean wounds of an attack with a rule, minus those without it."""

    rule: str
    wounds: float


def rule_worths(
    attacker: Combatant, target: Combatant, system: System, situation: Situation, odds: Odds
) -> tuple[RuleWorth, ...]:
    """Return what each rule of the attacker is worth, by computing the attack again without it."""
    rules: dict[RuleId, str] = {}
    for group in attacker.groups:
        held = [*group.rules, *attacker.borrowed_rules, *(rule for _, weapon in group.weapons for rule in weapon.rules)]
        rules |= {ref.id: ref.name for ref in held}
    worths = []
    for rule, name in rules.items():
        wounds = odds.mean_wounds - attack_odds(attacker, target, system, situation, ignored_rule=rule).mean_wounds
        if abs(wounds) > _EPSILON:
            worths.append(RuleWorth(name, wounds))
    return tuple(sorted(worths, key=lambda worth: -worth.wounds))
