"""A copy of the project in which one change at a time is made, and the tests that are run on it."""

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

from proof.mutants.asking import LOOK, OPTIONS, SLOWER, WAITING, GoneError, Waiter, bound
from proof.mutants.changing import Change
from proof.mutants.knowing import Knowledge
from proof.mutants.rooms import Room
from proof.mutants.watching import Watch

_LEFT_BEHIND = (".git", ".venv", ".cache", ".*_cache", ".hypothesis", "dist", "build")
_QUICK = 3.0
"""Seconds of tests in the first, quick try."""
_STAGES = 2
_START = 30
"""Seconds that a run may work to get going."""
_LONGEST = 3600
"""Seconds that all tests of a file may take while they are looked at."""
_ALL_PASS = 0
_Run = Callable[[list[str], Change | None], str]


def _allowed(seconds: float) -> int:
    """Say how long tests that need so many seconds may work before they count as hanging."""
    return round(_START + SLOWER * seconds)


def _run_to_its_end(command: list[str], folder: Path, environment: Mapping[str, str], seconds: int) -> int | None:
    """Run a command that may work for so many seconds and give how it ended, None where it would not."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=partial(bound, seconds),  # noqa: PLW1509  # there are no threads here
        start_new_session=True,
    )
    watch = Watch(process.pid, WAITING * seconds)
    while True:
        try:
            return process.wait(LOOK)
        except subprocess.TimeoutExpired:
            if watch.is_over():
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return None


@dataclass(frozen=True)
class Trial:
    """A change, and the test that noticed it (empty: none did); a run that hangs or breaks has noticed it, too."""

    change: Change
    noticed: str


class Workshop:
    """A copy of the repository that is thrown away at the end."""

    def __init__(self, repository: Path, knowledge: Knowledge) -> None:
        self._repository = repository
        self._knowledge = knowledge
        self._scratch = Path()
        self._waiter: Waiter | None = None

    def __enter__(self) -> Self:
        self._scratch = Path(tempfile.mkdtemp(prefix="listbuilder-mutants-"))
        ignored = shutil.ignore_patterns(*_LEFT_BEHIND)
        shutil.copytree(self._repository, self.copy, ignore=ignored, ignore_dangling_symlinks=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._waiter is not None:
            self._waiter.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    @property
    def copy(self) -> Path:
        """Where the copy stands: what others change in the repository meanwhile does not touch it."""
        return self._scratch / "project"

    def learn(self, room: Room) -> list[str]:
        """Run the test files of which nothing is known without a change; name those that fail, they never count."""
        failing: list[str] = []
        for name in room.test_files(self.copy):
            if not self._knowledge.knows(self.copy / name, name):
                noted = self._waiting(room).ask({"file": name, "seconds": _LONGEST, "setting": {}})
                self._knowledge.keep(self.copy / name, name, noted["notes"])
            notes = self._knowledge.notes[name]["tests"]
            failing += [test for test in notes if notes[test].get("failed")]
        return failing

    def attempt(self, change: Change, room: Room) -> Trial:
        """Make a change, run the tests that may notice until the first that fails, and take the change back.

        The change is made to the code in memory first, which is quick; what is worked out while modules are loaded and
        tests are collected shows it only after a fresh start.
        """
        swapped = not change.once

        def warm(tests: list[str], made: Change | None) -> str:
            nonlocal swapped
            answer = self._ask(room, tests, made, change)
            swapped = answer["swapped"]
            return str(answer["failed"])

        def cold(tests: list[str], _: Change | None) -> str:
            return self._start(tests, change)

        files = room.test_files(self.copy)
        noticed = self._unloadable(change) if not change.function else ""
        if change.function and swapped:
            self._waiting(room)  # before the change is made: what it loads must be as it was
            noticed = self._noticed(change, room, warm)
        if not noticed and (not swapped or self._knowledge.early(files, change.path, change.function)):
            noticed = self._noticed(change, room, cold)
        return Trial(change, noticed)

    def _noticed(self, change: Change, room: Room, run: _Run) -> str:
        """Name the test that notices; one that fails in the same order without the change, too, never counts."""
        for stage in range(_STAGES):
            while tests := self._stages(change, room)[stage]:
                with self._made(change):
                    failed = run(tests, change)
                if not failed:
                    break
                culprit = run(tests[: tests.index(failed) + 1] if failed in tests else tests, None)
                if not culprit:
                    return failed
                if culprit not in tests:
                    return ""
                self._knowledge.left_out.add(culprit)
        return ""

    def _unloadable(self, change: Change) -> str:
        """Say so where a module cannot even be loaded with a change; without it the tests have loaded it before."""
        module = change.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        setting = {**os.environ, **self._surroundings(), "PYTHONDONTWRITEBYTECODE": "1"}
        with self._made(change):
            command = [sys.executable, "-c", f"import {module}"]
            done = subprocess.run(command, cwd=self.copy, env=setting, capture_output=True, check=False)
        return f"{module}, which cannot be loaded" if done.returncode else ""

    @contextmanager
    def _made(self, change: Change) -> Iterator[None]:
        target = self.copy / change.path
        original, stat = target.read_bytes(), target.stat()
        target.write_text(change.apply(original.decode()), encoding="utf-8")
        try:
            yield
        finally:
            target.write_bytes(original)
            os.utime(target, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # its compiled form is good again

    def _stages(self, change: Change, room: Room) -> tuple[list[str], list[str]]:
        """Give some quick tests that reach the function, then the others that do and what shares a file with them.

        Those that read the code instead have their turn beside those that reach it, so that neither hides the other.
        """
        known, files = self._knowledge, room.test_files(self.copy)
        likely = known.likely(files, change.path, change.function)
        others = known.others(files, change.path, change.function)
        if not others:
            others = known.likely(files, change.path, "") or known.all_tests(files)
        readers = known.readers(files) if not change.function else []
        first = [test for pair in zip_longest(likely, readers) for test in pair if test is not None]
        order = list(dict.fromkeys([*first, *others]))
        ends = list(accumulate(known.seconds([test]) for test in order))
        quick, most = bisect_right(ends, _QUICK), bisect_right(ends, room.seconds)
        return order[:quick], order[quick:most]

    def _waiting(self, room: Room) -> Waiter:
        files = tuple(room.test_files(self.copy))
        if self._waiter is None or self._waiter.files != files:
            if self._waiter is not None:
                self._waiter.close()
            self._waiter = Waiter(self.copy, files, self._scratch, self._surroundings())
            self._waiter.ask({"tests": [], "change": None, "seconds": _LONGEST, "setting": {}})
        return self._waiter

    def _ask(self, room: Room, tests: list[str], made: Change | None, change: Change) -> dict[str, Any]:
        """Let the process that waits run tests until one fails."""
        where = made and {"path": str(self.copy / made.path), "function": made.function}
        seconds = _allowed(self._knowledge.seconds(tests))
        timed = [(test, self._knowledge.seconds([test])) for test in tests]
        errand = {"tests": timed, "change": where, "seconds": seconds, "setting": self._cache(change)}
        waiter = self._waiting(room)
        try:
            return {"swapped": True, **waiter.ask(errand)}
        except GoneError:  # a signal to whoever started the tests
            waiter.close()
            self._waiter = None
            return {"swapped": True, "failed": "it ends the process that runs the tests"}

    def _start(self, tests: list[str], change: Change) -> str:
        """Start pytest afresh and run tests until one fails; name it, or say what happened instead."""
        chosen = self._scratch / "chosen.txt"
        chosen.write_text("\0".join(tests), encoding="utf-8")
        failed = chosen.with_suffix(".failed")
        failed.unlink(missing_ok=True)
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        seconds = _allowed(self._knowledge.seconds(tests))
        setting = {**self._surroundings(), "MUTANTS_CHOSEN": str(chosen), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", "-x", *OPTIONS, "-p", "proof.mutants.choosing", *files]
        environment = {**os.environ, **setting, **self._cache(change)}
        code = _run_to_its_end(command, self.copy, environment, seconds)
        if code is None:
            return "it hangs"
        if code == _ALL_PASS:
            return ""
        return failed.read_text(encoding="utf-8") if failed.exists() else f"pytest ends with {code}"

    def _surroundings(self) -> dict[str, str]:
        home = self._scratch / "home"
        cache = str(home / "cache")
        return {"PYTHONPATH": str(self.copy), "LISTBUILDER_CACHE": cache, "HOME": str(home)}

    def _cache(self, change: Change) -> dict[str, str]:
        """Give an empty cache where a change might be hidden by what was worked out without it."""
        if not change.path.startswith("listbuilder/library/"):
            return {}
        return {"LISTBUILDER_CACHE": tempfile.mkdtemp(dir=self._scratch)}
