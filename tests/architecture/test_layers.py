"""The architecture: layers, module size, startup imports, and no game-specific code."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import listbuilder

ROOT = Path(listbuilder.__file__).parent
REPOSITORY = ROOT.parent
MODULES = sorted(ROOT.rglob("*.py"))
LONGEST = 300
HEAVY = ("textual", "rich", "reportlab", "jsonschema", "jsonschema_rs", "yaml", "segno")


def names(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_imports_point_downwards_only() -> None:
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("module", ["cli.main", "validation", "library", "cli.desk.check_part"])
def test_startup_loads_no_heavy_packages(module: str) -> None:
    code = f"import sys, json, listbuilder.{module}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert loaded.isdisjoint(HEAVY)
    assert loaded.isdisjoint(("dataclasses", "inspect")), "`listbuilder.values` is for that"


def test_validating_a_legal_list_loads_few_modules(tmp_path: Path) -> None:
    """Every additional module slows down the first verdict."""
    sample = str(REPOSITORY / "data" / "lists" / "aof-3.5-the-iron-vale.yaml")
    code = (
        "import json, sys; from listbuilder.__main__ import main;"
        f"assert main(['validate', {sample!r}]) == 0; print(json.dumps(sorted(sys.modules)), file=sys.stderr)"
    )
    for _ in range(2):  # the first one compiles the books
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=REPOSITORY,
            env=os.environ | {"LISTBUILDER_DATA": "", "LISTBUILDER_CACHE": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        )
    everything = json.loads(done.stderr)
    assert not {"dataclasses", "inspect"}.intersection(everything), "`listbuilder.values` is for that"
    loaded = {name for name in everything if name.startswith("listbuilder.")}
    late = ["disk", "workers", "judging.peeking", "cli.unknown", "importers.army_forge", "importers.folders"]
    late += ("library.scan", "library.yaml_trouble", "library.schema", "validation.turns", "validation.remedies")
    assert [name for name in sorted(loaded) if name.startswith(tuple(f"listbuilder.{room}" for room in late))] == []
    assert "listbuilder.validation.checking" in loaded


@pytest.mark.parametrize("path", MODULES, ids=names)
def test_no_module_is_too_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


@pytest.mark.parametrize("path", MODULES, ids=names)
def test_every_module_has_a_docstring(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not tree.body or ast.get_docstring(tree)


def known_words() -> frozenset[str]:
    """Return the ids of systems and factions, and the English names of rules that decide legality."""
    data = REPOSITORY / "data"
    ids = {path.stem for path in (*data.glob("systems/*.yaml"), *data.glob("factions/*/*.yaml"))}
    ids -= {"collection", "spells"}
    rules = {"Hero", "Tough", "Banner", "Musician", "Sergeant", "Battle Standard", "Caster", "Wizard", "Unique", "AP"}
    return frozenset(ids | rules | {rule.lower() for rule in rules if rule != "AP"})


ROLES = {"hero", "tough", "caster", "unique"}
"""Names of roles (fields of the model), which a system file assigns to its own rules."""


def decided_on(tree: ast.AST) -> list[str]:
    """Return every string that a condition compares with."""
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
            inner = [
                item
                for part in parts
                for item in (part.elts if isinstance(part, ast.Tuple | ast.Set | ast.List) else [part])
            ]
            found += [part.value for part in inner if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        elif isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Constant):
            found.append(str(node.value.value))
    return found


@pytest.mark.parametrize("path", MODULES, ids=names)
def test_code_has_no_game_specific_conditions(path: Path) -> None:
    words = set(decided_on(ast.parse(path.read_text(encoding="utf-8"))))
    assert not words & (known_words() - ROLES)


def test_game_specific_conditions_are_detected() -> None:
    assert decided_on(ast.parse("x = system.id == 'aof-3.2' or name in ('Hero', 'Tough')")) == [
        "aof-3.2",
        "Hero",
        "Tough",
    ]


def test_only_the_command_line_prints() -> None:
    outside = [path for path in MODULES if "cli" not in path.parts]
    printing = [
        names(path)
        for path in outside
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert not printing


WRITING = {"write_text", "write_bytes", "unlink", "rename", "replace", "mkdir", "rmdir", "touch", "symlink_to"}
MAKERS = {
    "library/cache.py",
    "library/private.py",
    "library/index.py",
    "exporters/gallery.py",
    "library/explain.py",
    "tui/picture.py",
}
"""The cache may be lost at any time; the others generate files of the repository."""


def writes(tree: ast.AST) -> list[str]:
    """Return every call that writes to disk: methods of paths, `os`, `shutil`, and files opened for writing."""
    found: list[str] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        owner, _, name = called.rpartition(".")
        keywords = {keyword.arg for keyword in node.keywords}
        if (
            owner == "shutil"
            or (owner == "os" and name in {"open", "write", "replace", "rename", "remove", "link"})
            or (
                owner
                and owner != "operations"
                and name in WRITING
                and not (name == "replace" and _is_text(node, keywords))
            )
            or (name == "open" and any(isinstance(one, ast.Constant) and "w" in str(one.value) for one in node.args))
        ):
            found.append(called)
    return found


def _is_text(node: ast.Call, keywords: set[str | None]) -> bool:
    """Return whether `replace` is called on a text or a value: a path's takes one argument."""
    return len(node.args) > 1 or bool(keywords)


READING = {"library/reader.py", "cli/output.py"}
"""They open files by descriptor: to avoid reading devices, and to silence closed pipes."""


@pytest.mark.parametrize("path", MODULES, ids=names)
def test_all_writing_goes_through_the_disk_package(path: Path) -> None:
    if path.is_relative_to(ROOT / "disk") or names(path) in MAKERS | READING:
        return
    assert not writes(ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", [path for path in MODULES if path.is_relative_to(ROOT / "cli")], ids=names)
def test_commands_print_in_one_place(path: Path) -> None:
    if names(path) == "cli/output.py":
        return
    calls = [node.func for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    said = [ast.unparse(call) for call in calls]
    assert [call for call in said if call == "print" or (call.startswith("sys.std") and "write" in call)] == []


def test_direct_writing_is_detected() -> None:
    code = (
        "path.write_text('x'); os.replace(a, b); shutil.move(a, b); open(p, 'wb'); p.replace(q); 'a'.replace('b', 'c')"
    )
    assert len(writes(ast.parse(code))) == 5
