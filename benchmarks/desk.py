"""A desk of 500 submissions, as ratios to `json.load` of the same bytes.

    python -m benchmarks.desk

Goals: `desk check` of all of them takes at most 6 times `json.load` of the same bytes, on two cores with its start;
again after one change at most a fifth of that; and memory does not grow with their number. What counts is the time that
processors worked, halved where two shared it, since others use the machine too; what the clock on the wall says of the
same runs is printed below.

What is JSON in the inbox is loaded as it is (Army Forge's saves and tabletop exports, our own files); for what is not,
saves of as many bytes. Of that, the start is taken off: the same process over a folder with nothing in it. A third of
what was handed in is YAML, which takes many times as long to parse as JSON does, a tenth is share text, whose options
are found by trial, and a quarter is illegal, so that fixes are tried.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from benchmarks.from_file import load_plain
from benchmarks.measuring import goal, line
from benchmarks.processes import Ran, can_count, counted, surroundings, timed

FEW, MANY = 100, 500
DIFFERENT = 60
ROUNDS, SHORT_ROUNDS = 3, 15
MOST, AGAIN, FLAT = 6, 0.2, 1.5
LOAD = "--load"
LOADING = ("-m", "benchmarks.desk", LOAD)
FORMS = {"csv": "what was found", "text": "and fixes"}
"""What is measured: everybody with all findings, and the same with how to mend each."""


def write_desks(folder: Path) -> None:
    """Write two desks, and what is loaded to compare: the JSON of the larger one, and saves in place of all else."""
    from listbuilder.library import Library  # see `main`
    from proof.foreign import army_forge_save
    from proof.sown_event.sown import Sower

    library = Library.open(user=False)
    for players in (FEW, MANY):
        sower = Sower(folder / str(players) / "cup", library, factions=12, different=DIFFERENT, seed=7)
        sower.sow(players)
    inbox = [path for path in (folder / str(MANY) / "cup" / "inbox").rglob("*") if path.is_file()]
    own = [path for path in inbox if path.suffix == ".json" and path.stat().st_size]
    wanted = sum(path.stat().st_size for path in inbox if path not in own)
    for name in ("saves", "none"):
        (folder / name).mkdir()
    for number, path in enumerate(own):
        (folder / "saves" / f"own-{number:05}.json").write_bytes(path.read_bytes())
    place = 0
    while wanted > 0:
        text = json.dumps(army_forge_save(sower.legal_roster(place)))
        (folder / "saves" / f"{place:05}.json").write_text(text, encoding="utf-8")
        wanted -= len(text)
        place += 1


def check(folder: Path, players: int, around: dict[str, str], form: str = "csv") -> Ran:
    """Run the command on a desk."""
    return timed(["-m", "listbuilder", "desk", "check", str(folder / str(players) / "cup"), "--format", form], around)


def forget(around: dict[str, str]) -> None:
    """Throw away what was seen of desks; compiled books stay."""
    for path in Path(around["LISTBUILDER_CACHE"]).glob("desk@*"):
        path.unlink()


def change(folder: Path, number: int) -> None:
    """Change one list, as a correction does."""
    inbox = folder / str(MANY) / "cup" / "inbox"
    path = sorted(path for path in inbox.rglob("*.yaml") if "unmatched" not in path.parts)[number]
    path.write_text(path.read_text(encoding="utf-8") + f"# {number}\n", encoding="utf-8")


def first_run(folder: Path, players: int, around: dict[str, str], form: str = "csv") -> Ran:
    """Check a desk that nobody has looked at."""
    forget(around)
    return check(folder, players, around, form)


def re_run(folder: Path, number: int, around: dict[str, str], form: str) -> Ran:
    """Check a desk again after one change."""
    check(folder, MANY, around, form)
    change(folder, number)
    return check(folder, MANY, around, form)


def count(folder: Path, around: dict[str, str], plain: int) -> None:
    """Count the instructions of the same runs: on a machine that others use, time says little.

    They are those of one process: of another that it starts, what it had done before would be counted once more.
    """
    alone = "import os, sys; os.cpu_count = lambda: 1; from listbuilder.__main__ import main; main(sys.argv[1:])"
    command = ["-c", alone, "desk", "check", str(folder / str(MANY) / "cup"), "--format"]
    for number, (form, told) in enumerate(FORMS.items()):
        forget(around)
        first = counted([*command, form], around)
        change(folder, (len(FORMS) + number) * ROUNDS)
        again = counted([*command, form], around)
        ratio = first / 2 / plain
        print(
            f"desk check of {MANY}, on two cores, {told}, in instructions: {ratio:.2f} x json.load {goal(ratio, MOST)}"
        )
        print(
            f"again after one change, in instructions: {again / first:.2f} x the first run {goal(again / first, AGAIN)}"
        )


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        around = surroundings(folder)
        # in a process of its own, so that this one has loaded nothing when it measures
        timed(["-m", "benchmarks.desk", place], around)
        loading, starting = ([*LOADING, str(folder / name)] for name in ("saves", "none"))
        bare, whole = (min(timed(run, around).worked for _ in range(SHORT_ROUNDS)) for run in (starting, loading))
        plain = whole - bare
        few = min((first_run(folder, FEW, around) for _ in range(ROUNDS)), key=lambda ran: ran.worked)
        line("json.load of the same bytes", plain, 1, "itself")
        for number, (form, told) in enumerate(FORMS.items()):
            runs = [first_run(folder, MANY, around, form) for _ in range(ROUNDS)]
            many, clock = min(runs, key=lambda ran: ran.worked), min(ran.seconds for ran in runs)
            changes = range(number * ROUNDS, (number + 1) * ROUNDS)
            again = min((re_run(folder, place, around, form) for place in changes), key=lambda ran: ran.worked)
            shared = many.worked / 2
            than = f"json.load {goal(shared / plain, MOST)}"
            line(f"desk check of {MANY}, on two cores, {told}", shared, shared / plain, than)
            line(
                "the same by the clock on the wall", clock, clock / plain, "json.load (no goal: others use the machine)"
            )
            ratio = again.worked / many.worked
            line("again after one change", again.worked, ratio, f"the first run {goal(round(ratio, 2), AGAIN)}")
        if can_count():
            count(folder, around, counted(loading, around) - counted(starting, around))
        grown = many.peak / few.peak
        print(
            f"memory: {few.peak // 1_000_000} MB for {FEW}, {many.peak // 1_000_000} MB for {MANY}: {goal(grown, FLAT)}"
        )


if __name__ == "__main__":
    if LOAD in sys.argv:
        for file in sorted(Path(sys.argv[-1]).iterdir()):
            load_plain(file)
    elif len(sys.argv) > 1:
        write_desks(Path(sys.argv[1]))
    else:
        main()
