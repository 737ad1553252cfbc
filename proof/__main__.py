"""Run every kind of attempt, print the results and optionally write them to a page."""

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
from proof.fault_detection import inject_faults
from proof.faulty_event.event_generator import EventGenerator, differences
from proof.fuzzing.coverage_guided import fuzz_with_coverage
from proof.fuzzing.fuzz_runner import fuzz
from proof.fuzzing.targets import targets
from proof.injection import HOSTILE, inject
from proof.memory import MAX_MEMORY, read_hostile_files
from proof.proof_page import ProofRow, write_page
from proof.tournament_injection import inject_into_tournament

PLAYERS = 500


@dataclass(frozen=True)
class Budget:
    """The extent of a run."""

    count: int
    seed: int
    kills: int
    minutes: float


def fault_rows(budget: Budget) -> Iterator[ProofRow]:
    """Inject faults into generated lists."""
    results = inject_faults(Library.open(user=False), budget.count, budget.seed, budget.minutes)
    kinds = len(results.injected)
    yield ProofRow(
        "legal lists of every faction and system", f"{results.lists}", len(results.false_alarms), "false alarms"
    )
    yield ProofRow(
        "faults injected into them",
        f"{sum(results.injected.values())}",
        len(results.missed),
        f"missed, of {kinds} kinds",
    )
    for problem in (*results.false_alarms[:5], *results.missed[:5]):
        print(f"  {problem}", file=sys.stderr)


def fuzzing_rows(budget: Budget) -> Iterator[ProofRow]:
    """Damage files for every reader."""
    for name in targets():
        found = fuzz(name, budget.count, budget.seed)
        remark = f"failures; slowest {found.slowest * 1000:.0f} ms, {found.peak // 1_000_000} MB"
        yield ProofRow(f"damaged {name}", f"{found.inputs}", len(found.failures), remark)
        for problem, raw in found.failures.items():
            print(f"  {name}: {problem}: {raw[:120]}", file=sys.stderr)


def memory_rows(_: Budget) -> Iterator[ProofRow]:
    """Read files that need as much memory as their size allows."""
    hostile_files = read_hostile_files()
    remark = f"exceeded {MAX_MEMORY // 1_000_000} MB or failed; peak {hostile_files.peak // 1_000_000} MB"
    yield ProofRow("hostile files of maximum size", f"{hostile_files.files}", len(hostile_files.failures), remark)
    for problem in hostile_files.failures[:5]:
        print(f"  {problem}", file=sys.stderr)


def coverage_guided_rows(budget: Budget) -> Iterator[ProofRow]:
    """Fuzz every reader with coverage feedback, if atheris is installed."""
    for name in targets():
        found = fuzz_with_coverage(name, budget.count, budget.seed)
        if found is None:
            return
        yield ProofRow(f"damaged {name}, guided by coverage", f"{budget.count}", found, "failures")


def injection_rows(_: Budget) -> Iterator[ProofRow]:
    """Put hostile texts into every field and format."""
    library = Library.open(user=False)
    found = inject(library)
    yield ProofRow("hostile texts, by field and format", f"{found.tried}", len(found.failures), "took effect")
    tried = list(inject_into_tournament(library, HOSTILE))
    failures = [f"{what}: {problem}" for what, problem in tried if problem]
    yield ProofRow(
        "hostile texts in an event folder, by field and format", f"{len(tried)}", len(failures), "took effect"
    )
    for problem in (*found.failures[:5], *failures[:5]):
        print(f"  {problem}", file=sys.stderr)


def crash_rows(budget: Budget) -> Iterator[ProofRow]:
    """Kill processes while they write."""
    found = crash(budget.kills)
    yield ProofRow("processes killed while they save", f"{found.kills}", found.broken, "incomplete files")
    yield ProofRow("leftovers of these processes", f"{found.kills}", found.left, "temporary files")
    yield ProofRow("a crash at every write", found.stops, found.stops.count("failed"), "failed tests")


def event_rows(budget: Budget) -> Iterator[ProofRow]:
    """Check a generated event with known faults."""
    library = Library.open(user=False)
    with TemporaryDirectory() as folder:
        generator = EventGenerator(Path(folder) / "cup", library, factions=12, different=PLAYERS // 8, seed=budget.seed)
        event = generator.generate(PLAYERS)
        wrong = list(differences(event, library))
    kinds = len({expected.kind for expected in event.expected})
    yield ProofRow(
        "players of a generated event", f"{len(event.expected)}", len(wrong), f"wrong results, of {kinds} kinds"
    )
    for problem in wrong[:5]:
        print(f"  {problem}", file=sys.stderr)


ATTEMPTS: Mapping[str, Callable[[Budget], Iterator[ProofRow]]] = {
    "faults": fault_rows,
    "event": event_rows,
    "files": fuzzing_rows,
    "guided": coverage_guided_rows,
    "memory": memory_rows,
    "injection": injection_rows,
    "crashes": crash_rows,
}


def main() -> int:
    """Run the attempts; return 0 if nothing failed."""
    parser = argparse.ArgumentParser(prog="python -m proof", description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="number of lists, and of damaged files per reader")
    parser.add_argument("--kills", type=int, default=1000, help="processes killed while they save")
    parser.add_argument("--minutes", type=float, default=inf, help="time limit for generated lists")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default=",".join(ATTEMPTS), help="only these attempts, separated by commas")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the results into this page")
    arguments = parser.parse_args()
    if unknown := set(arguments.only.split(",")) - ATTEMPTS.keys():
        parser.error(f"--only: unknown {', '.join(sorted(unknown))}; choose from {', '.join(ATTEMPTS)}")
    rows: list[ProofRow] = []
    budget = Budget(arguments.count, arguments.seed, arguments.kills, arguments.minutes)
    for name in arguments.only.split(","):
        for row in ATTEMPTS[name](budget):
            print(f"{row.label:52} {row.tried:>14}  {row.failures:>4} {row.remark}", flush=True)
            rows.append(row)
            if arguments.write is not None:
                write_page([row], arguments.write, arguments.seed)
    return 1 if any(row.failures for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
