"""Attacks thrown die by die, as a player would: slow, plain, and by nothing of what works the odds out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from listbuilder.model import RuleRef, System, Weapon, rule_ref
from listbuilder.model.effects import Effect
from listbuilder.odds.party import Party, Rank


class UnthrownError(Exception):
    """More dice are needed than were said beforehand."""


@dataclass
class Model:
    """One model of the target."""

    left: int
    tough: int
    defense: int
    hero: bool


class Table:
    """Two parties on a table, and a pair of hands."""

    def __init__(self, attacker: Party, target: Party, system: System, words: frozenset[str], seed: int) -> None:
        self.attacker, self.target, self.words = attacker, target, words
        self.random = Random(seed)
        self.game = [effect for effect in system.combat.effects if effect.holds(words)]
        self.chosen: Mapping[str, int] = {}
        self.script: list[int] | None = None
        self.impact_dice: list[tuple[Effect, list[Effect]]] = []
        self.known: dict[object, list[tuple[RuleRef, Effect]]] = {}

    def die(self) -> int:
        if self.script is None:
            return self.random.randint(1, 6)
        if not self.script:
            raise UnthrownError
        return self.script.pop(0)

    def all_outcomes(self) -> dict[int, Fraction]:
        """Give the exact chances of wounds, by throwing every sequence of dice that there is."""
        found: dict[int, Fraction] = {}
        waiting: list[tuple[int, ...]] = [()]
        while waiting:
            script = waiting.pop()
            self.script = list(script)
            try:
                wounds = self.attack()
            except UnthrownError:
                waiting += [(*script, face) for face in range(1, 7)]
                continue
            found[wounds] = found.get(wounds, Fraction(0)) + Fraction(1, 6 ** len(script))
        return found

    # what the rules say

    def effects(self, party: Party, refs: Iterable[RuleRef], depth: int = 0) -> Iterator[tuple[RuleRef, Effect]]:
        for ref in refs:
            rule = party.find(ref.id)
            assert rule is not None
            assert rule.effects is not None
            for raw in rule.effects:
                effect = raw.rated(ref.rating)
                if effect.grants is not None:
                    if self.applies(effect) and effect.to.value != "another" and depth < 3:
                        yield from self.effects(party, [effect.grants], depth + 1)
                elif effect.to.value != "another":
                    yield ref, effect

    def applies(self, effect: Effect) -> bool:
        if effect.when and not any(all(word in self.words for word in every) for every in effect.when):
            return False
        tough = sorted(rank.wounds for rank in self.target.ranks for _ in range(rank.models))
        traits = {"tough": tough[(len(tough) - 1) // 2], "defense": self.plain_defense(self.target.ranks), "hero": 0}
        return all(test.span.least <= traits[test.name] <= test.span.most for test in effect.against)

    @staticmethod
    def plain_defense(ranks: Iterable[Rank]) -> int:
        ranks = [rank for rank in ranks if not rank.hero] or list(ranks)
        counts: dict[int, int] = {}
        for rank in ranks:
            counts[rank.defense] = counts.get(rank.defense, 0) + rank.models
        return max(counts, key=lambda defense: counts[defense])

    def held(self, party: Party, rank: Rank, weapon: Weapon | None = None) -> list[tuple[RuleRef, Effect]]:
        """What counts for a model; looked up once, since the rules are the same for every throw."""
        key = party is self.attacker, id(rank), weapon
        if key not in self.known:
            self.known[key] = self.look_up(party, rank, weapon)
        return self.known[key]

    def look_up(self, party: Party, rank: Rank, weapon: Weapon | None) -> list[tuple[RuleRef, Effect]]:
        """Look up what counts: each rule without a number once, numbers one after the other."""
        refs = [*rank.rules, *(weapon.rules if weapon is not None else ())]
        for other in party.ranks:
            for ref in other.rules:
                rule = party.find(ref.id)
                assert rule is not None
                if other is not rank and any(one.to.value == "unit" for one in rule.effects or ()) and ref not in refs:
                    refs.append(ref)
        seen: set[tuple[str, int]] = set()
        found: list[tuple[RuleRef, Effect]] = []
        places: dict[str, int] = {}
        improved = self.improved(party, refs)
        for ref, effect in self.effects(party, refs):
            if ref.id in improved:
                continue
            place = places[ref.id] = places.get(ref.id, -1) + 1
            rule = party.find(ref.id)
            assert rule is not None
            assert rule.effects is not None
            key = ref.id, place % max(1, sum(one.grants is None for one in rule.effects))
            if ref.rating is None and key in seen:
                continue
            seen.add(key)
            found.append((ref, effect))
        for ref, instead in improved.values():
            found += [(ref, one.rated(ref.rating)) for one in instead]
        return [(ref, effect) for ref, effect in found if self.applies(effect) and effect.markers is None]

    def improved(self, party: Party, refs: list[RuleRef]) -> dict[str, tuple[RuleRef, tuple[Effect, ...]]]:
        closed = [ref for ref, _ in self.effects(party, refs)] + refs
        by_id = {ref.id: ref for ref in closed}
        found: dict[str, tuple[RuleRef, tuple[Effect, ...]]] = {}
        for _, effect in self.effects(party, refs):
            if effect.improves in by_id:
                found[effect.improves] = (by_id[effect.improves], effect.instead)
        return found

    def everywhere(self, party: Party, rule: str) -> bool:
        return all(any(ref.id == rule for ref, _ in self.held(party, rank)) for rank in party.ranks)

    def borne(self, ref: RuleRef, effect: Effect) -> bool:
        return effect.bearers.value == "each" or self.everywhere(self.attacker, ref.id)

    def settled(
        self, held: list[tuple[RuleRef, Effect]], rolled: dict[str, int], side: str
    ) -> list[tuple[RuleRef, Effect]]:
        found: list[tuple[RuleRef, Effect]] = []
        for ref, effect in held:
            if effect.side.value != side or (side == "attack" and not self.borne(ref, effect)):
                continue
            if not effect.ways:
                found.append((ref, effect))
            elif effect.ways[0].faces is None:
                found += [(ref, one) for one in effect.ways[self.chosen[ref.label]].effects if self.applies(one)]
            else:
                face = rolled.setdefault(ref.id, self.die())
                for way in effect.ways:
                    assert way.faces is not None
                    if way.faces.least <= face <= way.faces.most:
                        found += [(ref, one) for one in way.effects]
        return found

    # what the hands do

    def attack(self) -> int:
        """Throw one attack; give the wounds that the target took."""
        rolled: dict[str, int] = {}
        self.impact_dice = []
        self.models = [
            Model(rank.wounds, rank.wounds, self.armour(rank), rank.hero)
            for rank in self.target.ranks
            for _ in range(rank.models)
        ]
        self.at_start = len(self.models)
        guard = [
            (ref, effect)
            for ref, effect in self.settled(self.held(self.target, self.target.ranks[0]), rolled, "target")
            if (effect.bearers.value == "each" or self.everywhere(self.target, ref.id))
        ]
        self.guard = guard
        piles: dict[str, list[tuple[str, list[Hit]]]] = {name: [] for name in ("before", "pick", "deadly", "plain")}
        for rank in self.attacker.ranks:
            for _ in range(rank.models):
                for hits, name in self.thrown(rank, rolled):
                    piles["deadly" if name.startswith("deadly") else name].append((name, hits))
        piles["plain"] += self.impacts()
        for _, hits in piles["before"]:
            self.take(hits)
        self.take_alone([hit for _, hits in piles["pick"] for hit in hits])
        for _, hits in sorted(piles["deadly"], key=lambda one: -int(one[0].removeprefix("deadly"))):
            self.take(hits)
        for _, hits in piles["plain"]:
            self.take(hits)
        return sum(model.tough - model.left for model in self.models)

    def armour(self, rank: Rank) -> int:
        worn = [
            effect.amount("armor")
            for _, effect in self.held(self.target, rank)
            if effect.side.value == "target" and "armor" in effect.verbs
        ]
        return min([rank.defense, *worn])

    def thrown(self, rank: Rank, rolled: dict[str, int]) -> Iterator[tuple[list[Hit], str]]:
        """Throw all dice of one model."""
        for _, effect in self.settled(self.held(self.attacker, rank), rolled, "attack"):
            yield from self.own_dice(effect)
        for count, weapon in rank.weapons:
            if bool(weapon.range) == ("melee" in self.words) or self.idle(weapon):
                continue
            held = self.settled(self.held(self.attacker, rank, weapon), rolled, "attack")
            mine = [(ref, one) for ref, one in held if "dice" not in one.verbs and not one.rules]
            for _ in range(count * weapon.attacks):
                yield self.roll(mine, rank.quality, fresh=True), self.pile([one for _, one in mine])

    def idle(self, weapon: Weapon) -> bool:
        own = [one for ref in weapon.rules for _, one in self.effects(self.attacker, [ref])]
        return any("only" in one.verbs and not self.applies(one) for one in own)

    def own_dice(self, effect: Effect) -> Iterator[tuple[list[Hit], str]]:
        held = [(ref, one) for ref, one in self.effects(self.attacker, effect.rules) if self.applies(one)]
        has = [one for _, one in held]
        if effect.amount("impact"):
            self.impact_dice += [(effect, has)] * effect.amount("dice")
        elif "dice" in effect.verbs:
            for _ in range(effect.amount("dice")):
                yield self.own_die(effect, has), "before" if effect.order == "before" else "plain"
        elif effect.rules:
            for _ in range(effect.amount("attacks")):
                yield self.roll(held, effect.amount("quality"), fresh=False), self.pile(has)

    @staticmethod
    def pile(effects: list[Effect]) -> str:
        if any("pick_model" in one.verbs for one in effects):
            return "pick"
        times = sum(one.amount("deadly") for one in effects)
        return f"deadly{times}" if times > 1 else "plain"

    def impacts(self) -> list[tuple[str, list[Hit]]]:
        """Throw the dice of a charge that the target's long weapons leave."""
        lost = 0
        for rank in self.target.ranks:
            counters = {
                ref.id: -one.amount("impact")
                for weapon in [weapon for _, weapon in rank.weapons if not weapon.range]
                for ref, one in self.held(self.target, rank, weapon)
                if one.side.value == "target" and one.amount("impact") < 0
            }
            lost += rank.models * sum(counters.values())
        kept = self.impact_dice[lost:]
        return [("plain", self.own_die(effect, has)) for effect, has in kept]

    def own_die(self, effect: Effect, has: list[Effect]) -> list[Hit]:
        if self.die() < effect.amount("each"):
            return []
        if effect.amount("wounds"):
            return [Hit(has, 0, sure=True) for _ in range(effect.amount("wounds"))]
        hits: list[Hit] = []
        for _ in range(effect.amount("hits")):
            hits += self.scored(has, self.die())
        return hits

    def roll(self, held: list[tuple[RuleRef, Effect]], quality: int, *, fresh: bool) -> list[Hit]:
        """Throw one attack die."""
        effects = [one for _, one in held]
        steady = any("penalties" in one.ignore for one in effects)
        open_air = any("cover" in one.ignore for one in effects)
        for one in effects:
            if "quality" in one.verbs:
                quality = min(quality, one.amount("quality"))
        changes = [one.amount("hit") for one in effects if one.on is None]
        foe = sum(one.amount("hit") for _, one in self.guard)
        foe += 0 if open_air else sum(one.amount("hit") for one in self.game)
        changes.append(foe)
        bonus = sum(change for change in changes if change > 0 or not steady)
        face = self.die()
        if face != 6 and (face == 1 or face + bonus < quality):
            return []
        hits = self.scored(effects, face, held)
        if fresh:
            for ref, one in self.widest(held, "hit"):
                if face >= one.on.faces.least and one.amount("attacks"):
                    for _ in range(one.amount("attacks")):
                        tame = [(r, e) for r, e in held if not (e.on is not None and e.amount("attacks"))]
                        hits += self.roll(tame, quality, fresh=False)
                assert ref
            for hit in hits:
                hit.again = (held, quality)
        return hits

    @staticmethod
    def widest(held: list[tuple[RuleRef, Effect]], roll: str) -> list[tuple[RuleRef, Effect]]:
        best: dict[tuple[str, frozenset[str]], tuple[RuleRef, Effect]] = {}
        for ref, one in held:
            if one.on is None or one.on.roll != roll:
                continue
            key = ref.id, frozenset(one.verbs)
            size = one.on.faces.most - one.on.faces.least
            before = best.get(key)
            if before is None or size > before[1].on.faces.most - before[1].on.faces.least:
                best[key] = (ref, one)
        return list(best.values())

    def scored(self, effects: list[Effect], face: int, held: list[tuple[RuleRef, Effect]] | None = None) -> list[Hit]:
        """Give the hits of one die, each as often as Blast says."""
        named = held if held is not None else [(rule_ref(f"x{i}"), one) for i, one in enumerate(effects)]
        ap = sum(one.amount("ap") for one in effects if one.on is None)
        more, extra = 0, 0
        for _, one in self.widest(named, "hit"):
            if face >= one.on.faces.least and "own_wounds" not in one.verbs:
                more += one.amount("ap")
                extra += one.amount("hits")
        hits = [Hit(effects, ap + more, named=named)] + [Hit(effects, ap, named=named) for _ in range(extra)]
        blast = sum(one.amount("blast") for one in effects)
        models = 1 if any("pick_model" in one.verbs for one in effects) else self.at_start
        times = max(1, min(blast, models))
        return [Hit(effects, hit.ap, named=named) for hit in hits for _ in range(times)]

    def unblocked(self, hit: Hit, defense: int) -> int:
        """Throw the dice of the defender; give the wounds."""
        if hit.sure:
            return 1
        steady = any("penalties" in one.ignore for one in hit.effects)
        open_air = any("cover" in one.ignore for one in hit.effects)
        blast = any(one.amount("blast") for one in hit.effects)
        ways = {None, *(["blast"] if blast else []), *(["plain"] if not blast and not hit.ap else [])}
        met = [one for _, one in self.guard if one.hits_from in ways]
        less = sum(one.amount("ap") for one in met if one.amount("ap") > 0 or not steady)
        ap = max(0, hit.ap + less)
        bonus = sum(one.amount("defense") for one in met)
        bonus += 0 if open_air else sum(one.amount("defense") for one in self.game)
        again = min([one.amount("reroll") for one in hit.effects if "reroll" in one.verbs], default=7)
        face = self.die()
        if face >= again and self.blocks(face, defense, ap, bonus):
            face = self.die()
        if self.blocks(face, defense, ap, bonus):
            return 0
        wounds = 1
        for _, one in self.widest(hit.named or [], "block"):
            if face <= one.on.faces.most:
                wounds += one.amount("wounds")
                if hit.again is not None and one.amount("attacks"):
                    held, quality = hit.again
                    tame = [(r, e) for r, e in held if not (e.on is not None and e.amount("attacks"))]
                    self.bonus += self.roll(tame, quality, fresh=False)
        return wounds

    @staticmethod
    def blocks(face: int, defense: int, ap: int, bonus: int) -> bool:
        return face == 6 or (face != 1 and face + bonus - ap >= defense)

    def ignored(self, hit: Hit) -> bool:
        if any("regeneration" in one.ignore for one in hit.effects):
            return False
        needs: dict[str, int] = {}
        for ref, one in self.guard:
            if "ignore_wound" in one.verbs:
                needs[ref.id] = min(needs.get(ref.id, 9), one.amount("ignore_wound"))
        return any(self.die() >= need for need in needs.values())

    def take(self, hits: list[Hit]) -> None:
        """Put hits onto the target, model by model."""
        plain = [model for model in self.target.ranks if not model.hero] or list(self.target.ranks)
        defense = self.plain_defense([Rank(one.models, one.wounds, 0, self.armour(one)) for one in plain])
        waiting = list(hits)
        while waiting:
            hit = waiting.pop()
            self.bonus: list[Hit] = []
            for _ in range(self.unblocked(hit, defense)):
                self.wound(hit, [model for model in self.models if model.left])
            waiting += self.bonus

    def wound(self, hit: Hit, alive: list[Model]) -> None:
        times = max(1, sum(one.amount("deadly") for one in hit.effects))
        count = sum(not self.ignored(hit) for _ in range(times))
        if alive:
            alive[0].left -= min(count, alive[0].left)

    def take_alone(self, hits: list[Hit]) -> None:
        """Put hits onto one model: the toughest, where one is tougher than the first."""
        alive = [model for model in self.models if model.left]
        if not alive:
            return
        tougher = self.models[-1].tough > self.models[0].tough
        victim = self.models[-1] if tougher else alive[0]
        defense = victim.defense
        if not tougher:
            plain = [rank for rank in self.target.ranks if not rank.hero] or list(self.target.ranks)
            defense = self.plain_defense([Rank(one.models, one.wounds, 0, self.armour(one)) for one in plain])
        for hit in hits:
            for _ in range(self.unblocked(hit, defense)):
                self.wound(hit, [victim] if victim.left else [])


class Hit:
    """A hit on its way."""

    def __init__(
        self,
        effects: list[Effect],
        ap: int,
        named: list[tuple[RuleRef, Effect]] | None = None,
        *,
        sure: bool = False,
    ) -> None:
        self.effects, self.ap, self.named, self.sure = effects, ap, named, sure
        self.again: tuple[list[tuple[RuleRef, Effect]], int] | None = None
