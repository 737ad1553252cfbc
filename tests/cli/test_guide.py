"""The guides: every command in a block marked `sh` works, and every file they show is sound."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDES = sorted((ROOT / "docs" / "guide").glob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXITS = re.compile(r"#\s*exits with (\d)")
LISTS = {
    "iron-vale": "aof-3.5-the-iron-vale",
    "crown-council": "aof-3.5-illegal-crown-council",
    "nine-cities": "aofr-3-nine-cities",
    "old": "aofr-3-town-watch",
    "kim-weber": "aof-3.5-the-iron-vale",
}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run) -> Path:
    """A folder as the guides assume it: lists, a share text, data of one's own."""
    desk = tmp_path / "desk"
    (desk / "lists").mkdir(parents=True)
    for name, sample in LISTS.items():
        shutil.copy(ROOT / "data" / "lists" / f"{sample}.yaml", desk / "lists" / f"{name}.yaml")
    own = desk / "own"
    (own / "factions").mkdir(parents=True)
    cities = (ROOT / "data" / "factions" / "original" / "free-cities.yaml").read_text(encoding="utf-8")
    (own / "factions" / "free-cities.yaml").write_text(cities.replace("cost: 85", "cost: 90"), encoding="utf-8")
    (own / "i18n" / "fr").mkdir(parents=True)
    (own / "i18n" / "fr" / "words.json").write_text('{"verdict.legal": "conforme"}', encoding="utf-8")
    shared = run(
        "export", ROOT / "data" / "lists" / f"{LISTS['iron-vale']}.yaml", "--format", "army-forge", "--output", "-"
    )
    (desk / "share.txt").write_text(shared.out, encoding="utf-8")
    monkeypatch.chdir(desk)
    return desk


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)
def test_every_command_of_a_guide_works(guide: Path, desk: Path, run) -> None:
    for kind, text in BLOCK.findall(guide.read_text(encoding="utf-8")):
        if kind == "yaml" and "$schema=../../schemas/" in text:
            name = re.search(r"^id: (\S+)", text, re.MULTILINE)[1]
            folder = desk / "own" / "systems" if "system.schema" in text else desk
            folder.mkdir(exist_ok=True)
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        if kind == "csv":
            (desk / "cup" / "players.csv").write_text(text, encoding="utf-8")
        for line in text.splitlines() if kind == "sh" else ():
            wanted = EXITS.search(line)
            ran = run(*shlex.split(line, comments=True)[1:])
            assert ran.code == int(wanted[1] if wanted else 0), (line, ran.out[-800:], ran.err)


def test_the_lists_they_show_are_legal(desk: Path, run) -> None:
    shown = [
        block for guide in (ROOT / "README.md", *GUIDES) for block in BLOCK.findall(guide.read_text(encoding="utf-8"))
    ]
    lists = [text for kind, text in shown if kind == "yaml" and "\nsystem: " in text]
    assert len(lists) >= 2
    for text in lists:
        (desk / "shown.yaml").write_text(text, encoding="utf-8")
        ran = run("validate", "shown.yaml", "--strict")
        assert ran.code == 0, ran.out


def test_the_readme_shows_what_validate_prints(run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    line, shown = re.search(
        r"^```\n\$ listbuilder (validate [^\n]*)\n(.*?)^…\n```", readme, re.MULTILINE | re.DOTALL
    ).groups()
    assert run(*line.split()).out.startswith(shown)


def test_guides_have_commands() -> None:
    commands = sum(guide.read_text(encoding="utf-8").count("\nlistbuilder ") for guide in GUIDES)
    assert commands > 40
