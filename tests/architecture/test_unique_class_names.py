"""No two public classes have the same name."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "listbuilder"
FACADE = "api"
"""The API deliberately reuses the core's names."""


def homes() -> dict[str, list[str]]:
    """Return the modules that define each public class, without the API."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE)
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and module.parts[0] != FACADE:
                found[node.name].append(module.as_posix())
    return found


def test_public_class_names_are_unique() -> None:
    found = homes()
    assert len(found) > 400, "the search covers the package"
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
