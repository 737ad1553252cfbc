"""Assumptions about the game, files of a folder, and files that are not lists."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from listbuilder.datafiles.reader import MAX_FILE_SIZE
from listbuilder.diagnostics import Diagnostic
from listbuilder.importers.containers import find_files
from listbuilder.importers.dispatch import describe_non_list, read_lists
from listbuilder.importers.importer import SourceFile, assume_force_org, assume_points_limit, decode_text
from listbuilder.library import Library
from listbuilder.model import System
from listbuilder.model.text import build_catalogue_text


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


@pytest.fixture(scope="module")
def system(library: Library) -> System:
    return replace(library.system("aof-3.5"), suggested_points=(2000, 750, 1000))


@pytest.mark.parametrize(
    ("spent", "size"),
    [(0, 750), (749, 750), (750, 750), (751, 1000), (1001, 2000), (2000, 2000), (2001, None), (None, None)],
)
def test_smallest_usual_game_size_is_assumed(spent: int | None, size: int | None, system: System):
    findings: list[Diagnostic] = []
    assert assume_points_limit(system, spent, findings) == size
    expected = (
        []
        if size is None
        else [("IMP005", {"assumption": build_catalogue_text("assumed.size"), "value": size, "field": "points"})]
    )
    assert [(finding.code, dict(finding.params)) for finding in findings] == expected


def test_force_organisation_is_assumed_if_supported(system: System):
    findings: list[Diagnostic] = []
    assert assume_force_org(replace(system, force_organisation=None), findings) is False
    assert findings == []
    assert assume_force_org(system, findings) is True
    assert [(finding.code, finding.params["field"], finding.params["value"]) for finding in findings] == [
        ("IMP005", "force_org", system.title)
    ]


def test_folder_skips_hidden_files_and_backups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("b.yaml", "a/z.yaml", "a/.hidden", ".git/x.yaml", "c.yaml.bak", "a/d.tmp", "a.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    (tmp_path / "again").symlink_to(tmp_path / "a")
    (tmp_path / "link.yaml").symlink_to(tmp_path / "b.yaml")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    names = ["a.txt", "a/z.yaml", "b.yaml", "link.yaml", "nowhere"]
    assert find_files(str(tmp_path)) == [str(tmp_path / name) for name in names]
    monkeypatch.chdir(tmp_path)
    assert find_files(".") == names
    assert find_files("a") == ["a/z.yaml"]
    assert find_files("none") == ["none"]


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        (b"%PDF-1.7", "import.print"),
        (b"\x89PNG\r\n", "import.picture"),
        (b"\xff\xd8\xff\xe0", "import.picture"),
        (b"GIF89a", "import.picture"),
        (b"RIFF1234WEBP", "import.picture"),
        (b"\0\0\0\x18ftypheic", "import.picture"),
        (b"\0\0\0ftypheic", None),
        (b"\0\0\0\0\0ftypheic", None),
        (b" \n<!DOCTYPE html>", "import.page"),
        (b" " * 59 + b"<HTML>", "import.page"),
        (b" " * 60 + b"<html>", None),
        (b'{"name": "x", "units": [], "gameSystemId": 2}', "import.book"),
        (b'{"name": "x", "units": []}', None),
        (b"id: x\nsystems: [aof-3.5]\nname: X\nunits: []\n", "import.faction"),
        (b"systems: [aof-3.5]\nname: X\nunits: []\n", None),
        (b"just words", None),
        (b"- id\n- x\n", None),
        (b"", None),
    ],
)
def test_non_list_files_are_named(raw: bytes, key: str | None):
    assert describe_non_list(SourceFile("x", raw)) == key


def test_file_of_maximum_size_is_read(library: Library):
    def findings(size: int) -> list[tuple[str, object]]:
        (result,) = read_lists(b" " * size, "x", library)
        return [(finding.code, finding.params.get("reason", finding.params.get("most"))) for finding in result.report]

    assert findings(MAX_FILE_SIZE) == [("IMP001", build_catalogue_text("import.empty"))]
    assert findings(MAX_FILE_SIZE + 1) == [("DAT003", MAX_FILE_SIZE)]


@pytest.mark.parametrize(
    ("raw", "text", "assumed"),
    [
        (b"a\r\nb\rc\n", "a\nb\nc\n", False),
        ("Häher".encode(), "Häher", False),
        (b"\xef\xbb\xbfHeron", "Heron", False),
        ("Häher".encode("utf-16"), "Häher", False),
        ("Häher".encode("cp1252"), "Häher", True),
        (b"a\0b", None, False),
        (b"\xff\0b", None, False),
        (b"\xe4\0b", None, False),
        (b"", "", False),
    ],
)
def test_decoding_reports_an_assumed_encoding(raw: bytes, text: str | None, assumed: bool):
    assert decode_text(raw) == text
    assert (SourceFile("x", raw).text, SourceFile("x", raw).is_encoding_guessed) == (text or "", assumed)


def test_printed_pdf_carries_its_lists():
    raw = b"%PDF-1.7 \xe4 <rdf:li>lb1.abc</rdf:li><rdf:li>lb12345.no</rdf:li><rdf:li>lb1.de_f-</rdf:li>"
    assert (SourceFile("x", raw).text, SourceFile("x", raw).is_encoding_guessed) == ("lb1.abc\nlb1.de_f-", False)


@pytest.mark.parametrize(
    ("text", "value", "problems", "doubled"),
    [
        ('{"a": 1}', {"a": 1}, 0, 0),
        (" \n[1]", [1], 0, 0),
        ("a: 1", None, 0, 0),
        ("", None, 0, 0),
        ('{"a": 1', None, 1, 0),
        ('{"a": 1, "a": 2}', {"a": 1}, 0, 1),
    ],
)
def test_only_json_like_text_is_parsed_as_json(text: str, value: object, problems: int, doubled: int):
    source = SourceFile("x", text.encode())
    assert (source.json_value, len(source.json_problems), len(source.duplicate_keys)) == (value, problems, doubled)
