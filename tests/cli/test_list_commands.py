"""Lists in and out: import, export, diff and migrate from the command line."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

LISTS = Path(__file__).parents[2] / "data" / "lists"
VALE = LISTS / "aof-3.5-the-iron-vale.yaml"
GALLERY = LISTS / "aof-3.5-the-ninth-gallery.yaml"


@pytest.fixture
def submissions(tmp_path) -> Path:
    """Two lists of one name in folders, and a file that is none."""
    path = tmp_path / "submissions.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("anna/list.yaml", VALE.read_bytes())
        archive.writestr("ben/list.yaml", VALE.read_bytes())
        archive.writestr("ben/notes.txt", "see you on Sunday")
    return path


def test_import_writes_every_list_of_an_archive(run, submissions, tmp_path):
    ran = run("import", submissions, "--output", tmp_path / "in")
    assert ran.code == 2, "one file is no list"
    assert "notes.txt" in ran.err
    assert sorted(file.name for file in (tmp_path / "in").iterdir()) == ["the-iron-vale-2.yaml", "the-iron-vale.yaml"]


def test_lists_on_standard_output_are_documents_of_their_own(run, submissions):
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
    assert "several lists" in ran.err


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_diff_exits_with_one_where_lists_differ(run, form):
    assert run("diff", VALE, VALE, "--format", form).code == 0
    ran = run("diff", VALE, GALLERY, "--format", form)
    assert ran.code == 1
    assert "Steam Tank of Water" in ran.out
