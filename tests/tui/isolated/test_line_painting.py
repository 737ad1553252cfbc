"""Cached painting of row lists equals fresh painting, and no line is painted twice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.color import Color
from textual.filter import LineFilter
from textual.geometry import Region
from textual.pilot import Pilot
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar
from textual.strip import Strip
from textual.widgets import Input

from listbuilder.tui.widgets import row_list
from listbuilder.tui.widgets.row import info, row
from listbuilder.tui.widgets.row_list import FastScrollBar, RowLabel, RowList, _runs
from tests.tui.isolated.small_app import STYLES

LETTERS = [row(letter, letter.upper(), role="warn" if letter == "c" else "") for letter in "abcdefghijkl"]


class Framed(App[None]):
    CSS_PATH = str(STYLES)

    def __init__(self, rows: RowList) -> None:
        super().__init__()
        self.rows = rows

    def compose(self) -> ComposeResult:
        yield self.rows
        yield Input(compact=True)


@asynccontextmanager
async def run_framed(rows: RowList, size: tuple[int, int] = (20, 9)) -> AsyncIterator[tuple[Pilot[None], RowList]]:
    app = Framed(rows)
    async with app.run_test(size=size) as pilot:
        rows.show(LETTERS)
        rows.focus()
        await pilot.pause()
        yield pilot, rows


def whole_region(rows: RowList) -> Region:
    return Region(0, 0, rows.region.width, rows.region.height)


def looks(strips: list[Strip]) -> list[list[tuple[str, object]]]:
    """Return every letter with its style, independent of segment boundaries."""
    return [[(letter, piece.style) for piece in strip for letter in piece.text] for strip in strips]


def as_new(rows: RowList) -> None:
    """Check that the cached lines equal what Textual paints without a cache."""
    crop = whole_region(rows)
    cached = looks(rows.render_lines(crop))
    rows._styles_cache.clear()
    assert cached == looks(ScrollView.render_lines(rows, crop))
    for y in range(crop.height):
        (line,) = looks(rows.render_lines(Region(0, y, crop.width, 1)))
        assert line == cached[y]
    part = Region(2, 1, 5, 3)
    assert looks(rows.render_lines(part)) == looks(ScrollView.render_lines(rows, part))


async def test_cached_lines_equal_fresh_painting():
    async with run_framed(RowList(classes="pane")) as (pilot, rows):
        as_new(rows)
        for key in ("down", "down", "end", "up", "home"):
            await pilot.press(key)
            as_new(rows)
        rows.border_title, rows.border_subtitle = "Title", "below"
        as_new(rows)
        rows.border_title, rows.border_subtitle = "Another", "beyond"
        as_new(rows)
        rows.show([*LETTERS[:2], info("text"), *LETTERS[5:]])
        as_new(rows)
        pilot.app.query_one(Input).focus()
        await pilot.pause()
        as_new(rows)
        rows.focus()
        await pilot.pause()
        as_new(rows)
        before = looks(rows.render_lines(whole_region(rows)))
        pilot.app.theme = "textual-light"
        await pilot.pause()
        as_new(rows)
        assert looks(rows.render_lines(whole_region(rows))) != before, "in other colours"
        await pilot.resize_terminal(16, 7)
        await pilot.pause()
        as_new(rows)
        rows.show([])
        as_new(rows)


async def test_unchanged_lines_are_not_painted_again(monkeypatch):
    async with run_framed(RowList(classes="pane")) as (pilot, rows):
        painted: list[int] = []
        inner = rows.render_line

        def render_line(y: int) -> Strip:
            painted.append(y)
            return inner(y)

        monkeypatch.setattr(rows, "render_line", render_line)

        def count() -> int:
            painted.clear()
            rows._styles_cache.clear()  # Textual caches lines too
            rows.render_lines(whole_region(rows))
            return len(painted)

        rows._painted.clear()
        assert count() == rows.size.height
        assert count() == 0
        await pilot.press("down")
        rows.render_lines(whole_region(rows))
        await pilot.press("up")
        rows.render_lines(whole_region(rows))
        assert count() == 0, "the cursor was here before"
        monkeypatch.setattr(row_list, "_MAX_CACHED_LINES", len(rows._painted))
        assert count() == 0, "so many are kept"
        monkeypatch.setattr(row_list, "_MAX_CACHED_LINES", len(rows._painted) - 1)
        assert count() == rows.size.height, "and no more"


@pytest.mark.parametrize(
    ("numbers", "runs"),
    [([], []), ([0], [(0, 1)]), ([1, 2, 3, 5, 7, 8], [(1, 4), (5, 6), (7, 9)]), ([0, 2], [(0, 1), (2, 3)])],
)
def test_adjacent_lines_are_painted_together(numbers, runs):
    assert list(_runs(numbers)) == runs


async def test_frame_shows_the_focus():
    async with run_framed(RowList(classes="pane")) as (pilot, rows):
        front = rows.get_component_styles("rows--front").color
        title = rows.get_component_styles("rows--front-title").color
        edges = ("border_top", "border_right", "border_bottom", "border_left")
        assert {getattr(rows.styles, edge)[1] for edge in edges} == {front}
        assert rows.styles.border_title_color == title
        pilot.app.query_one(Input).focus()
        await pilot.pause()
        assert {getattr(rows.styles, edge) for edge in edges} == {rows.styles.base.border_top}
        assert rows.styles.border_title_color == rows.styles.base.border_title_color
        assert front != rows.styles.base.border_top[1]
        pilot.app.theme = "textual-light"
        await pilot.pause()
        rows.focus()
        await pilot.pause()
        pilot.app.theme = "textual-dark"
        await pilot.pause()
        assert rows.styles.border_top[1] == rows.get_component_styles("rows--front").color, "in the colours of now"


async def test_list_without_frame_stays_frameless():
    async with run_framed(RowList()) as (_, rows):
        assert rows.styles.border_top[0] == ""
        as_new(rows)


async def test_scroll_bar_looks_like_textuals():
    async with run_framed(RowList()) as (pilot, rows):
        bar = rows.vertical_scrollbar
        assert isinstance(bar, FastScrollBar)
        assert rows.vertical_scrollbar is bar
        assert bar.vertical
        assert bar.size.height == 8

        def is_new() -> None:
            crop = Region(0, 0, bar.size.width, bar.size.height)
            fresh = looks(ScrollBar.render_lines(bar, crop))
            assert looks(bar.render_lines(crop)) == fresh
            for y in range(crop.height):
                assert looks(bar.render_lines(Region(0, y, 1, 1))) == [fresh[y]]

        is_new()
        before = looks(bar.render_lines(Region(0, 0, 1, 8)))
        await pilot.press("end")
        await pilot.pause()
        is_new()
        assert looks(bar.render_lines(Region(0, 0, 1, 8))) != before
        pilot.app.theme = "textual-light"
        await pilot.pause()
        is_new()
        await pilot.resize_terminal(20, 6)
        await pilot.pause()
        is_new()
        assert bar.size.height == 5


class Grey(LineFilter):
    """Records the backgrounds that it is applied to."""

    def __init__(self) -> None:
        super().__init__()
        self.backgrounds: list[Color] = []

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        self.backgrounds.append(background)
        return [Segment(piece.text.replace(" ", "."), piece.style) for piece in segments]


async def test_scroll_bar_applies_line_filters(monkeypatch):
    async with run_framed(RowList()) as (_, rows):
        bar, grey = rows.vertical_scrollbar, Grey()
        assert isinstance(bar, FastScrollBar)
        monkeypatch.setattr(bar, "get_line_filters", lambda: [grey])
        strips = bar.render_lines(Region(0, 0, 1, bar.size.height))
        assert {strip.text for strip in strips} <= {".", "▁", "▂", "▃", "▄", "▅", "▆", "▇"}
        assert set(grey.backgrounds) == {bar.background_colors[1]}


async def test_ellipsis_shows_that_more_follows():
    lines = RowLabel()
    async with run_framed(lines, size=(12, 4)):
        lines.show([info("one"), info("two"), info("three"), info("four five six")])
        as_new(lines)
        assert lines.has_more
        assert [lines.render_line(y).text for y in range(3)] == [" one        ", " two        ", " three…     "]
        assert lines.visible_lines()[-1] == (lines.visible_lines()[-1][0], True)
        lines.show([info("one"), info("two"), info("eleven char")])
        assert not lines.has_more
        as_new(lines)
        lines.show([info("one"), info("two"), info("eleven char"), info("x")])
        assert lines.render_line(2).text == " eleven cha…"
        assert lines.render_line(2).cell_length == 12
        as_new(lines)
