"""Never lose a thing: autosave, recovery, changes from outside, folders that cannot be written."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from tui_help import editor, wait_for, words

from listbuilder.library import Library
from listbuilder.listfiles import Autosave, UnsavedError, load_list, save_list
from listbuilder.rules.edits import Rename
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.dialogs.ask import AskDialog
from listbuilder.tui.screens.editor import EditorScreen
from listbuilder.tui.screens.home import HomeScreen
from listbuilder.tui.storage import Storage


@pytest.fixture
def path(tmp_path: Path, library: Library) -> Path:
    sample = next(header.file for header in library.sample_lists() if "iron-vale" in header.file.name)
    wanted = tmp_path / "lists" / "vale.yaml"
    wanted.parent.mkdir()
    save_list(load_list(sample).army, wanted)
    return wanted


async def test_an_edit_is_in_the_journal_a_moment_later(start, path):
    async with start(path) as pilot:
        await pilot.press("x")
        await wait_for(pilot, lambda: bool(Autosave().pending()))
        lost = Autosave().pending()[0]
        assert len(lost.army.entries) == len(load_list(path).army.entries) - 1


async def test_going_home_saves_and_clears_the_journal(start, path):
    before = load_list(path).army
    async with start(path) as pilot:
        await pilot.press("x", "escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        assert len(load_list(path).army.entries) == len(before.entries) - 1
        assert not Autosave().pending()


async def test_quitting_saves(start, path):
    async with start(path) as pilot:
        await pilot.press("x", "ctrl+q")
        await pilot.pause()
    assert load_list(path).army.entries[0].id != "spears"


async def test_recovery_is_offered_at_the_start_and_can_be_undone(start, path):
    storage = Storage.load(path, Autosave())
    assert storage.saved is not None
    lost = Rename(storage.saved.entries[0].id, "As it was")(storage.saved)
    storage.note(lost)
    async with start() as pilot:
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, AskDialog))
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).workspace.army == lost
        await pilot.press("u")
        assert editor(pilot).workspace.army == storage.saved


async def test_a_list_that_never_had_a_file_is_recovered_and_saved(start, path, tmp_path):
    army = load_list(path).army
    lost = tmp_path / "lists" / "never-saved.yaml"
    Autosave().write(lost, army)
    async with start() as pilot:
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, AskDialog))
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        await pilot.press("ctrl+q")
        await pilot.pause()
    assert load_list(lost).army.entries == army.entries


async def test_what_waits_for_recovery_is_not_written_over(start, path, tmp_path):
    lost = tmp_path / "lists" / "the-iron-vale.yaml"
    Autosave().write(lost, Rename(load_list(path).army.entries[0].id, "Mine")(load_list(path).army))
    async with start() as pilot:
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, AskDialog))
        await pilot.press("escape")
        screen = pilot.app.screen
        assert isinstance(screen, HomeScreen)
        screen.open_sample()
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        await pilot.press("x", "ctrl+s")
        await pilot.pause()
    assert [record.army.entries[0].name for record in Autosave().pending()] == ["Mine"]


async def test_a_sample_that_was_only_looked_at_leaves_nothing_behind(start, tmp_path):
    async with start(sample=True) as pilot:
        await pilot.press("down", "escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    assert not (tmp_path / "lists").exists()
    assert not Autosave().pending()


async def test_undone_work_is_kept_too(start, tmp_path):
    async with start(sample=True) as pilot:
        await pilot.press("x", "u", "escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    assert len(list((tmp_path / "lists").glob("*.yaml"))) == 1


async def test_a_change_from_outside_is_offered(start, path):
    async with start(path) as pilot:
        army = load_list(path).army
        save_list(Rename(army.entries[0].id, "Theirs")(army), path)
        editor(pilot)._look()
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, AskDialog))
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).workspace.army.entries[0].name == "Theirs"


async def test_mine_can_be_kept(start, path):
    async with start(path) as pilot:
        await pilot.press("x")
        army = load_list(path).army
        save_list(Rename(army.entries[0].id, "Theirs")(army), path)
        await pilot.press("ctrl+s")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, AskDialog))
        await pilot.press("down", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert load_list(path).army.entries[0].name != "Theirs"


async def test_a_file_that_cannot_be_written_is_a_message(start, path, monkeypatch):
    def full(*_args: object, **_options: object) -> None:
        raise UnsavedError("save.full", path)

    async with start(path) as pilot:
        monkeypatch.setattr("listbuilder.tui.storage.save_list", full)
        await pilot.press("x", "ctrl+s")
        await pilot.pause()
        assert isinstance(pilot.app.screen, EditorScreen)
        assert len(pilot.app._notifications) == 1
        assert Autosave().pending(), "what was not saved is in the journal"
        monkeypatch.undo()


async def test_a_journal_that_cannot_be_written_is_a_message(start, path, monkeypatch):
    def full(*_args: object, **_options: object) -> None:
        raise UnsavedError("save.full", path)

    async with start(path) as pilot:
        monkeypatch.setattr(Storage, "note", full)
        await pilot.press("x")
        await wait_for(pilot, lambda: len(pilot.app._notifications) == 1)
        monkeypatch.undo()


async def test_an_unreadable_file_is_a_message(tmp_path):
    broken = tmp_path / "broken.yaml"
    broken.write_text("{")
    app = BuilderApp(str(broken), language="en")
    async with app.run_test() as pilot:
        await wait_for(pilot, lambda: len(app._notifications) == 1)
        assert isinstance(app.screen, HomeScreen)


async def test_delete_has_an_undo(start, path):
    async with start() as pilot:
        await wait_for(pilot, lambda: "The Iron Vale" in words(pilot))
        await pilot.press("home", "x")
        await wait_for(pilot, lambda: not path.exists())
        await pilot.press("u")
        await wait_for(pilot, path.exists)


async def test_duplicate_and_rename(start, path):
    async with start() as pilot:
        await wait_for(pilot, lambda: "The Iron Vale" in words(pilot))
        await pilot.press("home", "r", *"Other", "enter")
        assert load_list(path).army.name == "Other"
        await wait_for(pilot, lambda: "Other" in words(pilot))
        await pilot.press("home", "d")
        await wait_for(pilot, lambda: len(list(path.parent.glob("*.yaml"))) == 2)


def test_files_stay_private_as_they_were(path):
    path.chmod(0o600)
    storage = Storage.load(path)
    assert storage.saved is not None
    storage.save(Rename(storage.saved.entries[0].id, "x")(storage.saved))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_a_sample_that_ships_stays_as_it_is(start, library):
    sample = next(header.file for header in library.sample_lists())
    before = sample.read_bytes()
    async with start(sample) as pilot:
        assert pilot.app.screen.storage.path != sample
        await pilot.press("d")
        await pilot.press("ctrl+s")
        await pilot.pause()
    assert sample.read_bytes() == before
    assert not sample.with_name(sample.name + ".bak").exists()
