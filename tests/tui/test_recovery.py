"""Recovery after a kill: edits are in the journal, and no answer loses them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from listbuilder.library import Library
from listbuilder.library.locations import state_folder
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.version_history import SnapshotStore, VersionSource
from listbuilder.model import ArmyList
from listbuilder.rules.edits import RenameEntry
from listbuilder.tui.abnormal_exit import CRASH_REPORT_NAME
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.editor import saving
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.screens.history import HistoryScreen
from listbuilder.tui.user_settings import Settings
from listbuilder.tui.widgets.row_list import RowLabel
from tests.sentences import sentence
from tests.tui.screen_helpers import editor, wait_for, words

EDITS = {
    "option": "3 end enter 2",
    "split": "c",
    "combine": "c enter",
    "leave": "home down j home enter",
    "join": "j end enter home",
    "remove": "x",
    "undo": "d u",
    "redo": "d u ctrl+r",
    "duplicate": "d",
    "name": "r O t t o enter",
    "note": "n h i enter",
    "campaign": "E 5 enter",
    "details": "e N e w enter",
    "move": "shift+down",
    "add": "a enter escape",
    "filter and add": "a slash w a r enter escape escape",
    "take out": "a x escape",
    "fix": "d d d d d f enter",
    "another moment": "d d h down enter",
}


@pytest.fixture
def path(tmp_path: Path, library: Library) -> Path:
    sample = next(header.file for header in library.sample_lists() if "iron-vale" in header.file.name)
    list_path = tmp_path / "lists" / "vale.yaml"
    list_path.parent.mkdir()
    save_list(load_list(sample).army, list_path)
    return list_path


def crash_of(path: Path, army: ArmyList, base: str | None = None, edits: int = 0) -> None:
    """Leave a journal record like a killed builder."""
    notes = Journal().open_entry(path)
    assert notes is not None
    notes.write(army, base, edits)
    notes.close()


def crash(path: Path, name: str) -> ArmyList:
    loaded = load_list(path)
    edited = RenameEntry(loaded.army.entries[0].id, name)(loaded.army)
    crash_of(path, edited, loaded.stamp.sha256, 3)
    return edited


async def test_crash_keeps_last_edit_and_reports(start, path, capsys, monkeypatch):
    monkeypatch.setattr(saving, "JOURNAL_DELAY", 1000.0)

    async def crash_in_the_middle() -> None:
        async with start(path) as pilot:
            await pilot.press("x")
            assert not Journal().records(), "it would be written down a moment later"
            pilot.app.call_later(lambda: 1 / 0)
            await wait_for(pilot, lambda: not pilot.app.is_running)

    with pytest.raises(ZeroDivisionError):
        await crash_in_the_middle()
    [record] = Journal().records()
    assert len(record.army.entries) == len(load_list(path).army.entries) - 1
    assert "ZeroDivisionError: division by zero" in (state_folder() / CRASH_REPORT_NAME).read_text()
    message = sentence("tui.crashed", error="ZeroDivisionError", path=state_folder() / CRASH_REPORT_NAME)
    assert "".join(message.split()) in "".join(capsys.readouterr().err.split())


async def at_home(pilot) -> HomeScreen:
    await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    screen = pilot.app.screen
    assert isinstance(screen, HomeScreen)
    return screen


async def at_the_timeline(pilot) -> HistoryScreen:
    await wait_for(
        pilot, lambda: isinstance(pilot.app.screen, HistoryScreen) and pilot.app.screen.selected_version is not None
    )
    screen = pilot.app.screen
    assert isinstance(screen, HistoryScreen)
    return screen


def build_app(path: Path | None) -> BuilderApp:
    return BuilderApp(str(path) if path is not None else None, language="en", settings=Settings())


@pytest.mark.parametrize("filed", [True, False], ids=["a file", "no file"])
async def test_every_kind_of_edit_is_journalled(start, path, filed, monkeypatch):
    monkeypatch.setattr(saving, "JOURNAL_DELAY", 0.01)
    async with start(path if filed else None, sample=not filed) as pilot:
        screen = editor(pilot)
        for name, keys in EDITS.items():
            before = screen.session.history
            await pilot.press(*keys.split())
            await wait_for(pilot, lambda: pilot.app.screen is screen)
            assert screen.session.history != before, f"{name} did nothing"
            await wait_for(pilot, lambda: [lost.army for lost in Journal().records()] == [screen.session.army])
        done, edits = screen.session.army, Journal().records()[0].edits
        assert edits > 1
    # the screen was closed without saving, like after a kill
    assert [(lost.army, lost.edits) for lost in Journal().find_recoverable()] == [(done, edits)]


async def test_undone_edit_is_not_offered_after_kill(start, path):
    async with start(path) as pilot:
        screen = editor(pilot)
        await pilot.press("c")
        await wait_for(pilot, lambda: [lost.army for lost in Journal().records()] == [screen.session.army])
        await pilot.press("u")
        await wait_for(pilot, lambda: Journal().records() == [])
    assert Journal().find_recoverable() == []


async def test_edit_undone_before_journalling_is_not_offered(start, path, monkeypatch):
    async with start(path) as pilot:
        screen = editor(pilot)
        await pilot.press("c")
        await wait_for(pilot, lambda: [lost.army for lost in Journal().records()] == [screen.session.army])
        monkeypatch.setattr(saving, "JOURNAL_DELAY", 1000.0)
        await pilot.press("u")
        assert screen.save_controller.write_journal()
        assert Journal().records() == []


@pytest.mark.parametrize("size", [(80, 24), (160, 45)])
async def test_unsaved_work_is_shown_beside_the_file(path, size):
    lost = crash(path, "As it was")
    async with build_app(path).run_test(size=size) as pilot:
        screen = await at_the_timeline(pilot)
        await pilot.pause()
        assert screen.selected_version is not None
        assert (screen.selected_version.source, screen.selected_version.army) == (VersionSource.UNSAVED, lost)
        assert sentence("history.unsaved.counted", edits=3) in " ".join(words(pilot).split())
        hint = screen.query_one("#hint", RowLabel)
        assert (hint.display, [row.text for row in hint.rows]) == (True, [sentence("tui.history.unsaved")])
        assert not hint.has_more
        heads, _, first, *_ = (row.text for row in screen.comparison.rows)
        assert heads.startswith(sentence("tui.history.now")), "the file is left, what came of it right"
        assert first.index("±") < first.index("As it was")


async def test_comparison_columns_follow_pane_width(path):
    crash(path, "As it was")
    async with build_app(path).run_test(size=(120, 30)) as pilot:
        screen = await at_the_timeline(pilot)
        sides = screen.comparison
        for width in (20, 60):
            screen.version_list.styles.width = width
            await wait_for(pilot, partial(lambda expected_width: sides.region.width == expected_width, 120 - width))
            await wait_for(pilot, lambda: sides.row_width - 1 <= len(sides.rows[0].text) <= sides.row_width)


async def test_recovered_work_is_a_step_and_saved(path):
    lost = crash(path, "As it was")
    filed = load_list(path).army
    async with build_app(path).run_test() as pilot:
        await at_the_timeline(pilot)
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).session.army == lost
        await pilot.press("u")
        assert editor(pilot).session.army == filed
        assert Journal().find_recoverable(path), "it stays until it is saved"
        await pilot.press("ctrl+r", "escape")
        await at_home(pilot)
    assert load_list(path).army.entries == lost.entries
    assert Journal().records() == []


async def test_ignored_recovery_survives_editing_and_quitting(path):
    lost = crash(path, "As it was")
    filed = load_list(path).army
    async with build_app(path).run_test() as pilot:
        await at_the_timeline(pilot)
        await pilot.press("escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).session.army == filed
        await pilot.press("x", "escape")
        home = await at_home(pilot)
        await wait_for(pilot, lambda: home.selected_recovered is not None or bool(home.home_state.recovered))
        await pilot.press("ctrl+q")
    assert len(load_list(path).army.entries) == len(filed.entries) - 1
    assert [record.army for record in Journal().find_recoverable(path)] == [lost]


async def test_discarded_recovery_becomes_an_earlier_version(path):
    lost = crash(path, "As it was")
    before = path.read_bytes()
    async with build_app(path).run_test() as pilot:
        screen = await at_the_timeline(pilot)
        await pilot.press("x")
        assert Journal().find_recoverable() == []
        assert [moment.source for moment in screen._versions if moment.army == lost] == [VersionSource.SNAPSHOT]
        await pilot.press("escape", "escape")
        await at_home(pilot)
    assert path.read_bytes() == before
    assert [snapshot.army for snapshot in SnapshotStore().load_all(path)] == [lost]
    async with build_app(path).run_test() as pilot:
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        await pilot.pause()
        assert isinstance(pilot.app.screen, EditorScreen), "it is not shown again"


async def test_home_lists_recovered_work_first(start, path):
    lost = crash(path, "As it was")
    async with start() as pilot:
        home = await at_home(pilot)
        await wait_for(pilot, lambda: home.selected_recovered is not None)
        assert sentence("history.unsaved.counted", edits=3) in words(pilot)
        await pilot.press("enter")
        await at_the_timeline(pilot)
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).session.army == lost


async def test_home_discards_recovered_work(start, path):
    lost = crash(path, "As it was")
    async with start() as pilot:
        home = await at_home(pilot)
        await wait_for(pilot, lambda: home.selected_recovered is not None)
        await pilot.press("x")
        await wait_for(pilot, lambda: not home.home_state.recovered)
    assert path.exists()
    assert [snapshot.army for snapshot in SnapshotStore().load_all(path)] == [lost]


async def test_recovered_work_without_file_opens_and_saves(start, path, tmp_path):
    army = load_list(path).army
    lost = tmp_path / "lists" / "never-saved.yaml"
    crash_of(lost, army)
    async with start() as pilot:
        home = await at_home(pilot)
        await wait_for(pilot, lambda: home.selected_recovered is not None)
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        await pilot.press("ctrl+q")
        await pilot.pause()
    assert load_list(lost).army.entries == army.entries
    assert Journal().records() == []


async def test_recovered_work_without_file_can_be_restored(start, path, tmp_path):
    army = load_list(path).army
    lost = tmp_path / "lists" / "never-saved.yaml"
    crash_of(lost, army)
    async with start() as pilot:
        home = await at_home(pilot)
        await wait_for(pilot, lambda: home.selected_recovered is not None)
        await pilot.press("x")
        await wait_for(pilot, lambda: not home.home_state.recovered)
        assert not lost.exists()
        await pilot.press("u")
        await wait_for(pilot, lost.exists)
    assert load_list(lost).army.entries == army.entries


async def test_recovered_work_is_not_overwritten_by_namesake(start, path, tmp_path):
    lost = tmp_path / "lists" / "the-iron-vale.yaml"
    crash_of(lost, RenameEntry(load_list(path).army.entries[0].id, "Mine")(load_list(path).army))
    async with start() as pilot:
        home = await at_home(pilot)
        home.opener.open_sample()
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        await pilot.press("x", "ctrl+s")
        await pilot.pause()
    assert [record.army.entries[0].name for record in Journal().find_recoverable()] == ["Mine"]


async def test_recovered_work_survives_a_broken_file(path):
    lost = crash(path, "As it was")
    path.write_text("{")
    async with build_app(path).run_test() as pilot:
        home = await at_home(pilot)
        await wait_for(pilot, lambda: home.selected_recovered is not None)
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).session.army == lost
        await pilot.press("escape")
        await at_home(pilot)
        saved = load_list(path.with_name("the-iron-vale.yaml")).army
    assert path.read_text() == "{"
    assert saved.entries == lost.entries
