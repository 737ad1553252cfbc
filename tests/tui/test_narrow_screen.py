"""Everyday steps on a narrow screen: each key does what a new user expects."""

from __future__ import annotations

import pytest
from textual.events import Paste
from textual.widgets import Input, TextArea

from listbuilder.judging.judge import judge_file
from listbuilder.model.army_list import MAX_ENTRY_NOTES_LENGTH, MAX_NAME_LENGTH
from listbuilder.tui.dialogs import ChoiceDialog, TextDialog
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.screens.folder import FolderScreen
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row_list import RowList
from tests.sentences import sentence
from tests.tui.screen_helpers import burst, editor, fits, fold, wait_for, words
from tests.tui.view_helpers import IRON_VALE, LIBRARY

NARROW = (80, 24)
SIZES = pytest.mark.parametrize("size", [NARROW, (120, 35)], ids=["narrow", "wide"])


async def test_home_search_shows_its_keys(start):
    async with start(size=NARROW) as pilot:
        shown = pilot.app.screen.query_one(KeyBar).visible_keys
        assert "Esc" not in {item.key for item in shown()}, "home is the first screen"
        await pilot.press("slash", *"iron")
        await pilot.pause()
        names = {"⏎": sentence("key.open"), "Esc": sentence("key.back"), "F1": sentence("key.help")}
        assert {item.key: item.label for item in shown()} == names
        await pilot.press(*"qqq")
        await pilot.pause()
        assert {item.key for item in shown()} == {"Esc", "F1"}
        await pilot.press("escape")
        await pilot.pause()
        assert "n" in {item.key for item in shown()}


async def test_usual_sizes_are_sorted_with_middle_default(start):
    async with start(size=NARROW) as pilot:
        await pilot.press("n", *"human", "enter")
        await wait_for(pilot, lambda: sentence("tui.new.points") in words(pilot))
        choices = pilot.app.screen.query_one("#choices", RowList)
        assert [row.key for row in choices.rows][:3] == ["750", "1500", "2000"]
        assert choices.cursor_key == "1500"
        await pilot.press("1", "backspace")
        await pilot.pause()
        assert choices.cursor_key == "1500", "nothing is typed any more"
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).session.army.points == 1500


async def test_first_form_field_shows_its_label(start):
    async with start(sample=True, size=(60, 20)) as pilot:
        await pilot.press("e")
        await wait_for(pilot, lambda: sentence("tui.details.title") in words(pilot))
        await pilot.pause()
        form = pilot.app.screen.query_one(".form")
        assert form.scroll_offset.y == 0
        assert sentence("tui.details.name") in words(pilot)


async def test_opening_problems_clears_the_status(start):
    async with start(sample=True, size=NARROW) as pilot:
        screen = editor(pilot)
        await pilot.press("x", "u")
        assert any(fits(row.text, "tui.undone") for row in screen.status.rows)
        await pilot.press("exclamation_mark")
        await wait_for(pilot, lambda: not screen.status.rows)


@SIZES
async def test_copy_is_the_default_combine_partner(start, size):
    async with start(sample=True, size=size) as pilot:
        screen = editor(pilot)
        while screen.session.selected_id != "gryphs":
            await pilot.press("down")
        spent = screen.session.roster.cost
        await pilot.press("d", "c")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("enter")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        combined = screen.session.selected_entry
        assert combined is not None
        assert (len(combined.halves), screen.session.roster.cost) == (2, spent + combined.cost // 2)


async def test_long_names_keep_the_file_valid(start, tmp_path):
    path = tmp_path / "lists" / "mine.yaml"
    path.parent.mkdir()
    path.write_bytes(IRON_VALE.read_bytes())
    async with start(path, size=NARROW) as pilot:
        screen = editor(pilot)
        await pilot.press("r")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, TextDialog))
        burst(pilot, "N" * (MAX_NAME_LENGTH + 20) + "\r")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("e", "end")
        burst(pilot, "L" * (MAX_NAME_LENGTH + 20) + "\r")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("ctrl+s")
        await wait_for(pilot, lambda: screen.save_controller.is_saved)
        assert screen.session.report.legal
    (judged,) = judge_file(path, LIBRARY)
    assert (judged.verdict.value, [finding.code for finding in judged.report]) == ("legal", [])


async def test_too_long_note_stays_in_the_dialog(start):
    async with start(sample=True, size=NARROW) as pilot:
        screen = editor(pilot)
        await pilot.press("n")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, TextDialog))
        field = pilot.app.screen.query_one(TextArea)
        field.text = "x" * (MAX_ENTRY_NOTES_LENGTH + 1)
        await pilot.press("enter")
        too_long = fold(sentence("tui.write.too-long", n=4001, most=4000))
        await wait_for(pilot, lambda: too_long in fold(words(pilot)))
        await pilot.press("delete", "enter")
        await wait_for(pilot, lambda: pilot.app.screen is screen)
        selected = screen.session.selected_entry
        assert selected is not None
        assert selected.entry.notes == "x" * MAX_ENTRY_NOTES_LENGTH


@pytest.mark.parametrize("dialog", [True, False], ids=["imported", "dropped on the lists"])
@pytest.mark.parametrize("form", ["'{}'", "{}", "file://{}"])
async def test_dropped_file_is_opened(start, tmp_path, form, dialog):
    path = tmp_path / "a friend" / "from Kim.yaml"
    path.parent.mkdir()
    path.write_bytes(IRON_VALE.read_bytes())
    async with start(size=NARROW) as pilot:
        if dialog:
            await pilot.press("i")
            await wait_for(pilot, lambda: isinstance(pilot.app.screen, TextDialog))
        pilot.app.post_message(Paste(form.format(path) + " "))
        await pilot.press(*(["ctrl+s"] if dialog else []))
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, EditorScreen))
        assert editor(pilot).session.army.name == "The Iron Vale"


async def test_dropped_folder_is_judged_and_text_searched(start, tmp_path):
    async with start(size=NARROW) as pilot:
        await pilot.press("slash")
        pilot.app.post_message(Paste("iron"))
        await wait_for(pilot, lambda: pilot.app.screen.query_one("#search", Input).value == "iron")
        await pilot.press("escape")
        pilot.app.post_message(Paste(f"'{tmp_path}'"))
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, FolderScreen))
