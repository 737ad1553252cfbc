"""A copy of the project in which one change at a time is made, and the tests that are run on it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from proof.mutants.changing import Change
from proof.mutants.rooms import Room

_COPIED = (
    "listbuilder",
    "data",
    "schemas",
    "tests",
    "exports",
    "docs",
    "proof",
    "pyproject.toml",
    "README.md",
    "Makefile",
)
_SECONDS = 240


@dataclass(frozen=True)
class Trial:
    """A change, and whether a test noticed it; a run that hangs has noticed it, too."""

    change: Change
    noticed: bool


class Workshop:
    """A copy of the repository that is thrown away at the end."""

    def __init__(self, repository: Path) -> None:
        self._repository = repository
        self._copy = Path()

    def __enter__(self) -> Self:
        self._copy = Path(tempfile.mkdtemp(prefix="listbuilder-mutants-"))
        for name in _COPIED:
            found = self._repository / name
            if found.is_dir():
                shutil.copytree(found, self._copy / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif found.exists():
                shutil.copy2(found, self._copy / name)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        shutil.rmtree(self._copy, ignore_errors=True)

    def attempt(self, change: Change, room: Room) -> Trial:
        """Make a change, run the room's tests until the first that fails, and take the change back."""
        target = self._copy / change.path
        original = target.read_text(encoding="utf-8")
        target.write_text(change.apply(original), encoding="utf-8")
        try:
            return Trial(change, any(self._fails(tests) for tests in room.tests if (self._copy / tests).exists()))
        finally:
            target.write_text(original, encoding="utf-8")

    def _fails(self, tests: str) -> bool:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-n", "2", tests]
        try:
            done = subprocess.run(command, cwd=self._copy, capture_output=True, timeout=_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return True
        return done.returncode != 0
