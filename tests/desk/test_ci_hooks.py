"""The pre-commit hooks, and the CI workflow of the guide."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import yaml

from listbuilder.__main__ import BuilderLauncher
from listbuilder.cli.main import main
from tests.desk.conftest import EVENT, ILLEGAL, LEGAL

ROOT = Path(__file__).parents[2]
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
GUIDE = (ROOT / "docs" / "guide" / "organisers.md").read_text(encoding="utf-8")


def run(command: str) -> int:
    program, *arguments = shlex.split(command)
    assert program == "listbuilder"
    return main(arguments, BuilderLauncher())


def test_hooks_fail_only_on_invalid_files(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(EVENT, encoding="utf-8")
    bad.write_text(f"{EVENT}lists: {{core: 100}}\n", encoding="utf-8")
    files = {"listbuilder-validate": (LEGAL, ILLEGAL, 1), "listbuilder-data": (good, bad, 2)}
    assert HOOKS.keys() == files.keys()
    for name, (sound, broken, code) in files.items():
        assert HOOKS[name]["language"] == "python"
        assert run(f"{HOOKS[name]['entry']} {sound}") == 0
        assert run(f"{HOOKS[name]['entry']} {sound} {broken}") == code
        assert f"{{id: {name}, " in GUIDE


def test_guide_workflow_annotates_the_offending_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    block = next(text for text in re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL) if "jobs:" in text)
    steps = [step["run"] for step in yaml.safe_load(block)["jobs"]["lists"]["steps"] if "run" in step]
    for folder in ("events", "submissions"):
        (tmp_path / folder).mkdir()
    (tmp_path / "events" / "cup.yaml").write_text(f"{EVENT}scoring: {{on_time: 1}}\nfactions: []\n", encoding="utf-8")
    (tmp_path / "submissions" / "army.yaml").write_bytes(ILLEGAL.read_bytes())
    monkeypatch.chdir(tmp_path)
    data, lists = (step for step in steps if step.startswith("listbuilder "))
    assert run(data) == 2
    assert "::error file=events/cup.yaml,line=7," in capsys.readouterr().out
    (tmp_path / "events" / "cup.yaml").write_text(EVENT, encoding="utf-8")
    assert (run(data), run(lists)) == (0, 1)
    assert re.search(r"^::error file=submissions/army.yaml,line=\d+,", capsys.readouterr().out, re.MULTILINE)
