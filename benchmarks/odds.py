"""The odds of real units: single pairs of all books, and an army against an army.

    python -m benchmarks.odds

Goals: a pair at most 0.3 ms in the middle and 5 ms in all but one of twenty; 15 units against 15, shooting and charging
at most 0.2 s; the line of a unit in the builder within one slice of its idle time, 8 ms. What was worked out before is
kept, as it is in use: every pair is new, the units in it need not be.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

from benchmarks.measuring import goal, line
from listbuilder.library import Library
from listbuilder.model import Entry, EntryId, System
from listbuilder.odds.army_damage import attack_matrix
from listbuilder.odds.attack import attack_odds
from listbuilder.odds.benchmark_targets import summarise_odds
from listbuilder.odds.combatant import Combatant, build_combatant
from listbuilder.odds.coverage import rule_lookup
from listbuilder.odds.situation import AttackMode, Situation
from listbuilder.rules.roster_builder import build_roster_entry

GAME = "aof-3.5"
PAIRS = 4000
ARMY = 15
_SEED = 1
_SITUATIONS = (Situation(mode=AttackMode.SHOOT), Situation(mode=AttackMode.CHARGE))


def parties(library: Library, system: System) -> Iterator[Combatant]:
    """Give every unit of every book as it comes."""
    for header in library.newest_factions(system.id):
        faction = library.faction(header.id, system.id)
        for unit in faction.units.values():
            entry = Entry(id=EntryId(unit.id), unit=unit.ref)
            yield build_combatant(
                build_roster_entry(entry, unit, faction, system), system, rule_lookup(faction, system)
            )


def measure_pairs(known: list[Combatant], system: System, random: Random) -> None:
    """Measure pairs at random, shooting and charging."""
    times = []
    for _ in range(PAIRS):
        attacker, target = random.choice(known), random.choice(known)
        for situation in _SITUATIONS:
            start = process_time()
            attack_odds(attacker, target, system, situation)
            times.append(process_time() - start)
    times.sort()
    for name, place, most in (("median", 0.5, 0.3), ("all but one of twenty", 0.95, 5.0)):
        found = times[int(len(times) * place)]
        line(f"a pair, {name}", found, found * 1000, f"a millisecond {goal(found * 1000, most)}")


def measure_matrix(known: list[Combatant], system: System, random: Random) -> None:
    """Measure an army against an army, none of whose pairs was seen before."""
    ours, theirs = random.sample(known, ARMY), random.sample(known, ARMY)
    start = process_time()
    attack_matrix(ours, theirs, system, _SITUATIONS)
    found = process_time() - start
    line(f"{ARMY} units against {ARMY}, shooting and charging", found, found, f"a second {goal(found, 0.2)}")


def measure_glances(known: list[Combatant], system: System) -> None:
    """Measure what the builder works out for the selected unit in one go, for every unit once."""
    times = []
    for party in known:
        start = process_time()
        summarise_odds(party, system)
        times.append(process_time() - start)
    found = sorted(times)[int(len(times) * 0.95)]
    line(
        "a unit's line in the builder, all but one of twenty",
        found,
        found * 1000,
        f"a millisecond {goal(found * 1000, 8)}",
    )


def main() -> None:
    """Run all."""
    library = Library.open(user=False)
    system = library.system(GAME)
    known = list(parties(library, system))
    random = Random(_SEED)
    measure_glances(known, system)
    measure_matrix(known, system, random)
    measure_pairs(known, system, random)


if __name__ == "__main__":
    main()
