"""Snapshots of every screen in its important states; `pytest --snapshot-update` rewrites them."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.library import Library
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.user_settings import Settings
from tests.tui.screen_helpers import at_rest, hold_still, wait_for

NARROW, MEDIUM, WIDE = (80, 24), (100, 30), (160, 45)
DARK, LIGHT = "textual-dark", "textual-light"
LISTS = {header.file.name: header.file for header in Library.open(user=False).sample_lists()}
FLAGSHIP, ILLEGAL = "aof-3.5-the-iron-vale.yaml", "aof-3.5-illegal-crown-council.yaml"
WOOD = "way-of-wood-toll-post.yaml"
STATES = {
    "home-first-time": (None, "", NARROW, DARK, "en"),
    "home-first-time-light-de": (None, "", WIDE, LIGHT, "de"),
    "new-list-system": (None, "n", NARROW, DARK, "en"),
    "new-list-faction": (None, "n enter e l v e s", NARROW, DARK, "en"),
    "new-list-points-de": (None, "n enter enter", NARROW, LIGHT, "de"),
    "editor-empty": (None, "n enter enter enter escape", WIDE, DARK, "en"),
    "editor-army": (FLAGSHIP, "", NARROW, DARK, "en"),
    "editor-units": (FLAGSHIP, "a", NARROW, DARK, "en"),
    "editor-unit": (FLAGSHIP, "enter down down", NARROW, DARK, "en"),
    "editor-medium-de": (FLAGSHIP, "enter", MEDIUM, DARK, "de"),
    "editor-wide": (FLAGSHIP, "down", WIDE, DARK, "en"),
    "editor-wide-light-de": (FLAGSHIP, "down tab down", WIDE, LIGHT, "de"),
    "editor-texts": (FLAGSHIP, "t tab", WIDE, DARK, "en"),
    "editor-illegal": (ILLEGAL, "", WIDE, DARK, "en"),
    "editor-illegal-narrow-de": (ILLEGAL, "exclamation_mark", NARROW, LIGHT, "de"),
    "editor-after-a-fix": (ILLEGAL, "f f", MEDIUM, DARK, "en"),
    "editor-fixes": (ILLEGAL, "f", NARROW, DARK, "en"),
    "editor-fixes-wide-de": (ILLEGAL, "f", WIDE, LIGHT, "de"),
    "editor-finding": (FLAGSHIP, "a slash b e", NARROW, DARK, "en"),
    "editor-finding-in-the-army": (FLAGSHIP, "slash c h a m p", WIDE, DARK, "en"),
    "editor-halves-de": (FLAGSHIP, "enter down", NARROW, DARK, "de"),
    "editor-smallest": (FLAGSHIP, "enter down", (40, 12), DARK, "en"),
    "summary": (FLAGSHIP, "i", NARROW, DARK, "en"),
    "summary-wide-de": (FLAGSHIP, "i", WIDE, LIGHT, "de"),
    "play": (FLAGSHIP, "g enter enter a down 1", NARROW, DARK, "en"),
    "play-wide-de": (FLAGSHIP, "g enter enter a down 1", WIDE, LIGHT, "de"),
    "editor-way-of-wood": (WOOD, "enter", WIDE, DARK, "en"),
    "dialog-join": (FLAGSHIP, "down j", NARROW, DARK, "en"),
    "dialog-details-de": (FLAGSHIP, "e", NARROW, LIGHT, "de"),
    "dialog-note": (FLAGSHIP, "n", NARROW, DARK, "en"),
    "rules": (FLAGSHIP, "b f u r", NARROW, DARK, "en"),
    "export": (FLAGSHIP, "p", WIDE, DARK, "en"),
    "compare": (FLAGSHIP, "x v", NARROW, DARK, "en"),
    "help-de": (FLAGSHIP, "question_mark", MEDIUM, DARK, "de"),
    "settings-light": (None, "s", MEDIUM, LIGHT, "en"),
}


@pytest.mark.parametrize("name", STATES)
def test_screens_match_snapshots(snap_compare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str):
    sample, keys, size, theme, language = STATES[name]
    path = None
    if sample is not None:
        path = tmp_path / "list.yaml"
        save_list(load_list(LISTS[sample]).army, path)
    # keep machine-specific paths out of the snapshots
    monkeypatch.setattr(Settings, "lists_folder", property(lambda _: Path("/lists")))
    monkeypatch.setattr(Settings, "exports_folder", property(lambda _: Path("/prints")))
    app = BuilderApp(str(path) if path else None, language=language, settings=Settings(theme=theme))

    async def ready(pilot) -> None:
        screen_class = EditorScreen if path else HomeScreen
        await wait_for(pilot, lambda: isinstance(app.screen, screen_class))
        await at_rest(pilot)
        await pilot.press(*keys.split())
        await at_rest(pilot)
        await hold_still(pilot)

    assert snap_compare(app, terminal_size=size, run_before=ready)
