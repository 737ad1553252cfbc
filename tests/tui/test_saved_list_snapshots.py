"""Snapshots of screens that need saved lists: home, folder check, recovery and more."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from listbuilder.library import Library
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.version_history import SnapshotStore
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.home.list_files import add_recent_path
from listbuilder.tui.user_settings import Settings
from tests.tui.screen_helpers import at_rest, hold_still, wait_for

NARROW, WIDE = (80, 24), (160, 45)
DARK, LIGHT = "textual-dark", "textual-light"
LONG_AGO = 1577966400.0  # January 2020: files older than a month show their date
VALE = "aof-3.5-the-iron-vale.yaml"
STATES = {
    "home-full": (None, "", NARROW, DARK, "en"),
    "home-full-de": (None, "", NARROW, LIGHT, "de"),
    "home-full-wide": (None, "", WIDE, DARK, "en"),
    "home-filtered": (None, "slash l e g a l space w a y", NARROW, DARK, "en"),
    "home-version": (None, "down v ctrl+u C u p", NARROW, DARK, "en"),
    "folder": (None, "w", NARROW, DARK, "en"),
    "folder-wide-de": (None, "w s s s s r", WIDE, LIGHT, "de"),
    "timeline-unsaved": (VALE, "", NARROW, DARK, "en"),
    "timeline-unsaved-wide-de": (VALE, "", WIDE, LIGHT, "de"),
    "timeline-steps": (VALE, "escape x d h down", WIDE, DARK, "en"),
    "compare": (VALE, "escape v n i n t h enter", NARROW, DARK, "en"),
    "compare-wide": (VALE, "escape v n i n t h enter", WIDE, DARK, "en"),
    "export": (VALE, "escape p", NARROW, DARK, "de"),
    "export-cards-wide": (VALE, "escape p down down right right", WIDE, LIGHT, "en"),
    "campaign": (VALE, "escape down E 5", NARROW, DARK, "en"),
    "campaign-wide-de": (VALE, "escape down E 5", WIDE, LIGHT, "de"),
    "help": (VALE, "escape question_mark", NARROW, DARK, "en"),
    "palette": (VALE, "escape ctrl+p w a r", NARROW, DARK, "en"),
    "palette-wide-de": (VALE, "escape ctrl+p", WIDE, LIGHT, "de"),
    "settings": (None, "s", NARROW, DARK, "de"),
    "settings-wide": (None, "s", WIDE, DARK, "en"),
    "new-list-wide": (None, "n", WIDE, LIGHT, "en"),
    "summary": (VALE, "escape i", NARROW, DARK, "en"),
    "play": (VALE, "escape g plus a", NARROW, DARK, "en"),
    "files": (None, "o", NARROW, DARK, "en"),
    "import-de": (None, "i", NARROW, LIGHT, "de"),
    "save-as": (VALE, "escape S", NARROW, DARK, "en"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A player's lists, one with unsaved work; paths are kept out of the snapshots."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Settings, "lists_folder", property(lambda _: Path("lists")))
    lists = tmp_path / "lists"
    lists.mkdir()
    for header in Library.open(user=False).sample_lists():
        if header.file.name.startswith(("aof-3.5", "way-of-wood")):
            (lists / header.file.name).write_bytes(header.file.read_bytes())
    (lists / "half-a-list.yaml").write_text("name: [", encoding="utf-8")
    crash(lists / VALE)
    for number, path in enumerate(sorted(lists.iterdir())):
        os.utime(path, (LONG_AGO + number, LONG_AGO + number))
    add_recent_path(lists / "way-of-wood-toll-post.yaml")
    return lists


def crash(path: Path) -> None:
    """Store a version and leave a journal record like a killed builder."""
    loaded = load_list(path)
    save_list(loaded.army, path)
    SnapshotStore().save(path, replace(loaded.army, entries=loaded.army.entries[:-1]), "For the cup")
    snapshot = next(SnapshotStore().folder.iterdir())
    mark, _, content, named = snapshot.stem.split("-")
    snapshot.rename(snapshot.with_name(f"{mark}-{int(LONG_AGO * 1e9):020d}-{content}-{named}.json"))
    notes = Journal().open_entry(path)
    assert notes is not None
    notes.write(replace(loaded.army, entries=loaded.army.entries[1:]), load_list(path).stamp.sha256, 3)
    notes.close()
    record = json.loads(notes.record_path.read_text(encoding="utf-8"))
    notes.record_path.write_text(json.dumps({**record, "saved": "2020-01-02T12:00:00+00:00"}), encoding="utf-8")


@pytest.mark.parametrize("name", STATES)
def test_screens_match_snapshots(snap_compare, folder: Path, name: str):
    sample, keys, size, theme, language = STATES[name]
    for backup in folder.glob("*.bak"):
        backup.unlink()
    app = BuilderApp(str(folder / sample) if sample else None, language=language, settings=Settings(theme=theme))

    async def ready(pilot) -> None:
        await wait_for(pilot, lambda: len(app.screen_stack) > (2 if sample else 1))
        await at_rest(pilot)
        for key in keys.split():
            await pilot.press(key)
            await pilot.pause()
        await at_rest(pilot)
        await hold_still(pilot)

    assert snap_compare(app, terminal_size=size, run_before=ready)
