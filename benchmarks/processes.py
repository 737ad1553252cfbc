"""Whole processes of this program, in surroundings of their own: how long they take and how much memory."""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

_UNIT = 1 if sys.platform == "darwin" else 1024
"""What the system counts memory in."""


_REFERENCES = re.compile(r"I +refs: +([0-9,]+)")
_UNUSUAL = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
"""What no user has set: every start would compile, and every line of a report would be a call of the system."""


class Ran(NamedTuple):
    """One process that ended."""

    seconds: float
    peak: int
    """The most memory it had, in bytes."""
    worked: float
    """The seconds that processors worked for it and its own processes: others on the machine hardly change them."""


def surroundings(folder: Path) -> dict[str, str]:
    """Give an environment with bytecode, cache and state of its own, and no data but what ships."""
    own = {
        "PYTHONPYCACHEPREFIX": folder / "bytecode",
        "LISTBUILDER_CACHE": folder / "cache",
        "LISTBUILDER_STATE": folder / "state",
        "LISTBUILDER_DATA": "",
    }
    kept = {name: value for name, value in os.environ.items() if name not in _UNUSUAL}
    return kept | {name: str(value) for name, value in own.items()}


def timed(arguments: Sequence[str], around: Mapping[str, str]) -> Ran:
    """Run this Python with some arguments; what it prints is thrown away."""
    start = perf_counter()
    process = subprocess.Popen(
        [sys.executable, *arguments], env=around, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0  # waited for already
    return Ran(perf_counter() - start, _peak(used), used.ru_utime + used.ru_stime)


def can_count() -> bool:
    """Tell whether instructions can be counted here."""
    return shutil.which("valgrind") is not None


def counted(arguments: Sequence[str], around: Mapping[str, str]) -> int:
    """Count the instructions of this Python with some arguments, which starts no other processes.

    They are nearly the same each time, whatever else the machine does; what takes long for another reason than many of
    them, as memory far away does, they do not show; and a SHA-256, for which processors have instructions of their own
    that valgrind has not, is counted dear: of `desk check` after one change it is a seventh, in time a thirtieth.
    """
    counting = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(
        [*counting, sys.executable, *arguments],
        env={**around, "PYTHONHASHSEED": "0"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    return int(_REFERENCES.findall(done.stderr)[-1].replace(",", ""))


def _peak(used: resource.struct_rusage) -> int:
    return int(used.ru_maxrss * _UNIT)
