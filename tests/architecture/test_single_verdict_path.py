"""Front ends get verdicts only from `judging`; none computes or validates a list itself."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import listbuilder

ROOT = Path(listbuilder.__file__).parent
FACES = sorted(
    path for face in ("cli", "tui", "exporters", "desk", "api", "sample") for path in (ROOT / face).rglob("*.py")
)
OTHER_WAYS = {"validate", "read_any", "build_roster", "leave_open", "price_changes"}
"""Functions that only `judging` may use."""


def other_ways(tree: ast.AST) -> list[str]:
    """Return the names by which a module bypasses `judging`."""
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names += [alias.name for alias in node.names if alias.name in OTHER_WAYS]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = node.func.attr
            if name in OTHER_WAYS or (name == "roster" and node.args):
                names.append(name)
    return names


@pytest.mark.parametrize("path", FACES, ids=lambda path: str(path.relative_to(ROOT)))
def test_front_ends_use_the_judging_package(path: Path) -> None:
    assert other_ways(ast.parse(path.read_text(encoding="utf-8"))) == []


def test_other_ways_to_a_verdict_are_detected() -> None:
    code = "from listbuilder.validation import validate\nlibrary.roster(army)\nimporters.read_any(raw, '', library)"
    assert other_ways(ast.parse(code)) == ["validate", "roster", "read_any"]


def test_library_has_no_mutating_methods() -> None:
    library = ast.parse((ROOT / "library" / "library.py").read_text(encoding="utf-8"))
    names = {node.name for node in ast.walk(library) if isinstance(node, ast.FunctionDef)}
    assert not {name for name in names if name.startswith(("add_", "drop_", "set_", "remove_"))}
