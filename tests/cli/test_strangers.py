"""What is no list at all: one sentence that says what it is and what to do, in both languages."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from listbuilder.__main__ import LateBuilder

STRANGERS = {
    "lists/iron-vail.yaml": ("perhaps you mean lists/iron-vale.yaml.", "gemeint ist vielleicht lists/iron-vale.yaml."),
    "lits/iron-vale.yaml": ("perhaps you mean lists.", "gemeint ist vielleicht lists."),
    "zzz/zzz.yaml": ("there is no such file.", "eine solche Datei gibt es nicht."),
    "nix.yaml": ("there is no such file.", "eine solche Datei gibt es nicht."),  # x.yaml has only the ending in common
    "lists": ("such as lists/crown-council.yaml,", "etwa lists/crown-council.yaml,"),
    "nothing": ("it is a folder, and a file is wanted here.", "es ist ein Ordner, und gebraucht wird eine Datei."),
    "https://army-forge.onepagerules.com/share?id=abc": ("an address on the web", "eine Adresse im Netz"),
    "army-forge.onepagerules.com/share?id=abc&name=X": ("share it as text", "teile sie als Text"),
    "print.pdf": ("a PDF without a list in it", "ein PDF ohne Liste darin"),
    "picture.png": ("it is a picture;", "es ist ein Bild;"),
    "picture.heic": ("it is a picture;", "es ist ein Bild;"),
    "words.docx": ("a document of an office program;", "ein Dokument eines Büroprogramms;"),
    "mail.msg": ("a document of an office program;", "ein Dokument eines Büroprogramms;"),
    "winmail.dat": ("a document of an office program;", "ein Dokument eines Büroprogramms;"),
    "words.odt": ("copy the list out of it as text", "kopiere die Liste als Text heraus"),
    "page.html": ("a web page without a list", "eine Webseite ohne Liste"),
    "empty.yaml": ("the file is empty.", "die Datei ist leer."),
    "books/lake-folk-1.0.json": ("`listbuilder data import` adds it", "`listbuilder data import` fügt es"),
    "own/factions/river-guild.yaml": ("it is a faction and no list;", "es ist eine Fraktion und keine Liste;"),
    "autumn-cup.yaml": ("it is an event and no list;", "es ist ein Turnier und keine Liste;"),
    "system.json": ("it is a game system and no list;", "es ist ein Spielsystem und keine Liste;"),
}


def packed(*names: str) -> bytes:
    """Pack empty files of these names."""
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
def test_each_is_told_in_one_sentence(run):
    for name, expected in STRANGERS.items():
        for language, sentence in zip(("en", "de"), expected, strict=True):
            for command in ([], ["show"], ["migrate"]):
                ran = run(*command, name, "--lang", language)
                said = " ".join(ran.err.split())
                assert (ran.code, ran.out) == (2, ""), (command, name)
                assert sentence in said, (command, name, said)
                assert ran.err.startswith(f"{name}: ")
                assert [line[0] for line in ran.err.splitlines()].count(
                    name[0]
                ) == 1  # one finding, the rest is indented


@pytest.mark.usefixtures("world")
def test_migrating_a_foreign_list_says_what_to_do(run):
    for name in ("friends/save.json", "friends/share.txt"):
        ran = run("migrate", name)
        assert (ran.code, ran.out) == (2, "")
        assert f"`listbuilder import {name} --output LIST.yaml`" in ran.err


@pytest.mark.usefixtures("world")
def test_a_list_where_an_event_is_wanted_is_said_to_be_one(run):
    for line in (
        ["validate", "lists", "--event", "lists/iron-vale.yaml"],
        ["desk", "init", "lists/iron-vale.yaml", "x"],
    ):
        ran = run(*line)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("lists/iron-vale.yaml is a list, and an event is wanted here:")
    assert "perhaps you mean autumn-cup.yaml" in " ".join(
        run("validate", "lists", "--event", "autum-cup.yaml").err.split()
    )


def test_a_list_that_is_only_broken_is_no_stranger(run, tmp_path: Path):
    path = tmp_path / "list.yaml"
    path.write_text("format: 1\nname: X\nsytem: aof-3.5\nunits:\n  - {id: a, unit: human-empire/champion}\n")
    ran = run("show", path)
    assert ran.code == 2
    assert "“system” is missing here." in ran.err


@pytest.mark.usefixtures("world")
def test_a_list_with_options_is_opened_as_one_without(run):
    german = run("lists/iron-vale.yaml", "--lang", "de")
    assert (german.code, german.err) == (0, "")
    assert german.out == run("run-sample", "lists/iron-vale.yaml", "--lang", "de").out


@pytest.mark.usefixtures("world")
def test_options_may_stand_before_a_list_or_alone(run, monkeypatch: pytest.MonkeyPatch):
    german = run("--lang", "de", "lists/iron-vale.yaml")
    assert german.out == run("run-sample", "lists/iron-vale.yaml", "--lang", "de").out
    assert run("--lang", "de").code == 2, "nobody is there"
    assert "valdate" in run("--lang", "en", "valdate").err
    opened: list[tuple[object, ...]] = []

    def opening(_: LateBuilder, *given: object) -> int:
        opened.append(given)
        return 0

    monkeypatch.setattr("listbuilder.cli.commands.run_sample.watched", lambda: True)
    monkeypatch.setattr(LateBuilder, "open", opening)
    assert run("--lang", "de").code == 0
    assert opened == [(None, (), "de")]


@pytest.mark.parametrize("line", [["--foo"], ["nowhere.yaml", "--foo"]])
def test_a_command_that_nobody_typed_is_not_named(run, line: list[str]):
    ran = run(*line)
    assert (ran.code, ran.err.partition(". ")[0]) == (2, "listbuilder: Unknown option: --foo")
    assert ran.err.endswith("More: listbuilder help\n")


@pytest.mark.usefixtures("world")
def test_a_language_of_a_few_sentences_stops_no_command(run):
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
