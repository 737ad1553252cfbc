"""Run every instrument with a seed and a budget, print one table, and write it down where that is asked for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

from listbuilder.library import Library
from proof.crashes import crash
from proof.desk_injection import bent_desks
from proof.fuzzing.coverage_guided import guided
from proof.fuzzing.running import fuzz
from proof.fuzzing.targets import targets
from proof.injection import HOSTILE, inject
from proof.memory import MOST, hold
from proof.mutation_table import sow
from proof.sown_event.sown import Sower, differences
from proof.writing import Line, write

SUBMITTED = 500


@dataclass(frozen=True)
class Budget:
    """How much is tried."""

    count: int
    seed: int
    kills: int
    minutes: float


def faults(budget: Budget) -> Iterator[Line]:
    """Sow faults in generated lists."""
    sown = sow(Library.open(user=False), budget.count, budget.seed, budget.minutes)
    kinds = len(sown.sown)
    yield Line("legal lists of every faction and system", f"{sown.lists}", len(sown.false_alarms), "false alarms")
    yield Line("faults sown in them", f"{sum(sown.sown.values())}", len(sown.missed), f"missed, of {kinds} kinds")
    for problem in (*sown.false_alarms[:5], *sown.missed[:5]):
        print(f"  {problem}", file=sys.stderr)


def spoiled(budget: Budget) -> Iterator[Line]:
    """Spoil files for every reader."""
    for name in targets():
        found = fuzz(name, budget.count, budget.seed)
        remark = f"failures; slowest {found.slowest * 1000:.0f} ms, {found.peak // 1_000_000} MB"
        yield Line(f"spoiled {name}", f"{found.inputs}", len(found.failures), remark)
        for place, raw in found.failures.items():
            print(f"  {name}: {place}: {raw[:120]}", file=sys.stderr)


def hostile(_: Budget) -> Iterator[Line]:
    """Read files that want as much memory as their size allows."""
    found = hold()
    remark = f"wanted more than {MOST // 1_000_000} MB or failed; peak {found.peak // 1_000_000} MB"
    yield Line("hostile files as large as they may be", f"{found.files}", len(found.failures), remark)
    for problem in found.failures[:5]:
        print(f"  {problem}", file=sys.stderr)


def coverage_guided(budget: Budget) -> Iterator[Line]:
    """Let coverage guide the spoiling, where atheris is installed."""
    for name in targets():
        found = guided(name, budget.count, budget.seed)
        if found is None:
            return
        yield Line(f"spoiled {name}, guided by coverage", f"{budget.count}", found, "failures")


def injected(_: Budget) -> Iterator[Line]:
    """Put hostile texts into every place and format."""
    library = Library.open(user=False)
    found = inject(library)
    yield Line("hostile texts, by place and format", f"{found.tried}", len(found.failures), "did something")
    tried = list(bent_desks(library, HOSTILE))
    failures = [f"{what}: {problem}" for what, problem in tried if problem]
    yield Line("hostile texts in a desk, by place and format", f"{len(tried)}", len(failures), "did something")
    for problem in (*found.failures[:5], *failures[:5]):
        print(f"  {problem}", file=sys.stderr)


def crashed(budget: Budget) -> Iterator[Line]:
    """Kill and stop whatever writes."""
    found = crash(budget.kills)
    yield Line("processes killed while they save", f"{found.kills}", found.broken, "files that were not whole")
    yield Line("what such processes left", f"{found.kills}", found.left, "temporary files")
    yield Line("a stop at every write", found.stops, found.stops.count("failed"), "tests that failed")


def sown_event(budget: Budget) -> Iterator[Line]:
    """Have players of a made-up event do everything wrong that can be done, in known places."""
    library = Library.open(user=False)
    with TemporaryDirectory() as folder:
        sower = Sower(Path(folder) / "cup", library, factions=12, different=SUBMITTED // 8, seed=budget.seed)
        event = sower.sow(SUBMITTED)
        wrong = list(differences(event, library))
    kinds = len({one.kind for one in event.expected})
    yield Line(
        "players of a made-up event", f"{len(event.expected)}", len(wrong), f"judged otherwise, of {kinds} kinds"
    )
    for problem in wrong[:5]:
        print(f"  {problem}", file=sys.stderr)


INSTRUMENTS: Mapping[str, Callable[[Budget], Iterator[Line]]] = {
    "faults": faults,
    "event": sown_event,
    "files": spoiled,
    "guided": coverage_guided,
    "memory": hostile,
    "injection": injected,
    "crashes": crashed,
}


def main() -> int:
    """Run the instruments and give 0 where nothing went wrong."""
    parser = argparse.ArgumentParser(prog="python -m proof", description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="lists, and spoiled files for each reader")
    parser.add_argument("--kills", type=int, default=1000, help="processes killed while they save")
    parser.add_argument("--minutes", type=float, default=inf, help="make no more lists after so long")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default=",".join(INSTRUMENTS), help="only these instruments (default: all)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the rows into the table of a document")
    arguments = parser.parse_args()
    if unknown := set(arguments.only.split(",")) - INSTRUMENTS.keys():
        parser.error(f"--only: no {', '.join(sorted(unknown))}; there are {', '.join(INSTRUMENTS)}")
    lines: list[Line] = []
    budget = Budget(arguments.count, arguments.seed, arguments.kills, arguments.minutes)
    for name in arguments.only.split(","):
        for line in INSTRUMENTS[name](budget):
            print(f"{line.what:52} {line.tried:>14}  {line.wrong:>4} {line.remark}", flush=True)
            lines.append(line)
            if arguments.write is not None:
                write([line], arguments.write, arguments.seed)
    return 1 if any(line.wrong for line in lines) else 0


if __name__ == "__main__":
    sys.exit(main())
