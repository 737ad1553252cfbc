"""The time to calculate odds: pairs of units of all books, and one army against another.

    python -m benchmarks odds

Budgets: 0.3 ms (median) and 5 ms (95th percentile) for a pair of units; 0.2 s for 15 units against 15, shooting and
charging; 8 ms for the odds line of a unit in the builder, which is one idle time slice. Caches stay on, as in use:
every pair is new, but its units may be cached.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import process_time

from benchmarks.measurement import format_budget, full_or_short, print_time
from listbuilder.library import Library
from listbuilder.model import Entry, EntryId, System
from listbuilder.odds.army_damage import attack_matrix, summarise_odds
from listbuilder.odds.attack import attack_odds
from listbuilder.odds.combatant import Combatant, build_combatant, rule_lookup
from listbuilder.odds.situation import AttackMode, Situation
from listbuilder.rules.roster_builder import build_roster_entry

GAME = "aof-3.5"
PAIRS = full_or_short(4000, 200)
ARMY = 15
_SEED = 1
_SITUATIONS = (Situation(mode=AttackMode.SHOOT), Situation(mode=AttackMode.CHARGE))


def parties(library: Library, system: System) -> Iterator[Combatant]:
    """Yield every unit of every book without upgrades."""
    for header in library.newest_factions(system.id):
        faction = library.faction(header.id, system.id)
        for unit in faction.units.values():
            entry = Entry(id=EntryId(unit.id), unit=unit.ref)
            yield build_combatant(
                build_roster_entry(entry, unit, faction, system), system, rule_lookup(faction, system)
            )


def measure_pairs(known: list[Combatant], system: System, random: Random) -> None:
    """Measure random pairs, shooting and charging."""
    times = []
    for _ in range(PAIRS):
        attacker, target = random.choice(known), random.choice(known)
        for situation in _SITUATIONS:
            start = process_time()
            attack_odds(attacker, target, system, situation)
            times.append(process_time() - start)
    times.sort()
    for name, share, budget in (("median", 0.5, 0.3), ("95th percentile", 0.95, 5.0)):
        seconds = times[int(len(times) * share)]
        print_time(f"a pair, {name}", seconds, seconds * 1000, f"1 ms {format_budget(seconds * 1000, budget)}")


def measure_matrix(known: list[Combatant], system: System, random: Random) -> None:
    """Measure one army against another, with new pairs only."""
    ours, theirs = random.sample(known, ARMY), random.sample(known, ARMY)
    start = process_time()
    attack_matrix(ours, theirs, system, _SITUATIONS)
    seconds = process_time() - start
    label = f"{ARMY} units against {ARMY}, shooting and charging"
    print_time(label, seconds, seconds, f"1 s {format_budget(seconds, 0.2)}")


def measure_glances(known: list[Combatant], system: System) -> None:
    """Measure the odds line of the selected unit in the builder, once for every unit."""
    times = []
    for party in known:
        start = process_time()
        summarise_odds(party, system)
        times.append(process_time() - start)
    seconds = sorted(times)[int(len(times) * 0.95)]
    budget = format_budget(seconds * 1000, 8)
    print_time("odds line in the builder, 95th percentile", seconds, seconds * 1000, f"1 ms {budget}")


def main() -> None:
    """Measure and print."""
    library = Library.open(user=False)
    system = library.system(GAME)
    known = list(parties(library, system))[:: full_or_short(1, 5)]
    random = Random(_SEED)
    measure_glances(known, system)
    measure_matrix(known, system, random)
    measure_pairs(known, system, random)


if __name__ == "__main__":
    main()
