"""The home screen in isolation: keys for own lists, samples and an empty home."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest
from textual.widgets import Input, Label

from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.journal import Journal
from listbuilder.rules.edits import RenameEntry
from listbuilder.tui.dialogs import ChoiceDialog, TextDialog
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.home.list_files import HomeState
from listbuilder.tui.home.list_rows import NEW_LIST_KEY, SAMPLE_KEY
from listbuilder.tui.home.new_list import NewListScreen
from listbuilder.tui.home.open_list import FileDialog
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.screens.folder import FolderScreen
from listbuilder.tui.screens.rules import RulesScreen
from listbuilder.tui.screens.settings import SettingsScreen
from listbuilder.tui.widgets.row_list import RowList
from tests.sentences import sentence
from tests.tui.isolated.small_app import LIBRARY, SmallPilot, alone, in_front, key_line, sample, texts
from tests.tui.screen_helpers import wait_for, words


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    """Two lists of the player's own."""
    folder = tmp_path / "lists"
    folder.mkdir()
    save_list(sample("iron-vale").army, folder / "vale.yaml")
    save_list(sample("ninth-gallery").army, folder / "gallery.yaml")
    return folder


async def read(pilot: SmallPilot, home: HomeScreen) -> None:
    await wait_for(pilot, lambda: bool(home.lists.rows))
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


def point(home: HomeScreen, key: object) -> None:
    home.lists.show(home.lists.rows, str(key))
    assert home.lists.cursor_key == str(key)


async def take_messages(pilot: SmallPilot) -> list[str]:
    """Return the messages since the last call."""
    await pilot.pause()
    messages = [note.message for note in pilot.app._notifications]
    pilot.app.clear_notifications()
    return messages


async def test_new_player_sees_sample_and_new_list():
    home = HomeScreen()
    async with alone(home, size=(120, 40)) as (pilot, _):
        await read(pilot, home)
        assert home.lists.has_focus
        assert [row.key for row in home.lists.rows if row.selectable][:2] == [SAMPLE_KEY, NEW_LIST_KEY]
        assert home.lists.cursor_key == SAMPLE_KEY
        await pilot.pause()
        assert key_line(home)["⏎"] == sentence("key.open")
        assert "u" not in key_line(home), "nothing was thrown away"
        point(home, NEW_LIST_KEY)
        for _ in range(3):  # like several clicks before the first one is handled
            home.lists.report_choice(NEW_LIST_KEY)
        await pilot.pause()
        assert isinstance(in_front(pilot), NewListScreen)
        await pilot.press("escape")
        assert in_front(pilot) is home, "it was begun once"
        for key, screen in (
            ("n", NewListScreen),
            ("o", FileDialog),
            ("i", TextDialog),
            ("w", FolderScreen),
            ("s", SettingsScreen),
            ("b", ChoiceDialog),
        ):
            await pilot.press(key)
            assert isinstance(in_front(pilot), screen), key
            await pilot.press("escape")
            assert in_front(pilot) is home, key


async def test_deleted_lists_are_restored_one_by_one(lists):
    home = HomeScreen()
    async with alone(home, size=(120, 40)) as (pilot, _):
        await read(pilot, home)
        point(home, lists / "vale.yaml")
        await pilot.press("x")
        assert await take_messages(pilot) == [sentence("tui.home.thrown", name="The Iron Vale")]
        assert not (lists / "vale.yaml").exists()
        assert not any(row.key == str(lists / "vale.yaml") for row in home.lists.rows)
        await pilot.pause()
        assert key_line(home)["u"] == pilot.app.tr("key.undo-delete")
        point(home, lists / "gallery.yaml")
        await pilot.press("delete", "u")
        assert (lists / "gallery.yaml").exists()
        assert not (lists / "vale.yaml").exists(), "the last one first"
        await pilot.press("u")
        assert (lists / "vale.yaml").exists()
        await pilot.pause()
        assert "u" not in key_line(home)
        await pilot.press("u")
        assert len(list(lists.glob("*.yaml"))) == 2


async def test_list_is_copied_renamed_and_versioned(lists):
    home = HomeScreen()
    path = lists / "vale.yaml"
    async with alone(home, size=(120, 40)) as (pilot, _):
        await read(pilot, home)
        point(home, path)
        await pilot.press("d")
        copies = [file for file in lists.glob("*.yaml") if file.stem not in ("vale", "gallery")]
        assert [load_list(file).army.name for file in copies] == [
            pilot.app.tr("tui.home.copy-of", name="The Iron Vale")
        ]
        point(home, path)
        await pilot.press("r")
        dialog = pilot.app.screen
        assert isinstance(dialog, TextDialog)
        assert dialog.query_one(Input).value == "The Iron Vale"
        await pilot.press("x", "escape")
        assert load_list(path).army.name == "The Iron Vale"
        await pilot.press("r", *["backspace"] * 20, "space", "enter")
        assert load_list(path).army.name == "The Iron Vale", "nothing is no name"
        await pilot.press("r")
        pilot.app.screen.query_one(Input).value = " Other "
        await pilot.press("enter")
        assert load_list(path).army.name == "Other"
        await wait_for(pilot, lambda: any("Other" in text for text in texts(home.lists)))
        await pilot.press("v", "escape")
        assert await take_messages(pilot) == []
        await pilot.press("v")
        pilot.app.screen.query_one(Input).value = "cup"
        await pilot.press("enter")
        assert await take_messages(pilot) == [pilot.app.tr("tui.home.kept", name="cup")]


async def test_sample_can_only_be_copied(lists):
    home = HomeScreen()
    async with alone(home, size=(120, 40)) as (pilot, _):
        await read(pilot, home)
        shipped = next(header.file for header in LIBRARY.sample_lists() if "toll-post" in header.file.name)
        point(home, shipped)
        await pilot.press("r", "v", "x")
        assert pilot.app.screen is home
        assert shipped.exists()
        await pilot.press("d")
        assert len(list(lists.glob("*.yaml"))) == 3
        point(home, shipped)
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        screen = pilot.app.screen
        assert isinstance(screen, EditorScreen)
        assert screen.save_controller.open_file.path.parent == lists, "a copy is opened"


async def test_failed_deletion_is_reported(lists):
    home = HomeScreen()
    async with alone(home, size=(120, 40)) as (pilot, _):
        await read(pilot, home)
        point(home, lists / "vale.yaml")
        (lists / "vale.yaml").unlink()
        await pilot.press("x")
        await pilot.pause()
        assert [note.severity for note in pilot.app._notifications] == ["error"]
        assert not any(row.key == str(lists / "vale.yaml") for row in home.lists.rows), "it looks again"


async def test_search_finds_lists_and_enter_opens(lists):
    home = HomeScreen()
    async with alone(home, size=(120, 40)) as (pilot, _):
        await read(pilot, home)
        everything = home.lists.rows
        keys = [row.key for row in everything if row.selectable]
        await pilot.press("home", "down")
        assert home.lists.cursor_key == keys[1], "one row at a time"
        await pilot.press("home", "slash")
        assert home.search.has_focus
        first = home.lists.cursor_key
        await pilot.press("down")
        second = home.lists.cursor_key
        assert second != first
        await pilot.press("up")
        assert (home.lists.cursor_key, home.search.value) == (first, "")
        await pilot.press(*"zzz")
        await pilot.pause()
        assert texts(home.lists) == [sentence("tui.nothing-found")]
        await pilot.press("enter")
        assert pilot.app.screen is home
        await pilot.press("escape")
        await pilot.pause()
        assert (home.search.value, home.lists.has_focus) == ("", True)
        assert home.lists.rows == everything
        await pilot.press("slash", *"gallery")
        await pilot.pause()
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        screen = pilot.app.screen
        assert isinstance(screen, EditorScreen)
        assert screen.save_controller.open_file.path == lists / "gallery.yaml"


async def test_rules_of_any_game_can_be_opened():
    home = HomeScreen()
    async with alone(home) as (pilot, _):
        await read(pilot, home)
        await pilot.press("b")
        rows = next(rows for rows in pilot.app.screen.query(RowList))
        titles = {header.id: f"{header.name.en} {header.edition}" for header in LIBRARY.systems()}
        assert {row.key: row.text for row in rows.rows} == titles
        await pilot.press("escape")
        assert pilot.app.screen is home
        await pilot.press("b")
        rows = next(rows for rows in pilot.app.screen.query(RowList))
        rows.show(rows.rows, "aof-3.5")
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, RulesScreen)
        assert "Age of Fantasy" in str(pilot.app.screen.query_one(Label).content)


async def test_recovered_work_can_be_discarded_from_home(lists):
    path = lists / "vale.yaml"
    notes = Journal().open_entry(path)
    assert notes is not None
    army = load_list(path).army
    notes.write(RenameEntry(army.entries[0].id, "Lost")(army), load_list(path).stamp.sha256, 2)
    notes.close()
    home = HomeScreen()
    async with alone(home, size=(120, 40)) as (pilot, _):
        await read(pilot, home)
        assert home.selected_recovered is not None
        await pilot.press("d", "r", "v")
        assert pilot.app.screen is home, "lost work is only put away"
        assert len(list(lists.glob("*.yaml"))) == 2
        await pilot.press("x")
        assert home.selected_recovered is None
        assert path.exists()
        assert await take_messages(pilot) == [pilot.app.tr("tui.home.put-off", name="The Iron Vale")]


async def test_refresh_stops_the_previous_read(monkeypatch):
    steps: list[list[int]] = []

    def read(_memory: HomeState, _app: object) -> Iterator[None]:
        done: list[int] = []
        steps.append(done)
        for number in range(100):
            done.append(number)
            sleep(0.002)
            yield

    monkeypatch.setattr(HomeState, "load_cards", read)
    home = HomeScreen()
    async with alone(home) as (pilot, _):
        await wait_for(pilot, lambda: len(steps) == 1)
        home.refresh_lists()
        await wait_for(pilot, lambda: len(steps) == 2)
        await pilot.app.workers.wait_for_complete()
        assert (len(steps[0]) < 100, len(steps[1])) == (True, 100), "the first is stopped"


async def test_data_problems_are_reported_once(tmp_path, monkeypatch):
    folder = tmp_path / "data" / "factions"
    folder.mkdir(parents=True)
    (folder / "broken.yaml").write_text("format: 1\nid: [", encoding="utf-8")
    monkeypatch.setenv("LISTBUILDER_DATA", str(folder.parent))
    home = HomeScreen()
    async with alone(home, size=(120, 40)) as (pilot, _):
        await read(pilot, home)
        (message,) = await take_messages(pilot)
        assert "broken.yaml:" in message
        home.refresh_lists()
        await read(pilot, home)
        assert await take_messages(pilot) == []


@pytest.mark.usefixtures("lists")
async def test_home_follows_language_change():
    home = HomeScreen()
    async with alone(home, size=(120, 40)) as (pilot, _):
        await read(pilot, home)
        assert sentence("tui.home.title") in words(pilot)
        await pilot.press("s", "down", "right", "escape")
        await pilot.pause()
        assert sentence("tui.home.title", "de") in words(pilot)
        assert home.search.placeholder == sentence("tui.home.search", "de")
        assert any(sentence("tui.home.samples", "de").upper() in text for text in texts(home.lists))
        wide = texts(home.lists)
        await pilot.resize_terminal(60, 24)
        await pilot.pause()
        assert texts(home.lists) != wide, "columns are set for the width"
