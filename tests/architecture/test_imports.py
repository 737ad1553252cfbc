"""Imports: working contracts, no cycles even through late imports, a core without file access."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import listbuilder

ROOT = Path(listbuilder.__file__).parent
REPOSITORY = ROOT.parent
PURE = ("model", "rules", "validation", "odds", "diagnostics")
READING = {"pathlib", "os", "io", "shutil", "tempfile", "glob"}


def module_name(path: Path, root: Path) -> str:
    parts = path.relative_to(root.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.AST, known: Mapping[str, object]) -> Iterator[str]:
    """Return every module imported at run time, even inside functions, but not for type checking only."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            full = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in known else node.module for name in full)
        yield from imported(node, known)


def import_graph(root: Path) -> dict[str, set[str]]:
    files = {module_name(path, root): path for path in sorted(root.rglob("*.py"))}
    trees = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in files.items()}
    return {
        name: {module for module in imported(tree, files) if module in files} - {name} for name, tree in trees.items()
    }


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_import_cycles() -> None:
    assert circle(import_graph(ROOT)) == []


def test_late_import_cycles_are_detected(tmp_path: Path) -> None:
    package = tmp_path / "house"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "cellar.py").write_text("def look():\n    from house.roof import sky\n    return sky\n")
    (package / "roof.py").write_text("from house import cellar\nsky = cellar\n")
    assert set(circle(import_graph(package))) == {"house.cellar", "house.roof"}
    types = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.roof import sky\n"
    (package / "cellar.py").write_text(types)
    assert circle(import_graph(package)) == []


@pytest.mark.parametrize("layer", PURE)
def test_core_packages_read_no_files(layer: str) -> None:
    reading = {
        (path.name, name)
        for path in (ROOT / layer).rglob("*.py")
        for name in imported(ast.parse(path.read_text(encoding="utf-8")), {})
        if name.partition(".")[0] in READING
    }
    assert not reading


def test_contracts_refuse_textual_and_reportlab_in_exporters(tmp_path: Path) -> None:
    shutil.copytree(ROOT, tmp_path / "listbuilder", ignore=shutil.ignore_patterns("__pycache__", "*.json", "*.txt"))
    shutil.copy(REPOSITORY / "pyproject.toml", tmp_path)
    for module, wrong in (("markdown", "textual"), ("plain_text", "reportlab")):
        path = tmp_path / "listbuilder" / "exporters" / f"{module}.py"
        path.write_text(path.read_text(encoding="utf-8") + f"\nimport {wrong}\n", encoding="utf-8")
    code = "import sys; sys.path.insert(0, '.'); from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "listbuilder.exporters.markdown -> textual" in done.stdout
    assert "listbuilder.exporters.plain_text -> reportlab" in done.stdout
