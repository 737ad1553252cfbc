"""The growth of time and memory of `validate`, from 1 to 10,000 lists, in one process.

    python -m benchmarks validate_scaling

Budgets: time grows with at most the power of 1.03 of the number of lists, and the peak of memory is constant. Processor
time is measured.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from itertools import pairwise
from math import log
from pathlib import Path

from benchmarks.measurement import difference, format_budget, full_or_short, print_time
from benchmarks.processes import ProcessRun, isolated_environment, run_process

SIZES = full_or_short((1, 10, 100, 1000, 10_000), (1, 10, 100))
DIFFERENT_LISTS = full_or_short(60, 10)
"""The number of generated lists. All others are copies with a different name."""
MAX_POWER = 1.03
SEED = 9


def write_lists(folder: Path) -> None:
    """Write a folder of lists for each size."""
    from listbuilder.library import Library  # only the child process imports it
    from listbuilder.listfiles.writer import format_list_json
    from proof.generated_lists import legal_lists, list_sources

    armies = [army for _, army in legal_lists(list_sources(Library.open(user=False)), DIFFERENT_LISTS, SEED)]
    for size in SIZES:
        subfolder = folder / f"{size}"
        subfolder.mkdir()
        for number in range(size):
            army = replace(armies[number % len(armies)], name=f"List {number}")
            (subfolder / f"{number:05}.json").write_text(format_list_json(army), encoding="utf-8")


def main() -> None:
    """Measure and print."""
    runs: dict[int, ProcessRun] = {}
    with tempfile.TemporaryDirectory() as folder:
        environment = isolated_environment(Path(folder))
        # in a child process: the peak of a child is at least the memory of its parent
        run_process(["-m", "benchmarks.validate_scaling", folder], environment)
        for size in SIZES:
            arguments = ["validate", str(Path(folder) / str(size)), "--jobs", "1", "--format", "json"]
            command = ["-m", "listbuilder", *arguments]
            run_process(command, environment)  # fills the cache
            repeats = full_or_short(5 if size < SIZES[-1] else 2, 1)
            runs[size] = min(
                (run_process(command, environment) for _ in range(repeats)), key=lambda run: run.cpu_seconds
            )
            print_time(f"{size} lists, time per list", runs[size].cpu_seconds / size)
            print(f"{'':52}{runs[size].peak / 2**20:10.1f} MB{runs[size].peak / runs[1].peak:8.2f} x one list")
    print_growth(runs)


def print_growth(runs: dict[int, ProcessRun]) -> None:
    """Print the exponent of growth, without the start of the process."""
    start = runs[1].cpu_seconds
    for small, large in pairwise(SIZES[1:]):
        power = log(difference(runs[large].cpu_seconds, start) / difference(runs[small].cpu_seconds, start)) / log(
            large / small
        )
        print(
            f"from {small} to {large} lists: time grows with the power of {power:.3f} {format_budget(power, MAX_POWER)}"
        )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write_lists(Path(sys.argv[1]))
    else:
        main()
