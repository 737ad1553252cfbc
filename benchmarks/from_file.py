"""From a file to a verdict, as ratios to `json.load` of the same bytes.

    python -m benchmarks.from_file

Budgets: `validate` of a folder of Army Forge saves takes 8 times `json.load` of the same files for each list once it
has started, in one process with all checks on, and two processes are 1.9 times as fast. All lists are different; the
larger folder has five copies of each.

Not met yet. For one list more inside a process, text report, best of twelve rounds: entries seen before 24.8 → 14.2
times `json.load`, nothing seen before 29.5 → 20.6. What is left, in this order: reading the save (records, matching,
links), working a new loadout out, the checks of a new entry, limits.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from benchmarks.measuring import line
from benchmarks.processes import surroundings, timed

SMALL, DIFFERENT, LARGE = 200, 400, 2000
ROUNDS = 3
SEED = 9


def write_files(folder: Path) -> None:
    """Write the same lists as saves in three folders, and as our own files and share text beside them."""
    from listbuilder.library import Library  # see `main`
    from listbuilder.listfiles import format_list, format_list_json
    from proof.foreign import army_forge_save, can_be_saved
    from proof.generating import legal_lists, tables

    library = Library.open(user=False)
    foreign = tuple(table for table in tables(library) if table.system.keys and table.faction.keys)
    rosters = [table.work_out(army) for table, army in legal_lists(foreign, DIFFERENT, SEED)]
    rosters = [roster for roster in rosters if can_be_saved(roster)]
    saves = [json.dumps(army_forge_save(roster)) for roster in rosters]
    for size in (SMALL, DIFFERENT, LARGE):
        _write(folder / str(size), [saves[place % len(saves)] for place in range(size)], "json")
    _write(folder / "yaml", [format_list(roster.army) for roster in rosters], "yaml")
    _write(folder / "own-json", [format_list_json(roster.army) for roster in rosters], "json")


def _write(folder: Path, texts: list[str], suffix: str) -> None:
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"{number:05}.{suffix}").write_text(text, encoding="utf-8")


def each(run: Callable[[Path], object], files: list[Path]) -> float:
    """Give the time that one file takes: each file's best of several rounds, so that a busy machine disturbs little."""
    found = [float("inf")] * len(files)
    for _ in range(ROUNDS):
        for place, file in enumerate(files):
            start = perf_counter()
            run(file)
            found[place] = min(found[place], perf_counter() - start)
    return sum(found) / len(files)


def load_plain(file: Path) -> object:
    """Do what any reader of such a file has to do."""
    with open(file, encoding="utf-8") as stream:  # noqa: PTH123  # what anybody would write, and it is quicker
        return json.load(stream)


def measure_command(folder: Path, around: dict[str, str], plain: float) -> None:
    """Measure whole runs of the command, and what one list more costs in them."""

    def seconds(size: int, jobs: int) -> float:
        command = ["-m", "listbuilder", "validate", str(folder / str(size)), "--jobs", str(jobs)]
        return min(timed(command, around).seconds for _ in range(ROUNDS))

    timed(["-m", "listbuilder", "validate", str(folder / str(DIFFERENT)), "--jobs", "1"], around)  # books are compiled
    small, different, large, two = (seconds(*run) for run in ((SMALL, 1), (DIFFERENT, 1), (LARGE, 1), (LARGE, 2)))
    for size, whole in ((SMALL, small), (LARGE, large)):
        line(f"validate of {size} saves, end to end", whole, whole / size / plain, "json.load of them")
    new, more = (different - small) / (DIFFERENT - SMALL), (large - small) / (LARGE - SMALL)
    line("one save more, unlike all others", new, new / plain, "json.load (budget 8)")
    line("one save more, as the others", more, more / plain, "json.load (budget 8)")
    line(f"{LARGE} saves in two processes", two, large / two, "as fast (budget 1.9)")


def measure_formats(folder: Path, plain: float) -> None:
    """Measure each format on the way to a verdict inside this process, with all books loaded."""
    from listbuilder.judging import judge_file  # see `main`
    from listbuilder.library import Library

    library = Library.open(user=False)
    for name, label in ((str(DIFFERENT), "a save"), ("own-json", "a list of ours, JSON"), ("yaml", "the same, YAML")):
        taken = each(lambda file: judge_file(file, library), sorted((folder / name).iterdir()))
        line(f"from {label} to a verdict", taken, taken / plain, "json.load of the save")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        around = surroundings(folder)
        # in a process of its own, so that this one has loaded nothing when it measures
        timed(["-m", "benchmarks.from_file", place], around)
        plain = each(load_plain, sorted((folder / str(DIFFERENT)).iterdir()))
        line("json.load of a save", plain, 1, "itself")
        measure_command(folder, around, plain)
        os.environ |= {name: around[name] for name in ("LISTBUILDER_CACHE", "LISTBUILDER_STATE", "LISTBUILDER_DATA")}
        measure_formats(folder, plain)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write_files(Path(sys.argv[1]))
    else:
        main()
