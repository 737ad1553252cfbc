"""The odds against dice that are thrown one by one: real units, any upgrades, all kinds of attack.

The seed is fixed, so the throws are always the same; another seed is as good, as long as the sample is large.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, pstdev

from listbuilder.odds.attack import attack
from listbuilder.odds.situation import Mode, Situation
from tests.odds.fighters import game, seeded_party
from tests.odds.literal_dice import Table

PAIRS = 300
THROWS = 50
_SCARCE = 0.25
"""Means below this say little in so few throws: their distribution is far from the normal one."""


def test_three_hundred_pairs_of_real_units_agree_with_literal_dice():
    random = Random(20)
    deviations: list[float] = []
    while len(deviations) < PAIRS:
        attacker, target = seeded_party(random), seeded_party(random)
        mode = random.choice([Mode.SHOOT, Mode.CHARGE, Mode.CHARGE, Mode.STRIKE_BACK])
        situation = Situation(
            mode=mode, far=random.random() < 0.7, moved=random.random() < 0.3, cover=random.random() < 0.3
        )
        odds = attack(attacker, target, game(), situation)
        if not odds.exact or odds.mean_wounds < _SCARCE or odds.spread < _SCARCE:
            continue
        words = situation.words | ({"outnumbered"} if target.models > attacker.models else set())
        table = Table(attacker, target, game(), words, random.randrange(1 << 30))
        table.chosen = {taken.rule: taken.place for taken in odds.chosen}
        thrown = [table.attack() for _ in range(THROWS)]
        off = (fmean(thrown) - odds.mean_wounds) / (odds.spread / sqrt(THROWS))
        assert abs(off) <= 4, (attacker, target, situation, odds.mean_wounds, fmean(thrown))
        deviations.append(off)
    assert 0.85 <= pstdev(deviations) <= 1.15
