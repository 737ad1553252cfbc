"""Autosave, recovery, outside changes and unwritable folders."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from listbuilder.disk import UnsavedError, atomic
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.open_file import OpenListFile
from listbuilder.rules.edits import RenameEntry
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.dialogs import QuestionDialog, TextDialog
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.widgets.row_list import RowLabel
from tests.sentences import sentence
from tests.tui.screen_helpers import editor, wait_for, words


@pytest.fixture
def path(tmp_path: Path, library: Library) -> Path:
    sample = next(header.file for header in library.sample_lists() if "iron-vale" in header.file.name)
    list_path = tmp_path / "lists" / "vale.yaml"
    list_path.parent.mkdir()
    save_list(load_list(sample).army, list_path)
    return list_path


async def test_edit_reaches_the_journal(start, path):
    async with start(path) as pilot:
        await pilot.press("x")
        await wait_for(pilot, lambda: bool(Journal().records()))
        lost = Journal().records()[0]
        assert len(lost.army.entries) == len(load_list(path).army.entries) - 1


async def test_going_home_saves_and_clears_journal(start, path):
    before = load_list(path).army
    async with start(path) as pilot:
        await pilot.press("x", "escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        assert len(load_list(path).army.entries) == len(before.entries) - 1
        assert not Journal().find_recoverable()


async def test_quitting_saves(start, path):
    async with start(path) as pilot:
        await pilot.press("x", "ctrl+q")
        await pilot.pause()
    assert load_list(path).army.entries[0].id != "spears"


async def test_viewed_sample_leaves_no_file(start, tmp_path):
    async with start(sample=True) as pilot:
        await pilot.press("down", "escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    assert not (tmp_path / "lists").exists()
    assert not Journal().find_recoverable()


async def test_undone_edit_still_saves_the_list(start, tmp_path):
    async with start(sample=True) as pilot:
        await pilot.press("x", "u", "escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    assert len(list((tmp_path / "lists").glob("*.yaml"))) == 1


async def test_outside_change_is_offered(start, path):
    async with start(path) as pilot:
        army = load_list(path).army
        save_list(RenameEntry(army.entries[0].id, "Theirs")(army), path)
        editor(pilot).save_controller.check_file()
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog))
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).session.army.entries[0].name == "Theirs"


async def test_own_version_can_overwrite_outside_change(start, path):
    async with start(path) as pilot:
        await pilot.press("x")
        army = load_list(path).army
        save_list(RenameEntry(army.entries[0].id, "Theirs")(army), path)
        await pilot.press("ctrl+s")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog))
        await pilot.press("down", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert load_list(path).army.entries[0].name != "Theirs"


async def test_failed_save_is_reported(start, path, monkeypatch):
    def full(*_args: object, **_options: object) -> None:
        raise UnsavedError("save.full", path)

    async with start(path) as pilot:
        monkeypatch.setattr("listbuilder.listfiles.open_file.save_list", full)
        await pilot.press("x", "ctrl+s")
        await pilot.pause()
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog))
        message = UnsavedError("save.full", path).to("en")
        await wait_for(pilot, lambda: [row.text for row in pilot.app.screen.query_one(RowLabel).rows] == [message])
        assert Journal().records(), "what was not saved is in the journal"
        monkeypatch.undo()


async def test_failed_journal_is_reported(start, path, monkeypatch):
    def full(*_args: object, **_options: object) -> None:
        raise UnsavedError("save.full", path)

    async with start(path) as pilot:
        monkeypatch.setattr(OpenListFile, "write_journal", full)
        await pilot.press("x")
        await wait_for(pilot, lambda: len(pilot.app._notifications) == 1)
        monkeypatch.undo()


async def test_unreadable_file_is_reported(tmp_path):
    broken = tmp_path / "broken.yaml"
    broken.write_text("{")
    app = BuilderApp(str(broken), language="en")
    async with app.run_test() as pilot:
        await wait_for(pilot, lambda: len(app._notifications) == 1)
        assert isinstance(app.screen, HomeScreen)


async def test_leftover_temporary_file_is_removed_at_start(start, path, monkeypatch):
    monkeypatch.setattr(atomic, "_cleaned_folders", set())
    nobody = 99_999_999
    leftover = path.with_name(atomic.temporary_path(path).name.replace(f"-{os.getpid()}-", f"-{nobody}-"))
    leftover.touch()
    async with start() as pilot:
        await wait_for(pilot, lambda: not leftover.exists())
    assert path.exists()


async def test_deletion_can_be_undone(start, path):
    async with start() as pilot:
        await wait_for(pilot, lambda: "The Iron Vale" in words(pilot))
        await pilot.press("home", "x")
        await wait_for(pilot, lambda: not path.exists())
        await pilot.press("u")
        await wait_for(pilot, path.exists)


async def test_lists_are_duplicated_and_renamed(start, path):
    async with start() as pilot:
        await wait_for(pilot, lambda: "The Iron Vale" in words(pilot))
        await pilot.press("home", "r", *"Other", "enter")
        assert load_list(path).army.name == "Other"
        await wait_for(pilot, lambda: "Other" in words(pilot))
        await pilot.press("home", "d")
        await wait_for(pilot, lambda: len(list(path.parent.glob("*.yaml"))) == 2)


def test_file_permissions_are_kept(path):
    path.chmod(0o600)
    keeper = OpenListFile.load(path)
    assert keeper.saved_army is not None
    keeper.save(RenameEntry(keeper.saved_army.entries[0].id, "x")(keeper.saved_army))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_bundled_sample_is_never_changed(start, library):
    sample = next(header.file for header in library.sample_lists())
    before = sample.read_bytes()
    async with start(sample) as pilot:
        assert pilot.app.screen.save_controller.open_file.path != sample
        await pilot.press("d")
        await pilot.press("ctrl+s")
        await pilot.pause()
    assert sample.read_bytes() == before
    assert not sample.with_name(sample.name + ".bak").exists()


async def test_read_only_list_can_be_saved_elsewhere(start, path, tmp_path):
    path.chmod(0o444)
    before = path.read_bytes()
    async with start(path) as pilot:
        await pilot.press("x", "escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog))
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, TextDialog))
        await pilot.press(*str(tmp_path / "mine"), "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
    assert path.read_bytes() == before
    assert len(load_list(tmp_path / "mine.yaml").army.entries) == len(load_list(path).army.entries) - 1
    assert Journal().records() == []


async def test_read_only_changes_are_kept_or_dropped(start, path):
    path.chmod(0o444)
    for downs, expected_count in ((1, 1), (2, 0)):
        async with start(path) as pilot:
            await pilot.press("x", "escape")
            await wait_for(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog))
            await pilot.press(*["down"] * downs, "enter")
            await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        assert len(Journal().find_recoverable(path)) == expected_count
        for lost in Journal().find_recoverable(path):
            Journal().discard(lost)


async def test_save_as_switches_to_new_file(start, path, tmp_path):
    async with start(path) as pilot:
        await pilot.press("x", "S")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, TextDialog))
        await pilot.press(*"other", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        other = tmp_path / "lists" / "other.yaml"
        assert editor(pilot).save_controller.open_file.path == other
        assert len(load_list(other).army.entries) == len(load_list(path).army.entries) - 1
        await pilot.press("S")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, TextDialog))
        await pilot.press(*str(path), "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog))
        await wait_for(pilot, lambda: sentence("tui.unsaved.title") in words(pilot))


async def test_save_as_accepts_a_folder(start, path, tmp_path):
    async with start(path) as pilot:
        await pilot.press("S")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, TextDialog))
        await pilot.press(*str(tmp_path), "/", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        saved_path = editor(pilot).save_controller.open_file.path
        assert saved_path.parent == tmp_path
        assert load_list(saved_path).army.entries == load_list(path).army.entries


@pytest.mark.parametrize("look", [False, True], ids=["copy", "look"])
async def test_list_open_elsewhere_offers_copy_or_view(path, look):
    elsewhere = OpenListFile.load(path, Journal())
    before = path.read_bytes()
    app = BuilderApp(str(path), language="en")
    async with app.run_test() as pilot:
        await wait_for(pilot, lambda: isinstance(app.screen, QuestionDialog))
        await wait_for(pilot, lambda: sentence("tui.elsewhere.title") in words(pilot))
        await pilot.press(*["down"] * look, "enter")
        await wait_for(pilot, lambda: isinstance(app.screen, EditorScreen))
        assert (editor(pilot).save_controller.open_file.path == path) == look
        await pilot.press("x", "escape")
        if look:
            await wait_for(pilot, lambda: isinstance(app.screen, QuestionDialog))
            await wait_for(pilot, lambda: sentence("tui.unsaved.title") in words(pilot))
            await pilot.press("down", "down", "enter")
        await wait_for(pilot, lambda: isinstance(app.screen, HomeScreen))
    assert path.read_bytes() == before
    assert (path.parent / "the-iron-vale.yaml").exists() != look
    elsewhere.close()


async def test_constant_edits_are_still_journalled(start, path):
    async with start(path) as pilot:
        for _ in range(40):
            await pilot.press("d")  # alternating with "x" would restore the saved state half of the time
            await pilot.pause(0.05)
            if Journal().records():
                break
        else:
            pytest.fail("nothing was written down in all that time")


async def test_quitting_twice_keeps_unsaved_work_in_journal(start, path):
    path.chmod(0o444)
    async with start(path) as pilot:
        await pilot.press("x", "ctrl+q")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, QuestionDialog))
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert not pilot.app.is_running or pilot.app._exit
    assert len(Journal().find_recoverable(path)) == 1


async def test_explicit_save_writes_unchanged_list(start, tmp_path):
    async with start(sample=True) as pilot:
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert editor(pilot).save_controller.open_file.path == tmp_path / "lists" / "the-iron-vale.yaml"
        assert editor(pilot).save_controller.open_file.path.exists()
