"""The design holds: layers, module size, start-up without heavy libraries, no rules of one game in code."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import listbuilder

ROOT = Path(listbuilder.__file__).parent
REPOSITORY = ROOT.parent
MODULES = sorted(ROOT.rglob("*.py"))
MAX_LINES = 600
"""A module is split when it has two reasons to change; this is only the cap."""
HEAVY = ("textual", "rich", "reportlab", "jsonschema", "jsonschema_rs", "segno", "multiprocessing", "email")


def names(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_imports_point_downwards_only() -> None:
    code = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("module", ["cli.main", "validation", "library"])
def test_commands_start_without_heavy_libraries(module: str) -> None:
    code = f"import sys, json, listbuilder.{module}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert loaded.isdisjoint(HEAVY)


@pytest.mark.parametrize("path", MODULES, ids=names)
def test_no_module_is_too_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("path", MODULES, ids=names)
def test_every_module_says_what_it_is(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not tree.body or ast.get_docstring(tree)


def known_words() -> frozenset[str]:
    """Return the ids of systems and factions, and the English names of rules that decide what is legal."""
    data = REPOSITORY / "data"
    ids = {path.stem for path in (*data.glob("systems/*.yaml"), *data.glob("factions/*/*.yaml"))}
    ids -= {"collection", "spells"}
    rules = {"Hero", "Tough", "Banner", "Musician", "Sergeant", "Battle Standard", "Caster", "Wizard", "Unique", "AP"}
    return frozenset(ids | rules | {rule.lower() for rule in rules if rule != "AP"})


ROLES = {"hero", "tough", "caster", "unique"}
"""Names of roles (fields of the model), which a system file gives to rules of its own."""


def decided_on(tree: ast.AST) -> list[str]:
    """Return every text that a condition compares with."""
    texts: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
            inner = [
                item
                for part in parts
                for item in (part.elts if isinstance(part, ast.Tuple | ast.Set | ast.List) else [part])
            ]
            texts += [part.value for part in inner if isinstance(part, ast.Constant) and isinstance(part.value, str)]
        elif isinstance(node, ast.MatchValue) and isinstance(node.value, ast.Constant):
            texts.append(str(node.value.value))
    return texts


@pytest.mark.parametrize("path", MODULES, ids=names)
def test_no_condition_on_a_system_a_faction_or_a_name(path: Path) -> None:
    words = set(decided_on(ast.parse(path.read_text(encoding="utf-8"))))
    assert not words & (known_words() - ROLES)


def test_the_search_for_conditions_can_find_one() -> None:
    assert decided_on(ast.parse("x = system.id == 'aof-3.2' or name in ('Hero', 'Tough')")) == [
        "aof-3.2",
        "Hero",
        "Tough",
    ]


def test_printing_is_left_to_the_command_line() -> None:
    outside = [path for path in MODULES if "cli" not in path.parts]
    printing = [
        names(path)
        for path in outside
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert not printing


WRITING = {"write_text", "write_bytes", "unlink", "rename", "replace", "mkdir", "rmdir", "touch", "symlink_to"}
MAKERS = {"library/cache.py", "disk/private_files.py", "library/index.py", "library/code_pages.py"}
"""The cache may be lost at any time; the others make files of the repository itself, from a Makefile."""


def writes(tree: ast.AST) -> list[str]:
    """Return every call that changes a disk: methods of paths, of `os` and `shutil`, and files opened for writing."""
    calls: list[str] = []
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
                and owner != "syscalls"
                and name in WRITING
                and not (name == "replace" and _is_text(node, keywords))
            )
            or (
                name == "open"
                and any(isinstance(argument, ast.Constant) and "w" in str(argument.value) for argument in node.args)
            )
        ):
            calls.append(called)
    return calls


def _is_text(node: ast.Call, keywords: set[str | None]) -> bool:
    """A path is replaced with one argument, a text with two, a value with keywords."""
    return len(node.args) > 1 or bool(keywords)


READING = {"datafiles/reader.py", "cli/streams.py"}
"""They open file descriptors: to read only regular files, and to drop output that has no reader."""


@pytest.mark.parametrize("path", MODULES, ids=names)
def test_all_writing_goes_through_the_disk(path: Path) -> None:
    if path.is_relative_to(ROOT / "disk") or names(path) in MAKERS | READING:
        return
    assert not writes(ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", [path for path in MODULES if path.is_relative_to(ROOT / "cli")], ids=names)
def test_commands_print_in_one_place(path: Path) -> None:
    if names(path) == "cli/streams.py":
        return
    calls = [node.func for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    call_names = [ast.unparse(call) for call in calls]
    assert [call for call in call_names if call == "print" or (call.startswith("sys.std") and "write" in call)] == []


def test_the_search_for_writing_can_find_it() -> None:
    code = (
        "path.write_text('x'); os.replace(a, b); shutil.move(a, b); open(p, 'wb'); p.replace(q); 'a'.replace('b', 'c')"
    )
    assert len(writes(ast.parse(code))) == 5
