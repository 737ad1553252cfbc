"""Dependencies: pinned with hashes, documented, and no network access."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from proof.sbom import LOCK, build_sbom, locked

REPOSITORY = Path(__file__).parents[2]
VALE = REPOSITORY / "data" / "lists" / "aof-3.5-the-iron-vale.yaml"

WATCHED = """
import asyncio, socket, sys

def refuse(*arguments, **named):
    raise AssertionError("a connection was opened")

socket.socket.connect = socket.socket.connect_ex = socket.create_connection = socket.getaddrinfo = refuse
socket.socket.bind = refuse

async def look_at(path):
    from listbuilder.tui.app import BuilderApp
    app = BuilderApp(path, sample=False, language="en", settings=None)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(1)
        await pilot.press("down", "p")
        await pilot.pause(1)

if sys.argv[1] == "the builder":
    sys.exit(asyncio.run(look_at(sys.argv[2])))
from listbuilder.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
NETWORK = {"socket", "ssl", "http", "urllib.request", "ftplib", "smtplib", "xmlrpc", "aiohttp", "requests", "httpx"}
INSTALLED = re.compile(r"(?:pip|pipx|uv tool|uvx|uv pip)3? (?:install |run )?['\"]?(?P<what>[^\s'\"`]+)")


def required_packages() -> set[str]:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return {name.partition(">")[0] for name in project["dependencies"]}


def test_every_package_is_pinned_with_a_hash():
    pinned = {name.lower(): hashes for name, _, hashes in locked(LOCK.read_text(encoding="utf-8"))}
    assert required_packages() <= set(pinned)
    assert all(pinned.values())


def test_every_dependency_is_documented():
    rows = (REPOSITORY / "docs" / "dependencies.md").read_text(encoding="utf-8").splitlines()
    documented = {row.split("|")[1].strip() for row in rows if row.startswith("| ")}
    assert required_packages() == documented - {"package"}


def test_bill_of_materials_names_every_dependency():
    sbom = build_sbom(LOCK.read_text(encoding="utf-8"))
    assert isinstance(sbom["components"], list)
    named = {part["name"] for part in sbom["components"]}
    assert required_packages() <= named
    assert all(len(digest["content"]) == 64 for part in sbom["components"] for digest in part["hashes"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["validate", str(VALE)],
        ["show", str(VALE)],
        ["export", str(VALE), "--format", "pdf", "--output", "-"],
        ["export", str(VALE), "--format", "html", "--output", "-"],
        ["import", str(VALE)],
        ["data", "check", str(REPOSITORY / "data" / "events")],
        ["data", "new", "--system", "aof-3.5"],
        ["data", "where"],
        ["diff", str(VALE), str(VALE)],
        ["migrate", str(VALE), "--dry-run"],
        ["systems"],
        ["rules", "aof-3.5", "Fear"],
        ["factions"],
        ["units", "human-empire"],
        ["explain", "ORG001"],
        ["the builder", str(VALE)],
    ],
    ids=" ".join,
)
def test_no_command_opens_a_connection(arguments: list[str], tmp_path: Path):
    own = {f"LISTBUILDER_{name}": str(tmp_path / name.lower()) for name in ("STATE", "CONFIG", "LISTS", "CACHE")}
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, *arguments],
        capture_output=True,
        check=False,
        cwd=REPOSITORY,
        env={**os.environ, **own},
    )
    assert done.returncode == 0, done.stderr.decode()[-800:]


def test_only_the_server_imports_network_modules():
    network_imports = {
        path.relative_to(REPOSITORY).as_posix(): sorted(NETWORK & set(_imported(path)))
        for path in (REPOSITORY / "listbuilder").rglob("*.py")
    }
    assert {path: names for path, names in network_imports.items() if names} == {
        "listbuilder/tui/web/server.py": ["aiohttp", "http"],
        "listbuilder/tui/web/launch.py": ["socket"],
    }


def _imported(path: Path) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return names


def test_documents_never_install_from_the_public_index():
    """The name is not registered there, so install the checkout, a wheel or the lock file."""
    texts = [REPOSITORY / "README.md", *(REPOSITORY / "docs").rglob("*.md"), *(REPOSITORY / "listbuilder").rglob("*.*")]
    advised = [
        (path.name, match["what"])
        for path in texts
        if path.suffix in (".md", ".json", ".py")
        for match in INSTALLED.finditer(path.read_text(encoding="utf-8"))
    ]
    assert advised
    assert [advice for advice in advised if not advice[1].startswith((".", "-")) and ".whl" not in advice[1]] == []


def test_shipped_data_folders_hold_only_data():
    """These folders go into the wheel completely, including forgotten copies."""
    files = [path for folder in ("data", "schemas") for path in (REPOSITORY / folder).rglob("*") if path.is_file()]
    assert len(files) > 100
    assert [path.name for path in files if path.suffix not in {".yaml", ".json"}] == []
