"""Runs Python processes in an isolated environment and measures their time and memory."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

_RSS_UNIT = 1 if sys.platform == "darwin" else 1024
"""The unit of `ru_maxrss` in bytes."""

_REFERENCES = re.compile(r"I +refs: +([0-9,]+)")
_DROPPED_VARIABLES = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
"""Settings of developers that slow the program down and that users do not have."""


class ProcessRun(NamedTuple):
    """The time and memory of one process."""

    seconds: float
    peak: int
    """The peak of memory in bytes."""
    cpu_seconds: float
    """The processor time of the process and its children. Other processes have little influence on it."""


def isolated_environment(folder: Path) -> dict[str, str]:
    """Return environment variables with a new bytecode folder, cache and state, and only the bundled data."""
    own = {
        "PYTHONPYCACHEPREFIX": folder / "bytecode",
        "LISTBUILDER_CACHE": folder / "cache",
        "LISTBUILDER_STATE": folder / "state",
        "LISTBUILDER_DATA": "",
    }
    environment = {name: value for name, value in os.environ.items() if name not in _DROPPED_VARIABLES}
    return environment | {name: str(value) for name, value in own.items()}


def run_process(arguments: Sequence[str], environment: Mapping[str, str]) -> ProcessRun:
    """Run Python with some arguments and discard its output."""
    start = perf_counter()
    process = subprocess.Popen(
        [sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)  # wait4 has already waited for it
    seconds = perf_counter() - start
    if process.returncode not in (0, 1):  # 1: a list is illegal
        raise RuntimeError(f"exit code {process.returncode}: {' '.join(arguments)}")
    return ProcessRun(seconds, int(used.ru_maxrss * _RSS_UNIT), used.ru_utime + used.ru_stime)


def has_valgrind() -> bool:
    """Return whether instructions can be counted."""
    return shutil.which("valgrind") is not None


def count_instructions(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Count the instructions of Python with some arguments, for a command that starts no other processes.

    The number hardly changes between runs, even on a busy machine. It does not show slow memory access. It overstates
    SHA-256, because valgrind does not use the processor's own instructions for it.
    """
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    completed = subprocess.run(
        [*valgrind, sys.executable, *arguments],
        env={**environment, "PYTHONHASHSEED": "0"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    return int(_REFERENCES.findall(completed.stderr)[-1].replace(",", ""))
