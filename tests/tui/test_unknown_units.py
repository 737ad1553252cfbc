"""Lists with a missing book and broken lists in the builder's panes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder.library import Library
from listbuilder.tui.editor.army_pane import army_rows
from listbuilder.tui.editor.header import header_rows
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.editor.unit_rows import unknown_unit_rows
from listbuilder.tui.screens.folder import check_file
from listbuilder.tui.screens.folder_rows import SORTED_BY_FILE, FolderTable
from listbuilder.tui.widgets.row import Row
from tests.importers.list_samples import SAVED_2026, open_library, read
from tests.sentences import sentence

SAVE = {
    "saveVersion": 3,
    "armyId": "nobody-knows-it",
    "armyName": "Moon Folk",
    "armyVersions": [{"armyId": "nobody-knows-it", "version": "3.4.1"}],
    "list": {
        "name": "Moon",
        "gameSystem": "aof",
        "units": [
            {
                "id": "u7",
                "selectionId": "s",
                "selectedUpgrades": [{"upgradeId": "a", "optionId": "b"}],
                "notes": "tall",
            },
            {"id": "u8", "selectionId": "t", "name": "Craters", "customName": "Hollow"},
        ],
    },
}
HEAD = "format: 1\nname: Odd\nsystem: aof-3.5\n"


def text(row: Row) -> str:
    return row.text.strip()


@pytest.fixture
def session(library: Library, tmp_path: Path) -> EditorSession:
    (tmp_path / "moon.json").write_text(json.dumps(SAVE), encoding="utf-8")
    (listed,) = check_file(tmp_path / "moon.json", library)
    assert listed.judged.army is not None
    return EditorSession(library, listed.judged.army)


def test_army_shows_names_from_the_file(session: EditorSession):
    assert [text(row) for row in army_rows(session, "en", 80)] == [
        f"~ {sentence('unknown.title')}  Moon Folk 3.4.1, {sentence('sheet.unknown')} (u7)",
        f"~ Hollow  Craters, Moon Folk 3.4.1, {sentence('sheet.unknown')}",
    ]
    assert "Moon Folk 3.4.1" in text(header_rows(session, "en", 120, saved=True)[0])


def test_unit_pane_shows_what_the_list_contains(session: EditorSession):
    entry = session.army.entries[0]
    assert [text(row) for row in unknown_unit_rows(session, entry, "de")] == [
        f"Moon Folk 3.4.1, {sentence('sheet.unknown', 'de')} (u7)",
        "",
        sentence("unknown.upgrade", "de", id="a/b"),
        "✎ tall",
    ]


def test_units_resolve_once_book_is_installed(library: Library, tmp_path: Path):
    army = read(SAVED_2026, library).army
    assert army is not None
    later = EditorSession(open_library(tmp_path / "data"), army)
    assert later.roster.unresolved == ()
    assert len(later.roster.entries) == len(army.entries)


@pytest.mark.parametrize(("units", "word"), [("[]", "empty"), ("5", "illegal")])
def test_only_started_lists_are_called_empty(units: str, word: str, library: Library, tmp_path: Path):
    path = tmp_path / "odd.yaml"
    path.write_text(f"{HEAD}units: {units}\n", encoding="utf-8")
    table = FolderTable(check_file(path, library), SORTED_BY_FILE, "en", 76)
    assert text(table.rows([0])[0]).rstrip().endswith(f" {sentence(f'verdict.{word}')}")
