"""The time that a new process takes, as a ratio to a bare interpreter.

    python -m benchmarks start_up

Budgets: `--help` and `--version` take at most 4 times as long as `python -c pass`, `validate` of one list 14 times. The
commands alternate and processor time is counted, so that a busy machine has little influence. Bytecode and cache
exist, as after the first use.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from benchmarks.measurement import format_budget, full_or_short, median_times, print_time
from benchmarks.processes import isolated_environment, run_process

SAMPLE = Path(__file__).parents[1] / "data" / "lists" / "aof-3.5-the-iron-vale.yaml"
ROUNDS = full_or_short(20, 3)
BARE = "python -c pass"
COMMANDS = {
    BARE: (["-c", "pass"], 1),
    "listbuilder --help": (["-m", "listbuilder", "--help"], 4),
    "listbuilder --version": (["-m", "listbuilder", "--version"], 4),
    "listbuilder validate, one list": (["-m", "listbuilder", "validate", str(SAMPLE)], 14),
}
"""The arguments and the budget of each command, in bare interpreters."""


def _cpu_seconds(arguments: list[str], environment: dict[str, str]) -> float:
    return run_process(arguments, environment).cpu_seconds


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        environment = isolated_environment(Path(folder))
        runs = {name: partial(_cpu_seconds, arguments, environment) for name, (arguments, _) in COMMANDS.items()}
        for run in runs.values():
            run()  # the first run writes bytecode and cache
        times = median_times(runs, ROUNDS)
    for name, (_, budget) in COMMANDS.items():
        ratio = times[name] / times[BARE]
        print_time(name, times[name], ratio, f"{BARE} {format_budget(ratio, budget)}")


if __name__ == "__main__":
    main()
