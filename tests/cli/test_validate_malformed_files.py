"""Malformed files: each gets a verdict and complete messages in every language."""

from __future__ import annotations

import errno
import json
import os
import re
from pathlib import Path

import pytest

from listbuilder import i18n
from tests.cli.conftest import LISTS
from tests.sentences import sentence

HEAD = "format: 1\nname: X\nsystem: aof-3.5\npoints: 500\n"
UNITS = "units:\n  - {id: a, unit: human-empire/champion}\n"
ALIASES = "".join(f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(9))
FILES: dict[str, tuple[str, bytes]] = {
    "plain.yaml": ("legal", (HEAD + UNITS).encode()),
    "windows.yaml": ("legal", (HEAD + UNITS).replace("\n", "\r\n").encode()),
    "marked.yaml": ("legal", (HEAD + UNITS).encode("utf-8-sig")),
    "number-in-quotes.yaml": ("legal", (HEAD.replace("500", '"500"') + UNITS).encode()),
    "tabs.yaml": ("unreadable", (HEAD + "units:\n\t- {id: a}\n").encode()),
    "two-limits.yaml": ("illegal", (HEAD + "points: 9000\n" + UNITS).encode()),
    "aliases.yaml": ("unreadable", (HEAD + "a: &a [x, x, x, x]\n" + ALIASES + UNITS).encode()),
    "itself.yaml": ("unreadable", ("a: &a [*a]\n" + HEAD + UNITS).encode()),
    "tag.yaml": ("illegal", (HEAD + "notes: !!python/object/apply:os.system [x]\n" + UNITS).encode()),
    "bytes.yaml": ("unreadable", bytes(range(256)) * 9),
    "western.yaml": ("unreadable", (HEAD.replace("X", "Müller") + UNITS).encode("latin-1")),
    "empty.yaml": ("unreadable", b""),
    "two.yaml": ("unreadable", (HEAD + UNITS + "---\n" + HEAD + UNITS).encode()),
    "large.yaml": ("unreadable", (HEAD + "notes: " + "x" * 6_000_000).encode()),
    "deep.yaml": ("unreadable", (HEAD + "notes: " + "[" * 3000).encode()),
    "deep.json": ("unreadable", b'{"format": 1, "system": "aof-3.5", "units": ' + b"[" * 9000),
    "nan.json": ("unreadable", b'{"format": 1, "name": "n", "system": "aof-3.5", "points": NaN, "units": []}'),
    "long-number.json": ("unreadable", b'{"format": 1, "system": "aof-3.5", "units": [], "points": ' + b"9" * 5000),
    "cut-off.json": ("unreadable", b'{"format": 1, "name": "n", "system": "aof-3.5", "units": ['),
    "no-system.yaml": ("unreadable", (HEAD.replace("system", "sytem") + UNITS).encode()),
    "no-unit.yaml": ("illegal", (HEAD + "units:\n  - {id: a, unti: human-empire/champion}\n").encode()),
    "not-a-flag.yaml": ("illegal", (HEAD + "force_org: yes\n" + UNITS).encode()),
    "later.yaml": ("unreadable", (HEAD.replace("format: 1", "format: 99") + UNITS).encode()),
    "picture.png": ("unreadable", b"\x89PNG\r\n\x1a\n" + bytes(99)),
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_file_gets_verdict_and_complete_messages(run, tmp_path: Path, language: str) -> None:
    for name, (_, raw) in FILES.items():
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / name).write_bytes(raw)
    ran = run("validate", tmp_path / "in", "--format", "json", "--lang", language)
    assert ran.code == 2
    records = {Path(record["path"]).name: record for record in json.loads(ran.out)["lists"]}
    assert {name: record["verdict"] for name, record in records.items()} == {
        name: verdict for name, (verdict, _) in FILES.items()
    }
    for name, record in records.items():
        for finding in record["diagnostics"]:
            text = f"{finding['message']} {finding['fix'] or ''}"
            assert not re.search(r"\{\w+\}|“”|„“|: *$", text), (name, text)


@pytest.mark.parametrize("layout", ["text", "json", "csv", "junit", "sarif", "github", "markdown"])
def test_every_report_names_bad_files(run, tmp_path: Path, layout: str) -> None:
    (tmp_path / "in").mkdir()
    for name, (_, raw) in FILES.items():
        (tmp_path / "in" / name).write_bytes(raw)
    ran = run("validate", tmp_path / "in", "--format", layout)
    assert ran.code == 2
    wrong = [name for name, (verdict, _) in FILES.items() if verdict != "legal"]
    if layout == "markdown":  # the table shows the list's name, and the file's only if there is no list
        wrong = [name for name in wrong if FILES[name][0] == "unreadable" and name != "no-system.yaml"]
    shown = ran.out.replace("\\", "")
    assert [name for name in wrong if name not in shown] == []
    assert "\x1b" not in ran.out


@pytest.mark.parametrize("layout", ["text", "markdown"])
def test_text_reports_count_verdicts(run, tmp_path: Path, layout: str) -> None:
    (tmp_path / "in").mkdir()
    for name, (_, raw) in FILES.items():
        (tmp_path / "in" / name).write_bytes(raw)
    verdicts = [verdict for verdict, _ in FILES.values()]
    counts = {verdict: verdicts.count(verdict) for verdict in ("legal", "illegal", "unchecked", "unreadable")}
    totals = sentence("report.totals", lists=len(FILES), **counts)
    assert totals in run("validate", tmp_path / "in", "--format", layout).out


def forged(tmp_path: Path) -> Path:
    """Lists whose names contain a line that looks like a line of the report."""
    folder = tmp_path / "lists"
    folder.mkdir()
    text = 'format: 1\nname: "X\\n✔ rival.yaml  Rival"\nsystem: aof-3.2\nunits: []\n'
    (folder / "a\n✔ other.yaml  Other  legal.yaml").write_text(text, encoding="utf-8")
    (folder / "b\n✔ third.yaml").write_text("no list", encoding="utf-8")
    return folder


def test_names_cannot_forge_report_lines(run, tmp_path):
    out = run("validate", forged(tmp_path)).out
    assert [line[0] for line in out.splitlines()[:2]] == ["✘", "!"]
    assert not [line for line in out.splitlines() if line.startswith("✔")]


def test_missing_file_name_cannot_forge_lines(run):
    assert not [line for line in run("show", "a\n✔ b").err.splitlines() if line.startswith("✔")]


def test_unreadable_files_in_folder_are_reported(run, tmp_path):
    (tmp_path / "gone.yaml").symlink_to("nowhere")
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    os.mkfifo(tmp_path / "pipe.yaml")
    records = json.loads(run("validate", tmp_path, "--format", "json").out)["lists"]
    assert [(Path(record["path"]).name, record["verdict"]) for record in records] == [
        ("gone.yaml", "unreadable"),
        ("loop.yaml", "unreadable"),
    ]


def test_forbidden_folder_does_not_stop_the_run(run, tmp_path, monkeypatch):
    (tmp_path / "a.yaml").write_bytes((LISTS / "aof-3.2-matins.yaml").read_bytes())
    (tmp_path / "closed").mkdir()
    scan = os.scandir

    def forbid(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(errno.EACCES, "forbidden", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", forbid)
    records = json.loads(run("validate", tmp_path, "--format", "json").out)["lists"]
    assert {Path(record["path"]).name: record["verdict"] for record in records} == {
        "a.yaml": "legal",
        "closed": "unreadable",
    }


def test_unreadable_user_folders_are_ignored(run, tmp_path, monkeypatch):
    def forbid(path: Path, *_: object, **__: object) -> bool:
        raise PermissionError(errno.EACCES, "forbidden", str(path))

    monkeypatch.setattr(Path, "iterdir", forbid)
    assert not list(i18n._list_folders(tmp_path))
    monkeypatch.undo()
    deep = tmp_path / ("x" * 300) / "data"  # a path that is too long cannot be read either
    monkeypatch.setenv("LISTBUILDER_DATA", str(deep))
    assert run("validate", LISTS / "aof-3.2-matins.yaml").code == 0
