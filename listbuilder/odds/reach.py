"""What a whole army may expect to do: by how far away its targets are, and by how well they are armoured."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from listbuilder.model import System
from listbuilder.odds.attack import attack
from listbuilder.odds.party import Party
from listbuilder.odds.profiles import DEFENSES, plain_target
from listbuilder.odds.result import SIGNS, lean_of
from listbuilder.odds.situation import FAR, Mode, Situation
from listbuilder.odds.sources import Caveat
from listbuilder.odds.table import fights

CROWD = 20
"""The targets of these sums are so many models, one for each unit: enough that hardly any wound is lost."""


@dataclass(frozen=True, slots=True)
class Reached:
    """What all units together may expect to wound at one distance; at 0 all of them charge."""

    distance: int
    wounds: tuple[float, ...]
    """For each Defense from 2+ to 6+."""
    notes: frozenset[Caveat]

    @property
    def sign(self) -> str:
        """What stands before the numbers where something is left out."""
        return SIGNS[lean_of(self.notes)]


def distances(parties: Iterable[Party]) -> tuple[int, ...]:
    """Give the distances at which fewer weapons reach, and 0 for melee."""
    ranges = {weapon.range for party in parties for rank in party.ranks for _, weapon in rank.weapons}
    return (0, *sorted(ranges - {0}))


def army_reach(parties: Sequence[Party], system: System) -> Iterator[Reached | None]:
    """Work the sums out step by step: None for each unit on the way, then what one distance comes to."""
    for distance in distances(parties):
        wounds = [0.0] * len(DEFENSES)
        notes: set[Caveat] = set()
        situation = Situation(mode=Mode.SHOOT if distance else Mode.CHARGE, far=not 0 < distance <= FAR)
        for party in parties:
            armed = _armed(party, distance)
            if fights(armed, situation.mode):
                for place, defense in enumerate(DEFENSES):
                    odds = attack(armed, plain_target(CROWD, defense, 1, party.find), system, situation)
                    wounds[place] += odds.mean_wounds
                    notes |= odds.notes
            yield None
        yield Reached(distance, tuple(wounds), frozenset(notes))


def _armed(party: Party, distance: int) -> Party:
    """Give a party with nothing but the weapons that reach so far."""
    if not distance:
        return party
    ranks = tuple(
        replace(rank, weapons=tuple(held for held in rank.weapons if held[1].range >= distance)) for rank in party.ranks
    )
    return replace(party, ranks=ranks)
