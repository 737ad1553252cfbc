"""The tests that are about what changed since the last commit: `make quick` runs them.

A test is about a module if it imports it, or bears its name. Nothing found means that nothing is worth a quick run, not
that nothing can be wrong: `make check` runs everything.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parents[1]
_DATA = "tests/library/test_bundled.py"


def changed_files() -> list[str]:
    """Name the files that differ from the last commit, new ones too."""
    status = subprocess.run(
        ["git", "status", "--porcelain", "--no-renames", "--untracked-files=all"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [line[3:].strip('"') for line in status.splitlines() if line[:2].strip() != "D"]


def tests_about(changed: Iterable[str]) -> list[str]:
    """Choose the tests that are about some files."""
    paths = [PurePosixPath(name) for name in changed]
    tests = {path.relative_to(ROOT).as_posix(): path for path in sorted((ROOT / "tests").rglob("test_*.py"))}
    chosen = {str(path) for path in paths if str(path) in tests}
    for path in paths:
        if path.parts[0] == "listbuilder" and path.suffix == ".py":
            chosen |= set(_about_module(path, tests))
        elif path.parts[0] in ("data", "schemas") and _DATA in tests:
            chosen.add(_DATA)
    return sorted(chosen)


def _about_module(path: PurePosixPath, tests: dict[str, Path]) -> Iterator[str]:
    name = path.parent.name if path.stem == "__init__" else path.stem
    package = ".".join(path.parent.parts if path.stem != "__init__" else path.parent.parent.parts)
    imports = re.compile(
        rf"^\s*(?:from|import) {re.escape(f'{package}.{name}')}\b|^\s*from {re.escape(package)} import .*\b{name}\b",
        re.MULTILINE,
    )
    for test, file in tests.items():
        if file.stem == f"test_{name}" or imports.search(file.read_text(encoding="utf-8")):
            yield test


if __name__ == "__main__":
    about = tests_about(changed_files())
    if not about:
        sys.exit("Nothing has changed that a test is about.")
    together = ["-n", "auto", "--dist", "loadgroup"] if len(about) > 1 else []
    sys.exit(pytest.main(["-q", "-x", *together, *about]))
