"""Help and version: complete, and without importing what commands need."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from listbuilder import __version__
from listbuilder.cli.parsers import COMMANDS
from tests.sentences import sentence

HEAVY = {"dataclasses", "inspect", "typing", "pathlib", "hashlib", "yaml", "textual", "reportlab"}


@pytest.mark.parametrize("arguments", [["--help"], ["--help", "validate"], ["--lang", "de", "--help"]])
def test_help_names_every_command(run, arguments: list[str]):
    ran = run(*arguments)
    assert [name for name in COMMANDS if name not in ran.out + ran.err] == []


def test_unknown_command_lists_the_commands(run):
    ran = run("frobnicate", "more")
    assert (ran.code, ran.out) == (2, "")
    assert [name for name in COMMANDS if name not in ran.err] == []


@pytest.mark.parametrize(("argument", "expected"), [("--help", "usage: listbuilder"), ("--version", __version__)])
def test_help_and_version_load_only_the_parser(argument: str, expected: str):
    code = (
        "import atexit, json, sys; sys.argv[1:] = [sys.argv[1]];"
        "atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr));"
        "from listbuilder.__main__ import main; main()"
    )
    before = "import json, sys; print(json.dumps(sorted(sys.modules)))"
    bare = subprocess.run([sys.executable, "-c", before], capture_output=True, text=True, check=True)
    done = subprocess.run([sys.executable, "-c", code, argument], capture_output=True, text=True, check=True)
    assert expected in done.stdout
    loaded = set(json.loads(done.stderr)) - set(json.loads(bare.stdout))
    assert loaded & HEAVY == set()
    ours = {name for name in loaded if name.startswith("listbuilder")}
    assert ours - {"listbuilder.cli.parsers"} == {
        "listbuilder",
        "listbuilder.__main__",
        "listbuilder.cli",
        "listbuilder.cli.parsers",
        "listbuilder.cli.exit_codes",
        "listbuilder.cli.main",
        "listbuilder.cli.streams",
    }


@pytest.mark.parametrize(
    ("argument", "why"),
    [
        ("nowhere.yaml", "file.missing"),
        ("lists/nowhere", "file.missing"),
        ("https://example.org/share?id=abc", "file.address"),
    ],
)
def test_missing_file_is_not_an_unknown_command(run, argument: str, why: str):
    ran = run(argument)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"{argument}: {sentence('severity.error')} DAT001")
    assert sentence("DAT001", reason=sentence(why)) in " ".join(ran.err.split())
