"""Starts a pytest process that has collected the tests, and sends it requests."""

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
CLOCK_FACTOR = 60
"""The time limit by the clock, as a multiple of the processor time limit: the machine may be busy."""

POLL_SECONDS = 5.0

SLOWDOWN_LIMIT = 5
"""A run that takes this many times as long as without the mutation counts as hanging."""


def limit_cpu(seconds: int) -> None:
    """End this process after this many seconds of processor time."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def limit_cpu_softly(seconds: float) -> None:
    """Set a processor time limit that a later call can raise."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    soft = ceil(seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))


class ServerExitedError(Exception):
    """The server process has ended: the tests could not be collected, or a test ended it."""


class PytestClient:
    """A client for a pytest process that has collected some test files."""

    def __init__(self, project: Path, files: tuple[str, ...], scratch: Path, environment: Mapping[str, str]) -> None:
        self.files = files
        requests, answers = os.pipe(), os.pipe()
        self._process = subprocess.Popen(
            [
                # -B: Python would use old bytecode if a change has the same second and length
                *(sys.executable, "-B", "-m", "pytest", *OPTIONS, "-p", "proof.mutants.pytest_server"),
                *("--basetemp", str(scratch / "server"), *files),
            ],
            cwd=project,
            env={**os.environ, **environment, "MUTANTS_REQUESTS": str(requests[0]), "MUTANTS_ANSWERS": str(answers[1])},
            pass_fds=(requests[0], answers[1]),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(requests[0])
        os.close(answers[1])
        self._requests = os.fdopen(requests[1], "w", encoding="utf-8")
        self._answers = os.fdopen(answers[0], encoding="utf-8")

    def send(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Send a request and return the answer. Raise ServerExitedError if there is none."""
        with suppress(BrokenPipeError):
            print(json.dumps(request), file=self._requests, flush=True)
        line = self._answers.readline()
        if not line:
            raise ServerExitedError
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the server process."""
        with suppress(BrokenPipeError):
            self._requests.close()
        self._answers.close()
        self._process.wait()
