"""The odds against dice that are thrown one by one: real units, any upgrades, all kinds of attack.

The hands that throw read units off the list and rules out of a table of their own (`rulebook.py`). The seed is fixed,
so the throws are always the same; another seed is as good, as long as the sample is large.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, pstdev

from listbuilder.odds.attack import attack_odds
from listbuilder.odds.combatant import Combatant
from listbuilder.odds.situation import AttackMode, Situation
from tests.odds.fighters import as_party, game, seeded_entries
from tests.odds.literal_dice import Table
from tests.odds.literal_units import Squad, read_entry
from tests.odds.rulebook import RULEBOOK, Moment

PAIRS = 300
THROWS = 50
_SCARCE = 0.25
"""Smaller means are too far from normal to compare in this few rolls."""
MODES = {AttackMode.SHOOT: "shoot", AttackMode.CHARGE: "charge", AttackMode.STRIKE_BACK: "back"}


def readable_pair(random: Random) -> tuple[Combatant, Squad]:
    """Return a unit as the odds see it and as a player reads it."""
    while True:
        faction, roster_entry, hero = seeded_entries(random)
        squad = read_entry(roster_entry, hero)
        if squad is not None:
            return as_party(faction, roster_entry, hero), squad


def test_real_units_agree_with_simulated_dice():
    random = Random(20)
    deviations: list[float] = []
    met: set[str] = set()
    while len(deviations) < PAIRS:
        (attacker, ours), (target, theirs) = readable_pair(random), readable_pair(random)
        mode = random.choice([AttackMode.SHOOT, AttackMode.CHARGE, AttackMode.CHARGE, AttackMode.STRIKE_BACK])
        far, moved, cover = (random.random() < chance for chance in (0.7, 0.3, 0.3))
        odds = attack_odds(attacker, target, game(), Situation(mode=mode, far=far, moved=moved, cover=cover))
        if not odds.exact or odds.mean_wounds < _SCARCE or odds.spread < _SCARCE:
            continue
        chosen = {choice.rule: choice.index for choice in odds.chosen}
        moment = Moment(MODES[mode], far, moved, cover, chosen=chosen)
        table = Table(ours, theirs, moment, random.randrange(1 << 30))
        thrown = [table.attack() for _ in range(THROWS)]
        off = (fmean(thrown) - odds.mean_wounds) / (odds.spread / sqrt(THROWS))
        assert abs(off) <= 4, (ours, theirs, moment, odds.mean_wounds, fmean(thrown))
        deviations.append(off)
        met |= {name for squad in (ours, theirs) for group in squad.groups for name, _ in group.rules}
        met |= {name for group in ours.groups for arm in group.arms for name, _ in arm.rules}
    assert 0.85 <= pstdev(deviations) <= 1.15
    assert len(met & RULEBOOK.keys()) > 40
