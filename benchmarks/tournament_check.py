"""The time of `desk check` for 500 submissions, as a ratio to `json.load` of the same bytes.

    python -m benchmarks tournament_check

Budgets: the first check takes at most 6 times as long as `json.load` of the same bytes, on two cores and with the
start. The next check after one change takes at most a fifth of the first. Memory does not grow with the number of
submissions. Processor time is counted and halved for two cores; the time by the clock is shown as well.

JSON submissions are loaded as they are, other formats are replaced by Army Forge saves of the same size. The start is
subtracted from `json.load` only. A third of the submissions is YAML, a tenth is share text and a quarter is illegal.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from benchmarks.measurement import difference, format_budget, full_or_short, is_short, print_time
from benchmarks.processes import ProcessRun, count_instructions, has_valgrind, isolated_environment, run_process
from benchmarks.validate_files import load_json

FEW, MANY = full_or_short((100, 500), (24, 60))
DIFFERENT_LISTS = full_or_short(60, 12)
ROUNDS, LOAD_ROUNDS = full_or_short((3, 15), (1, 2))
MAX_RATIO, MAX_RECHECK_RATIO, MAX_MEMORY_RATIO = 6, 0.2, 1.5
LOAD = "--load"
LOAD_COMMAND = ("-m", "benchmarks.tournament_check", LOAD)
FORMATS = {"csv": "findings", "text": "findings and fixes"}
"""The measured report formats and what they contain."""


def write_event_folders(folder: Path) -> None:
    """Write two event folders, and JSON files of the same size as the inbox of the larger one."""
    from listbuilder.library import Library  # only the child process imports it
    from proof.army_forge_saves import army_forge_save
    from proof.faulty_event.event_generator import EventGenerator

    library = Library.open(user=False)
    for players in (FEW, MANY):
        generator = EventGenerator(
            folder / str(players) / "cup", library, factions=12, different=DIFFERENT_LISTS, seed=7
        )
        generator.generate(players)
    inbox = [path for path in (folder / str(MANY) / "cup" / "inbox").rglob("*") if path.is_file()]
    own = [path for path in inbox if path.suffix == ".json" and path.stat().st_size]
    missing = sum(path.stat().st_size for path in inbox if path not in own)
    for name in ("saves", "none"):
        (folder / name).mkdir()
    for number, path in enumerate(own):
        (folder / "saves" / f"own-{number:05}.json").write_bytes(path.read_bytes())
    index = 0
    while missing > 0:
        text = json.dumps(army_forge_save(generator.legal_roster(index)))
        (folder / "saves" / f"{index:05}.json").write_text(text, encoding="utf-8")
        missing -= len(text)
        index += 1


def check(folder: Path, players: int, environment: dict[str, str], report_format: str = "csv") -> ProcessRun:
    """Run the command on an event folder."""
    return run_process(
        ["-m", "listbuilder", "desk", "check", str(folder / str(players) / "cup"), "--format", report_format],
        environment,
    )


def clear_cache(environment: dict[str, str]) -> None:
    """Delete the cached results of event folders; compiled books stay."""
    for path in Path(environment["LISTBUILDER_CACHE"]).glob("desk@*"):
        path.unlink()


def change_submission(folder: Path, number: int) -> None:
    """Change one submission."""
    inbox = folder / str(MANY) / "cup" / "inbox"
    path = sorted(path for path in inbox.rglob("*.yaml") if "unmatched" not in path.parts)[number]
    path.write_text(path.read_text(encoding="utf-8") + f"# {number}\n", encoding="utf-8")


def check_first(folder: Path, players: int, environment: dict[str, str], report_format: str = "csv") -> ProcessRun:
    """Check an event folder without cached results."""
    clear_cache(environment)
    return check(folder, players, environment, report_format)


def check_again(folder: Path, number: int, environment: dict[str, str], report_format: str) -> ProcessRun:
    """Check an event folder again after one change."""
    check(folder, MANY, environment, report_format)
    change_submission(folder, number)
    return check(folder, MANY, environment, report_format)


def count(folder: Path, environment: dict[str, str], plain: int) -> None:
    """Count the instructions of the same runs in one process, which is reliable on a busy machine."""
    single_process = (
        "import os, sys; os.cpu_count = lambda: 1; from listbuilder.__main__ import main; main(sys.argv[1:])"
    )
    command = ["-c", single_process, "desk", "check", str(folder / str(MANY) / "cup"), "--format"]
    for number, (report_format, contents) in enumerate(FORMATS.items()):
        clear_cache(environment)
        first = count_instructions([*command, report_format], environment)
        change_submission(folder, (len(FORMATS) + number) * ROUNDS)
        again = count_instructions([*command, report_format], environment)
        ratio = first / 2 / plain
        budget = format_budget(ratio, MAX_RATIO)
        print(f"desk check of {MANY}, {contents}, in instructions: {ratio:.2f} x json.load {budget}")
        ratio = again / first
        budget = format_budget(ratio, MAX_RECHECK_RATIO)
        print(f"again after one change, in instructions: {ratio:.2f} x the first check {budget}")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = isolated_environment(folder)
        # in a child process, so that this one stays small
        run_process(["-m", "benchmarks.tournament_check", name], environment)
        loading, starting = ([*LOAD_COMMAND, str(folder / subfolder)] for subfolder in ("saves", "none"))
        bare, whole = (
            min(run_process(arguments, environment).cpu_seconds for _ in range(LOAD_ROUNDS))
            for arguments in (starting, loading)
        )
        plain = difference(whole, bare)
        few = min((check_first(folder, FEW, environment) for _ in range(ROUNDS)), key=lambda run: run.cpu_seconds)
        print_time("json.load of the same bytes", plain, 1, "itself")
        for number, (report_format, contents) in enumerate(FORMATS.items()):
            runs = [check_first(folder, MANY, environment, report_format) for _ in range(ROUNDS)]
            many, clock = min(runs, key=lambda run: run.cpu_seconds), min(run.seconds for run in runs)
            changes = range(number * ROUNDS, (number + 1) * ROUNDS)
            again = min(
                (check_again(folder, index, environment, report_format) for index in changes),
                key=lambda run: run.cpu_seconds,
            )
            shared = many.cpu_seconds / 2
            reference = f"json.load {format_budget(shared / plain, MAX_RATIO)}"
            print_time(f"desk check of {MANY}, {contents}", shared, shared / plain, reference)
            print_time("the same by the clock", clock, clock / plain, "json.load")
            ratio = again.cpu_seconds / many.cpu_seconds
            print_time(
                "again after one change",
                again.cpu_seconds,
                ratio,
                f"the first check {format_budget(round(ratio, 2), MAX_RECHECK_RATIO)}",
            )
        if has_valgrind() and not is_short():
            count(
                folder,
                environment,
                count_instructions(loading, environment) - count_instructions(starting, environment),
            )
        growth = many.peak / few.peak
        few_megabytes, many_megabytes = few.peak // 1_000_000, many.peak // 1_000_000
        budget = format_budget(growth, MAX_MEMORY_RATIO)
        print(f"memory: {few_megabytes} MB for {FEW}, {many_megabytes} MB for {MANY} {budget}")


if __name__ == "__main__":
    if LOAD in sys.argv:
        for file in sorted(Path(sys.argv[-1]).iterdir()):
            load_json(file)
    elif len(sys.argv) > 1:
        write_event_folders(Path(sys.argv[1]))
    else:
        main()
