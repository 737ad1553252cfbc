"""What decides a melee besides wounds: fear, and the morale of whoever has lost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from listbuilder.model.effects import FACES, Bearers, Effect, Reach, Side
from listbuilder.odds.dice import chance_of
from listbuilder.odds.party import Party
from listbuilder.odds.situation import Situation
from listbuilder.odds.sources import Caveat, Reader, Traits, notes_of, party_rules


@dataclass(frozen=True, slots=True)
class Nerve:
    """How a party stands in a lost melee, and what it adds to a won one."""

    fear: int
    """Wounds that count as caused without being."""
    passes: float
    """The chance to pass a morale test."""
    notes: frozenset[Caveat]


@lru_cache(maxsize=8192)
def read_nerve(party: Party, situation: Situation) -> Nerve:
    """Give the fear that a party causes and the chance that its own morale holds."""
    reader = Reader(party.find, situation, Traits(), ())
    ranks, everywhere = party_rules(party, reader)
    given = frozenset(ref.id for ref in party.given)
    fear = 0
    shared: dict[tuple[str, int], Effect] = {}
    for rank, rules in zip(party.ranks, ranks, strict=True):
        for source in reader.sources(rules, everywhere, given=given):
            for place, effect in enumerate(source.effects):
                if effect.to is Reach.MODEL:
                    fear += rank.models * effect.amount("fear")
                if _is_shared(effect, whole=source.rule in everywhere):
                    shared[source.rule, place] = effect
    fear += sum(effect.amount("fear") for effect in shared.values() if effect.to is not Reach.MODEL)
    return Nerve(fear, _passes(party, list(shared.values())), notes_of(reader, Side.ATTACK))


def _is_shared(effect: Effect, *, whole: bool) -> bool:
    """Tell whether an effect is one of the whole unit: given to all of it, or of a rule that all of it has."""
    return effect.to is not Reach.MODEL or effect.bearers is Bearers.ALL or whole


def _passes(party: Party, effects: list[Effect]) -> float:
    """Give the chance of a Quality test by whoever in the unit is best at it; a second roll may save a failed one."""
    bonus = sum(effect.amount("morale") for effect in effects)
    need = min(FACES, max(2, min(rank.quality for rank in party.ranks) - bonus))
    chance = chance_of(need)
    steady = [effect.amount("steady") for effect in effects if "steady" in effect.verbs]
    return chance + (1 - chance) * chance_of(min(steady)) if steady else chance
