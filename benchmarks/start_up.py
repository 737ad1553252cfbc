"""How long a new process takes, as ratios to a bare interpreter.

    python -m benchmarks.start_up

Goals: `--help` and `--version` within 4 times `python -c pass`, `validate` of one list within 10. Every command runs in
turn, and what counts is the time that a processor worked, so that a busy machine disturbs little; bytecode and cache
are warm, as after a first use.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from benchmarks.measuring import goal, line, medians
from benchmarks.processes import surroundings, timed

SAMPLE = Path(__file__).parents[1] / "data" / "lists" / "aof-3.5-the-iron-vale.yaml"
ROUNDS = 20
BARE = "python -c pass"
COMMANDS = {
    BARE: (["-c", "pass"], 1),
    "listbuilder --help": (["-m", "listbuilder", "--help"], 4),
    "listbuilder --version": (["-m", "listbuilder", "--version"], 4),
    "listbuilder validate, one list": (["-m", "listbuilder", "validate", str(SAMPLE)], 10),
}


def _seconds(arguments: list[str], around: dict[str, str]) -> float:
    return timed(arguments, around).worked


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        around = surroundings(Path(folder))
        runs = {name: partial(_seconds, given, around) for name, (given, _) in COMMANDS.items()}
        for run in runs.values():
            run()  # the first time writes bytecode and cache
        found = medians(runs, ROUNDS)
    for name, (_, most) in COMMANDS.items():
        ratio = found[name] / found[BARE]
        line(name, found[name], ratio, f"{BARE} {goal(ratio, most)}")


if __name__ == "__main__":
    main()
