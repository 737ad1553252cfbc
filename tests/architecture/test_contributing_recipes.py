"""The recipes of CONTRIBUTING, followed in a copy of the project."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sentences import sentence

ROOT = Path(__file__).parents[2]
NEEDED = [
    "listbuilder",
    "tools",
    "data",
    "schemas",
    "tests",
    "proof",
    "docs/codes",
    "docs/decisions.md",
    "pyproject.toml",
]
LEFT_OUT = shutil.ignore_patterns("__pycache__", "__snapshots__", "*.pyc", "golden")
CHECK = '''

@check("PTS099")
def two_many_units(context: CheckContext) -> Iterator[Diagnostic]:
    """A list of exactly two units is unlucky."""
    if len(context.roster.entries) == 2:
        yield context.make_finding("PTS099")
'''
FIX = '''

@fixes_for("PTS099")
def add_a_third(request: FixRequest) -> Iterator[Fix]:
    """Agree on another size."""
    yield make_fix("third", set_details(subject=request.army.name, points=request.roster.cost))
'''
SYSTEM = """\
# yaml-language-server: $schema=../../schemas/system.schema.json
format: 1
id: table-9
name: Table Nine
edition: "9"
based_on: aof-3.5
"""
SENTENCES = {
    "PTS099": "Two units are unlucky.",
    "PTS099.title": "Unlucky lists",
    "PTS099.why": "Everybody knows.",
    "fix.third": "Be brave",
}
CASES = """\
  - code: PTS099
    name: {en: two, de: zwei}
    list: {points: 200, units: [{id: a, unit: trial/riders}, {id: b, unit: trial/captain}]}
    findings: [{code: PTS099}]
  - code: PTS099
    name: {en: one, de: eine}
    list: {points: 200, units: [{id: a, unit: trial/riders}]}
"""
EXPORTER = '''"""Names only."""


def export_names(documents, options):
    """Write them."""
    return "".join(f"{document.sheet.header.name}\\n" for document in documents).encode()
'''


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout to work in."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in NEEDED:
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(ROOT / name, target, ignore=LEFT_OUT) if (ROOT / name).is_dir() else shutil.copy(
            ROOT / name, target
        )
    return copy


def run(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    places = {"PYTHONPATH": str(copy), "LISTBUILDER_DATA": "", "LISTBUILDER_CACHE": str(copy / ".cache")}
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=copy,
        env={**os.environ, **places, "LISTBUILDER_STATE": str(copy / ".state")},
        capture_output=True,
        text=True,
        check=False,
    )


def add(path: Path, text: str, before: str = "") -> None:
    old = path.read_text(encoding="utf-8")
    assert before in old
    path.write_text(old.replace(before, text + before, 1) if before else old + text, encoding="utf-8")


def test_faction_system_and_language_need_only_files(copy: Path) -> None:
    assert run(copy, "listbuilder", "data", "new", "--output", "data/factions/original/mine.yaml").returncode == 0
    assert run(copy, "listbuilder", "data", "check", "data/factions/original/mine.yaml").returncode == 0
    system = copy / "data" / "systems" / "table-9.yaml"
    system.write_text(SYSTEM, encoding="utf-8")
    forgotten = run(copy, "tools.build_index")
    assert (forgotten.returncode, "systems/table-9.yaml" in forgotten.stderr) == (1, True)
    add(system, "short: T9\ncitation: {document: Table Nine}\n")
    assert run(copy, "listbuilder", "data", "check", str(system)).returncode == 0
    (copy / "listbuilder" / "i18n" / "fr").mkdir()
    (copy / "listbuilder" / "i18n" / "fr" / "words.json").write_text(
        '{"verdict.legal": "conforme"}\n', encoding="utf-8"
    )
    assert run(copy, "tools.build_index").returncode == 0
    assert "table-9" in run(copy, "listbuilder", "systems").stdout
    assert "my-faction" in run(copy, "listbuilder", "factions").stdout
    result = run(copy, "listbuilder", "validate", "data/lists/aof-3.5-the-iron-vale.yaml", "--lang", "fr")
    assert (result.returncode, "conforme" in result.stdout) == (0, True), result.stderr
    assert f"  verdict.illegal: {sentence('verdict.illegal')}" in run(copy, "tools.languages").stdout


def test_new_check_and_exporter_are_found(copy: Path) -> None:
    package = copy / "listbuilder"
    add(package / "diagnostics" / "codes.py", '    Code("PTS099", "unlucky-lists", "warning"),\n', '    Code("PTS002"')
    add(package / "validation" / "checks" / "force_organisation.py", CHECK)
    add(package / "validation" / "fixes" / "points_reduction.py", FIX)
    lacking = run(copy, "tests.cases.make_examples")
    assert lacking.returncode == 1
    assert len(re.findall(r"^PTS099: no ", lacking.stderr, re.MULTILINE)) == 5, lacking.stderr
    for language in ("en", "de"):
        path = package / "i18n" / language / "checks.json"
        known = json.loads(path.read_text(encoding="utf-8")) | SENTENCES
        path.write_text(json.dumps(dict(sorted(known.items())), ensure_ascii=False, indent=2), encoding="utf-8")
    add(copy / "tests" / "cases" / "points.yaml", CASES)
    assert run(copy, "tests.cases.make_examples").returncode == 0
    assert run(copy, "listbuilder.library.code_pages", "docs/codes").returncode == 0
    assert "Two units are unlucky." in (copy / "docs" / "codes" / "PTS099.md").read_text(encoding="utf-8")

    (package / "exporters" / "plainnames.py").write_text(EXPORTER, encoding="utf-8")
    line = '        Exporter("plainnames", ".plainnames", "plainnames:export_names"),\n'
    add(package / "exporters" / "exporter.py", line, '        Exporter("share"')
    pytest_run = ("pytest", "-q", "-p", "no:cacheprovider", "-n", "0")
    explained = run(copy, *pytest_run, "tests/cases/test_explain.py")
    assert explained.returncode == 0, explained.stdout[-3000:]
    others = ("tests/cases/test_cases.py", "tests/exporters/test_every_exporter.py")
    ran = run(copy, *pytest_run, *others, "-k", "PTS099 or plainnames")
    failed = re.findall(r"^FAILED (\S+)::\w+\[(\w+)\]", ran.stdout, re.MULTILINE)
    assert failed == [(others[1], "plainnames")], ran.stdout[-3000:]
