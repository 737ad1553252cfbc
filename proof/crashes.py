"""Crash loops: real kills of a process that saves, and a stop at every single operation of everything that writes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
DISK = REPOSITORY / "tests" / "disk"


@dataclass(frozen=True)
class Crashed:
    """What the kills left behind."""

    kills: int
    broken: int
    """Lists, backups or journals that were not whole afterwards."""
    left: int
    """Temporary files and locks that nobody swept; the number of a dead process may belong to another by now."""
    stops: str
    """How the tests that stop at every operation ended."""


def crash(kills: int) -> Crashed:
    """Kill so many processes, and stop at every write."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(DISK / "kill_loop.py"), folder, str(kills)]
        found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    whole = found.get("whole", 0) + found.get("opened", 0)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        str(DISK / "test_every_write.py"),
    ]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=REPOSITORY).stdout
    counted = re.findall(r"\d+ (?:passed|failed|error)", ended)
    return Crashed(kills, 3 * kills - whole, found.get("left", 0), ", ".join(counted))
