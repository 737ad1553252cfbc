"""Module names: each base name once, except in parallel structures that explain themselves."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "listbuilder"
MAX_SHARED = 60
PARALLEL = (
    ("validation/checks", "validation/fixes"),
    ("model", "datafiles/checks"),
    ("cli/commands", "cli/commands/data"),
    ("cli/commands", "cli/commands/desk"),
    ("cli/commands/data", "cli/commands/desk"),
    ("cli/commands", "tui/screens"),
    ("cli/commands", "model"),
    ("cli/commands", "validation/checks"),
    ("cli/commands", "validation/fixes"),
    ("cli/commands/desk", "tournament"),
    ("cli/commands/data", "datafiles"),
    ("datafiles/checks", "rules"),
    ("tui/editor", "tui/export"),
    ("tui/editor", "tui/home"),
    ("tui/editor", "tui/odds"),
    ("tui/editor", "tui/tournament"),
)
"""Packages that treat the same subjects, so that a path such as `checks/heroes.py` explains itself."""


def packages_by_module() -> dict[str, list[str]]:
    """Return the packages of each module name that more than one package has."""
    packages: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.stem not in ("__init__", "__main__"):
            packages[path.stem].append(path.parent.relative_to(PACKAGE).as_posix())
    return {name: places for name, places in packages.items() if len(places) > 1}


def test_shared_module_names_are_parallel() -> None:
    shared = {
        name: places
        for name, places in packages_by_module().items()
        if not any(first in places and second in places for first, second in PARALLEL)
    }
    assert shared == {}


def test_few_modules_share_a_name() -> None:
    assert sum(map(len, packages_by_module().values())) <= MAX_SHARED
