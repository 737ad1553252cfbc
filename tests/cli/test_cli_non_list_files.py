"""Files that are not lists: the message says what they are and what to do, in both languages."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from listbuilder.__main__ import BuilderLauncher
from tests.cli.conftest import unknown_word
from tests.sentences import sentence

STRANGERS = {
    "lists/iron-vail.yaml": ("file.missing-near", "lists/iron-vale.yaml"),
    "lits/iron-vale.yaml": ("file.missing-near", "lists"),
    "zzz/zzz.yaml": ("file.missing", ""),
    "nix.yaml": ("file.missing", ""),  # only the suffix is like x.yaml
    "lists": ("file.folder-near", "lists/crown-council.yaml, lists/first-frost.yaml, lists/high-water.yaml"),
    "nothing": ("file.folder", ""),
    "https://army-forge.onepagerules.com/share?id=abc": ("file.address", ""),
    "army-forge.onepagerules.com/share?id=abc&name=X": ("file.address", ""),
    "print.pdf": ("import.print", ""),
    "picture.png": ("import.picture", ""),
    "picture.heic": ("import.picture", ""),
    "words.docx": ("import.document", ""),
    "mail.msg": ("import.document", ""),
    "winmail.dat": ("import.document", ""),
    "words.odt": ("import.document", ""),
    "page.html": ("import.page", ""),
    "empty.yaml": ("import.empty", ""),
    "books/lake-folk-1.0.json": ("import.book", ""),
    "own/factions/river-guild.yaml": ("import.faction", ""),
    "autumn-cup.yaml": ("import.event", ""),
    "system.json": ("import.system", ""),
}
"""The catalogue key of the reason for each file, and the names it suggests."""


def packed(*names: str) -> bytes:
    """Return a zip archive with empty files of these names."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in names:
            archive.writestr(name, b"")
    return stream.getvalue()


MADE = {
    "words.docx": packed("word/document.xml", "[Content_Types].xml"),
    "mail.msg": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600),
    "winmail.dat": b"\x78\x9f\x3e\x22" + bytes(99),
    "words.odt": packed("mimetype", "content.xml"),
    "print.pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    "picture.png": b"\x89PNG\r\n\x1a\n" + bytes(99),
    "picture.heic": b"\0\0\0\x18ftypheic" + bytes(99),
    "page.html": b"\n<!DOCTYPE html><html><p>A list</p></html>",
    "empty.yaml": b"",
    "x.yaml": b"",
    "system.json": b'{"format": 1, "id": "mine", "name": "Mine", "short": "M", "edition": "1", "units": []}',
}


@pytest.fixture
def world(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "world"
    assert run("sample", folder).code == 0
    for name, raw in MADE.items():
        (folder / name).write_bytes(raw)
    (folder / "nothing").mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.usefixtures("world")
def test_each_file_kind_has_its_own_reason(run):
    for name, (key, near) in STRANGERS.items():
        code = "DAT001" if key.startswith("file.") else "IMP001"
        for language in ("en", "de"):
            reason = sentence(key, language, near=near)
            for command in ([], ["show"], ["migrate"]):
                ran = run(*command, name, "--lang", language)
                message = " ".join(ran.err.split())
                assert (ran.code, ran.out) == (2, ""), (command, name)
                assert sentence(code, language, reason=reason) in message, (command, name, message)
                assert ran.err.startswith(f"{name}: ")
                assert [line[0] for line in ran.err.splitlines()].count(
                    name[0]
                ) == 1  # one finding, the rest is indented


@pytest.mark.usefixtures("world")
def test_migrating_a_foreign_list_suggests_import(run):
    for name in ("friends/save.json", "friends/share.txt"):
        ran = run("migrate", name)
        assert (ran.code, ran.out) == (2, "")
        assert f"`listbuilder import {name} --output LIST.yaml`" in ran.err


@pytest.mark.usefixtures("world")
def test_list_given_as_event_is_explained(run):
    for line in (
        ["validate", "lists", "--event", "lists/iron-vale.yaml"],
        ["desk", "init", "lists/iron-vale.yaml", "x"],
    ):
        ran = run(*line)
        assert (ran.code, ran.out) == (2, "")
        assert " ".join(ran.err.split()) == sentence("cli.no-event", path="lists/iron-vale.yaml")
    mistyped = run("validate", "lists", "--event", "autum-cup.yaml")
    assert sentence("file.missing-near", near="autumn-cup.yaml") in " ".join(mistyped.err.split())


def test_broken_list_is_reported_as_a_list(run, tmp_path: Path):
    path = tmp_path / "list.yaml"
    path.write_text("format: 1\nname: X\nsytem: aof-3.5\nunits:\n  - {id: a, unit: human-empire/champion}\n")
    ran = run("show", path)
    assert ran.code == 2
    assert sentence("DAT007", missing="system") in ran.err


@pytest.mark.usefixtures("world")
def test_list_opens_with_options_after_it(run):
    german = run("lists/iron-vale.yaml", "--lang", "de")
    assert (german.code, german.err) == (0, "")
    assert german.out == run("run-sample", "lists/iron-vale.yaml", "--lang", "de").out


@pytest.mark.usefixtures("world")
def test_options_may_come_before_a_list(run, monkeypatch: pytest.MonkeyPatch):
    german = run("--lang", "de", "lists/iron-vale.yaml")
    assert german.out == run("run-sample", "lists/iron-vale.yaml", "--lang", "de").out
    assert run("--lang", "de").code == 2, "nothing to open without a terminal"
    assert "valdate" in run("--lang", "en", "valdate").err
    opened: list[tuple[object, ...]] = []

    def opening(_: BuilderLauncher, *arguments: object) -> int:
        opened.append(arguments)
        return 0

    monkeypatch.setattr("listbuilder.cli.commands.run_sample.is_interactive", lambda: True)
    monkeypatch.setattr(BuilderLauncher, "open", opening)
    assert run("--lang", "de").code == 0
    assert opened == [(None, (), "de")]


@pytest.mark.parametrize(("line", "own"), [(["--foo"], []), (["nowhere.yaml", "--foo"], ["--no-texts", "--format"])])
def test_error_names_no_command_that_was_not_typed(run, line: list[str], own: list[str]):
    ran = run(*line)
    options = ", ".join(("-h, --help, --data, --lang, -q, --quiet, --color, --debug", *own))
    more = sentence("usage.more", command="listbuilder help")
    assert ran.code == 2
    assert " ".join(ran.err.split()) == f"listbuilder: {unknown_word('option', '--foo', known=options)} {more}"


@pytest.mark.usefixtures("world")
def test_incomplete_language_stops_no_command(run):
    lines = [
        "explain",
        "explain ORG001",
        "explain DAT004",
        "validate lists",
        "show lists/iron-vale.yaml",
        "systems aof-3.5",
    ]
    lines += [
        "rules aof-3.5 Tough",
        "units human-empire",
        "odds lists/iron-vale.yaml",
        "data check own",
        "help",
        "valdate",
    ]
    lines += ["diff lists/iron-vale.yaml lists/crown-council.yaml", "migrate lists/old.yaml --dry-run"]
    for line in lines:
        ran = run(*line.split(), "--data", "own", "--lang", "fr")
        assert ran.code < 3, line
