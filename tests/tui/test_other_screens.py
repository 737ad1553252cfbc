"""The screens around the editor."""

from __future__ import annotations

import json

import pytest
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from listbuilder.i18n import load_catalogue
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.dialogs import ChoiceDialog
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.export import export_job
from listbuilder.tui.export.screen import ExportScreen
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.palette import HelpScreen
from listbuilder.tui.screens.compare import CompareScreen
from listbuilder.tui.screens.folder import FolderScreen
from listbuilder.tui.screens.rules import RulesScreen, collect_rule_entries
from listbuilder.tui.screens.settings import SettingsScreen, all_bindings, find_conflict
from listbuilder.tui.user_settings import Settings, build_settings, load_settings, settings_file
from tests.sentences import sentence
from tests.tui.screen_helpers import ask_the_palette, editor, fold, wait_for, words


async def test_export_writes_file_and_reports_path(start, tmp_path):
    async with start(sample=True) as pilot:
        await pilot.press("p", "down", "right", "right", "right", "down", "right", "e")
        screen = pilot.app.screen
        assert isinstance(screen, ExportScreen)
        await wait_for(pilot, lambda: screen._written_path is not None)
        written = screen._written_path
        assert written == tmp_path / "lists" / "exports" / "the-iron-vale-compact.txt"
        assert "The Iron Vale" in written.read_text(encoding="utf-8")
        await wait_for(
            pilot, lambda: sentence("tui.export.written", path=written) in [row.text for row in screen.form.rows]
        )
        assert not pilot.app._notifications, "said once"
        names = {written.name}
        await pilot.press("up")
        for _ in range(len(export_job.FORMATS) - 1):
            before = screen._written_path
            await pilot.press("right", "e")
            await wait_for(pilot, lambda: screen._written_path != before)  # noqa: B023 - waited for at once
            assert screen._written_path is not None
            assert screen._written_path.stat().st_size > 100
            names.add(screen._written_path.name)
        assert len(names) == len(export_job.FORMATS), "no format is written over another"
        await pilot.press("tab", "pagedown", "escape")
        assert isinstance(pilot.app.screen, EditorScreen)


async def test_comparison_shows_the_difference(start, tmp_path):
    async with start(sample=True) as pilot:
        army = editor(pilot).session.army
        (tmp_path / "lists").mkdir()
        save_list(army, tmp_path / "lists" / "old.yaml")
        await pilot.press("x", "v")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press(*"old", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, CompareScreen))
        await pilot.pause()
        assert isinstance(pilot.app.screen, CompareScreen)
        lines = [row.text for row in pilot.app.screen.lines.rows]
        assert next(line for line in lines if "Vale Regiment" in line).count("Vale Regiment") == 1, "it is gone"
        assert next(line for line in lines if "Gryph Riders" in line).count("Gryph Riders") == 2


def rule_text(pilot: Pilot[None], key: str) -> str:
    """Return the text of a rule or of a chapter, as the rules screen looks it up."""
    assert isinstance(pilot.app, BuilderApp)
    parts = collect_rule_entries(pilot.app.library.system("aof-3.5"), [], "en")
    return " ".join(next(text for _, rows in parts for rule_key, _, text in rows if rule_key == key).split())


async def test_rules_are_found_as_you_type(start):
    async with start(sample=True) as pilot:
        await pilot.press("b", *"fearles")
        assert isinstance(pilot.app.screen, RulesScreen)
        await pilot.pause()
        assert pilot.app.screen.names.cursor_key == "aof-3.5:fearless"
        assert rule_text(pilot, "aof-3.5:fearless") in fold(words(pilot))
        await pilot.press("escape", "escape")
        assert isinstance(pilot.app.screen, EditorScreen)


async def test_quick_reference_is_read_by_chapter(start):
    async with start(sample=True) as pilot:
        await pilot.press("b")
        await pilot.pause()
        assert pilot.app.screen.names.cursor_key == "chapter:tests"
        assert sentence("sheet.word.reference").upper() in words(pilot)
        await pilot.press(*"states")
        await pilot.pause()
        assert pilot.app.screen.names.cursor_key == "chapter:states"
        shown = " ".join(row.text for row in pilot.app.screen.text.rows if row.text)
        assert rule_text(pilot, "chapter:states") in shown


async def test_folder_is_judged_and_list_opens(start, library, tmp_path):
    folder = tmp_path / "lists"
    folder.mkdir()
    for header in library.sample_lists()[:6]:
        (folder / header.file.name).write_bytes(header.file.read_bytes())
    (folder / "noise.txt").write_text("no list at all")
    (folder / "broken.yaml").write_text("{")
    async with start() as pilot:
        await pilot.press("w")
        screen = pilot.app.screen
        assert isinstance(screen, FolderScreen)
        await wait_for(pilot, lambda: len(screen._lists) == 8)
        assert sentence("verdict.unreadable") in words(pilot)
        await pilot.press("home", "down", "down", "down", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))


async def test_settings_are_saved_and_keys_changed(start):
    async with start() as pilot:
        await pilot.press("s")
        screen = pilot.app.screen
        assert isinstance(screen, SettingsScreen)
        await pilot.press("down", "right")
        assert pilot.app.language == "de"
        assert sentence("tui.settings.title", "de") in words(pilot)
        while screen.form.cursor_key != "key:editor.duplicate":
            await pilot.press("down")
        await pilot.press("enter", "f9")
        await pilot.pause()
        assert json.loads(settings_file().read_text())["keys"] == {"editor.duplicate": "f9"}
        await pilot.press("enter", "x")
        await pilot.pause()
        assert load_settings().keys == {"editor.duplicate": "f9"}, "x is taken"
        await pilot.press("escape")
        title, opens = sentence("tui.home.title", "de"), sentence("key.open", "de")
        await wait_for(pilot, lambda: title in words(pilot) and opens in words(pilot))
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        count = len(editor(pilot).session.army.entries)
        await pilot.press("f9")
        assert len(editor(pilot).session.army.entries) == count + 1


@pytest.mark.parametrize("raw", [None, [], "x", {"keys": 7}, {"theme": 5, "language": []}, {"keys": {"a": 1}}])
def test_invalid_settings_are_ignored(raw):
    assert build_settings(raw) == Settings()


def test_keys_of_a_screen_do_not_clash():
    for binding in all_bindings():
        for key in binding.key.split(","):
            assert find_conflict({}, binding.id or "", key) is None, binding


async def test_help_and_palette_know_every_key(start):
    async with start(sample=True) as pilot:
        session = editor(pilot).session
        await pilot.press("question_mark")
        screen = pilot.app.screen
        assert isinstance(screen, HelpScreen)
        shown = {command.id for command in screen._commands}
        ids = {binding.id for binding in EditorScreen.BINDINGS if isinstance(binding, Binding)}
        same = {"editor.right", "editor.left"}
        assert ids - same <= shown
        await pilot.press("escape")
        await ask_the_palette(pilot, sentence("key.duplicate").lower()[:-3])
        await pilot.press("enter")
        await wait_for(pilot, lambda: session.history.next_undo is not None)


async def test_share_string_is_imported(start, library):
    sample = next(header.file for header in library.sample_lists() if "iron-vale" in header.file.name)
    army = load_list(sample).army
    async with start() as pilot:
        await pilot.press("i")
        pilot.app.screen.query_one(TextArea).text = encode_share_string(army)
        await pilot.press("ctrl+s")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).session.army.name == army.name
        assert len(editor(pilot).session.roster.entries) == len(army.entries)


async def test_file_is_chosen_by_browsing_folders(start, library, tmp_path):
    folder = tmp_path / "lists" / "club"
    folder.mkdir(parents=True)
    sample = library.sample_lists()[0].file
    (folder / "theirs.yaml").write_bytes(sample.read_bytes())
    async with start() as pilot:
        await pilot.press("o", "down", "enter", *"thei", "enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).save_controller.open_file.path == folder / "theirs.yaml"


async def test_path_can_be_typed(start, library):
    sample = library.sample_lists()[0].file
    async with start() as pilot:
        await pilot.press("o")
        pilot.app.screen.query_one(Input).value = str(sample)
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).session.army.name == load_list(sample).army.name


async def test_garbage_is_not_imported(start):
    async with start() as pilot:
        await pilot.press("i", *"hello", "ctrl+s")
        await wait_for(pilot, lambda: len(pilot.app._notifications) == 1)
        assert isinstance(pilot.app.screen, HomeScreen)


async def test_toasts_do_not_pile_up(start):
    async with start(sample=True) as pilot:
        pilot.app.show_message("one")
        await pilot.pause()
        pilot.app.show_message("two")
        await pilot.pause()
        assert [note.message for note in pilot.app._notifications] == ["two"]
        await pilot.press("p")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, ExportScreen))
        assert not pilot.app._notifications, "they stay with their screen"


def test_key_names_exist_in_german():
    for binding in (*all_bindings(), *(item for item in BuilderApp.BINDINGS if isinstance(item, Binding))):
        assert binding.description in load_catalogue("de"), binding


def test_library_opens_after_first_paint():
    app = BuilderApp(language="en")
    assert "library" not in vars(app)
    assert isinstance(app.library, Library)
