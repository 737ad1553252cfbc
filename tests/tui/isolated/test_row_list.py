"""Keys and clicks in a row list: at both ends, when empty, and read-only."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import ClassVar

import pytest
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Input

from listbuilder.tui.widgets.row import BLANK_ROW, Row, heading, info, row
from listbuilder.tui.widgets.row_list import RowLabel, RowList
from tests.tui.isolated.small_app import STYLES

LETTERS = [row(letter, letter.upper()) for letter in "abcdefghijkl"]


class Table(App[None]):
    CSS_PATH = str(STYLES)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, f"note('{key}')") for key in ("left", "right", "ctrl+pageup", "ctrl+home", "enter")
    ]

    def __init__(self, rows: RowList) -> None:
        super().__init__()
        self.rows = rows
        self.events: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.rows
        yield Input(id="other", compact=True)

    def on_row_list_highlighted(self, event: RowList.Highlighted) -> None:
        assert event.control is self.rows
        self.events.append(f"at {event.key}")

    def on_row_list_selected(self, event: RowList.Selected) -> None:
        assert event.control is self.rows
        self.events.append(f"chose {event.key}")

    def on_row_list_resized(self, event: RowList.Resized) -> None:
        assert event.control is self.rows
        self.events.append(f"{event.rows.size.width} wide")

    def action_note(self, key: str) -> None:
        self.events.append(f"{key} here")

    def take_events(self) -> list[str]:
        """Return the events since the last call."""
        events, self.events = self.events, []
        return events


@asynccontextmanager
async def table(
    rows: list[Row], size: tuple[int, int] = (20, 7), shown: RowList | None = None
) -> AsyncIterator[tuple[Pilot[None], Table]]:
    """Show rows in a focused window of six lines, without earlier events."""
    app = Table(shown or RowList())
    async with app.run_test(size=size) as pilot:
        app.rows.show(rows)
        app.rows.focus()
        await pilot.pause()
        app.take_events()
        yield pilot, app


def in_sight(shown: RowList) -> list[str]:
    """Return the painted lines of the window."""
    return [shown.render_line(y).text.rstrip() for y in range(shown.size.height)]


async def test_cursor_moves_by_rows_pages_and_ends():
    async with table(LETTERS) as (pilot, app):
        shown = app.rows
        for key, cursor, top in (
            ("up", "a", 0),  # the first row
            ("down", "b", 0),
            ("down", "c", 0),
            ("up", "b", 0),
            ("pagedown", "f", 0),  # four rows down, keeping two lines of context
            ("down", "g", 1),
            ("pagedown", "k", 5),
            ("pagedown", "l", 6),  # stops at the last row
            ("down", "l", 6),  # the last row
            ("pageup", "h", 6),
            ("pageup", "d", 3),
            ("pageup", "a", 0),
            ("pageup", "a", 0),
            ("end", "l", 6),
            ("home", "a", 0),
        ):
            before = shown.cursor_key
            await pilot.press(key)
            assert (key, shown.cursor_key, shown.scroll_offset.y) == (key, cursor, top)
            assert app.take_events() == ([f"at {cursor}"] if cursor != before else []), (
                "who does not move tells nothing"
            )
        assert in_sight(shown) == ["▌A", " B", " C", " D", " E", " F"]


async def test_enter_and_space_choose_the_current_row():
    async with table(LETTERS) as (pilot, app):
        await pilot.press("down", "enter", "space")
        assert app.take_events() == ["at b", "chose b", "chose b"]
        app.rows.show([])
        assert in_sight(app.rows) == [""] * 6
        await pilot.press("down", "up", "end", "home", "pagedown", "space")
        assert (app.take_events(), app.rows.cursor_key) == ([], None)
        await pilot.press("enter")
        assert app.take_events() == ["enter here"], "where nothing can be chosen, Enter is the screen's"


async def test_other_keys_are_left_to_the_screen():
    async with table(LETTERS) as (pilot, app):
        await pilot.press("left", "right", "ctrl+pageup", "ctrl+home")
        assert app.take_events() == ["left here", "right here", "ctrl+pageup here", "ctrl+home here"]


async def test_cursor_skips_headings_and_shows_the_first():
    rows = [
        heading("HEAD"),
        BLANK_ROW,
        row("a", "A"),
        info("text"),
        heading("MORE"),
        row("b", "B"),
        BLANK_ROW,
        info("end"),
    ]
    async with table(rows, size=(20, 5)) as (pilot, app):
        shown = app.rows
        assert (shown.cursor_key, shown.scroll_offset.y) == ("a", 0)
        await pilot.press("down")
        assert (shown.cursor_key, shown.scroll_offset.y) == ("b", 2)
        await pilot.press("up")
        assert (shown.cursor_key, shown.scroll_offset.y) == ("a", 0), "what stands above the first is read again"
        await pilot.press("down", "down")
        assert (shown.cursor_key, shown.scroll_offset.y) == ("b", 3), "below the last the window goes on"
        await pilot.press("end")
        assert (shown.cursor_key, shown.scroll_offset.y) == ("b", 4)


async def test_read_only_rows_scroll_with_same_keys():
    rows = [info(f"line {number}") for number in range(20)]
    async with table(rows) as (pilot, app):
        for key, top in (("down", 1), ("pagedown", 5), ("up", 4), ("end", 14), ("pageup", 10), ("home", 0), ("up", 0)):
            await pilot.press(key)
            await pilot.pause()
            assert (key, app.rows.scroll_offset.y) == (key, top)
        assert (app.take_events(), app.rows.cursor_key) == ([], None)


@pytest.mark.parametrize(("height", "page"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 3)])
async def test_page_keeps_two_lines_of_context(height, page):
    async with table(LETTERS, size=(20, height + 1)) as (pilot, app):
        assert app.rows.size.height == height
        await pilot.press("pagedown")
        assert app.rows.cursor_key == LETTERS[page].key
        await pilot.press("pageup")
        assert app.rows.cursor_key == "a"


async def test_long_texts_scroll_to_last_line():
    rows = [info(f"{number} two three four five six seven") for number in range(5)]
    async with table(rows, size=(12, 5)) as (pilot, app):
        await pilot.press("end")
        await pilot.pause()
        assert app.rows.scroll_offset.y == len(app.rows._lines) - 4 > len(rows)
        assert in_sight(app.rows)[-1] == " seven"
        await pilot.press("home")
        await pilot.pause()
        assert app.rows.scroll_offset.y == 0


async def test_tiny_list_still_has_one_cell():
    async with table(LETTERS, size=(2, 6)) as (_, app):
        assert app.rows.row_width == 1
        assert in_sight(app.rows)[1] == " B"


async def test_wrapped_rows_scroll_into_view_whole():
    long = "one two three four five six"
    rows = [row("a", long, wrap=True), row("b", long, wrap=True), row("c", long, wrap=True)]
    async with table(rows, size=(14, 5)) as (pilot, app):
        shown = app.rows
        assert in_sight(shown) == ["▌one two", "▌three four", "▌five six", " one two"]
        await pilot.press("down")
        assert in_sight(shown) == [" five six", "▌one two", "▌three four", "▌five six"]
        await pilot.press("down", "up")
        assert in_sight(shown) == ["▌one two", "▌three four", "▌five six", " one two"]
        shown.show([row("a", long), row("b", long)])
        assert in_sight(shown) == [" one two thr…", "▌one two thr…", "", ""], "what may not be broken is cut"


async def test_changed_rows_keep_the_cursor_nearby():
    async with table(LETTERS) as (_, app):
        shown = app.rows
        shown.show(LETTERS, "h")
        assert (shown.cursor_key, shown.scroll_offset.y) == ("h", 2), "it is shown where it was asked for"
        shown.show(LETTERS[3:])
        assert shown.cursor_key == "h"
        assert in_sight(shown) == [" F", " G", "▌H", " I", " J", " K"], "the window stays where it is"
        shown.show([letter for letter in LETTERS[3:] if letter.key != "h"])
        assert shown.cursor_key == "i", "in its place"
        shown.show([*LETTERS[:3], info("text")])
        assert shown.cursor_key == "c", "the last one before it"
        shown.show([info("text"), *LETTERS[5:]])
        assert shown.cursor_key == "g", "as far down as it was"
        shown.show([info("text"), heading("HEAD"), BLANK_ROW, BLANK_ROW, *LETTERS[8:]], "none")
        assert shown.cursor_key == "i", "the first one behind it where none is before"
        shown.show(LETTERS)
        shown.show(LETTERS, "l")
        shown.show([heading("HEAD"), *LETTERS], from_top=True)
        assert (shown.cursor_key, shown.scroll_offset.y) == ("a", 0), "afresh it is read from the top"
        shown.show(LETTERS, "d", from_top=True)
        assert shown.cursor_key == "d"
        assert app.take_events() == [], "whoever shows them knows"


async def test_fresh_rows_start_at_first_line():
    async with table([info(f"line {number}") for number in range(20)]) as (pilot, app):
        await pilot.press("end")
        app.rows.show([info(f"row {number}") for number in range(20)])
        assert in_sight(app.rows)[0] == " row 14", "what is the same thing stays where it is"
        app.rows.show([info(f"other {number}") for number in range(20)], from_top=True)
        assert in_sight(app.rows)[0] == " other 0"


async def test_second_click_chooses_the_row():
    rows = [heading("HEAD"), *LETTERS[:3], info("text")]
    async with table(rows) as (pilot, app):
        await pilot.click(RowList, offset=(3, 2))
        assert app.take_events() == ["at b"]
        await pilot.click(RowList, offset=(3, 2))
        assert app.take_events() == ["chose b"]
        for line in (0, 4, 5):  # a heading, a text, and below the last row
            await pilot.click(RowList, offset=(3, line))
        assert (app.take_events(), app.rows.cursor_key) == ([], "b")
        app.rows.show(LETTERS, "l")
        await pilot.click(RowList, offset=(3, 0))
        assert (app.take_events(), app.rows.scroll_offset.y) == (["at g"], 6), "by the lines in sight"


async def test_one_click_list_chooses_at_once():
    async with table([heading("HEAD"), *LETTERS[:3]], shown=RowList(choose_on_click=True)) as (pilot, app):
        await pilot.click(RowList, offset=(3, 3))
        await pilot.click(RowList, offset=(3, 0))
        assert app.take_events() == ["at c", "chose c"]
        app.rows.show(LETTERS)
        await pilot.click(RowList, offset=(3, 0))
        assert app.take_events() == ["at a", "chose a"], "the first line is a row like any other"


async def test_click_on_frame_hits_no_row():
    async with table(LETTERS[:3], shown=RowList(classes="pane")) as (pilot, app):
        await pilot.click(RowList, offset=(3, 0))
        await pilot.click(RowList, offset=(0, 2))
        assert app.take_events() == []
        await pilot.click(RowList, offset=(3, 2))
        assert app.take_events() == ["at b"]


async def test_enter_is_named_only_with_choices():
    async with table(LETTERS[:3], shown=RowList(enter_label="key.open")) as (_, app):
        assert app.rows.enter_label == "key.open"
        app.rows.show([info("nothing")])
        assert app.rows.enter_label is None


async def test_unfocused_cursor_looks_different():
    async with table([row("a", "A"), row("b", "B", role="warn")]) as (pilot, app):

        def styles(y: int) -> set[Style | None]:
            return {segment.style for segment in app.rows.render_line(y)}

        brush = app.rows.role_style
        assert (styles(0), styles(1)) == ({brush("cursor")}, {brush(""), brush("warn")})
        assert in_sight(app.rows)[:3] == ["▌A", " B", ""]
        app.query_one(Input).focus()
        await pilot.pause()
        assert (styles(0), styles(1)) == ({brush("blurred")}, {brush(""), brush("warn")})
        assert len({brush(role) for role in ("", "cursor", "blurred", "warn", "dim", "heading")}) == 6


async def test_only_changed_lines_are_painted(monkeypatch: pytest.MonkeyPatch):
    async with table(LETTERS) as (pilot, app):
        shown = app.rows
        painted: list[Region] = []
        inner = shown.refresh
        width = shown.size.width

        def refresh(*regions: Region, **options: bool) -> RowList:
            painted.extend(regions)
            return inner(*regions, **options)

        def lines() -> list[int]:
            assert all(region == Region(0, region.y, width, 1) for region in painted)
            painted_lines = [region.y for region in painted]
            painted.clear()
            return painted_lines

        monkeypatch.setattr(shown, "refresh", refresh)
        await pilot.press("down")
        assert lines() == [0, 1]
        shown.show([*LETTERS[:4], row("e", "other"), *LETTERS[5:]])
        assert lines() == [4]
        shown.show([*LETTERS[:4], row("e", "other"), *LETTERS[5:]])
        shown.show([*LETTERS[:4], row("e", "other"), *LETTERS[5:9]])
        assert lines() == [], "what is not in sight is not painted"
        shown.show(LETTERS[:3])
        assert lines() == [3, 4, 5]
        shown.show(LETTERS[:5])
        assert lines() == [3, 4], "where nothing was"


async def test_focus_change_repaints_whole_list(monkeypatch: pytest.MonkeyPatch):
    async with table(LETTERS) as (pilot, app):
        whole: list[tuple[Region, ...]] = []
        inner = app.rows.refresh

        def refresh(*regions: Region, **options: bool) -> RowList:
            whole.append(regions)
            return inner(*regions, **options)

        for widget in (app.query_one(Input), app.rows):
            with monkeypatch.context() as spied:
                spied.setattr(app.rows, "refresh", refresh)
                whole.clear()
                widget.focus()
                await pilot.pause()
                assert () in whole


async def test_resize_rewraps_lines_and_notifies():
    text = "one two three four five six"
    rows = [*LETTERS[:2], row("long", text, wrap=True), *LETTERS[2:]]
    async with table(rows, size=(40, 6)) as (pilot, app):
        await pilot.press("end")
        assert in_sight(app.rows)[-1] == "▌L"
        app.take_events()
        await pilot.resize_terminal(14, 5)
        await pilot.pause()
        assert app.take_events() == ["14 wide"]
        assert in_sight(app.rows) == [" I", " J", " K", "▌L"], "the cursor stays in sight"
        await pilot.press("home", "down", "down")
        assert in_sight(app.rows) == [" B", "▌one two", "▌three four", "▌five six"]


async def test_auto_height_list_fits_its_rows():
    class Box(Table):
        CSS = "RowList { height: auto; max-height: 8; }"

    app = Box(RowList())
    async with app.run_test(size=(14, 12)) as pilot:
        for rows, height in (
            (LETTERS[:3], 3),
            ([row("a", "one two three four", wrap=True), *LETTERS[:2]], 4),
            ([row("a", "one two three", wrap=True)], 2),
            ([row("a", "one two thre", wrap=True)], 1),  # twelve cells without those of cursor and scroll bar
            ([row("a", "one two three four")], 1),
            (LETTERS, 8),
        ):
            app.rows.show(rows)
            app.rows.refresh(layout=True)
            await pilot.pause()
            assert app.rows.size.height == height


async def test_static_lines_take_no_focus():
    app = Table(RowLabel())
    async with app.run_test(size=(20, 7)) as pilot:
        app.rows.show([info("one"), info("two")])
        app.rows.focus()
        await pilot.pause()
        assert not app.rows.has_focus
        app.rows.show([info(f"line {number}") for number in range(9)])
        assert in_sight(app.rows)[-1] == " line 5…"
        app.rows.show([info(f"line {number}") for number in range(6)])
        assert in_sight(app.rows)[-1] == " line 5"
