"""Values are frozen dataclasses; only screens may change."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "listbuilder"


def mutable_dataclasses(source: str) -> Iterator[str]:
    """Yield the names of the dataclasses that are not frozen."""
    for node in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)):
        for decorator in map(ast.unparse, node.decorator_list):
            if decorator.partition("(")[0].endswith("dataclass") and "frozen=True" not in decorator:
                yield node.name


def test_values_are_frozen() -> None:
    paths = [path for path in PACKAGE.rglob("*.py") if PACKAGE / "tui" not in path.parents]
    names = {path.relative_to(PACKAGE).as_posix(): [*mutable_dataclasses(path.read_text("utf-8"))] for path in paths}
    assert {path: class_names for path, class_names in names.items() if class_names} == {}


def test_mutable_dataclass_is_noticed() -> None:
    assert [*mutable_dataclasses("@dataclass(slots=True)\nclass A: ...")] == ["A"]
