"""What we run on: all of it locked with hashes, told in the documents, and nothing that calls home."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from proof.sbom import LOCK, build_sbom, locked

REPOSITORY = Path(__file__).parents[2]
VALE = REPOSITORY / "data" / "lists" / "aof-3.5-the-iron-vale.yaml"

WATCHED = """
import socket, sys

def refuse(*arguments, **named):
    raise AssertionError("a connection was opened")

socket.socket.connect = socket.socket.connect_ex = socket.create_connection = socket.getaddrinfo = refuse
socket.socket.bind = refuse
from listbuilder.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def wanted() -> set[str]:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {name.partition(">")[0] for name in project["dependencies"]}


def test_every_package_is_locked_with_a_hash():
    pinned = {name.lower(): hashes for name, _, hashes in locked(LOCK.read_text(encoding="utf-8"))}
    assert wanted() <= set(pinned)
    assert all(pinned.values())


def test_every_dependency_is_told_with_its_reason():
    rows = (REPOSITORY / "docs" / "dependencies.md").read_text(encoding="utf-8").splitlines()
    told = {row.split("|")[1].strip() for row in rows if row.startswith("| ")}
    assert wanted() == told - {"package"}


def test_the_bill_of_materials_names_all_of_them():
    made = build_sbom(LOCK.read_text(encoding="utf-8"))
    assert isinstance(made["components"], list)
    named = {part["name"] for part in made["components"]}
    assert wanted() <= named
    assert all(len(digest["content"]) == 64 for part in made["components"] for digest in part["hashes"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate", str(VALE)],
        ["show", str(VALE)],
        ["export", str(VALE), "--format", "pdf", "--output", "-"],
        ["export", str(VALE), "--format", "html", "--output", "-"],
        ["import", str(VALE)],
        ["data", "check", str(REPOSITORY / "data" / "events")],
        ["factions"],
        ["explain", "ORG001"],
    ],
    ids=" ".join,
)
def test_no_command_opens_a_connection(arguments: list[str]):
    done = subprocess.run([sys.executable, "-c", WATCHED, *arguments], capture_output=True, check=False, cwd=REPOSITORY)
    assert done.returncode == 0, done.stderr.decode()[-800:]
