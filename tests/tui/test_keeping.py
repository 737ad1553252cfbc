"""Never lose a thing: autosave, recovery, changes from outside, folders that cannot be written."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from listbuilder.disk import UnsavedError, atomic
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.open_file import Keeper
from listbuilder.rules.edits import Rename
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.dialogs import AskDialog, WriteDialog
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.home.screen import HomeScreen
from tests.tui.tui_help import editor, wait_for, words


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
        await wait_for(pilot, lambda: bool(Journal().records()))
        lost = Journal().records()[0]
        assert len(lost.army.entries) == len(load_list(path).army.entries) - 1


async def test_going_home_saves_and_clears_the_journal(start, path):
    before = load_list(path).army
    async with start(path) as pilot:
        await pilot.press("x", "escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        assert len(load_list(path).army.entries) == len(before.entries) - 1
        assert not Journal().pending()


async def test_quitting_saves(start, path):
    async with start(path) as pilot:
        await pilot.press("x", "ctrl+q")
        await pilot.pause()
    assert load_list(path).army.entries[0].id != "spears"


async def test_a_sample_that_was_only_looked_at_leaves_nothing_behind(start, tmp_path):
    async with start(sample=True) as pilot:
        await pilot.press("down", "escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    assert not (tmp_path / "lists").exists()
    assert not Journal().pending()


async def test_undone_work_is_kept_too(start, tmp_path):
    async with start(sample=True) as pilot:
        await pilot.press("x", "u", "escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    assert len(list((tmp_path / "lists").glob("*.yaml"))) == 1


async def test_a_change_from_outside_is_offered(start, path):
    async with start(path) as pilot:
        army = load_list(path).army
        save_list(Rename(army.entries[0].id, "Theirs")(army), path)
        editor(pilot).custody.look()
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
        monkeypatch.setattr("listbuilder.listfiles.open_file.save_list", full)
        await pilot.press("x", "ctrl+s")
        await pilot.pause()
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, AskDialog))
        await wait_for(pilot, lambda: "The disk is full" in words(pilot))
        assert Journal().records(), "what was not saved is in the journal"
        monkeypatch.undo()


async def test_a_journal_that_cannot_be_written_is_a_message(start, path, monkeypatch):
    def full(*_args: object, **_options: object) -> None:
        raise UnsavedError("save.full", path)

    async with start(path) as pilot:
        monkeypatch.setattr(Keeper, "note", full)
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


async def test_what_a_kill_left_is_swept_at_the_next_start(start, path, monkeypatch):
    monkeypatch.setattr(atomic, "_cleaned_folders", set())
    nobody = 99_999_999
    left = path.with_name(atomic.temporary_beside(path).name.replace(f"-{os.getpid()}-", f"-{nobody}-"))
    left.touch()
    async with start() as pilot:
        await wait_for(pilot, lambda: not left.exists())
    assert path.exists()


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
    keeper = Keeper.load(path)
    assert keeper.saved is not None
    keeper.save(Rename(keeper.saved.entries[0].id, "x")(keeper.saved))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_a_sample_that_ships_stays_as_it_is(start, library):
    sample = next(header.file for header in library.sample_lists())
    before = sample.read_bytes()
    async with start(sample) as pilot:
        assert pilot.app.screen.custody.keeper.path != sample
        await pilot.press("d")
        await pilot.press("ctrl+s")
        await pilot.pause()
    assert sample.read_bytes() == before
    assert not sample.with_name(sample.name + ".bak").exists()


async def test_a_read_only_file_can_be_left_and_saved_elsewhere(start, path, tmp_path):
    path.chmod(0o444)
    before = path.read_bytes()
    async with start(path) as pilot:
        await pilot.press("x", "escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, AskDialog))
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, WriteDialog))
        await pilot.press(*str(tmp_path / "mine"), "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    assert path.read_bytes() == before
    assert len(load_list(tmp_path / "mine.yaml").army.entries) == len(load_list(path).army.entries) - 1
    assert Journal().records() == []


async def test_a_read_only_file_can_be_left_with_the_changes_kept_or_dropped(start, path):
    path.chmod(0o444)
    for downs, left in ((1, 1), (2, 0)):
        async with start(path) as pilot:
            await pilot.press("x", "escape")
            await wait_for(pilot, lambda: isinstance(pilot.app.screen, AskDialog))
            await pilot.press(*["down"] * downs, "enter")
            await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        assert len(Journal().pending(path)) == left
        for lost in Journal().pending(path):
            Journal().discard(lost)


async def test_save_as_gives_the_list_another_file(start, path, tmp_path):
    async with start(path) as pilot:
        await pilot.press("x", "S")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, WriteDialog))
        await pilot.press(*"other", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        other = tmp_path / "lists" / "other.yaml"
        assert editor(pilot).custody.keeper.path == other
        assert len(load_list(other).army.entries) == len(load_list(path).army.entries) - 1
        await pilot.press("S")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, WriteDialog))
        await pilot.press(*str(path), "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, AskDialog))
        await wait_for(pilot, lambda: "could not be saved" in words(pilot))


async def test_save_as_takes_a_folder_for_where_the_list_goes_and_not_for_its_name(start, path, tmp_path):
    async with start(path) as pilot:
        await pilot.press("S")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, WriteDialog))
        await pilot.press(*str(tmp_path), "/", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        kept = editor(pilot).custody.keeper.path
        assert kept.parent == tmp_path
        assert load_list(kept).army.entries == load_list(path).army.entries


@pytest.mark.parametrize("look", [False, True], ids=["copy", "look"])
async def test_a_list_that_is_open_elsewhere_is_offered_as_a_copy_or_to_look_at(path, look):
    elsewhere = Keeper.load(path, Journal())
    before = path.read_bytes()
    app = BuilderApp(str(path), language="en")
    async with app.run_test() as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, AskDialog))
        await wait_for(pilot, lambda: "Open elsewhere" in words(pilot))
        await pilot.press(*["down"] * look, "enter")
        await wait_for(pilot, lambda: isinstance(app.screen, EditorScreen))
        assert (editor(pilot).custody.keeper.path == path) == look
        await pilot.press("x", "escape")
        if look:
            await wait_for(pilot, lambda: isinstance(app.screen, AskDialog))
            await wait_for(pilot, lambda: "could not be saved" in words(pilot))
            await pilot.press("down", "down", "enter")
        await wait_for(pilot, lambda: isinstance(app.screen, HomeScreen))
    assert path.read_bytes() == before
    assert (path.parent / "the-iron-vale.yaml").exists() != look
    elsewhere.close()


async def test_who_never_pauses_is_kept_safe_too(start, path):
    async with start(path) as pilot:
        for _ in range(40):
            await pilot.press("d")  # with "x" behind it the list would be as the file has it half of the time
            await pilot.pause(0.05)
            if Journal().records():
                break
        else:
            pytest.fail("nothing was written down in all that time")


async def test_quitting_twice_leaves_what_could_not_be_saved_in_the_journal(start, path):
    path.chmod(0o444)
    async with start(path) as pilot:
        await pilot.press("x", "ctrl+q")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, AskDialog))
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert not pilot.app.is_running or pilot.app._exit
    assert len(Journal().pending(path)) == 1


async def test_saving_a_list_that_nobody_changed_writes_it(start, tmp_path):
    async with start(sample=True) as pilot:
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert editor(pilot).custody.keeper.path == tmp_path / "lists" / "the-iron-vale.yaml"
        assert editor(pilot).custody.keeper.path.exists()
