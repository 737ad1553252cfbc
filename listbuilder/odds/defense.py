"""The target of an attack as numbers: what it blocks with, what it ignores, who is hit first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from listbuilder.model import System
from listbuilder.model.effects import Bearers, Effect, Lean, Side
from listbuilder.odds.active_effects import ActiveRule, Caveat, Open, Sources, Traits, Ways, read_target
from listbuilder.odds.combatant import Party, Rank
from listbuilder.odds.dice import chance_of
from listbuilder.odds.situation import Situation


@dataclass(frozen=True, slots=True, kw_only=True)
class Shield:
    """What stands between an attack and the wounds of its target."""

    defense: int
    models: int
    hit: int = 0
    """What the target does to hit rolls."""
    ap: int = 0
    guard: int = 0
    """What is added to defense rolls."""
    plain_guard: int = 0
    """What is added to defense rolls against hits with neither AP nor Blast."""
    blast_ap: int = 0
    """What is added to the AP of hits with Blast."""
    cover_hit: int = 0
    cover_guard: int = 0
    ignored: float = 0.0
    """The chance of one wound to be ignored."""
    impact: int = 0
    """How many dice of impact fewer there are."""


@dataclass(frozen=True, slots=True)
class Defenders:
    """A target in one situation: the unit, its toughest model alone, and what is to be said."""

    shield: Shield
    alone: Shield
    """The same for an attack at the model that is the last to fall, as a unit of its own."""
    capacities: tuple[int, ...]
    notes: frozenset[Caveat]
    open: tuple[Open, ...]


@lru_cache(maxsize=8192)
def read_traits(party: Party, situation: Situation) -> Traits:
    """Give what most models of a party have, in whatever armour they wear."""
    wounds = sorted((rank.wounds for rank in party.ranks for _ in range(rank.models)), reverse=True)
    heroes = sum(rank.models for rank in party.ranks if rank.hero)
    sources, _ = read_target(party, situation, ())
    defense = _unit_defense(party, _defenses(party, sources))
    return Traits(wounds[len(wounds) // 2], defense, int(2 * heroes > party.models))


def _unit_defense(party: Party, defenses: Iterable[int]) -> int:
    """Give the Defense of a unit: that of most of its models; a hero's own counts once all others have fallen."""
    models: dict[int, int] = {}
    rows = list(zip(party.ranks, defenses, strict=True))
    for rank, defense in [row for row in rows if not row[0].hero] or rows:
        models[defense] = models.get(defense, 0) + rank.models
    return max(models, key=lambda defense: models[defense])


@lru_cache(maxsize=8192)
def read_defenders(party: Party, system: System, situation: Situation, ways: Ways = ()) -> Defenders:
    """Give a target as numbers, with what the game itself does for it."""
    sources, stand_open = read_target(party, situation, ways)
    game = [effect for effect in system.combat.effects if effect.holds(situation.words)]
    defenses = _defenses(party, sources)
    shield = _shield(_unit_defense(party, defenses), party, sources.ranks, game)
    alone = replace(shield, models=1, defense=defenses[-1])
    partly = [Caveat(source.label, lean=Lean.LESS, side=Side.TARGET) for source in _partly(sources.ranks)]
    return Defenders(shield, alone, party.capacities_in(system), sources.notes.union(partly), stand_open)


def _defenses(party: Party, sources: Sources) -> list[int]:
    """Give the Defense that each rank counts as having."""
    return [_armoured(rank, held) for rank, held in zip(party.ranks, sources.ranks, strict=True)]


def _armoured(rank: Rank, sources: tuple[ActiveRule, ...]) -> int:
    armour = [effect.amount("armor") for source in sources for effect in source.effects if "armor" in effect.verbs]
    return min([rank.defense, *armour])


def _shield(defense: int, party: Party, ranks: tuple[tuple[ActiveRule, ...], ...], game: list[Effect]) -> Shield:
    whole = [effect for source in ranks[0] for effect in source.effects if effect.bearers is Bearers.ALL]
    each = [
        (rank.models, effect)
        for rank, sources in zip(party.ranks, ranks, strict=True)
        for source in sources
        for effect in source.effects
        if effect.bearers is Bearers.EACH
    ]
    return Shield(
        defense=defense,
        models=party.models,
        hit=sum(effect.amount("hit") for effect in whole),
        ap=sum(effect.amount("ap") for effect in whole if effect.hits_from is None),
        guard=sum(effect.amount("defense") for effect in whole if effect.hits_from is None),
        plain_guard=sum(effect.amount("defense") for effect in whole if effect.hits_from == "plain"),
        blast_ap=sum(effect.amount("ap") for effect in whole if effect.hits_from == "blast"),
        cover_hit=sum(effect.amount("hit") for effect in game),
        cover_guard=sum(effect.amount("defense") for effect in game),
        ignored=_ignored(set(ranks[0]).difference(_partly(ranks))),
        impact=-sum(models * effect.amount("impact") for models, effect in each),
    )


def _partly(ranks: tuple[tuple[ActiveRule, ...], ...]) -> Iterator[ActiveRule]:
    """Give what lets some models of the unit ignore wounds and others not; who is wounded is not followed so far."""
    everywhere = set.intersection(*({source.rule for source in sources} for sources in ranks))
    for source in (source for sources in ranks for source in sources if source.rule not in everywhere):
        if any("ignore_wound" in effect.verbs for effect in source.effects):
            yield source


def _ignored(sources: Iterable[ActiveRule]) -> float:
    """Give the chance of a wound to be ignored: each rule rolls by itself, and of one rule the best roll counts."""
    pierced = 1.0
    for needed in _rolls(sources):
        pierced *= 1 - chance_of(max(2, needed))
    return 1 - pierced


def _rolls(sources: Iterable[ActiveRule]) -> Iterator[int]:
    for source in sources:
        needed = [effect.amount("ignore_wound") for effect in source.effects if "ignore_wound" in effect.verbs]
        if needed:
            yield min(needed)
