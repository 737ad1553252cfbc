"""Run every instrument with a seed and a budget, print one table, and write it down where that is asked for."""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from listbuilder import __version__
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

HEAD = """# Proof

What was tried to prove listbuilder wrong, and what came of it. Written by `make proof`; numbers as they were counted,
nothing rounded up. The same seed gives the same lists and the same spoiled files.

"""


SUBMITTED = 500


@dataclass(frozen=True)
class Budget:
    """How much is tried."""

    count: int
    seed: int
    kills: int


@dataclass(frozen=True)
class Line:
    """One row of the table."""

    what: str
    tried: str
    wrong: int
    remark: str


def faults(budget: Budget) -> Iterator[Line]:
    """Sow faults in generated lists."""
    sown = sow(Library.open(user=False), budget.count, budget.seed)
    kinds = len(sown.sown)
    yield Line("legal lists of every faction and system", f"{sown.lists}", len(sown.false_alarms), "false alarms")
    yield Line("faults sown in them", f"{sum(sown.sown.values())}", len(sown.missed), f"missed, of {kinds} kinds")
    for problem in (*sown.false_alarms[:5], *sown.missed[:5]):
        print(f"  {problem}", file=sys.stderr)


def spoiled(budget: Budget) -> Iterator[Line]:
    """Spoil files for every reader."""
    for name in targets():
        found = fuzz(name, budget.count, budget.seed)
        remark = f"slowest {found.slowest * 1000:.0f} ms, {found.peak // 1_000_000} MB"
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
    yield Line("the same", f"{found.kills}", found.left, "temporary files left")
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


INSTRUMENTS: tuple[Callable[[Budget], Iterator[Line]], ...] = (
    *(faults, sown_event, spoiled, coverage_guided, hostile),
    *(injected, crashed),
)


def main() -> int:
    """Run the instruments and give 0 where nothing went wrong."""
    parser = argparse.ArgumentParser(prog="python -m proof", description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="lists, and spoiled files for each reader")
    parser.add_argument("--kills", type=int, default=1000, help="processes killed while they save")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the table into a document")
    arguments = parser.parse_args()
    started = time.monotonic()
    lines: list[Line] = []
    budget = Budget(arguments.count, arguments.seed, arguments.kills)
    for instrument in INSTRUMENTS:
        for line in instrument(budget):
            print(f"{line.what:52} {line.tried:>14}  {line.wrong:>4} {line.remark}", flush=True)
            lines.append(line)
    if arguments.write is not None:
        arguments.write.write_text(_document(lines, arguments, time.monotonic() - started), encoding="utf-8")
    return 1 if any(line.wrong for line in lines) else 0


def _document(lines: list[Line], arguments: argparse.Namespace, seconds: float) -> str:
    today = datetime.now(tz=UTC).date()
    machine = f"Python {platform.python_version()} on {platform.system()}"
    made = f"listbuilder {__version__}, {machine}, {today}, seed {arguments.seed}, {seconds:.0f} seconds"
    rows = [f"| {line.what} | {line.tried} | {line.wrong} {line.remark} |" for line in lines]
    return HEAD + "\n".join([made + ".", "", "| what | tried | came of it |", "|---|--:|---|", *rows]) + _WEEKLY


_WEEKLY = """

## Every week

Whoever keeps a fork can let a machine do this:

```yaml
on: {schedule: [{cron: "0 4 * * 1"}]}
jobs:
  proof:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: make proof COUNT=10000
      - run: make mutants
```

`make proof` installs atheris, which lets coverage guide the fuzzers, where there is a wheel for the machine; without it
files are spoiled blindly. `make mutants` makes small changes to the code, runs the tests on each, and prints how many
were noticed; changes that change nothing are named in `proof/mutants/equivalent.txt`.
"""


if __name__ == "__main__":
    sys.exit(main())
