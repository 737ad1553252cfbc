"""The time from a list file to a verdict, as a ratio to `json.load` of the same files.

    python -m benchmarks validate_files

Budgets, in multiples of `json.load`: 8 per list for `validate` of a folder of Army Forge saves, in one process and
without the start; 6 for `validate` of 500 submissions in mixed formats, in two processes and with the start. Two
processes are at least 1.9 times as fast as one.

The lists are generated for all books of Army Forge with random upgrades. All are legal and different. Whole runs of
the command alternate with processes that only call `json.load`. The start is subtracted in both cases. There are three
numbers:

- each of all saves: everything but the start, including loading the books;
- one more new save: the books are loaded, but most entries of the list are new;
- one more known save: a copy of a list that was validated before in the same run.

Real folders are between the last two. The extra time of an illegal list, including its fixes, is shown separately. One
process is measured in processor time, two by the clock. If valgrind is installed, instructions are counted as well.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.measurement import difference, format_budget, full_or_short, is_short, print_time
from benchmarks.processes import ProcessRun, count_instructions, has_valgrind, isolated_environment, run_process

LISTS, COPIES, MIXED_LISTS = full_or_short((1000, 6, 500), (40, 3, 24))
HALF, WHOLE, LARGE, ONE, ILLEGAL, LEGAL, COPIED = "half", "whole", "large", "one", "illegal", "legal", "copied"
SHARE_TEXTS, FEW_LISTS = full_or_short((60, 100), (6, 10))
LOAD = "--load"
ROUNDS = full_or_short(3, 1)
MAX_RATIO = 8
MIN_SPEED_UP = 1.9
MAX_MIXED_RATIO = 6
SEED = 9


def write_files(folder: Path) -> None:
    """Write folders of saves in several sizes, folders of other formats, and a folder of mixed formats."""
    from listbuilder.exporters.army_forge_text import format_share_text  # only the child process imports it
    from listbuilder.library import Library
    from listbuilder.listfiles.share_string import encode_share_string
    from listbuilder.listfiles.writer import format_list_json, format_list_yaml
    from proof.army_forge_saves import army_forge_save, can_be_saved
    from proof.generated_lists import legal_lists, list_sources
    from proof.tabletop_exports import army_forge_export

    library = Library.open(user=False)
    imported = tuple(table for table in list_sources(library) if table.system.foreign_ids and table.faction.foreign_ids)
    rosters = [table.build_roster(army) for table, army in legal_lists(imported, LISTS, SEED)]
    rosters = [roster for roster in rosters if can_be_saved(roster)]
    saves = [json.dumps(army_forge_save(roster)) for roster in rosters]
    half = saves[: len(saves) // 2]
    folders = {ONE: saves[:1], HALF: half, WHOLE: saves, LARGE: saves * COPIES, LEGAL: saves[:FEW_LISTS]}
    folders[COPIED] = saves[:FEW_LISTS] * COPIES
    for name, texts in folders.items():
        _write(folder / name, texts, "json")
    _write(
        folder / ILLEGAL,
        [json.dumps(_lower_points_limit(army_forge_save(roster))) for roster in rosters[:FEW_LISTS]],
        "json",
    )
    _write(folder / "yaml", [format_list_yaml(roster.army) for roster in rosters[:FEW_LISTS]], "yaml")
    _write(folder / "own-json", [format_list_json(roster.army) for roster in rosters[:FEW_LISTS]], "json")
    _write(folder / "text", [format_share_text(roster) for roster in rosters[:SHARE_TEXTS]], "txt")
    _write(folder / "tabletop", [json.dumps(army_forge_export(roster)) for roster in rosters[:FEW_LISTS]], "json")
    formats = (
        lambda roster: json.dumps(army_forge_save(roster)),
        format_share_text,
        lambda roster: format_list_yaml(roster.army),
        lambda roster: format_list_json(roster.army),
        lambda roster: encode_share_string(roster.army),
        lambda roster: json.dumps(army_forge_export(roster)),
    )
    mixed = [formats[index % len(formats)](roster) for index, roster in enumerate(rosters[:MIXED_LISTS])]
    _write(folder / "mixed", mixed, "txt")


def _lower_points_limit(save: dict[str, Any]) -> dict[str, Any]:
    """Return a save that is 5 points over its limit."""
    return {**save, "list": {**save["list"], "pointsLimit": max(1, save["listPoints"] - 5)}}


def _write(folder: Path, texts: list[str], suffix: str) -> None:
    folder.mkdir()
    for number, text in enumerate(texts):
        (folder / f"{number:05}.{suffix}").write_text(text, encoding="utf-8")


def mean_time(run: Callable[[Path], object], files: list[Path]) -> float:
    """Return the mean time per file. The best of several rounds counts for each file."""
    times = [float("inf")] * len(files)
    for _ in range(ROUNDS):
        for index, file in enumerate(files):
            start = perf_counter()
            run(file)
            times[index] = min(times[index], perf_counter() - start)
    return sum(times) / len(files)


def load_json(file: Path | str) -> object:
    """Call `json.load` for a file."""
    with open(file, encoding="utf-8") as stream:  # noqa: PTH123  # the usual way, and quicker
        return json.load(stream)


def measure_command(folder: Path, environment: dict[str, str]) -> None:
    """Measure whole runs of the command and derive the time of one more list."""

    def validate(name: str, jobs: int = 1) -> ProcessRun:
        return run_process(["-m", "listbuilder", "validate", str(folder / name), "--jobs", str(jobs)], environment)

    def load(name: str) -> ProcessRun:
        return run_process(["-m", "benchmarks.validate_files", LOAD, str(folder / name)], environment)

    validate(WHOLE)  # fills the cache
    runs = {name: partial(validate, name) for name in (ONE, HALF, WHOLE, LEGAL, ILLEGAL, LARGE)}
    json_runs = {name: partial(load, name) for name in (WHOLE, LARGE)}
    parallel_runs = {name: partial(validate, name, 2) for name in (WHOLE, LARGE)}
    rounds = [
        tuple({name: run() for name, run in group.items()} for group in (runs, json_runs, parallel_runs))
        for _ in range(ROUNDS)
    ]
    times = {name: min(result[0][name].cpu_seconds for result in rounds) for name in runs}
    json_times = {name: min(result[1][name].cpu_seconds for result in rounds) for name in json_runs}
    lists = {name: len(os.listdir(folder / name)) for name in runs}  # noqa: PTH208
    bare = difference(json_times[LARGE], json_times[WHOLE]) / (lists[LARGE] - lists[WHOLE])
    print_time("json.load of one more save", bare, 1, "itself")
    for label, more, less in (
        (f"each of {lists[WHOLE]} saves, without the start", WHOLE, ONE),
        ("one more new save", WHOLE, HALF),
        ("one more known save", LARGE, WHOLE),
    ):
        seconds = (times[more] - times[less]) / (lists[more] - lists[less])
        print_time(label, seconds, seconds / bare, f"json.load {format_budget(seconds / bare, MAX_RATIO)}")
    extra = (times[ILLEGAL] - times[LEGAL]) / FEW_LISTS
    print_time("extra time of an illegal list", extra, extra / bare, "json.load")
    sequential_times = {name: min(result[0][name].seconds for result in rounds) for name in parallel_runs}
    parallel_times = {name: min(result[2][name].seconds for result in rounds) for name in parallel_runs}
    work = min(result[2][LARGE].cpu_seconds for result in rounds)
    parallel = difference(parallel_times[LARGE], parallel_times[WHOLE])
    speed_up = (sequential_times[LARGE] - sequential_times[WHOLE]) / parallel
    seconds = parallel / (lists[LARGE] - lists[WHOLE])
    print_time("one more save in two processes", seconds, speed_up, f"as fast (budget at least {MIN_SPEED_UP})")
    print_time(
        f"{lists[LARGE]} saves in two processes, with the start",
        parallel_times[LARGE],
        sequential_times[LARGE] / parallel_times[LARGE],
        "as fast",
    )
    print_time("processor time of both", work, work / times[LARGE], "that of one process")


def count_command(folder: Path, environment: dict[str, str]) -> None:
    """Count instructions, which are reliable on a busy machine."""
    validate, load = ["-m", "listbuilder", "validate", "--jobs", "1"], ["-m", "benchmarks.validate_files", LOAD]

    def per_list(command: list[str], many: str, few: str) -> float:
        whole, part = (count_instructions([*command, str(folder / name)], environment) for name in (many, few))
        return (whole - part) / (len(os.listdir(folder / many)) - len(os.listdir(folder / few)))  # noqa: PTH208

    bare = per_list(load, COPIED, LEGAL)
    for label, many, few in (("new", WHOLE, HALF), ("known", COPIED, LEGAL)):
        ratio = per_list(validate, many, few) / bare
        print(f"one more {label} save, in instructions: {ratio:.2f} x json.load {format_budget(ratio, MAX_RATIO)}")


def measure_mixed(folder: Path, environment: dict[str, str]) -> None:
    """Measure submissions in six formats, from the start of the command to its end."""
    command = ["-m", "listbuilder", "validate", str(folder / "mixed"), "--jobs"]
    run_process([*command, "1"], environment)
    rounds = [
        (run_process([*command, "1"], environment), run_process([*command, "2"], environment)) for _ in range(ROUNDS)
    ]
    size = sum(file.stat().st_size for file in (folder / "mixed").iterdir())
    saves = sorted((folder / WHOLE).iterdir())
    plain = mean_time(load_json, saves) * len(saves) / sum(file.stat().st_size for file in saves) * size
    sequential, parallel = min(run.cpu_seconds for run, _ in rounds), min(run.seconds for _, run in rounds)
    print_time(
        f"{MIXED_LISTS} mixed submissions, one process",
        sequential,
        sequential / plain,
        "json.load of saves of the same size",
    )
    print_time(
        f"{MIXED_LISTS} mixed submissions, two processes",
        parallel,
        parallel / plain,
        f"the same {format_budget(parallel / plain, MAX_MIXED_RATIO)}",
    )


def measure_formats(folder: Path, plain: float) -> None:
    """Measure each format inside this process, with all books loaded."""
    from listbuilder.judging.judge import judge_file  # only the child process imports it
    from listbuilder.library import Library

    library = Library.open(user=False)
    formats = {
        LEGAL: "an Army Forge save",
        "own-json": "our JSON",
        "yaml": "our YAML",
        "text": "share text",
        "tabletop": "a tabletop export",
    }
    for name, label in formats.items():
        seconds = mean_time(lambda file: judge_file(file, library), sorted((folder / name).iterdir()))
        print_time(f"from {label} to a verdict", seconds, seconds / plain, "json.load of the save")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = isolated_environment(folder)
        # in a child process, so that this one stays small
        run_process(["-m", "benchmarks.validate_files", name], environment)
        plain = mean_time(load_json, sorted((folder / LEGAL).iterdir()))
        print_time("json.load of a save", plain, 1, "itself")
        measure_command(folder, environment)
        if has_valgrind() and not is_short():
            count_command(folder, environment)
        measure_mixed(folder, environment)
        os.environ |= {
            name: environment[name] for name in ("LISTBUILDER_CACHE", "LISTBUILDER_STATE", "LISTBUILDER_DATA")
        }
        measure_formats(folder, plain)


if __name__ == "__main__":
    if LOAD in sys.argv:
        for file_name in sorted(os.listdir(sys.argv[-1])):  # noqa: PTH208  # Path objects would take too long
            load_json(f"{sys.argv[-1]}/{file_name}")
    elif len(sys.argv) > 1:
        write_files(Path(sys.argv[1]))
    else:
        main()
