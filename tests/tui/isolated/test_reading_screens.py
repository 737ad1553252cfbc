"""Reading screens in isolation: text viewer, rules, help, summary, comparison and history."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from textual.containers import Vertical
from textual.widgets import Label

from listbuilder.disk import UnsavedError
from listbuilder.listfiles.files import load_list, save_list
from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.open_file import OpenListFile
from listbuilder.listfiles.version_history import Version, VersionSource
from listbuilder.rules.army_summary import ArmySummary
from listbuilder.rules.edits import RemoveEntry, RenameEntry
from listbuilder.tui.dialogs import ChoiceDialog
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.palette import Command, HelpScreen
from listbuilder.tui.screens import history, summary
from listbuilder.tui.screens.compare import CompareScreen
from listbuilder.tui.screens.history import HistoryScreen
from listbuilder.tui.screens.rules import RulesScreen
from listbuilder.tui.screens.summary import SummaryScreen, summary_rows
from listbuilder.tui.tournament.screen import TextViewerScreen
from listbuilder.tui.widgets.row import Row, info
from listbuilder.tui.widgets.row_list import RowLabel, RowList
from tests.sentences import sentence
from tests.tui.isolated.small_app import SmallPilot, alone, dim_keys, key_line, sample, texts
from tests.tui.screen_helpers import wait_for, words

NOW, START = sentence("tui.history.now"), sentence("history.start")


async def test_text_viewer_shows_lines_below_title():
    screen = TextViewerScreen("T" * 80, [info("above")], "one\n\ntwo " + "x" * 500)
    async with alone(screen, size=(40, 12)) as (pilot, answers):
        rows = screen.query_one(RowList)
        assert str(screen.query_one(Label).content) == "T" * 59 + "…"
        assert texts(rows)[:3] == ["above", "one", " "]
        assert (texts(rows)[3][:4], len(texts(rows)[3])) == ("two ", 400)
        assert rows.has_focus
        await pilot.press("down", "down")
        assert rows.cursor_key == "line:2", "every line can be come to"
        assert len([text for text in words(pilot).splitlines() if "xxxx" in text]) > 3, "and is read whole"
        await pilot.press("q")
        assert answers == [None]


async def test_rules_are_searched_and_escape_clears_first():
    opened = sample("iron-vale")
    screen = RulesScreen(opened.system, opened.factions)
    async with alone(screen, size=(100, 24)) as (pilot, answers):
        names, text, typed = screen.names, screen.text, screen.typed
        assert typed.has_focus
        assert str(screen.query_one(Label).content).startswith(f"{sentence('tui.rules.title')}  ·  Age of Fantasy")
        everything = [row.key for row in names.rows if row.selectable]
        assert texts(text)[0] == names.rows[1].text
        for key, index in (("down", 1), ("down", 2), ("up", 1), ("up", 0), ("up", 0)):
            await pilot.press(key)
            assert names.cursor_key == everything[index]
            assert texts(text)[0] == next(row.text for row in names.rows if row.key == everything[index])
        await pilot.press("pagedown")
        far = everything.index(names.cursor_key or "")
        assert far > 10
        await pilot.press("pageup")
        assert names.cursor_key == everything[0]
        await pilot.press(*"fearless")
        await pilot.pause()
        assert (names.cursor_key, texts(text)[0]) == ("aof-3.5:fearless", "Fearless")
        await pilot.press("enter")
        assert names.has_focus
        matches = [row.key for row in names.rows if row.selectable]
        await pilot.press("down")
        assert names.cursor_key == matches[min(1, len(matches) - 1)], "one row at a time"
        await pilot.press("slash")
        assert typed.has_focus
        await pilot.press("escape")
        await pilot.pause()
        assert (typed.value, answers) == ("", [])
        assert [row.key for row in names.rows if row.selectable] == everything
        await pilot.press("escape")
        assert answers == [None]


@pytest.mark.parametrize("key", ["escape", "q", "enter", "question_mark"])
async def test_help_names_keys_and_several_keys_close_it(key):
    screen = HelpScreen(
        (
            Command("Add", ("a", "b"), "add", Label(), True, "x.add"),
            Command("Join", ("j",), "join", Label(), False, "x.join"),
        )
    )
    async with alone(screen) as (pilot, answers):
        rows = screen.query_one(RowList)
        assert rows.has_focus
        assert str(screen.query_one(Vertical).border_title) == sentence("tui.help.title")
        assert texts(rows)[2:4] == ["           a b  Add", "             j  Join"]
        assert [row.left[1].role for row in rows.rows[2:4]] == ["", "dim"], "what does nothing now is dim"
        assert rows.cursor_key is None, "no row can be chosen"
        assert texts(rows)[0] == sentence("tui.help.intro")
        assert texts(rows)[-1] == sentence("tui.help.outro")
        await pilot.press(key)
        assert answers == [None]


@pytest.mark.parametrize("key", ["escape", "i", "q", "enter"])
async def test_summary_fits_content_and_several_keys_close_it(key):
    screen = SummaryScreen(sample("iron-vale"))
    async with alone(screen, size=(80, 50)) as (pilot, answers):
        rows = screen.query_one(RowList)
        await wait_for(pilot, lambda: not screen.idle.is_busy)
        await pilot.pause()
        assert rows.has_focus
        assert str(screen.query_one(Vertical).border_title) == sentence("tui.summary.title")
        assert rows.size.height == len(rows.rows)
        assert sentence("tui.summary.charging") in words(pilot)
        wide = texts(rows)
        await pilot.resize_terminal(60, 50)
        await pilot.pause()
        assert texts(rows) != wide, "bars fill the width"
        await pilot.press(key)
        assert answers == [None]


async def test_summary_bars_have_a_minimum_length(monkeypatch):
    rooms: list[int] = []

    def rows(army_summary: ArmySummary, measure: str, language: str, room: int) -> list[Row]:
        rooms.append(room)
        return summary_rows(army_summary, measure, language, room)

    monkeypatch.setattr(summary, "summary_rows", rows)
    for width, room in ((30, 40), (80, 70)):
        screen = SummaryScreen(sample("iron-vale"))
        async with alone(screen, size=(width, 30)) as (pilot, _):
            await pilot.pause()
            assert rooms[-1] == room == max(40, screen.query_one(RowList).row_width)


async def test_comparison_can_be_repeated(tmp_path):
    lists = tmp_path / "lists"
    lists.mkdir()
    army = sample("iron-vale").army
    save_list(RenameEntry(army.entries[0].id, "Another name")(army), lists / "other.yaml")
    (lists / "broken.yaml").write_text("format: 1\nunits: [", encoding="utf-8")
    screen = CompareScreen(sample("iron-vale"))
    async with alone(screen, size=(100, 30)) as (pilot, answers):
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("escape")
        assert texts(screen.lines) == [sentence("tui.compare.none")]
        assert screen.lines.has_focus
        await choose(pilot, str(lists / "broken.yaml"))
        await pilot.pause()
        assert [note.severity for note in pilot.app._notifications] == ["error"]
        assert texts(screen.lines) == [sentence("tui.compare.none")]
        await choose(pilot, str(lists / "other.yaml"))
        changed = next(text for text in texts(screen.lines) if "Another name" in text)
        assert changed.index("Another name") < changed.index("Vale Regiment"), "the open list is the newer one"
        wide = texts(screen.lines)
        await pilot.resize_terminal(70, 30)
        await pilot.pause()
        assert texts(screen.lines) != wide
        await pilot.press("escape")
        assert answers == [None]


async def choose(pilot: SmallPilot, path: str) -> None:
    await pilot.press("o")
    rows = pilot.app.screen.query_one(RowList)
    rows.show(rows.rows, path)
    await pilot.press("enter")


@pytest.fixture
def open_file(tmp_path: Path) -> OpenListFile:
    path = tmp_path / "lists" / "vale.yaml"
    path.parent.mkdir()
    save_list(sample("iron-vale").army, path)
    return OpenListFile.load(path, Journal())


def two_steps(keeper: OpenListFile) -> EditorSession:
    """Return a list with two removed units, in two steps."""
    assert keeper.saved_army is not None
    session = sample("iron-vale")
    for entry in session.army.entries[:2]:
        session.apply(RemoveEntry(entry.id, subject=entry.id))
    return session


async def test_history_is_latest_first_and_compares_any_two(open_file):
    session = two_steps(open_file)
    screen = HistoryScreen(session, open_file)
    async with alone(screen, size=(120, 30)) as (pilot, answers):
        names, sides = screen.version_list, screen.comparison
        assert names.has_focus
        assert [row.key for row in names.rows] == ["2", "1", "0"]
        assert names.cursor_key == "2", "where we are"
        assert [text[0] for text in texts(names)] == ["▶", " ", " "]
        assert [row.left[1].role for row in names.rows] == ["bold", "", ""]
        assert all((row.wrap, row.hang) == (True, 2) for row in names.rows)
        assert " ".join(texts(sides)[0].split()) == f"{NOW} {NOW}"
        assert not screen.query_one("#hint", RowLabel).display
        assert screen.check_action("archive", ()) is False, "nothing waits to be decided on"
        await pilot.press("down", "down")
        await pilot.pause()
        assert texts(sides)[0].rstrip().endswith(NOW), "the older one stands left"
        assert texts(sides)[0].startswith(START)
        await pilot.press("m", "up")
        await pilot.pause()
        assert [text[0] for text in texts(names)] == ["▶", " ", "●"]
        assert texts(sides)[0].startswith(START), "compared with the mark, no longer with now"
        assert not texts(sides)[0].rstrip().endswith(NOW)
        await pilot.press("up", "m", "up")
        await pilot.pause()
        assert [text[0] for text in texts(names)] == ["●", " ", " "]
        await pilot.press("home", "m")
        await pilot.pause()
        assert [text[0] for text in texts(names)] == ["▶", " ", " "], "the same key takes the mark away"
        await pilot.press("tab")
        assert sides.has_focus
        await pilot.press("tab")
        assert names.has_focus
        await pilot.pause()
        assert key_line(screen)["⏎"] == pilot.app.tr("key.go-there")
        await pilot.press("x", "escape")
        assert answers == [None]
        assert len(session.history.past) == 2


async def test_changed_history_row_starts_at_top(open_file):
    screen = HistoryScreen(two_steps(open_file), open_file)
    async with alone(screen, size=(100, 14)) as (pilot, _):
        await pilot.press("tab", "end")
        assert screen.comparison.scroll_offset.y > 0
        await pilot.press("tab", "down")
        await pilot.pause()
        assert screen.comparison.scroll_offset.y == 0


async def test_enter_restores_a_version_and_undone_is_dim(open_file):
    session = two_steps(open_file)
    before = session.army
    for where in ("end", "home"):
        screen = HistoryScreen(session, open_file)
        async with alone(screen, size=(100, 30)) as (pilot, answers):
            if where == "home":
                assert [row.left[1].role for row in screen.version_list.rows] == ["dim", "dim", "bold"]
                assert screen.version_list.cursor_key == "0"
                await pilot.press("up", "up")
                await pilot.pause()
                assert texts(screen.comparison)[0].startswith(NOW), "the later one stands right"
            await pilot.press(where, "enter")
            assert answers == [None]
        assert len(session.army.entries) == len(before.entries) + (2 if where == "end" else 0)
    assert session.army == before


async def test_recovered_work_is_archived_or_error_reported(open_file, monkeypatch):
    notes = Journal().open_entry(open_file.path.with_name("vale.yaml"))
    assert notes is None, "the list is open here"
    open_file.close()
    notes = Journal().open_entry(open_file.path)
    assert notes is not None
    army = load_list(open_file.path).army
    notes.write(RenameEntry(army.entries[0].id, "Lost")(army), load_list(open_file.path).stamp.sha256, 2)
    notes.close()
    session = sample("iron-vale")
    screen = HistoryScreen(session, open_file, VersionSource.UNSAVED)
    async with alone(screen, size=(100, 30)) as (pilot, _):
        hint = screen.query_one("#hint", RowLabel)
        assert screen.selected_version is not None
        assert screen.selected_version.source is VersionSource.UNSAVED
        assert hint.display
        here = next(row for row in screen.version_list.rows if row.key == screen.version_list.cursor_key)
        assert here.left[1].role == "warn"
        assert "x" not in dim_keys(screen)

        def full(*_: object) -> None:
            raise UnsavedError("save.full", Path("x"))

        with monkeypatch.context() as broken:
            broken.setattr(history, "archive_recovered", full)
            await pilot.press("x")
        await pilot.pause()
        assert [note.severity for note in pilot.app._notifications] == ["error"]
        assert Journal().find_recoverable(open_file.path)
        await pilot.press("m", "x")
        await pilot.pause()
        assert [note.message for note in pilot.app._notifications] == [sentence("tui.history.put-away")]
        assert not Journal().find_recoverable(open_file.path)
        assert screen._base is None
        assert not hint.display
        assert screen.selected_version is not None


def test_history_shows_time_today_and_date_before():
    army = sample("iron-vale").army
    now = datetime.now(UTC)
    moments = [Version(VersionSource.STEP, army, saved_at=when) for when in (None, now, now - timedelta(days=3))]
    then = (now - timedelta(days=3)).astimezone()
    assert [history._format_time(moment) for moment in moments] == ["", f"{now.astimezone():%H:%M}", f"{then:%Y-%m-%d}"]
    assert history._role(Version(VersionSource.NAMED, army)) == "accent"
