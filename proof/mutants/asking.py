"""The process that has collected the tests, and the errands it is sent on."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from math import ceil
from pathlib import Path
from typing import Any

OPTIONS = ("-q", "-n", "0", "-p", "no:cacheprovider", "--hypothesis-seed=1")
WAITING = 60
"""So many times as long as it may work a run may take by the clock: a busy machine is no sign of a change."""

LOOK = 5.0
"""Seconds between two looks at a run that has not ended."""

SLOWER = 5
"""So many times as long as without the change a run may take before it counts as hanging."""


def bound(seconds: int) -> None:
    """Let this process work for so many seconds and no longer."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def bound_softly(seconds: float) -> None:
    """Let this process work until it has worked for so many seconds in all; that can be put off again."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    wanted = ceil(seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


class GoneError(Exception):
    """The process that waited has ended: it could not collect the tests, or what it ran ended it."""


class Waiter:
    """A pytest that waits with some test files collected; it is started when it is first needed."""

    def __init__(self, project: Path, files: tuple[str, ...], scratch: Path, setting: Mapping[str, str]) -> None:
        self.files = files
        errands, answers = os.pipe(), os.pipe()
        self._process = subprocess.Popen(
            [
                # without bytecode: of a change in the same second, as long as what it replaces, Python would not know
                *(sys.executable, "-B", "-m", "pytest", *OPTIONS, "-p", "proof.mutants.waiting"),
                *("--basetemp", str(scratch / "waiting"), *files),
            ],
            cwd=project,
            env={**os.environ, **setting, "MUTANTS_ERRANDS": str(errands[0]), "MUTANTS_ANSWERS": str(answers[1])},
            pass_fds=(errands[0], answers[1]),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(errands[0])
        os.close(answers[1])
        self._errands = os.fdopen(errands[1], "w", encoding="utf-8")
        self._answers = os.fdopen(answers[0], encoding="utf-8")

    def ask(self, errand: Mapping[str, Any]) -> dict[str, Any]:
        """Send it on an errand and wait for the answer."""
        with suppress(BrokenPipeError):
            print(json.dumps(errand), file=self._errands, flush=True)
        line = self._answers.readline()
        if not line:
            raise GoneError
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """Let it go home."""
        with suppress(BrokenPipeError):
            self._errands.close()
        self._answers.close()
        self._process.wait()
