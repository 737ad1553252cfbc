"""An attack unfolded die by die: what is thrown, what it needs, what comes of it, in words that a face can speak.

The expectation is carried from step to step, so that a player can follow it by hand; a test compares the last step
with the mean of the whole distribution.

What each rule of an attacker is worth: the attack is worked out again without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from listbuilder.model import RuleId, System
from listbuilder.model.effects import FACES
from listbuilder.odds.attack import attack, situated
from listbuilder.odds.combatant import Party
from listbuilder.odds.defense import Defenders, Shield, read_defenders
from listbuilder.odds.dice import faces_of
from listbuilder.odds.hits import (
    block_bonus,
    block_faces,
    hit_bonus,
    hits_of,
    multiplied,
    needed_to_block,
    needed_to_hit,
)
from listbuilder.odds.result import Odds
from listbuilder.odds.situation import Situation
from listbuilder.odds.volleys import DieKind, Volley


@dataclass(frozen=True, slots=True)
class OddsStep:
    """One sentence: its key in the catalogue, and the values in it."""

    key: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A volley step by step, and the wounds that it deals on average to a target without end."""

    name: str
    steps: tuple[OddsStep, ...]
    wounds: float
    hits: float = 0.0
    """The hits before anybody blocks, as often as Blast makes them."""
    chance: float = 1.0
    """How likely it is to be thrown at all, where a die decides about it."""


def unfold(odds: Odds, attacker: Party, target: Party, system: System, situation: Situation) -> tuple[Unfolded, ...]:
    """Unfold each volley of an attack; where a die chooses for the unit, each way that it can fall."""
    situation = situated(attacker, target, situation)
    fatigued = situation.fatigued and situation.mode.melee
    found = tuple(_unfold(odds, 1.0, target, system, situation, fatigued=fatigued))
    roll, tough = system.combat.wound_roll, target.ranks[-1].wounds
    if roll is None or not found:
        return found
    dread = min(volley.dread for volley in odds.volleys)
    end = OddsStep("wound-roll", {"tough": tough, "need": roll.needed(tough) - dread})
    return (*found[:-1], replace(found[-1], steps=(*found[-1].steps, end)))


def _unfold(
    odds: Odds, chance: float, target: Party, system: System, situation: Situation, *, fatigued: bool
) -> Iterator[Unfolded]:
    for weight, part in odds.parts:
        yield from _unfold(part, chance * weight, target, system, situation, fatigued=fatigued)
    if odds.parts:
        return
    met = read_defenders(target, system, situation, odds.ways)
    for volley in odds.volleys:
        course = _Course(volley, _facing(volley, met), fatigued=fatigued)
        steps = tuple(course.steps())
        yield Unfolded(volley.name, steps, course.wounds, course.hits, chance)


def _rolled(least: int) -> str:
    """Write which faces count: `5+`, or `6` alone."""
    return f"{least}+" if least < FACES else str(least)


def _facing(volley: Volley, met: Defenders) -> Shield:
    """Give what a volley meets: the unit, or the one model that it picks."""
    if not volley.picks:
        return met.shield
    return met.alone if met.capacities[-1] > met.capacities[0] else replace(met.shield, models=1)


class _Course:
    """A volley on its way, with what may be expected of it so far."""

    def __init__(self, volley: Volley, shield: Shield, *, fatigued: bool) -> None:
        self.volley, self.shield, self.fatigued = volley, shield, fatigued
        self.need = needed_to_hit(volley, shield, fatigued=fatigued)
        self.hits = 0.0
        self.wounds = 0.0
        self._lasting = 0.0
        """Those of them that nobody can ignore."""
        self._bred = 0.0
        """Attacks that blocks bring."""
        self._each = volley.dice / FACES
        """How often each face of the dice falls."""

    def steps(self) -> Iterator[OddsStep]:
        """Give the steps in their order; afterwards `wounds` is what came of them."""
        volley = self.volley
        yield self._thrown()
        if volley.kind is DieKind.WOUNDS:
            self.wounds = self._each * faces_of(volley.each) * volley.deals
        else:
            yield from self._triggers()
            yield from self._blocks()
            yield from self._more_attacks()
        if volley.deadly > 1:
            self.wounds *= volley.deadly
            self._lasting *= volley.deadly
            yield OddsStep("deadly", {"times": volley.deadly, "wounds": self.wounds})
        yield from self._ignored()

    def _thrown(self) -> OddsStep:
        volley = self.volley
        if volley.kind is not DieKind.ATTACK:
            chance = faces_of(volley.each)
            key = "dice-wounds" if volley.kind is DieKind.WOUNDS else "dice-hits"
            made = self._each * chance * volley.deals
            return OddsStep(
                key, {"n": volley.dice, "need": volley.each, "chance": chance, "deals": volley.deals, "hits": made}
            )
        chance = FACES + 1 - self.need
        said = {"n": volley.dice, "quality": volley.quality, "need": self.need, "chance": chance}
        bonus = hit_bonus(volley, self.shield)
        key = "attacks-tired" if self.fatigued else "attacks-changed" if bonus else "attacks"
        return OddsStep(key, {**said, "bonus": f"{bonus:+}", "hits": self._each * chance})

    def _faces(self) -> range:
        return range(self.need, FACES + 1)

    def _weight(self) -> float:
        """Tell how many hits each face that hits stands for."""
        if self.volley.kind is DieKind.ATTACK:
            return self._each
        return self._each * faces_of(self.volley.each) * self.volley.deals / FACES

    def _triggers(self) -> Iterator[OddsStep]:
        for on in self.volley.on_hit:
            least = max(on.least, self.need)
            often = (FACES + 1 - least) * self._weight()
            said = {"ap": on.ap, "least-ap": on.ap_least, "hits": on.hits, "attacks": on.attacks, "wounds": on.wounds}
            for name, number in said.items():
                if number:
                    yield OddsStep(f"on-hit-{name}", {"rolled": _rolled(least), "number": number, "often": often})

    def _kinds(self) -> dict[tuple[int, int, bool], float]:
        """Count hits by their AP, by the wounds that each brings more, and by whether its wounds last."""
        found: dict[tuple[int, int, bool], float] = {}
        for face in self._faces():
            for hit in hits_of(self.volley, face):
                key = hit.ap, hit.wounds, hit.lasting
                found[key] = found.get(key, 0.0) + self._weight()
        return found

    def _blocks(self) -> Iterator[OddsStep]:
        """Say what each kind of hit must be blocked with, and how many wounds come of it."""
        volley, shield = self.volley, self.shield
        times = multiplied(volley, shield)
        kinds = self._kinds()
        self.hits = sum(kinds.values()) * times
        if times > 1:
            yield OddsStep("blast", {"times": times, "hits": self.hits})
        if volley.reroll <= FACES:
            yield OddsStep("reroll", {"rolled": _rolled(volley.reroll)})
        for (ap, more, lasting), hits in kinds.items():
            need = needed_to_block(volley, shield, ap)
            faces = block_faces(need, volley.reroll)
            through = sum(faces[: need - 1])
            low = [(on, sum(faces[: min(on.most, need - 1)])) for on in volley.on_block]
            self._bred += hits * times * sum(on.attacks * chance for on, chance in low)
            said = {"hits": hits * times, "ap": ap, "defense": shield.defense, "need": need, "through": through}
            bonus = block_bonus(volley, shield, ap)
            key = "block-changed" if bonus else "block"
            yield OddsStep(key, {**said, "bonus": f"{bonus:+}", "wounds": hits * times * through})
            each = 1 + more + sum(on.wounds * chance for on, chance in low) / through
            made = hits * times * through * each
            self.wounds += made
            self._lasting += made if lasting else 0.0
            if each > 1:
                yield OddsStep("block-more", {"each": each, "wounds": made})

    def _more_attacks(self) -> Iterator[OddsStep]:
        """Attacks that others bring are thrown in the same way, but bring no further ones."""
        bred = self._bred
        for on in self.volley.on_hit:
            bred += on.attacks * (FACES + 1 - max(on.least, self.need)) * self._weight()
        if bred and self.volley.dice:
            each = self.wounds / self.volley.dice
            lasting = self._lasting / self.volley.dice
            self.hits += bred * self.hits / self.volley.dice
            self.wounds += bred * each
            self._lasting += bred * lasting
            yield OddsStep("more-attacks", {"attacks": bred, "each": each, "wounds": self.wounds})

    def _ignored(self) -> Iterator[OddsStep]:
        """Take away what the target ignores; of hits that last, nothing."""
        if not self.shield.ignored or self.volley.lasting:
            return
        of = self.wounds - self._lasting
        self.wounds -= of * self.shield.ignored
        yield OddsStep("ignored", {"chance": self.shield.ignored, "of": of, "wounds": self.wounds})


_NOTHING = 1e-9


@dataclass(frozen=True, slots=True)
class Worth:
    """What a rule is worth in an attack: the mean wounds with it, less those without."""

    rule: str
    wounds: float


def rule_worths(attacker: Party, target: Party, system: System, situation: Situation, odds: Odds) -> tuple[Worth, ...]:
    """Tell what each rule of the attacker is worth here: the attack is worked out again without it."""
    rules: dict[RuleId, str] = {}
    for rank in attacker.ranks:
        held = [*rank.rules, *attacker.given, *(rule for _, weapon in rank.weapons for rule in weapon.rules)]
        rules |= {ref.id: ref.name for ref in held}
    found = []
    for rule, name in rules.items():
        less = attack(attacker, target, system, situation, muted=rule).mean_wounds
        if abs(odds.mean_wounds - less) > _NOTHING:
            found.append(Worth(name, odds.mean_wounds - less))
    return tuple(sorted(found, key=lambda worth: -worth.wounds))
