"""How long each test takes and which functions it reaches, kept from run to run in `.cache`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

Notes = dict[str, dict[str, Any]]
_SLOW_SECONDS = 0.1
"""A test that takes longer is slow."""
_MAX_SPECIFIC_TESTS = 400
"""The maximum number of tests that run first because they reach few other functions."""


@dataclass
class CoverageNotes:
    """The notes on every test file, valid as long as the file is unchanged.

    They do not expire when the code changes. A test may then be left out, so results get worse, never better.
    """

    folder: Path
    notes: dict[str, dict[str, Any]] = field(default_factory=dict)
    left_out: set[str] = field(default_factory=set)

    def load(self) -> None:
        """Read the notes of earlier runs."""
        for file in self.folder.glob("*.json"):
            noted = json.loads(file.read_text(encoding="utf-8"))
            self.notes[noted["file"]] = noted

    def save(self, test_file: Path, name: str, tests: Notes) -> None:
        """Write the notes on a test file."""
        self.notes[name] = {"file": name, "hash": _hash(test_file), "tests": tests}
        self.folder.mkdir(parents=True, exist_ok=True)
        target = self.folder / f"{name.replace('/', '-')}.json"
        target.write_text(json.dumps(self.notes[name]), encoding="utf-8")

    def is_current(self, test_file: Path, name: str) -> bool:
        """Return whether a test file is unchanged since its notes were made and none of its tests failed."""
        noted = self.notes.get(name)
        return bool(
            noted
            and noted["hash"] == _hash(test_file)
            and noted["tests"]
            and not any(test.get("failed") for test in noted["tests"].values())
        )

    def tests_reaching(self, test_files: Iterable[str], path: str, function: str) -> list[str]:
        """Return the tests that reach a function, or the module if no function is named.

        Tests that reach few other functions come first, then the quickest of every file in turn.
        """
        files = [[test for test in tests if _reaches(tests[test], path, function)] for tests in self._tests(test_files)]
        counting = (test for tests in files for test in tests if self._counts(test))
        specific = sorted(
            counting, key=lambda test: (self._is_slow(test), self._breadth(test), self.seconds([test]), test)
        )
        specific = specific[:_MAX_SPECIFIC_TESTS]
        return list(dict.fromkeys([*specific, *self._alternate(files)]))

    def _is_slow(self, test: str) -> bool:
        return self.seconds([test]) > _SLOW_SECONDS

    def _breadth(self, test: str) -> int:
        return len(self.notes[_file(test)]["tests"][test]["reached"])

    def tests_in_reaching_files(self, test_files: Iterable[str], path: str, function: str) -> list[str]:
        """Return all tests of the files that reach a function: shared set-up is recorded for one test only."""
        return self._alternate(
            list(tests)
            for tests in self._tests(test_files)
            if any(_reaches(noted, path, function) for noted in tests.values())
        )

    def tests_reaching_nothing(self, test_files: Iterable[str]) -> list[str]:
        """Return the tests that run no function of the project: they read its source."""
        return self._alternate(
            [test for test in tests if not tests[test]["reached"]] for tests in self._tests(test_files)
        )

    def is_reached_early(self, test_files: Iterable[str], path: str, function: str) -> bool:
        """Return whether a function runs before the first test: its results then stay in memory."""
        wanted = f"{path}:{function}"
        return not function or any(
            wanted in tests.get("", {"reached": []})["reached"] for tests in self._tests(test_files)
        )

    def all_tests(self, test_files: Iterable[str]) -> list[str]:
        """Return all tests, the quickest of every file first."""
        return self._alternate(list(tests) for tests in self._tests(test_files))

    def _alternate(self, files: Iterable[list[str]]) -> list[str]:
        """Sort tests so that files alternate and slow tests come last."""
        ranked: list[tuple[bool, int, float, str]] = []
        for tests in files:
            order = sorted((self.seconds([test]), test) for test in tests if self._counts(test))
            ranked += [(self._is_slow(test), index, seconds, test) for index, (seconds, test) in enumerate(order)]
        return [test for *_, test in sorted(ranked)]

    def seconds(self, tests: Iterable[str]) -> float:
        """Return the total time of tests without a mutation."""
        return float(sum(self.notes[_file(test)]["tests"][test]["seconds"] for test in tests))

    def _counts(self, test: str) -> bool:
        noted = self.notes[_file(test)]["tests"][test] if test else {}
        return bool(test) and test not in self.left_out and not noted.get("failed") and not noted.get("skipped")

    def _tests(self, test_files: Iterable[str]) -> Iterator[Notes]:
        for name in test_files:
            tests = self.notes.get(name, {"tests": {}})["tests"]
            yield {test: {"seconds": 0.0, "reached": [], **noted} for test, noted in tests.items()}


def _reaches(noted: dict[str, Any], path: str, function: str) -> bool:
    wanted = f"{path}:{function}"
    return any(name == wanted or (not function and name.startswith(wanted)) for name in noted["reached"])


def _file(test: str) -> str:
    return test.partition("::")[0]


def _hash(path: Path) -> str:
    """Hash a test file with the files next to it: cases, samples and fixtures."""
    neighbours = (other for other in path.parent.iterdir() if other.is_file() and not other.name.startswith("test_"))
    return sha256(b"".join(file.read_bytes() for file in [path, *sorted(neighbours)])).hexdigest()
