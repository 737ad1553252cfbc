"""Kills processes while they save, and simulates a crash at every file operation."""

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
class CrashResults:
    """The results of the crashes."""

    kills: int
    broken: int
    """Lists, backups or journals that were incomplete afterwards."""
    left: int
    """Temporary files and locks that were not removed. A process number may have been used again."""
    stops: str
    """The summary of the tests that crash at every operation."""


def crash(kills: int) -> CrashResults:
    """Kill `kills` processes while they save, and run the tests that crash at every write."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(DISK / "kill_loop.py"), folder, str(kills)]
        counts = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    whole = counts.get("whole", 0) + counts.get("opened", 0)
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
    output = subprocess.run(command, capture_output=True, text=True, check=False, cwd=REPOSITORY).stdout
    outcomes = re.findall(r"\d+ (?:passed|failed|error)", output)
    return CrashResults(kills, 3 * kills - whole, counts.get("left", 0), ", ".join(outcomes))
