"""From a file to a verdict, as ratios to `json.load` of the same bytes.

    python -m benchmarks.from_file

Goals: `validate` of a folder of Army Forge saves takes 8 times `json.load` of the same files for each list once it has
started, in one process with all checks on, and two processes are 1.9 times as fast; `validate` of a mixed folder of 500
submissions takes 6 times `json.load` of the saves in two processes, with the start. All lists are different; the larger
folder has five copies of each. For one process, what counts is the time that a processor worked; of two the clock
tells, which says little on a busy machine. Every folder begins with a list that is illegal, so that what only findings
need is loaded for all of them.

What is left is spread over all of it, half for every list however short: the parser with its look for doubled keys,
records and their matching, entries and rosters as values, limits. Of a new list it is units, loadouts and checks,
worked out for the first time. Two processes share a folder by its books; what they cannot share is the start, a tenth
of the work for 2,000 lists. In a mixed folder share text takes most: its picks are searched for.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from benchmarks.measuring import goal, line
from benchmarks.processes import Ran, surroundings, timed

SMALL, DIFFERENT, LARGE, MIXED = 200, 400, 2000, 500
SHARED = 60
LOAD = "--load"
ROUNDS = 3
MOST = 8
MORE = 1.9
MOST_MIXED = 6
SEED = 9


def write_files(folder: Path) -> None:
    """Write the same lists as saves in three folders, as our own files and share text beside them, and all mixed."""
    from listbuilder.exporters.army_forge import format_share_text  # see `main`
    from listbuilder.library import Library
    from listbuilder.listfiles import encode_share, format_list, format_list_json
    from proof.foreign import army_forge_save, can_be_saved
    from proof.generating import legal_lists, tables

    library = Library.open(user=False)
    foreign = tuple(table for table in tables(library) if table.system.keys and table.faction.keys)
    rosters = [table.work_out(army) for table, army in legal_lists(foreign, DIFFERENT, SEED)]
    rosters = [roster for roster in rosters if can_be_saved(roster)]
    illegal = army_forge_save(rosters[0])
    illegal["list"]["pointsLimit"] = 1
    saves = [json.dumps(save) for save in (illegal, *map(army_forge_save, rosters[1:]))]
    for size in (SMALL, DIFFERENT, LARGE):
        _write(folder / str(size), [saves[place % len(saves)] for place in range(size)], "json")
    _write(folder / "yaml", [format_list(roster.army) for roster in rosters], "yaml")
    _write(folder / "own-json", [format_list_json(roster.army) for roster in rosters], "json")
    _write(folder / "text", [format_share_text(roster) for roster in rosters[:SHARED]], "txt")
    ways = (
        lambda roster: json.dumps(army_forge_save(roster)),
        format_share_text,
        lambda roster: format_list(roster.army),
        lambda roster: format_list_json(roster.army),
        lambda roster: encode_share(roster.army),
    )
    chosen = [rosters[place % len(rosters)] for place in range(MIXED)]
    _write(folder / "mixed", [ways[place % len(ways)](roster) for place, roster in enumerate(chosen)], "txt")
    _write(folder / "mixed-saves", [json.dumps(army_forge_save(roster)) for roster in chosen], "json")


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


def load_plain(file: Path | str) -> object:
    """Do what any reader of such a file has to do."""
    with open(file, encoding="utf-8") as stream:  # noqa: PTH123  # what anybody would write, and it is quicker
        return json.load(stream)


def measure_command(folder: Path, around: dict[str, str]) -> None:
    """Measure whole runs of the command, and what one list more costs in them."""

    def once(size: int, jobs: int) -> Ran:
        judging = ["-m", "listbuilder", "validate", str(folder / str(size)), "--jobs", str(jobs)]
        loading = ["-m", "benchmarks.from_file", LOAD, str(folder / str(size))]
        return timed(judging if jobs else loading, around)

    once(DIFFERENT, 1)  # books are compiled
    sizes = ((SMALL, 0), (LARGE, 0), (SMALL, 1), (DIFFERENT, 1), (LARGE, 1), (SMALL, 2), (LARGE, 2))
    rounds = [[once(*size) for size in sizes] for _ in range(ROUNDS)]  # in turn, so that all meet the same moments
    few, many, small, different, large, _, both = (
        min(ran.worked for ran in runs) for runs in zip(*rounds, strict=True)
    )
    plain = (many - few) / (LARGE - SMALL)
    line("json.load of one save more", plain, 1, "itself")
    for size, whole in ((SMALL, small), (LARGE, large)):
        line(f"validate of {size} saves, end to end", whole, whole / size / plain, "json.load of them")
    new, more = (different - small) / (DIFFERENT - SMALL), (large - small) / (LARGE - SMALL)
    line("one save more, unlike all others", new, new / plain, f"json.load {goal(new / plain, MOST)}")
    line("one save more, as the others", more, more / plain, f"json.load {goal(more / plain, MOST)}")
    begun, one, begun_both, two = (min(runs[place].seconds for runs in rounds) for place in (2, 4, 5, 6))
    reached = "reached" if one / two >= MORE else "missed"
    line(f"{LARGE} saves in two processes", two, one / two, f"as fast (goal at least {MORE}: {reached})")
    line(
        "one save more in two processes",
        (two - begun_both) / (LARGE - SMALL),
        (one - begun) / (two - begun_both),
        "as fast",
    )
    line("the work of both processes together", both, both / large, "that of one")


def measure_mixed(folder: Path, around: dict[str, str]) -> None:
    """Measure what an organiser gets: submissions in five formats, from the start of the command to its end."""
    judging = ["-m", "listbuilder", "validate", str(folder / "mixed"), "--jobs"]
    timed([*judging, "1"], around)
    rounds = [(timed([*judging, "1"], around), timed([*judging, "2"], around)) for _ in range(ROUNDS)]
    files = sorted((folder / "mixed-saves").iterdir())
    plain = each(load_plain, files) * len(files)
    one, two = min(ran.worked for ran, _ in rounds), min(ran.seconds for _, ran in rounds)
    line(f"{MIXED} mixed submissions, one process", one, one / plain, "json.load of them as saves")
    line(f"{MIXED} mixed submissions, two processes", two, two / plain, f"the same {goal(two / plain, MOST_MIXED)}")


def measure_formats(folder: Path, plain: float) -> None:
    """Measure each format on the way to a verdict inside this process, with all books loaded."""
    from listbuilder.judging import judge_file  # see `main`
    from listbuilder.library import Library

    library = Library.open(user=False)
    formats = {
        str(DIFFERENT): "a save",
        "own-json": "a list of ours, JSON",
        "yaml": "the same, YAML",
        "text": "share text",
    }
    for name, label in formats.items():
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
        measure_command(folder, around)
        measure_mixed(folder, around)
        os.environ |= {name: around[name] for name in ("LISTBUILDER_CACHE", "LISTBUILDER_STATE", "LISTBUILDER_DATA")}
        measure_formats(folder, plain)


if __name__ == "__main__":
    if LOAD in sys.argv:
        for name in sorted(os.listdir(sys.argv[-1])):  # noqa: PTH208  # paths would take as long as the files
            load_plain(f"{sys.argv[-1]}/{name}")
    elif len(sys.argv) > 1:
        write_files(Path(sys.argv[1]))
    else:
        main()
