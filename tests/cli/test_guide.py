"""The documents: every command works as printed in the sample folder and prints what is shown."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDES = sorted((ROOT / "docs" / "guide").glob("*.md"))
DOCUMENTS = [ROOT / "README.md", *GUIDES]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXITS = re.compile(r"#\s*exits with (\d)")
PROMPT = "$ "
LEFT_OUT = "…"
"""On a line of its own it stands for any output."""


def blocks(document: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(document.read_text(encoding="utf-8"))


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run) -> Path:
    """The sample folder that every guide begins with."""
    world = tmp_path / "world"
    assert run("sample", world).code == 0
    monkeypatch.chdir(world)
    return world


def commands(text: str) -> Iterator[tuple[str, str | None]]:
    """Return the commands of a block; after a `$` prompt, with the output that is shown."""
    if not text.startswith(PROMPT):
        yield from ((line, None) for line in text.splitlines() if line)
        return
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, shown = part.partition("\n")
        yield line, shown or None


def shows(printed: str, shown: str) -> bool:
    """Return whether a command printed what the document shows."""
    pieces = re.split(rf"^{LEFT_OUT}\n", shown, flags=re.MULTILINE)
    return re.fullmatch(".*".join(map(re.escape, pieces)), printed, re.DOTALL) is not None


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_every_command_in_the_documents_works(document: Path, world: Path, run) -> None:
    for kind, text in blocks(document):
        if kind == "yaml" and "$schema=../../schemas/" in text:
            name = re.search(r"^id: (\S+)", text, re.MULTILINE)[1]
            folder = world / "own" / "systems" if "system.schema" in text else world
            folder.mkdir(exist_ok=True)
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        if kind == "csv":
            (world / "cup" / "players.csv").write_text(text, encoding="utf-8")
        for line, shown in commands(text) if kind in ("sh", "console") else ():
            words = shlex.split(line, comments=True)
            if words[0] != "listbuilder":
                continue
            exit_code = EXITS.search(line)
            ran = run(*words[1:])
            assert ran.code == int(exit_code[1] if exit_code else 0), (line, ran.out[-800:], ran.err)
            assert shown is None or shows(ran.out, shown), (line, ran.out)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_commands_appear_only_in_tested_blocks(document: Path) -> None:
    unmarked = [text for kind, text in blocks(document) if kind not in ("sh", "console", "yaml", "csv", "python")]
    assert not [line for text in unmarked for line in text.splitlines() if re.match(r"(\$ )?listbuilder \S", line)]


def test_lists_in_the_documents_are_legal(world: Path, run) -> None:
    shown = [block for document in DOCUMENTS for block in blocks(document)]
    lists = [text for kind, text in shown if kind == "yaml" and "\nsystem: " in text]
    assert len(lists) >= 2
    for text in lists:
        (world / "shown.yaml").write_text(text, encoding="utf-8")
        ran = run("validate", "shown.yaml", "--strict")
        assert ran.code == 0, ran.out


def test_sample_folder_must_be_new(world: Path, run) -> None:
    before = {path: path.read_bytes() for path in world.rglob("*") if path.is_file()}
    assert run("sample", world).code == 2
    assert run("sample", world / "autumn-cup.yaml").code == 2
    assert before == {path: path.read_bytes() for path in world.rglob("*") if path.is_file()}
    judged = json.loads(run("validate", "lists", "friends", "--format", "json").out)["summary"]
    assert (judged["illegal"], judged["unchecked"], judged["unreadable"]) == (1, 1, 0)
    assert run("data", "check", "own", "autumn-cup.yaml").code == 0
    games = {
        line.split(":")[1].strip()
        for path in (world / "lists").iterdir()
        for line in re.findall(r"^system:.*$", path.read_text(), re.MULTILINE)
    }
    assert games == {path.stem for path in (ROOT / "data" / "systems").iterdir()} - {"gf-3.5", "gff-3.5"}


def test_documents_have_commands() -> None:
    assert (
        sum(
            len(list(commands(text)))
            for document in DOCUMENTS
            for kind, text in blocks(document)
            if kind in ("sh", "console")
        )
        > 60
    )
