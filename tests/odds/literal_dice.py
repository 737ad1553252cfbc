"""Attacks rolled die by die, as a player would; independent of the odds engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from tests.odds.literal_units import Arm, Group, Named, Squad
from tests.odds.rulebook import Moment, Says, says


class UnthrownError(Exception):
    """More dice are needed than were given."""


@dataclass
class Model:
    """One model of the target."""

    wounds_left: int
    tough: int
    defense: int
    hero: bool


@dataclass(frozen=True)
class Hit:
    """A hit with the rules of its weapon."""

    ap: int
    has: tuple[Says, ...]
    quality: int
    fresh: bool = False
    """Whether it came from an attack that may cause others."""
    sure: bool = False

    @property
    def deadly(self) -> int:
        return max(1, sum(effect.deadly for effect in self.has))


class Table:
    """Two units on a table, and the dice."""

    def __init__(self, attacker: Squad, target: Squad, moment: Moment, seed: int = 0) -> None:
        self.attacker, self.target = attacker, target
        toughs = sorted(group.tough for group in target.groups for _ in range(group.models))
        self.moment = replace(moment, foe_tough=toughs[(len(toughs) - 1) // 2], foe_defense=self.shared_defense())
        self.random = Random(seed)
        self.script: list[int] | None = None
        self.guard = self.guarding()
        self.sayings = {
            (index, arm): self.wording(group, attacker, arm)
            for index, group in enumerate(attacker.groups)
            for arm in (*group.arms, None)
        }

    def die(self) -> int:
        if self.script is None:
            return self.random.randint(1, 6)
        if not self.script:
            raise UnthrownError
        return self.script.pop(0)

    def all_outcomes(self) -> dict[int, Fraction]:
        """Return the exact chances of wounds by rolling every possible sequence of dice."""
        chances: dict[int, Fraction] = {}
        waiting: list[tuple[int, ...]] = [()]
        while waiting:
            script = waiting.pop()
            self.script = list(script)
            try:
                wounds = self.attack()
            except UnthrownError:
                waiting += [(*script, face) for face in range(1, 7)]
                continue
            chances[wounds] = chances.get(wounds, Fraction(0)) + Fraction(1, 6 ** len(script))
        return chances

    # what the rules say

    def shared_defense(self) -> int:
        """The Defense of most models; a hero's own counts when it is alone."""
        groups = [group for group in self.target.groups if not group.hero] or list(self.target.groups)
        counts: dict[int, int] = {}
        for group in groups:
            defense = self.worn(group)
            counts[defense] = counts.get(defense, 0) + group.models
        return max(counts, key=lambda defense: counts[defense])

    @staticmethod
    def worn(group: Group) -> int:
        """The Defense that a model counts as having."""
        at_rest = Moment("charge", far=False)
        return min([group.defense, *(says(name, number, at_rest).armour for name, number in group.rules)])

    def held(self, group: Group, squad: Squad, arm: Arm | None = None) -> list[Named]:
        """Return the rules of a model and one weapon: ratings add up, other rules count once."""
        auras = [
            (says(name, number, self.moment).aura_of, 0)
            for other in squad.groups
            for name, number in other.rules
            if says(name, number, self.moment).aura_of
        ]
        ratings: dict[str, int] = {}
        for name, number in (*group.rules, *auras, *(arm.rules if arm is not None else ())):
            ratings[name] = ratings.get(name, 0) + number
        improved = {says(name, number, self.moment).in_place_of for name, number in ratings.items()}
        return [(name, number) for name, number in ratings.items() if name not in improved]

    def wording(self, group: Group, squad: Squad, arm: Arm | None = None) -> tuple[Says, ...]:
        return tuple(says(name, number, self.moment) for name, number in self.held(group, squad, arm))

    def guarding(self) -> list[tuple[str, Says]]:
        """What all models of the target have."""
        everyone = [dict(self.held(group, self.target)) for group in self.target.groups]
        shared = [name for name in everyone[0] if all(name in held for held in everyone)]
        return [(name, says(name, everyone[0][name], self.moment)) for name in shared]

    # how dice are rolled

    def attack(self) -> int:
        """Roll one attack; return the wounds that the target took."""
        self.models = [
            Model(group.tough, group.tough, self.worn(group), group.hero)
            for group in self.target.groups
            for _ in range(group.models)
        ]
        self.fallen: dict[int, int] = {}
        hits = [hit for thrown in self.thrown() for hit in thrown]
        self.take_alone([hit for hit in hits if any(effect.picks for effect in hit.has)])
        rest = [hit for hit in hits if not any(effect.picks for effect in hit.has)]
        for hit in sorted(rest, key=lambda hit: -hit.deadly):
            self.take(hit, self.shared_defense())
        return sum(model.tough - model.wounds_left for model in self.models)

    def thrown(self) -> Iterator[list[Hit]]:
        """Roll the dice of all models, then the impact dice left by counter weapons."""
        impacts: list[Says] = []
        for index, group in enumerate(self.attacker.groups):
            for _ in range(group.models):
                for effect in self.sayings[index, None]:
                    impacts += [effect] * effect.impact
                    for _ in range(effect.ravage):
                        yield [Hit(0, (), 7, sure=True)] if self.die() == 6 else []
                for arm in group.arms:
                    if arm.ranged == self.moment.shot:
                        has = self.fallen_die(index, self.sayings[index, arm])
                        for _ in range(arm.attacks):
                            yield self.roll(
                                has, min([group.quality, *(weapon_effect.quality for weapon_effect in has)]), fresh=True
                            )
        lost = self.long_weapons()
        for effect in impacts[lost:]:
            yield [Hit(effect.impact_ap, (), 7)] if self.die() >= 2 else []

    def long_weapons(self) -> int:
        """The number of impact dice the target removes: one for each model with a counter weapon."""
        lost = 0
        for group in self.target.groups:
            close = [arm for arm in group.arms if not arm.ranged]
            lost += group.models * max(
                (effect.less_impact for arm in close for effect in self.wording(group, self.target, arm)), default=0
            )
        return lost

    def fallen_die(self, index: int, has: tuple[Says, ...]) -> tuple[Says, ...]:
        """Let one die of the unit decide if a rule says so; it is rolled once."""
        effects: list[Says] = []
        for effect in has:
            if effect.die is None:
                effects.append(effect)
            else:
                face = self.fallen.setdefault(0, 0) or self.die()
                self.fallen[0] = face
                effects.append(effect.die[int(face >= 4)])
        del index
        return tuple(effects)

    def roll(self, has: tuple[Says, ...], quality: int, *, fresh: bool) -> list[Hit]:
        """Roll one attack die."""
        steady = any(effect.no_penalty for effect in has)
        changes = [*(effect.hit for effect in has), sum(effect.foe_hit for _, effect in self.guard)]
        bonus = sum(change for change in changes if change > 0 or not steady)
        face = self.die()
        if face != 6 and (face == 1 or face + bonus < quality):
            return []
        ap = sum(effect.ap for effect in has)
        six = face == 6
        hits = [Hit(ap + (sum(effect.six_ap for effect in has) if six else 0), has, quality, fresh)]
        more = (
            sum(effect.six_hits for effect in has)
            if six
            else sum(effect.five_hits for effect in has)
            if face == 5
            else 0
        )
        hits += [Hit(ap, has, quality, fresh)] * more
        crowd = 1 if any(effect.picks for effect in has) else len(self.models)
        hits = [hit for hit in hits for _ in range(max(1, min(sum(effect.blast for effect in has), crowd)))]
        if six and fresh:
            for _ in range(sum(effect.six_attacks for effect in has)):
                hits += self.roll(has, quality, fresh=False)
        return hits

    def take(self, hit: Hit, defense: int) -> None:
        """Apply a hit, and any it causes, to the first standing model."""
        waiting = [hit]
        while waiting:
            now = waiting.pop()
            wounds, more = self.unblocked(now, defense)
            for _ in range(wounds):
                self.wound(now, [model for model in self.models if model.wounds_left])
            waiting += more

    def take_alone(self, hits: Iterable[Hit]) -> None:
        """Apply hits to one model: the toughest if one is tougher than the first."""
        tougher = self.models[-1].tough > self.models[0].tough
        victim = self.models[-1] if tougher else self.models[0]
        for hit in hits:
            wounds, _ = self.unblocked(hit, victim.defense if tougher else self.shared_defense())
            for _ in range(wounds):
                self.wound(hit, [victim] if victim.wounds_left else [])

    def unblocked(self, hit: Hit, defense: int) -> tuple[int, list[Hit]]:
        """Roll the defender's die; return the wounds, and hits of attacks that a low roll allows."""
        if hit.sure:
            return 1, []
        steady = any(effect.no_penalty for effect in hit.has)
        ap = max(0, hit.ap + (0 if steady else sum(effect.foe_ap for _, effect in self.guard)))
        bonus = sum(effect.guard for _, effect in self.guard)
        if self.moment.cover and self.moment.shot and not any(effect.no_cover for effect in hit.has):
            bonus += 1
        face = self.die()
        if face == 6 and any(effect.again_on_six for effect in hit.has):
            face = self.die()
        if face == 6 or (face != 1 and face + bonus - ap >= defense):
            return 0, []
        more: list[Hit] = []
        if face == 1 and hit.fresh:
            for _ in range(sum(effect.one_blocked_attacks for effect in hit.has)):
                more += self.roll(hit.has, hit.quality, fresh=False)
        return 1 + (sum(effect.one_blocked_wounds for effect in hit.has) if face == 1 else 0), more

    def wound(self, hit: Hit, alive: list[Model]) -> None:
        count = sum(not self.ignored(hit) for _ in range(hit.deadly))
        if alive:
            alive[0].wounds_left -= min(count, alive[0].wounds_left)

    def ignored(self, hit: Hit) -> bool:
        if any(effect.no_regeneration for effect in hit.has):
            return False
        return any(self.die() >= effect.ignored_on for _, effect in self.guard if effect.ignored_on <= 6)
