"""Frozen dataclasses with slots are made by `listbuilder.values`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "listbuilder"


def offenders(source: str) -> Iterator[str]:
    """Return frozen classes with slots that use the standard decorator."""
    tree = ast.parse(source)
    quick = any(
        isinstance(node, ast.ImportFrom)
        and node.module == "listbuilder.values"
        and any(alias.name == "dataclass" for alias in node.names)
        for node in tree.body
    )
    for node in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        for made in node.decorator_list:
            asked = {word.arg for word in made.keywords} if isinstance(made, ast.Call) else set()
            by_name = isinstance(made, ast.Call) and isinstance(made.func, ast.Name)
            if {"frozen", "slots"} <= asked and not (quick and by_name):
                yield node.name


def test_frozen_slotted_classes_use_values() -> None:
    found = {str(path.relative_to(PACKAGE)): [*offenders(path.read_text("utf-8"))] for path in PACKAGE.rglob("*.py")}
    assert {path: names for path, names in found.items() if names} == {}


def test_standard_decorator_is_detected() -> None:
    standard, quick = (
        "from dataclasses import dataclass\n",
        "import dataclasses\nfrom listbuilder.values import dataclass\n",
    )
    made = "dataclass(frozen=True, slots=True)\nclass A: ..."
    assert [*offenders(f"{standard}@{made}")] == ["A"]
    assert [*offenders(f"{quick}@dataclasses.{made}")] == ["A"]
    assert [*offenders(f"{quick}@{made}")] == []


CHANGING = {
    "library/equipment_check.py": ["Equipment"],
}
"""Classes with mutable state; screens and their messages are not values."""


def changing(source: str) -> Iterator[str]:
    """Return the dataclasses that are not frozen."""
    for node in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)):
        for made in map(ast.unparse, node.decorator_list):
            if made.partition("(")[0].endswith("dataclass") and "frozen=True" not in made:
                yield node.name


def test_values_are_frozen() -> None:
    values = [path for path in PACKAGE.rglob("*.py") if PACKAGE / "tui" not in path.parents]
    found = {path.relative_to(PACKAGE).as_posix(): [*changing(path.read_text("utf-8"))] for path in values}
    assert {path: names for path, names in found.items() if names} == CHANGING


MEANT_ANYWAY = {"frozen": False, "slots": False, "eq": True, "order": False, "kw_only": False} | dict.fromkeys(
    ("init", "repr", "compare"), True
)
"""The defaults of a dataclass or a field."""


def needless(source: str) -> Iterator[str]:
    """Return the dataclasses that pass default values explicitly."""
    for node in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)):
        fields = (part.value for part in node.body if isinstance(part, ast.AnnAssign))
        for made in (part for part in (*node.decorator_list, *fields) if isinstance(part, ast.Call)):
            said = {word.arg or "": getattr(word.value, "value", None) for word in made.keywords}
            if "frozen" in said or ast.unparse(made.func).endswith("field"):
                yield from (node.name for word in said if word in MEANT_ANYWAY and said[word] is MEANT_ANYWAY[word])


def test_dataclasses_omit_default_arguments() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix(): [*needless(path.read_text("utf-8"))] for path in PACKAGE.rglob("*.py")
    }
    assert {path: names for path, names in found.items() if names} == {}


def test_default_arguments_are_detected() -> None:
    made = "@dataclass({})\nclass A:\n    x: int = field({})"
    assert [*needless(made.format("frozen=True, slots=False", ""))] == ["A"]
    assert [*needless(made.format("frozen=True, eq=True", ""))] == ["A"]
    assert [*needless(made.format("frozen=True", "compare=True"))] == ["A"]
    assert [*needless(made.format("frozen=True, eq=False, kw_only=True", "default=0, compare=False"))] == []
