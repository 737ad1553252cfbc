"""What is known of the tests: how long each takes and what it reaches, kept from run to run in `.cache`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

Notes = dict[str, dict[str, Any]]
_LONG = 0.1
"""Seconds from which on a test is one of the slow ones."""
_MOST_ABOUT = 400
"""How many tests that reach little else go before all others."""


@dataclass
class Knowledge:
    """The notes on every test file, each good as long as the file is what it was.

    Notes that have grown old beside the code leave a test out that might notice: numbers get worse, never better.
    """

    folder: Path
    notes: dict[str, dict[str, Any]] = field(default_factory=dict)
    left_out: set[str] = field(default_factory=set)

    def load(self) -> None:
        """Read what earlier runs have found out."""
        for file in self.folder.glob("*.json"):
            noted = json.loads(file.read_text(encoding="utf-8"))
            self.notes[noted["file"]] = noted

    def keep(self, test_file: Path, name: str, tests: Notes) -> None:
        """Keep the notes on a test file."""
        self.notes[name] = {"file": name, "hash": _hash(test_file), "tests": tests}
        self.folder.mkdir(parents=True, exist_ok=True)
        target = self.folder / f"{name.replace('/', '-')}.json"
        target.write_text(json.dumps(self.notes[name]), encoding="utf-8")

    def knows(self, test_file: Path, name: str) -> bool:
        """Tell whether the notes on a test file are still good: the file is the same, and nothing in it failed."""
        noted = self.notes.get(name)
        return bool(
            noted
            and noted["hash"] == _hash(test_file)
            and noted["tests"]
            and not any(test.get("failed") for test in noted["tests"].values())
        )

    def likely(self, test_files: Iterable[str], path: str, function: str) -> list[str]:
        """Give the tests that reach a function (of a module, where it is in none).

        Those come first that reach little else, for they are about it; then the quickest of every file in turn.
        """
        found = [[test for test in tests if _reaches(tests[test], path, function)] for tests in self._tests(test_files)]
        counting = (test for tests in found for test in tests if self._counts(test))
        about = sorted(
            counting, key=lambda test: (self._is_slow(test), self._breadth(test), self.seconds([test]), test)
        )
        about = about[:_MOST_ABOUT]
        return list(dict.fromkeys([*about, *self._in_turn(found)]))

    def _is_slow(self, test: str) -> bool:
        return self.seconds([test]) > _LONG

    def _breadth(self, test: str) -> int:
        return len(self.notes[_file(test)]["tests"][test]["reached"])

    def others(self, test_files: Iterable[str], path: str, function: str) -> list[str]:
        """Give all tests of the files that reach it somewhere: what is set up once for many tests is noted at one."""
        return self._in_turn(
            list(tests)
            for tests in self._tests(test_files)
            if any(_reaches(noted, path, function) for noted in tests.values())
        )

    def readers(self, test_files: Iterable[str]) -> list[str]:
        """Give the tests that reach nothing: they read the code instead."""
        return self._in_turn(
            [test for test in tests if not tests[test]["reached"]] for tests in self._tests(test_files)
        )

    def early(self, test_files: Iterable[str], path: str, function: str) -> bool:
        """Tell whether a function is reached before any test runs: what comes of it then stays in memory."""
        wanted = f"{path}:{function}"
        return not function or any(
            wanted in tests.get("", {"reached": []})["reached"] for tests in self._tests(test_files)
        )

    def all_tests(self, test_files: Iterable[str]) -> list[str]:
        """Give all tests, the quickest of every file first."""
        return self._in_turn(list(tests) for tests in self._tests(test_files))

    def _in_turn(self, files: Iterable[list[str]]) -> list[str]:
        """Order tests so that every file has its turn: a file of a thousand must not hide the one that is meant.

        Those that take long come last: for each of them a hundred others can be run.
        """
        ranked: list[tuple[bool, int, float, str]] = []
        for tests in files:
            order = sorted((self.seconds([test]), test) for test in tests if self._counts(test))
            ranked += [(self._is_slow(test), place, seconds, test) for place, (seconds, test) in enumerate(order)]
        return [test for *_, test in sorted(ranked)]

    def seconds(self, tests: Iterable[str]) -> float:
        """Add up how long tests take without a change."""
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
    """Hash a test file with what stands beside it: cases, samples and fixtures."""
    beside = (other for other in path.parent.iterdir() if other.is_file() and not other.name.startswith("test_"))
    return sha256(b"".join(file.read_bytes() for file in [path, *sorted(beside)])).hexdigest()
