"""How time and memory of `validate` grow with the number of lists, from 1 to 10,000, in one process.

    python -m benchmarks.growth

Goals: time grows with the number of lists to the power of 1.03 at most, and the peak of memory stays flat. What counts
is the time that a processor worked.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from itertools import pairwise
from math import log
from pathlib import Path

from benchmarks.measuring import goal, line
from benchmarks.processes import Ran, surroundings, timed

SIZES = (1, 10, 100, 1000, 10_000)
DIFFERENT = 60
"""So many lists are generated; the others are copies of them under another name."""
SEED = 9


def write_lists(folder: Path) -> None:
    """Write a folder of lists for each size."""
    from listbuilder.library import Library  # see `main`
    from listbuilder.listfiles.writer import format_list_json
    from proof.generating import legal_lists, tables

    armies = [army for _, army in legal_lists(tables(Library.open(user=False)), DIFFERENT, SEED)]
    for size in SIZES:
        place = folder / f"{size}"
        place.mkdir()
        for number in range(size):
            army = replace(armies[number % len(armies)], name=f"List {number}")
            (place / f"{number:05}.json").write_text(format_list_json(army), encoding="utf-8")


def main() -> None:
    """Measure and print."""
    ran: dict[int, Ran] = {}
    with tempfile.TemporaryDirectory() as folder:
        around = surroundings(Path(folder))
        # in a process of its own: a child's peak is never less than what its parent had when it was born
        timed(["-m", "benchmarks.growth", folder], around)
        for size in SIZES:
            command = [
                "-m",
                "listbuilder",
                "validate",
                str(Path(folder) / str(size)),
                "--jobs",
                "1",
                "--format",
                "json",
            ]
            timed(command, around)  # every book that they need is compiled once
            again = 5 if size < SIZES[-1] else 2
            ran[size] = min((timed(command, around) for _ in range(again)), key=lambda one: one.worked)
            line(f"{size} lists, each", ran[size].worked / size)
            print(f"{'':48}{ran[size].peak / 2**20:10.1f} MB{ran[size].peak / ran[1].peak:8.2f} x one list")
    print_growth(ran)


def print_growth(ran: dict[int, Ran]) -> None:
    """Print the power that time grows with, without what every start takes."""
    start = ran[1].worked
    for small, large in pairwise(SIZES[1:]):
        power = log((ran[large].worked - start) / (ran[small].worked - start)) / log(large / small)
        print(f"from {small} to {large} lists: time grows with the power of {power:.3f} {goal(power, 1.03)}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write_lists(Path(sys.argv[1]))
    else:
        main()
