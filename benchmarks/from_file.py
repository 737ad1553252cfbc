"""From a file to a verdict, as ratios to `json.load` of the same files.

    python -m benchmarks.from_file

Goals: `validate` of a folder of Army Forge saves takes 8 times `json.load` of the same files for each list once it has
started, in one process with all checks on, and two processes are 1.9 times as fast; `validate` of a mixed folder of 500
submissions takes 6 times `json.load` of the saves in two processes, with the start.

What is measured: whole runs of the command over folders of saves, each a process of its own, and beside them in turn a
process that does nothing but `json.load` of the same files. Of both the start is taken off: a run over a single file,
over half of the folder, or over a sixth. `json.load` is timed over thousands, for a processor's time is counted in
ticks that are as long as a hundred of them take. All lists are legal, as most are that players hand in, and all are
different; they are generated in turn for every book that Army Forge has, with picks drawn by lot. So there are three
numbers, told apart:

- a whole folder: everything but the start, with books that are read from disk and units that are built for the first;
- unseen: one list more, of books that others have asked for before, and unlike all others: most of its entries have
  picks that nobody had;
- seen: one list more that is the same as another but for its name, as of players who copy a list that wins.

The goal asks for the first two: whoever judges a folder has lists that are all different. No verdict of another run
is used; within one, what was worked out for an entry (a unit with its picks) serves its like in other lists. Real
folders lie between the last two: players choose what is good, and not by lot. What an illegal list takes, fixes among
it, is told by itself. For one process, what counts is the time that a processor worked; of two the clock tells, which
says little on a busy machine, so the work of both is held against that of one as well. The goal for two processes is
about what one list more takes, as that for one is; a whole run, whose start nobody shares, is told beside it. Where
valgrind is at hand, instructions are counted too: of the first edition, which took 20 times `json.load` by the clock of
those who set the goal, they say 18.6 for what is seen and 19.3 for what is not. By the clock of the machine that these
words were written on, the first edition takes 25 times for either.
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

from benchmarks.measuring import goal, line
from benchmarks.processes import Ran, can_count, counted, surroundings, timed

DIFFERENT, COPIES, MIXED = 1000, 6, 500
HALF, WHOLE, LARGE, ONE, ILLEGAL, LEGAL, COPIED = "half", "whole", "large", "one", "illegal", "legal", "copied"
SHARED = 60
FEW = 100
LOAD = "--load"
ROUNDS = 3
MOST = 8
MORE = 1.9
MOST_MIXED = 6
SEED = 9


def write_files(folder: Path) -> None:
    """Write lists as saves in folders of several sizes, in other formats beside them, and all mixed."""
    from listbuilder.exporters.army_forge_text import format_share_text  # see `main`
    from listbuilder.library import Library
    from listbuilder.listfiles.share_string import encode_share_string
    from listbuilder.listfiles.writer import format_list_json, format_list_yaml
    from proof.foreign import army_forge_save, can_be_saved
    from proof.generating import legal_lists, tables
    from proof.tabletop import army_forge_export

    library = Library.open(user=False)
    foreign = tuple(table for table in tables(library) if table.system.foreign_ids and table.faction.foreign_ids)
    rosters = [table.work_out(army) for table, army in legal_lists(foreign, DIFFERENT, SEED)]
    rosters = [roster for roster in rosters if can_be_saved(roster)]
    saves = [json.dumps(army_forge_save(roster)) for roster in rosters]
    half = saves[: len(saves) // 2]
    folders = {ONE: saves[:1], HALF: half, WHOLE: saves, LARGE: saves * COPIES, LEGAL: saves[:FEW]}
    folders[COPIED] = saves[:FEW] * COPIES
    for name, texts in folders.items():
        _write(folder / name, texts, "json")
    _write(folder / ILLEGAL, [json.dumps(_too_small(army_forge_save(roster))) for roster in rosters[:FEW]], "json")
    _write(folder / "yaml", [format_list_yaml(roster.army) for roster in rosters[:FEW]], "yaml")
    _write(folder / "own-json", [format_list_json(roster.army) for roster in rosters[:FEW]], "json")
    _write(folder / "text", [format_share_text(roster) for roster in rosters[:SHARED]], "txt")
    _write(folder / "tabletop", [json.dumps(army_forge_export(roster)) for roster in rosters[:FEW]], "json")
    ways = (
        lambda roster: json.dumps(army_forge_save(roster)),
        format_share_text,
        lambda roster: format_list_yaml(roster.army),
        lambda roster: format_list_json(roster.army),
        lambda roster: encode_share_string(roster.army),
        lambda roster: json.dumps(army_forge_export(roster)),
    )
    mixed = [ways[place % len(ways)](roster) for place, roster in enumerate(rosters[:MIXED])]
    _write(folder / "mixed", mixed, "txt")


def _too_small(save: dict[str, Any]) -> dict[str, Any]:
    """Give a save with a few points too many."""
    return {**save, "list": {**save["list"], "pointsLimit": max(1, save["listPoints"] - 5)}}


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

    def judged(name: str, jobs: int = 1) -> Ran:
        return timed(["-m", "listbuilder", "validate", str(folder / name), "--jobs", str(jobs)], around)

    def loaded(name: str) -> Ran:
        return timed(["-m", "benchmarks.from_file", LOAD, str(folder / name)], around)

    judged(WHOLE)  # books are compiled
    runs = {name: partial(judged, name) for name in (ONE, HALF, WHOLE, LEGAL, ILLEGAL, LARGE)}
    plain = {name: partial(loaded, name) for name in (WHOLE, LARGE)}
    both = {name: partial(judged, name, 2) for name in (WHOLE, LARGE)}
    rounds = [  # in turn, so that all meet the same moments
        tuple({name: run() for name, run in group.items()} for group in (runs, plain, both)) for _ in range(ROUNDS)
    ]
    took = {name: min(each[0][name].worked for each in rounds) for name in runs}
    load = {name: min(each[1][name].worked for each in rounds) for name in plain}
    lists = {name: len(os.listdir(folder / name)) for name in runs}  # noqa: PTH208  # names are enough
    bare = (load[LARGE] - load[WHOLE]) / (lists[LARGE] - lists[WHOLE])
    line("json.load of one save more", bare, 1, "itself")
    for label, more, less in (
        (f"each of {lists[WHOLE]} saves, without the start", WHOLE, ONE),
        ("one save more, unlike all others (unseen)", WHOLE, HALF),
        ("one save more, as others (seen)", LARGE, WHOLE),
    ):
        each = (took[more] - took[less]) / (lists[more] - lists[less])
        line(label, each, each / bare, f"json.load {goal(each / bare, MOST)}")
    dearer = (took[ILLEGAL] - took[LEGAL]) / FEW
    line("what a list takes more that is illegal", dearer, dearer / bare, "json.load")
    one = {name: min(each[0][name].seconds for each in rounds) for name in both}
    two = {name: min(each[2][name].seconds for each in rounds) for name in both}
    work = min(each[2][LARGE].worked for each in rounds)
    further = two[LARGE] - two[WHOLE]
    faster = (one[LARGE] - one[WHOLE]) / further
    reached = "reached" if faster >= MORE else "missed"
    taken = further / (lists[LARGE] - lists[WHOLE])
    line("one save more in two processes", taken, faster, f"as fast (goal at least {MORE}: {reached})")
    line(f"{lists[LARGE]} saves in two processes, with the start", two[LARGE], one[LARGE] / two[LARGE], "as fast")
    line("the work of both together", work, work / took[LARGE], "that of one")


def count_command(folder: Path, around: dict[str, str]) -> None:
    """Count the instructions of the same: on a machine that others use, time says little."""
    judging, loading = ["-m", "listbuilder", "validate", "--jobs", "1"], ["-m", "benchmarks.from_file", LOAD]

    def more(command: list[str], many: str, few: str) -> float:
        whole, part = (counted([*command, str(folder / name)], around) for name in (many, few))
        return (whole - part) / (len(os.listdir(folder / many)) - len(os.listdir(folder / few)))  # noqa: PTH208

    bare = more(loading, COPIED, LEGAL)
    for label, many, few in (("unlike all others (unseen)", WHOLE, HALF), ("as others (seen)", COPIED, LEGAL)):
        ratio = more(judging, many, few) / bare
        print(f"one save more, {label}, in instructions: {ratio:.2f} x json.load {goal(ratio, MOST)}")


def measure_mixed(folder: Path, around: dict[str, str]) -> None:
    """Measure what an organiser gets: submissions in six formats, from the start of the command to its end."""
    judging = ["-m", "listbuilder", "validate", str(folder / "mixed"), "--jobs"]
    timed([*judging, "1"], around)
    rounds = [(timed([*judging, "1"], around), timed([*judging, "2"], around)) for _ in range(ROUNDS)]
    wanted = sum(file.stat().st_size for file in (folder / "mixed").iterdir())
    saves = sorted((folder / WHOLE).iterdir())
    plain = each(load_plain, saves) * len(saves) / sum(file.stat().st_size for file in saves) * wanted
    one, two = min(ran.worked for ran, _ in rounds), min(ran.seconds for _, ran in rounds)
    line(f"{MIXED} mixed submissions, one process", one, one / plain, "json.load of saves of the same size")
    line(f"{MIXED} mixed submissions, two processes", two, two / plain, f"the same {goal(two / plain, MOST_MIXED)}")


def measure_formats(folder: Path, plain: float) -> None:
    """Measure each format on the way to a verdict inside this process, with all books loaded."""
    from listbuilder.judging.judge import judge_file  # see `main`
    from listbuilder.library import Library

    library = Library.open(user=False)
    formats = {
        LEGAL: "a save",
        "own-json": "a list of ours, JSON",
        "yaml": "the same, YAML",
        "text": "share text",
        "tabletop": "a tabletop export",
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
        plain = each(load_plain, sorted((folder / LEGAL).iterdir()))
        line("json.load of a save", plain, 1, "itself")
        measure_command(folder, around)
        if can_count():
            count_command(folder, around)
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
