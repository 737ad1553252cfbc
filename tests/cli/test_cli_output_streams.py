"""Closed and broken output, other encodings, odd file names: the exit code is always right."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from multiprocessing import Process
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from listbuilder.cli.reporters import REPORTERS
from proof.report_injection import formulas
from tests.sentences import sentence

HEAD = "format: 1\nname: {}\nsystem: aof-3.5\npoints: 500\nunits:\n"
LEGAL = HEAD.format("Łódź 漢 \N{CROSSED SWORDS} 😀") + "  - {id: a, unit: human-empire/champion}\n"
ILLEGAL = HEAD.format("Ł") + "  - {id: a, unit: human-empire/champion, upgrades: [nothing]}\n"


@pytest.fixture
def shell(tmp_path: Path):
    """Run the command line in a shell."""

    def go(command: str, **more: str) -> subprocess.CompletedProcess[bytes]:
        around = {
            **os.environ,
            "LISTBUILDER_CACHE": str(tmp_path / "cache"),
            "LISTBUILDER_DATA": str(tmp_path / "no-data"),
            "LISTBUILDER_LANG": "en",
            "LB": f"{sys.executable} -m listbuilder",
            **more,
        }
        return subprocess.run(
            ["bash", "-o", "pipefail", "-c", command], cwd=tmp_path, env=around, capture_output=True, check=False
        )

    (tmp_path / "legal.yaml").write_text(LEGAL, encoding="utf-8")
    (tmp_path / "illegal.yaml").write_text(ILLEGAL, encoding="utf-8")
    return go


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("$LB validate illegal.yaml >&-", 1),
        ("$LB validate legal.yaml >&-", 0),
        ("$LB validate illegal.yaml >&- 2>&-", 1),
        ("$LB validate illegal.yaml | true", 1),
        ("$LB validate illegal.yaml legal.yaml missing.yaml --format json | true", 2),
        ("$LB explain | head -1 >/dev/null", 0),
        ("$LB validate - <&-", 2),
        ("$LB validate - </dev/zero", 2),
        ("$LB import - </dev/zero", 2),
        ("$LB validate legal.yaml >/dev/full", 2),
        ("$LB --help | true", 0),
    ],
)
def test_exit_code_survives_broken_output(shell, command: str, code: int) -> None:
    ran = shell(command)
    assert (ran.returncode, b"Traceback" in ran.stderr, b"Exception ignored" in ran.stderr) == (code, False, False)


@pytest.mark.parametrize("command", ["systems", "validate legal.yaml", "help", "--version", "--help"])
def test_full_disk_is_reported_when_printing(shell, command: str) -> None:
    ran = shell(f"$LB {command} >/dev/full")
    assert (ran.returncode, ran.stderr.decode()) == (2, sentence("cli.output-full") + "\n")


def test_empty_folder_is_not_a_success(shell, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    ran = shell("$LB validate empty")
    assert ran.returncode == 2
    assert ran.stderr.strip()


def test_job_count_is_capped_by_cores_and_files(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Process] = []

    def count(**arguments: Any) -> Process:
        started.append(Process(**arguments))
        return started[-1]

    monkeypatch.setattr("listbuilder.worker_pool.Process", count)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    (tmp_path / "in").mkdir()
    for number in range(3):
        (tmp_path / "in" / f"{number}.yaml").write_text(ILLEGAL, encoding="utf-8")
    ran = run("validate", tmp_path / "in", "--jobs", "100000", "--format", "json")
    assert len(started) == 2
    assert ran.code == 1
    assert [Path(record["path"]).name for record in json.loads(ran.out)["lists"]] == ["0.yaml", "1.yaml", "2.yaml"]


@pytest.mark.parametrize("layout", REPORTERS)
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_characters_missing_in_the_encoding_are_escaped(shell, layout: str, encoding: str) -> None:
    ran = shell(f"$LB validate legal.yaml illegal.yaml --format {layout}", PYTHONIOENCODING=encoding)
    assert (ran.returncode, ran.stderr) == (1, b"")
    ran.stdout.decode(encoding)
    if layout in ("json", "sarif", "junit"):
        assert ran.stdout.decode("utf-8")
    if layout == "json":
        assert [record["name"] for record in json.loads(ran.stdout)["lists"]] == ["Łódź 漢 ⚔ 😀", "Ł"]
    if layout == "junit":
        ET.fromstring(ran.stdout)


def test_lists_are_written_as_utf8(shell) -> None:
    ran = shell("$LB import legal.yaml", PYTHONIOENCODING="cp1252")
    assert ran.returncode == 0
    assert "Łódź 漢 ⚔ 😀" in ran.stdout.decode("utf-8")


@pytest.mark.parametrize("layout", REPORTERS)
def test_file_names_need_not_be_utf8(shell, tmp_path: Path, layout: str) -> None:
    name = os.fsencode(tmp_path) + b"/in/\xff\xfe.yaml"
    (tmp_path / "in").mkdir()
    Path(os.fsdecode(name)).write_bytes(ILLEGAL.encode())
    ran = shell(f"$LB validate in --format {layout}")
    assert (ran.returncode, ran.stderr) == (1, b"")
    ran.stdout.decode("utf-8")


@pytest.mark.parametrize("name", ["x;=1+1", "a|=1+1", "\t=1+1", ' "=1+1"', ';"=1+1"', "\uff1d1+1", "-1+1", "@SUM(A1)"])
def test_csv_cells_are_never_formulas(run, tmp_path: Path, name: str) -> None:
    (tmp_path / "a.yaml").write_text(LEGAL.replace(LEGAL.split("\n")[1], f"name: {json.dumps(name)}"), encoding="utf-8")
    out = run("validate", tmp_path / "a.yaml", "--format", "csv").out
    assert formulas(out) == []
    assert len(list(csv.reader(io.StringIO(out)))) == 2


def test_bom_is_written_for_csv_only(shell) -> None:
    assert shell("$LB validate legal.yaml --format csv --bom").stdout.startswith(b"\xef\xbb\xbfpath,")
    assert shell("$LB validate legal.yaml --format csv").stdout.startswith(b"path,")
    assert shell("$LB validate legal.yaml --format json --bom").returncode == 2


@pytest.mark.parametrize("layout", list(REPORTERS))
def test_names_cannot_be_build_server_commands(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, layout: str
) -> None:
    name = "a\n::error::x ##[error]y ::stop-commands::z ##vso[task] \x1b[31m"
    text = f"format: 1\nname: {json.dumps(name)}\nsystem: aof-3.5\npoints: 500\nunits:\n"
    text += f"  - {{id: a, unit: human-empire/champion, name: {json.dumps(name)}, upgrades: [{json.dumps(name)}]}}\n"
    (tmp_path / "::error::x.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    out = run("validate", "::error::x.yaml", "--format", layout).out
    if layout == "json":
        assert json.loads(out)["lists"][0]["name"] == name.strip()
    if layout == "junit":
        assert "##[error]y" in "".join(ET.fromstring(out.encode()).itertext())
    assert "\x1b" not in out
    assert "##[" not in out
    assert "##vso[" not in out
    commands = [line for line in out.splitlines() if line.lstrip().startswith("::")]
    expected = ("::error file=", "::warning file=", "::notice file=") if layout == "github" else ()
    assert [line for line in commands if not line.startswith(expected)] == [] if expected else commands == []


def test_junit_replaces_forbidden_characters(run, tmp_path: Path) -> None:
    name = "a\ufffeb\u202ec\x9bd"
    text = ILLEGAL.replace("[nothing]", json.dumps([name]))
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    out = run("validate", tmp_path / "a.yaml", "--format", "junit").out
    ET.fromstring(out.encode())
    assert [letter for letter in "\ufffe\u202e\x9b" if letter in out] == []


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("command", ["export legal.yaml --format html --output -", "factions --format json"])
def test_truncated_output_is_not_a_success(shell, tmp_path, command, unbuffered):
    ran = shell(f"ulimit -f 2; $LB {command} > cut", PYTHONUNBUFFERED=unbuffered)
    assert (ran.returncode, (tmp_path / "cut").stat().st_size) == (2, 2048)
    assert b"Traceback" not in ran.stderr


def test_roster_contains_no_build_server_commands(run, tmp_path: Path) -> None:
    text = (
        "format: 1\nname: '::error::x'\nsystem: aof-3.5\nunits: [{id: a, unit: human-empire/champion, name: '##[y'}]\n"
    )
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    out = run("show", tmp_path / "a.yaml").out
    assert out.startswith(": :error::x")
    assert "##[y" not in out
    assert "##[y" not in (output := run("show", tmp_path / "a.yaml", "--format", "json").out)
    assert json.loads(output)["entries"][0]["name"] == "##[y"
