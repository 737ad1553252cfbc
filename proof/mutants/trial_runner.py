"""Makes one mutation at a time in a copy of the project and runs the tests on it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, zip_longest
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from proof.mutants.coverage_notes import CoverageNotes
from proof.mutants.mutation_targets import MutationTarget
from proof.mutants.mutations import Mutation
from proof.mutants.process_watch import ProcessWatch
from proof.mutants.pytest_client import (
    CLOCK_FACTOR,
    OPTIONS,
    POLL_SECONDS,
    SLOWDOWN_LIMIT,
    PytestClient,
    ServerExitedError,
    limit_cpu,
)

_NOT_COPIED = (".git", ".venv", ".cache", ".*_cache", ".hypothesis", "dist", "build")
_FIRST_STAGE_SECONDS = 3.0
"""Time limit for the tests of the first stage."""
_STAGES = 2
_START_SECONDS = 30
_MAX_FILE_SECONDS = 3600
"""Time limit for all tests of a file while they are recorded."""
_Run = Callable[[list[str], Mutation | None], str]


def _time_limit(seconds: float) -> int:
    """Return the time after which tests count as hanging, from the seconds that they usually take."""
    return round(_START_SECONDS + SLOWDOWN_LIMIT * seconds)


def _run_with_limit(command: list[str], folder: Path, environment: Mapping[str, str], seconds: int) -> int | None:
    """Run a command and return its exit code; None if it exceeds its time limit."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=partial(limit_cpu, seconds),  # noqa: PLW1509  # there are no threads here
        start_new_session=True,
    )
    watch = ProcessWatch(process.pid, CLOCK_FACTOR * seconds)
    while True:
        try:
            return process.wait(POLL_SECONDS)
        except subprocess.TimeoutExpired:
            if watch.is_over():
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return None


@dataclass(frozen=True)
class Trial:
    """A mutation and the test that detected it, empty if none did. A crash or timeout counts as detected."""

    mutation: Mutation
    detected_by: str


class TrialRunner:
    """A temporary copy of the repository with the tools to mutate and test it."""

    def __init__(self, repository: Path, notes: CoverageNotes) -> None:
        self._repository = repository
        self._notes = notes
        self._scratch = Path()
        self._client: PytestClient | None = None

    def __enter__(self) -> Self:
        self._scratch = Path(tempfile.mkdtemp(prefix="listbuilder-mutants-"))
        ignored = shutil.ignore_patterns(*_NOT_COPIED)
        shutil.copytree(self._repository, self.copy, ignore=ignored, ignore_dangling_symlinks=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._client is not None:
            self._client.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    @property
    def copy(self) -> Path:
        """The folder of the copy."""
        return self._scratch / "project"

    def record(self, target: MutationTarget) -> list[str]:
        """Run the test files without current notes on unchanged code. Return the tests that fail."""
        failing: list[str] = []
        for name in target.test_files(self.copy):
            if not self._notes.is_current(self.copy / name, name):
                answer = self._start_client(target).send(
                    {"file": name, "seconds": _MAX_FILE_SECONDS, "environment": {}}
                )
                self._notes.save(self.copy / name, name, answer["notes"])
            tests = self._notes.notes[name]["tests"]
            failing += [test for test in tests if tests[test].get("failed")]
        return failing

    def run(self, mutation: Mutation, target: MutationTarget) -> Trial:
        """Make a mutation, run the tests that may detect it until one fails, and revert it.

        The code in memory is mutated first, which is quick. Code that runs while modules are loaded or tests are
        collected needs a new process.
        """
        swapped = not mutation.at_definition

        def run_in_server(tests: list[str], applied: Mutation | None) -> str:
            nonlocal swapped
            answer = self._ask_server(target, tests, applied, mutation)
            swapped = answer["swapped"]
            return str(answer["failed"])

        def run_in_new_process(tests: list[str], _: Mutation | None) -> str:
            return self._run_pytest(tests, mutation)

        files = target.test_files(self.copy)
        detected_by = self._try_import(mutation) if not mutation.function else ""
        if mutation.function and swapped:
            self._start_client(target)  # it must load the unchanged code
            detected_by = self._find_detecting_test(mutation, target, run_in_server)
        if not detected_by and (not swapped or self._notes.is_reached_early(files, mutation.path, mutation.function)):
            detected_by = self._find_detecting_test(mutation, target, run_in_new_process)
        return Trial(mutation, detected_by)

    def _find_detecting_test(self, mutation: Mutation, target: MutationTarget, run: _Run) -> str:
        """Return the test that detects a mutation. A test that also fails without it in the same order is left out."""
        for stage in range(_STAGES):
            while tests := self._stages(mutation, target)[stage]:
                with self._mutated(mutation):
                    failed = run(tests, mutation)
                if not failed:
                    break
                also_failing = run(tests[: tests.index(failed) + 1] if failed in tests else tests, None)
                if not also_failing:
                    return failed
                if also_failing not in tests:
                    return ""
                self._notes.left_out.add(also_failing)
        return ""

    def _try_import(self, mutation: Mutation) -> str:
        """Return a message if the mutated module cannot be imported, else an empty string."""
        module = mutation.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        environment = {**os.environ, **self._environment(), "PYTHONDONTWRITEBYTECODE": "1"}
        with self._mutated(mutation):
            command = [sys.executable, "-c", f"import {module}"]
            completed = subprocess.run(command, cwd=self.copy, env=environment, capture_output=True, check=False)
        return f"the failed import of {module}" if completed.returncode else ""

    @contextmanager
    def _mutated(self, mutation: Mutation) -> Iterator[None]:
        path = self.copy / mutation.path
        original, stat = path.read_bytes(), path.stat()
        path.write_text(mutation.apply(original.decode()), encoding="utf-8")
        try:
            yield
        finally:
            path.write_bytes(original)
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # the bytecode is valid again

    def _stages(self, mutation: Mutation, target: MutationTarget) -> tuple[list[str], list[str]]:
        """Return some quick tests that reach the function, then the other tests that may detect the mutation.

        For code at module level, tests that read the source alternate with the tests that reach the module.
        """
        notes, files = self._notes, target.test_files(self.copy)
        reaching = notes.tests_reaching(files, mutation.path, mutation.function)
        others = notes.tests_in_reaching_files(files, mutation.path, mutation.function)
        if not others:
            others = notes.tests_reaching(files, mutation.path, "") or notes.all_tests(files)
        readers = notes.tests_reaching_nothing(files) if not mutation.function else []
        first = [test for pair in zip_longest(reaching, readers) for test in pair if test is not None]
        order = list(dict.fromkeys([*first, *others]))
        ends = list(accumulate(notes.seconds([test]) for test in order))
        quick, end = bisect_right(ends, _FIRST_STAGE_SECONDS), bisect_right(ends, target.seconds)
        return order[:quick], order[quick:end]

    def _start_client(self, target: MutationTarget) -> PytestClient:
        files = tuple(target.test_files(self.copy))
        if self._client is None or self._client.files != files:
            if self._client is not None:
                self._client.close()
            self._client = PytestClient(self.copy, files, self._scratch, self._environment())
            self._client.send({"tests": [], "mutation": None, "seconds": _MAX_FILE_SECONDS, "environment": {}})
        return self._client

    def _ask_server(
        self, target: MutationTarget, tests: list[str], applied: Mutation | None, mutation: Mutation
    ) -> dict[str, Any]:
        """Let the server run tests until one fails."""
        location = applied and {"path": str(self.copy / applied.path), "function": applied.function}
        seconds = _time_limit(self._notes.seconds(tests))
        timed = [(test, self._notes.seconds([test])) for test in tests]
        request = {"tests": timed, "mutation": location, "seconds": seconds, "environment": self._empty_cache(mutation)}
        client = self._start_client(target)
        try:
            return {"swapped": True, **client.send(request)}
        except ServerExitedError:  # a test sent a signal to its parent
            client.close()
            self._client = None
            return {"swapped": True, "failed": "the end of the test process"}

    def _run_pytest(self, tests: list[str], mutation: Mutation) -> str:
        """Run tests in a new process until one fails. Return its name or what happened instead."""
        selected = self._scratch / "selected.txt"
        selected.write_text("\0".join(tests), encoding="utf-8")
        failed = selected.with_suffix(".failed")
        failed.unlink(missing_ok=True)
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        seconds = _time_limit(self._notes.seconds(tests))
        variables = {**self._environment(), "MUTANTS_SELECTED": str(selected), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", "-x", *OPTIONS, "-p", "proof.mutants.selected_tests", *files]
        environment = {**os.environ, **variables, **self._empty_cache(mutation)}
        code = _run_with_limit(command, self.copy, environment, seconds)
        if code is None:
            return "a timeout"
        if code == 0:
            return ""
        return failed.read_text(encoding="utf-8") if failed.exists() else f"exit code {code} of pytest"

    def _environment(self) -> dict[str, str]:
        home = self._scratch / "home"
        cache = str(home / "cache")
        return {"PYTHONPATH": str(self.copy), "LISTBUILDER_CACHE": cache, "HOME": str(home)}

    def _empty_cache(self, mutation: Mutation) -> dict[str, str]:
        """Return the setting of an empty cache if cached data could hide the mutation."""
        if not mutation.path.startswith(("listbuilder/library/", "listbuilder/datafiles/")):
            return {}
        return {"LISTBUILDER_CACHE": tempfile.mkdtemp(dir=self._scratch)}
