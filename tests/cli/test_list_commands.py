"""The commands import, export, diff and migrate."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest
import yaml

from tests.importers.list_samples import SAVED_2026, open_library
from tests.sentences import sentence

LISTS = Path(__file__).parents[2] / "data" / "lists"
VALE = LISTS / "aof-3.5-the-iron-vale.yaml"
GALLERY = LISTS / "aof-3.5-the-ninth-gallery.yaml"


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    """Two lists of one name in folders, and a file that is not a list."""
    path = tmp_path / "submissions.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("anna/list.yaml", VALE.read_bytes())
        archive.writestr("ben/list.yaml", VALE.read_bytes())
        archive.writestr("ben/notes.txt", "see you on Sunday")
    return path


def test_import_writes_every_list_of_an_archive(run, submissions, tmp_path):
    ran = run("import", submissions, "--output", tmp_path / "in")
    assert ran.code == 2, "notes.txt cannot be read"
    assert "notes.txt" in ran.err
    assert sorted(file.name for file in (tmp_path / "in").iterdir()) == ["the-iron-vale-2.yaml", "the-iron-vale.yaml"]


def test_imported_lists_are_separate_yaml_documents(run, submissions):
    assert run("import", submissions).out.count("\n---\nformat: 1\n") == 1


def test_export_writes_every_list_of_an_archive(run, submissions, tmp_path):
    ran = run("export", submissions, "--format", "txt", "--output", tmp_path / "out")
    assert ran.code == 2
    assert len(list((tmp_path / "out").iterdir())) == 2


def test_show_prints_every_list_of_an_archive(run, submissions):
    ran = run("show", submissions, "--format", "json")
    assert ran.code == 2
    assert ran.out.count('"name": "The Iron Vale"') == 2


def test_diff_refuses_to_choose_between_lists(run, submissions):
    ran = run("diff", submissions, VALE)
    assert ran.code == 2
    assert sentence("import.several") in " ".join(ran.err.split())


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_diff_exits_with_one_if_lists_differ(run, form):
    assert run("diff", VALE, VALE, "--format", form).code == 0
    ran = run("diff", VALE, GALLERY, "--format", form)
    assert ran.code == 1
    assert "Steam Tank of Water" in ran.out


BOOK = Path(__file__).parents[2] / "data" / "factions" / "original" / "free-cities.yaml"


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """A data folder with a later Free Cities: the town watch costs more."""
    text = BOOK.read_text(encoding="utf-8").replace('version: "1.0"', 'version: "1.1"', 1)
    at = text.index("- id: town-watch")
    text = text[:at] + re.sub(r"cost: \d+", "cost: 300", text[at:], count=1)
    folder = tmp_path / "newer" / "factions" / "original"
    folder.mkdir(parents=True)
    (folder / BOOK.name).write_text(text, encoding="utf-8")
    return tmp_path / "newer"


@pytest.fixture
def pinned(run, tmp_path: Path) -> Path:
    """A list pinned to the installed books."""
    path = tmp_path / "pinned.yaml"
    assert run("import", LISTS / "aofr-3-town-watch.yaml", "--output", path).code == 0
    return path


@pytest.fixture
def older(pinned: Path) -> Path:
    """A list pinned to a version that is not installed."""
    text = pinned.read_text(encoding="utf-8")
    assert 'version: "1.0"' in text
    pinned.write_text(text.replace('version: "1.0"', 'version: "0.9"'), encoding="utf-8")
    return pinned


def test_list_is_checked_against_its_pinned_version(run, newer, pinned):
    before = pinned.read_bytes()
    ran = run("validate", pinned, "--data", newer)
    assert (ran.code, re.findall(r"VER\d+", ran.out)) == (0, [])
    assert run("migrate", pinned, "--data", newer, "--dry-run").code == 0
    assert pinned.read_bytes() == before


def test_missing_book_version_is_reported(run, newer, older):
    ran = run("validate", older, "--data", newer)
    assert ran.code == 1
    assert "VER001" in ran.out


def test_migrate_reports_new_problems_and_keeps_a_backup(run, newer, pinned):
    before = pinned.read_bytes()
    ran = run("migrate", pinned, "--data", newer)
    assert ran.code == 0
    _, newly_illegal, findings = ran.out.partition(sentence("cli.newly-illegal"))
    assert "VER007" in ran.out
    assert newly_illegal
    assert "PTS001" in findings
    assert 'version: "1.1"' in pinned.read_text(encoding="utf-8")
    assert Path(f"{pinned}.bak").read_bytes() == before
    assert sentence("cli.unchanged", path=pinned) in run("migrate", pinned, "--data", newer).err


def test_list_kept_without_its_book_migrates_later(run, tmp_path):
    """The list keeps foreign ids until its book is installed; then it costs as much as the save."""
    saved, list_path = tmp_path / "save.json", tmp_path / "kept.yaml"
    saved.write_text(json.dumps(SAVED_2026), encoding="utf-8")
    assert run("import", saved, "--output", list_path).code == 0
    assert "reeve-gear" not in list_path.read_text(encoding="utf-8")
    open_library(tmp_path / "books")
    assert run("diff", saved, list_path, "--data", tmp_path / "books").code == 0
    ran = run("migrate", list_path, "--data", tmp_path / "books")
    assert (ran.code, ran.out) == (0, "")
    units = yaml.safe_load(list_path.read_text(encoding="utf-8"))["units"]
    assert [unit["unit"] for unit in units] == ["fen-folk/reeve", "fen-folk/spearmen", "fen-folk/heron"]
    assert run("diff", saved, list_path, "--data", tmp_path / "books").code == 0


def test_import_reports_a_different_book_version(run, newer, older):
    assert "VER001" in run("import", older, "--data", newer).err


def test_share_string_is_read_from_file_or_argument(run, tmp_path, monkeypatch):
    shared = run("export", VALE, "--format", "share", "--output", tmp_path / "lb1.txt")
    assert shared.code == 0
    monkeypatch.chdir(tmp_path)
    word = Path("lb1.txt").read_text(encoding="utf-8").strip()
    assert word.startswith("lb1.")
    assert run("import", "lb1.txt").out == run("import", word).out == run("import", VALE).out


def test_public_export_refuses_share_strings(run):
    ran = run("export", VALE, "--format", "share", "--public", "--output", "-")
    assert (ran.code, ran.out) == (2, "")
    assert sentence("cli.nothing-hidden", format="share") in " ".join(ran.err.split())


def test_salt_or_secret_proves_a_hidden_list(run, tmp_path, monkeypatch):
    (tmp_path / "secret").write_text("of the organiser\n", encoding="utf-8")
    hidden = run("export", VALE, "--public", "--format", "json", "--secret-file", tmp_path / "secret", "--output", "-")
    commitment = json.loads(hidden.out)["lists"][0]["commitment"]
    (salt,) = re.findall(r"\b[0-9a-f]{32}\b", hidden.err)
    (tmp_path / "salt").write_text(salt, encoding="utf-8")
    assert run("prove", VALE, commitment, "--secret-file", tmp_path / "secret").code == 0
    assert run("prove", VALE, commitment, "--salt-file", tmp_path / "salt").code == 0
    monkeypatch.setenv("LISTBUILDER_SECRET", "of the organiser")
    assert run("prove", VALE, commitment).code == 0
    monkeypatch.setenv("LISTBUILDER_SECRET", "of somebody else")
    assert run("prove", VALE, commitment).code == 1
    monkeypatch.delenv("LISTBUILDER_SECRET")
    assert run("prove", VALE, commitment).code == 2


def test_list_without_its_book_survives_every_export(run, tmp_path):
    text = "++ Far Away [AOF 95pts] ++\nMoon Guard [5] Q4+ D4+ | 95pts | Fast\n5x Moon Blade (A2)\n"
    (tmp_path / "foreign.txt").write_text(text, encoding="utf-8")
    assert run("import", tmp_path / "foreign.txt", "--output", tmp_path / "list.yaml").code == 0
    for kind in ("share", "txt", "md", "json"):
        run("export", tmp_path / "list.yaml", "--format", kind, "--output", tmp_path / f"out.{kind}")
        back = run("show", tmp_path / f"out.{kind}", "--format", "json")
        assert '"cost": 95' in back.out, kind


def test_diff_shows_none_for_empty_values(run, tmp_path):
    text = VALE.read_text(encoding="utf-8").replace("{id: altar,", "{id: altar, traits: [Agile],")
    (tmp_path / "new.yaml").write_text(text, encoding="utf-8")
    gained = sentence("diff.traits", old=sentence("diff.none"), new="Agile")
    assert gained in run("diff", VALE, tmp_path / "new.yaml").out
