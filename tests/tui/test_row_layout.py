"""Row layout: exact widths, lossless wrapping, no control characters."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App, ComposeResult

from listbuilder.tui.editor.header import points_gauge
from listbuilder.tui.widgets.row import BLANK_ROW, Part, Row, heading, info, lay_out_row, row
from listbuilder.tui.widgets.row_list import RowLabel, RowList

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)


def line_text(line: tuple[Part, ...]) -> str:
    return "".join(part.text for part in line)


@given(TEXT, TEXT, st.integers(6, 60), st.booleans(), st.integers(0, 6))
def test_every_line_has_the_exact_width(left_text, right, width, wrap, hang):
    for line in lay_out_row(row("k", left_text, right[:8], wrap=wrap, hang=hang), width):
        text = line_text(line)
        assert text.isprintable() or "\u200d" in text or "\u200c" in text
        assert cell_len(text) == width


@given(st.lists(st.text("abcdefgh", min_size=1, max_size=30), min_size=1, max_size=20), st.integers(8, 40))
def test_wrapping_loses_no_letter(parts, width):
    lines = lay_out_row(info(" ".join(parts), hang=3), width)
    assert "".join("".join(line_text(line).split()) for line in lines) == "".join(parts)


def test_too_long_text_is_cut_with_ellipsis():
    (line,) = lay_out_row(row("k", "A very long name of a unit", "100"), 16)
    assert line_text(line) == "A very long… 100"


def test_gauge_changes_colour_at_the_limit():
    assert [part.role for part in points_gauge(500, 1000, 10)] == ["good", "dim"]
    assert points_gauge(1000, 1000, 10)[0] == Part("█" * 10, "good"), "a full list is a success"
    assert points_gauge(1001, 1000, 10)[0].role == "bad"
    assert points_gauge(0, 0, 10)[0].role == "good"
    for used in range(0, 1001, 7):
        assert sum(len(part.text) for part in points_gauge(used, 1000, 10)) == 10


class Shown(App[None]):
    def compose(self) -> ComposeResult:
        yield RowList()


async def test_cursor_stays_on_its_selectable_row():
    rows = [heading("H"), row("a", "A"), info("text"), row("b", "B"), row("c", "C")]
    async with Shown().run_test(size=(20, 4)) as pilot:
        shown = pilot.app.query_one(RowList)
        shown.show(rows)
        shown.focus()
        assert shown.cursor_key == "a"
        await pilot.press("down")
        assert shown.cursor_key == "b"
        shown.show([row("z", "Z"), *rows])
        assert shown.cursor_key == "b"
        shown.show([item for item in rows if item.key != "b"])
        assert shown.cursor_key in ("a", "c")
        await pilot.press("end")
        assert shown.cursor_key == "c"
        await pilot.press("home", "up", "up")
        assert shown.cursor_key == "a"
        shown.show([info("one two three four"), row("d", "of many lines " * 6, wrap=True)], from_top=True)
        assert shown.scroll_offset.y == 1, "a row above window height starts with its first line"
        shown.show([])
        assert shown.cursor_key is None
        await pilot.press("down", "enter", "pagedown")


def test_rows_are_values():
    assert row("k", "x") == Row("k", (Part("x"),))
    assert row("k", "left", "right").text == "leftright"


class Told(App[None]):
    CSS = "RowLabel { scrollbar-size: 0 0; height: 2; }"

    def compose(self) -> ComposeResult:
        yield RowLabel()


async def test_lines_mark_hidden_content():
    async with Told().run_test(size=(12, 4)) as pilot:
        label = pilot.app.query_one(RowLabel)

        async def shown_lines(text: str) -> list[str]:
            label.show([info(text)])
            await pilot.pause()
            return [label.render_line(y).text.rstrip() for y in range(2)]

        assert await shown_lines("one two three four") == [" one two", " three four"]
        label.show([info("one"), BLANK_ROW, info("two")])
        assert label.render_line(1).text.rstrip() == " …"
        assert await shown_lines("one two three four five") == [" one two", " three four…"]
        assert await shown_lines("one two three fours five") == [" one two", " three four…"]
        assert await shown_lines("one two three four") == [" one two", " three four"]
