"""A copy of the project in which one change at a time is made, and the tests that are run on it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from types import TracebackType
from typing import Self

from proof.mutants.changing import Change
from proof.mutants.knowing import Knowledge, Notes
from proof.mutants.rooms import Room

_LEFT_BEHIND = (".git", ".venv", ".cache", ".*_cache", ".hypothesis", "dist", "build")
_QUICK = 3.0
"""Seconds of tests in the first, quick try."""
_MOST = 20.0
"""Seconds of tests in all that a change is worth; the slowest beyond it are left out, numbers only get worse."""
_START = 60
"""Seconds that pytest may take to get going, on a busy machine."""
_SLOWER = 5
"""So many times as long as without the change a run may take before it counts as hanging."""
_ALL_PASS, _SOME_FAIL = 0, 1


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
        self._ran: list[str] = []

    def __enter__(self) -> Self:
        self._scratch = Path(tempfile.mkdtemp(prefix="listbuilder-mutants-"))
        ignored = shutil.ignore_patterns(*_LEFT_BEHIND)
        shutil.copytree(self._repository, self.copy, ignore=ignored, ignore_dangling_symlinks=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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
                self._knowledge.keep(self.copy / name, name, self._record(name))
            noted = self._knowledge.notes[name]["tests"]
            failing += [test for test in noted if noted[test].get("failed")]
        return failing

    def attempt(self, change: Change, room: Room) -> Trial:
        """Make a change, run the tests that may notice until the first that fails, and take the change back.

        The same tests are run in the same order without the change: one that fails then, too, never counts.
        """
        while failed := self._try(change, room):
            culprit = self._fails(self._ran[: self._ran.index(failed) + 1] if failed in self._ran else self._ran)
            if not culprit:
                break
            if culprit not in self._ran:
                return Trial(change, "")
            self._knowledge.left_out.add(culprit)
        return Trial(change, failed)

    def _try(self, change: Change, room: Room) -> str:
        target = self.copy / change.path
        original, stat = target.read_bytes(), target.stat()
        target.write_text(change.apply(original.decode()), encoding="utf-8")
        try:
            cold = change.path.startswith("listbuilder/library/")
            for tests in self._stages(change, room):
                self._ran = tests
                if failed := self._fails(self._ran, cold=cold):
                    return failed
            return ""
        finally:
            target.write_bytes(original)
            os.utime(target, ns=(stat.st_atime_ns, stat.st_mtime_ns))  # its compiled form is good again

    def _stages(self, change: Change, room: Room) -> Iterator[list[str]]:
        """Give some quick tests that reach the function, then the others that do and what shares a file with them."""
        known, files = self._knowledge, room.test_files(self.copy)
        likely = known.likely(files, change.path, change.function)
        others = known.others(files, change.path, change.function)
        if not others:
            others = known.likely(files, change.path, "") or known.all_tests(files)
        order = list(dict.fromkeys([*likely, *others]))
        ends = list(accumulate(known.seconds([test]) for test in order))
        quick, most = bisect_right(ends, _QUICK), bisect_right(ends, _MOST)
        yield order[:quick]
        yield order[quick:most]

    def _record(self, test_file: str) -> Notes:
        notes = self._scratch / "notes.json"
        notes.unlink(missing_ok=True)
        self._pytest([test_file], ["-p", "proof.mutants.recording"], {"MUTANTS_NOTES": str(notes)}, None)
        found: Notes = json.loads(notes.read_text(encoding="utf-8"))
        return found

    def _fails(self, tests: list[str], *, cold: bool = False) -> str:
        """Run tests until one fails; name it, or say what happened instead."""
        if not tests:
            return ""
        chosen = self._scratch / "chosen.txt"
        chosen.write_text("\0".join(tests), encoding="utf-8")
        failed = chosen.with_suffix(".failed")
        failed.unlink(missing_ok=True)
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        patience = _START + _SLOWER * self._knowledge.seconds(tests)
        setting = {"MUTANTS_CHOSEN": str(chosen), "PYTHONDONTWRITEBYTECODE": "1"}
        if cold:
            setting["LISTBUILDER_CACHE"] = tempfile.mkdtemp(dir=self._scratch)
        try:
            code = self._pytest(files, ["-x", "-p", "proof.mutants.choosing"], setting, patience)
        except subprocess.TimeoutExpired:
            return "it hangs"
        if code == _ALL_PASS:
            return ""
        return failed.read_text(encoding="utf-8") if failed.exists() else f"pytest ends with {code}"

    def _pytest(
        self, files: Iterable[str], options: list[str], setting: Mapping[str, str], patience: float | None
    ) -> int:
        home = self._scratch / "home"
        surroundings = {"PYTHONPATH": str(self.copy), "LISTBUILDER_CACHE": str(home / "cache"), "HOME": str(home)}
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--hypothesis-seed=1"]
        done = subprocess.run(
            [*command, *options, *files],
            cwd=self.copy,
            env={**os.environ, **surroundings, **setting},
            capture_output=True,
            timeout=patience,
            check=False,
        )
        return done.returncode
