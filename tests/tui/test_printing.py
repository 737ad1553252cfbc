"""What the builder writes: a hidden list comes with the salt that proves it."""

from __future__ import annotations

import json
from pathlib import Path

from listbuilder.library import Library
from listbuilder.listfiles import commitment, load_list
from listbuilder.tui.printing import Wish, export
from listbuilder.tui.workspace import Workspace


def workspace(library: Library) -> Workspace:
    return Workspace(library, load_list(library.sample_lists()[0].file).army)


def test_a_hidden_list_can_be_proved_later(library: Library, tmp_path: Path) -> None:
    opened = workspace(library)
    written = export(opened, Wish(format="json", public=True), tmp_path)
    salt = written.with_suffix(".salt.txt").read_text(encoding="utf-8").strip()
    promised = json.loads(written.read_text(encoding="utf-8"))["lists"][0]["commitment"]
    assert promised == commitment(opened.army, salt)


def test_an_open_list_needs_no_salt(library: Library, tmp_path: Path) -> None:
    written = export(workspace(library), Wish(format="json"), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [written.name]
