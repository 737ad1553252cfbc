"""Each dialog in isolation: results of Enter, Escape, keys and clicks."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.containers import Vertical
from textual.widgets import Input, TextArea

from listbuilder.diagnostics import Diagnostic, Fix
from listbuilder.diagnostics.codes import CODES
from listbuilder.diagnostics.messages import describe_title
from listbuilder.tui.base_app import Dialog
from listbuilder.tui.dialogs import ChoiceDialog, KeyDialog, QuestionDialog, TextDialog
from listbuilder.tui.editor.list_dialogs import CampaignDialog, CampaignProgress, FixDialog
from listbuilder.tui.home.open_list import FileDialog, _folder_rows
from listbuilder.tui.widgets.row import Row, info, row
from listbuilder.tui.widgets.row_list import RowLabel, RowList
from tests.sentences import sentence
from tests.tui.isolated.small_app import alone, key_line, texts
from tests.tui.screen_helpers import words

LETTERS = "abcdefghijklmnop"
ANSWERS = {"stay": "Stay here", "go": "Go away"}


def many(number: int) -> list[Row]:
    return [row(letter, f"Row {letter.upper()}") for letter in LETTERS[:number]]


def rows_of(dialog: Dialog[str] | Dialog[Path] | Dialog[Fix]) -> RowList:
    """Return the choices of a dialog, without the static text above them."""
    return next(rows for rows in dialog.query(RowList) if not isinstance(rows, RowLabel))


@pytest.mark.parametrize(("keys", "answer"), [(["enter"], "stay"), (["down", "enter"], "go"), (["escape"], None)])
async def test_question_returns_choice_or_none_for_escape(keys, answer):
    dialog = QuestionDialog("Leave?", "What shall become of it?", ANSWERS)
    async with alone(dialog) as (pilot, answers):
        screen_text = words(pilot)
        assert all(text in screen_text for text in ("Leave?", "What shall become of it?", *ANSWERS.values()))
        assert rows_of(dialog).size.height == 2
        assert key_line(dialog) == {"⏎": sentence("key.choose"), "Esc": sentence("key.cancel")}
        await pilot.press(*keys)
        assert answers == [answer]


async def test_click_answers_a_question():
    dialog = QuestionDialog("Leave?", "What shall become of it?", ANSWERS)
    async with alone(dialog) as (pilot, answers):
        await pilot.click(rows_of(dialog), offset=(4, 1))
        assert answers == ["go"]


async def test_short_choice_has_no_search():
    dialog = ChoiceDialog("Which?", many(12))
    async with alone(dialog) as (pilot, answers):
        rows = rows_of(dialog)
        assert (rows.has_focus, rows.size.height, list(dialog.query(Input))) == (True, 12, [])
        await pilot.press("up", "down", "down", "enter")
        assert answers == ["c"]


async def test_long_choice_is_searched_while_typing():
    dialog = ChoiceDialog("Which?", many(16))
    async with alone(dialog) as (pilot, answers):
        rows, search = rows_of(dialog), dialog.query_one(Input)
        assert search.has_focus
        assert rows.size.height == 14
        assert key_line(dialog) == {"⏎": sentence("key.choose"), "Esc": sentence("key.cancel")}
        await pilot.press("down", "down", "up")
        assert (rows.cursor_key, search.value) == ("b", "")
        await pilot.press(*"ROW c")
        await pilot.pause()
        assert texts(rows) == ["Row C"], "every word, however it is written"
        await pilot.press("x")
        await pilot.pause()
        assert texts(rows) == [sentence("tui.nothing-found")]
        await pilot.press("enter")
        assert answers == [], "nothing is chosen where nothing was found"
        await pilot.press("backspace", "backspace", "down", "down", "enter")
        assert answers == ["c"]


async def test_click_makes_a_choice():
    dialog = ChoiceDialog("Which?", many(3))
    async with alone(dialog) as (pilot, answers):
        await pilot.click(rows_of(dialog), offset=(4, 2))
        assert answers == ["c"]


async def test_refocused_search_appends_letters():
    dialog = ChoiceDialog("Which?", many(16))
    async with alone(dialog) as (pilot, _):
        search = dialog.query_one(Input)
        assert search.has_class("-textual-compact")
        await pilot.press("a")
        dialog.set_focus(rows_of(dialog))
        dialog.set_focus(search)
        await pilot.pause()
        await pilot.press("b")
        assert search.value == "ab"


async def test_choice_preview_follows_the_cursor():
    previews = {letter: info(f"It costs {index}") for index, letter in enumerate(LETTERS)}
    dialog = ChoiceDialog("Which?", many(13), lambda key: previews[key] if key != "c" else None, "b")
    async with alone(dialog) as (pilot, answers):
        label = dialog.query_one(RowLabel)
        assert (rows_of(dialog).cursor_key, texts(label)) == ("b", ["It costs 1"]), "it begins where it is asked to"
        await pilot.press("up")
        await pilot.pause()
        assert texts(label) == ["It costs 0"]
        await pilot.press("down", "down")
        await pilot.pause()
        assert texts(label) == []
        await pilot.press(*"k")
        await pilot.pause()
        assert texts(label) == ["It costs 10"]
        await pilot.press(*"zz")
        await pilot.pause()
        assert texts(label) == []
        await pilot.press("escape")
        assert answers == [None]


@pytest.mark.parametrize("language", ["en", "de"])
async def test_enter_saves_a_line_and_escape_cancels(language):
    for key, answer in (("enter", "ab"), ("ctrl+s", "ab"), ("escape", None)):
        dialog = TextDialog("Name", "a", "a hint")
        async with alone(dialog, language=language) as (pilot, answers):
            field = dialog.query_one(Input)
            assert (field.placeholder, field.value, field.has_focus) == ("a hint", "a", True)
            assert pilot.app.tr("tui.write.line").split()[-1] in words(pilot)
            assert list(key_line(dialog).values()) == [pilot.app.tr(name) for name in ("key.keep", "key.cancel")]
            await pilot.press("end", "b", key)
            assert answers == [answer]


async def test_line_has_a_maximum_length():
    dialog = TextDialog("Name", "a" * 399)
    async with alone(dialog) as (pilot, answers):
        await pilot.press("end", *"bcd", "enter")
        assert answers == ["a" * 399 + "b"]


async def test_note_has_several_lines_and_enter_saves():
    dialog = TextDialog("Note", "one", multiline=True)
    async with alone(dialog) as (pilot, answers):
        assert pilot.app.tr("tui.write.lines").split()[-1] in words(pilot)
        await pilot.press("end", "ctrl+j", *"two", "enter")
        assert answers == ["one\ntwo"]


async def test_import_text_is_submitted_with_ctrl_s():
    dialog = TextDialog("Import", "x" * 200_001, is_page=True)
    async with alone(dialog) as (pilot, answers):
        assert list(key_line(dialog).values()) == [sentence("key.import"), sentence("key.cancel")]
        assert pilot.app.tr("tui.write.page").split()[-1] in words(pilot)
        await pilot.press("enter")
        assert answers == []
        assert dialog.query_one(TextArea).text.startswith("\n")
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert (answers, "200,001" in words(pilot)) == ([], True), "no page is without end"
        await pilot.press("delete", "ctrl+s")
        assert answers == ["\n" + "x" * 200_000]


@pytest.mark.parametrize(("key", "answer"), [("f2", "f2"), ("enter", "enter"), ("ctrl+s", "ctrl+s"), ("escape", None)])
async def test_pressed_key_is_returned_without_acting(key, answer):
    async with alone(KeyDialog()) as (pilot, answers):
        await pilot.press(key)
        await pilot.pause()
        assert answers == [answer]
        assert len(pilot.app.screen_stack) == 1, "no screen is opened by it"


async def test_campaign_form_returns_values_and_previews_price():
    asked: list[CampaignProgress] = []

    def ahead(learnt: CampaignProgress) -> list[Row]:
        asked.append(learnt)
        return [info(f"{learnt.xp} points dearer")]

    before = CampaignProgress(3, ("Swift", "Grim"), "one\ntwo")
    dialog = CampaignDialog("Hero", before, ahead)
    async with alone(dialog) as (pilot, answers):
        assert [field.value for field in dialog.query(Input)] == ["3", "Swift, Grim", "onetwo"]
        assert dialog.query_one("#xp", Input).has_focus
        assert asked[-1] == before, "untouched fields keep their line breaks"
        assert "3 points dearer" in words(pilot)
        await pilot.press("end", "x", "5")
        await pilot.pause()
        assert "35 points dearer" in words(pilot), "a letter is no number"
        await pilot.press("tab", "end", *", ,Old ", "tab", "end", "!", " ", "ctrl+s")
        assert answers == [CampaignProgress(35, ("Swift", "Grim", "Old"), "onetwo!")]


async def test_escape_cancels_campaign_form():
    async with alone(CampaignDialog("Hero", CampaignProgress(3, (), ""), lambda _: [])) as (pilot, answers):
        await pilot.press("5", "escape")
        assert answers == [None]


async def test_long_finding_title_is_cut():
    longest = max(CODES, key=lambda code: len(describe_title(code, "de")))
    assert len(f"{longest} {describe_title(longest, 'de')}") > 60
    dialog = FixDialog(Diagnostic(longest, None), [Fix("fix.put-back")])
    async with alone(dialog, language="de"):
        title = str(dialog.query_one(Vertical).border_title)
        assert (len(title), title[-1]) == (60, "…")


async def test_long_finding_wraps_and_is_cut():
    dialog = FixDialog(Diagnostic("DAT001", None, {"reason": "x" * 700}), [Fix("fix.put-back")])
    async with alone(dialog):
        (message,) = dialog.query_one(RowLabel).rows
        assert (message.wrap, message.hang, message.selectable) == (True, 2, False)
        assert len(message.left[1].text) == 601


async def test_fixes_follow_finding_and_are_clickable():
    fixes = [Fix("fix.remove-entries"), Fix("fix.put-back")]
    dialog = FixDialog(Diagnostic("UPG004", None), fixes)
    async with alone(dialog) as (pilot, answers):
        assert str(dialog.query_one(Vertical).border_title).startswith(f"UPG004 {describe_title('UPG004', 'en')}")
        assert rows_of(dialog).has_focus
        assert list(key_line(dialog)) == ["⏎", "f", "Esc"]
        await pilot.press("escape")
        assert answers == [None]
    dialog = FixDialog(Diagnostic("UPG009", None), fixes)
    async with alone(dialog) as (pilot, answers):
        await pilot.click(rows_of(dialog), offset=(4, rows_of(dialog)._tops[1]))
        assert answers == [fixes[1]]


@pytest.mark.parametrize(
    "dialog",
    [
        QuestionDialog("T" * 70, "s", ANSWERS),
        ChoiceDialog("T" * 70, many(2)),
        TextDialog("T" * 70, ""),
        CampaignDialog("T" * 70, CampaignProgress(0, (), ""), lambda _: []),
        FileDialog("T" * 70, Path("/")),
    ],
    ids=lambda dialog: type(dialog).__name__,
)
async def test_long_dialog_title_is_cut(dialog):
    async with alone(dialog):
        box = next(iter(dialog.query(".dialog")))
        assert str(box.border_title) == "T" * 59 + "…"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder with two folders, two files and hidden entries."""
    folder = tmp_path / "shelf"
    for name in ("club", "Attic", ".hidden"):
        (folder / name).mkdir(parents=True)
    for name in ("Zeal.yaml", "army.yaml", ".secret"):
        (folder / name).write_text("x")
    (folder / "club" / "theirs.yaml").write_text("x")
    return folder


async def test_file_is_found_by_browsing_and_typing(shelf):
    dialog = FileDialog("Open", shelf)
    async with alone(dialog) as (pilot, answers):
        rows, typed = rows_of(dialog), dialog.query_one(Input)
        assert [text.strip("▸↑ ") for text in texts(rows)] == ["..", "Attic/", "club/", "army.yaml", "Zeal.yaml"]
        assert (typed.has_focus, rows.cursor_key) == (True, "..")
        await pilot.press("down", "down", "enter")
        await pilot.pause()
        assert [row.key for row in rows.rows] == ["..", "theirs.yaml"], "into the folder"
        assert str(dialog.query_one(Vertical).border_title).startswith("Open: ")
        await pilot.press("enter")
        await pilot.pause()
        assert len(rows.rows) == 5, "and up again"
        await pilot.press(*"YA AR")
        await pilot.pause()
        assert [row.key for row in rows.rows] == ["army.yaml"]
        await pilot.press("q", "enter")
        await pilot.pause()
        assert texts(rows) == [sentence("tui.nothing-found")]
        assert answers == []
        await pilot.press("backspace", "enter")
        assert answers == [shelf / "army.yaml"]


async def test_typed_path_lists_its_folder_and_opens(shelf):
    dialog = FileDialog("Open", shelf / "nowhere" / "deep")
    async with alone(dialog) as (pilot, answers):
        rows, typed = rows_of(dialog), dialog.query_one(Input)
        assert len(rows.rows) == 5, "the nearest folder that is there"
        typed.value = "club/"
        await pilot.pause()
        assert [row.key for row in rows.rows] == ["..", "theirs.yaml"]
        typed.value = "club/the"
        await pilot.pause()
        assert [row.key for row in rows.rows] == ["theirs.yaml"]
        await pilot.press("enter")
        assert answers == [shelf / "club" / "theirs.yaml"]
    dialog = FileDialog("Open", shelf)
    async with alone(dialog) as (pilot, answers):
        rows, typed = rows_of(dialog), dialog.query_one(Input)
        typed.value = "nowhere/the"
        await pilot.pause()
        assert texts(rows) == [sentence("tui.nothing-found")]
        typed.value = "club"
        await pilot.press("enter")
        await pilot.pause()
        assert ([row.key for row in rows.rows], typed.value) == (["..", "theirs.yaml"], ""), "a folder is entered"
        typed.value = str(shelf / "Zeal.yaml")
        await pilot.press("enter")
        assert answers == [shelf / "Zeal.yaml"]


async def test_escape_opens_no_file_but_click_does(shelf):
    dialog = FileDialog("Open", shelf)
    async with alone(dialog) as (pilot, answers):
        await pilot.press(*"army", "escape")
        assert answers == [None]
    dialog = FileDialog("Open", shelf)
    async with alone(dialog) as (pilot, answers):
        await pilot.click(rows_of(dialog), offset=(4, 3))
        assert answers == [shelf / "army.yaml"]


def test_large_or_missing_folder_lists_limited_rows(tmp_path):
    for number in range(502):
        (tmp_path / f"{number:03}.yaml").touch()
    assert [row.key for row in _folder_rows(tmp_path)][-1] == "499.yaml"
    assert [row.key for row in _folder_rows(tmp_path / "gone")] == [".."]
