"""The list widget of all screens: it paints rows line by line and caches painted lines."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip

from listbuilder.tui.widgets.row import ELLIPSIS, Row, lay_out_row

_ROLES = ("heading", "dim", "bold", "good", "bad", "warn", "accent", "match", "cursor", "blurred")
_FOCUSED_BORDER, _FOCUSED_TITLE = "rows--front", "rows--front-title"
_BORDER_RULES = ("border_top", "border_right", "border_bottom", "border_left")
_MAX_CACHED_LINES = 2000
_CURSOR_BAR = "▌"
_MARGIN = 1
"""Cells in front of a row, for the cursor bar."""


class FastScrollBar(ScrollBar):
    """A scroll bar that renders equal lines once.

    Textual's own renders every line through Rich when the length of the list changes. With it, a key takes 15 %
    longer on a large screen (7.4 ms instead of 6.4 ms from key to paint, mean at 140x44; no difference at 80x24).
    """

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render the lines as Textual draws them."""
        bar = self.render()
        assert isinstance(bar, ScrollBarRender)
        assert isinstance(bar.style, Style)
        colors = bar.style.bgcolor or Color.default(), bar.style.color or Color.default()
        sizes = self.size.height, bar.virtual_size, bar.window_size
        segments = bar.render_bar(*sizes, bar.position, bar.thickness, True, *colors).segments
        strips = {}
        for segment in dict.fromkeys(segments):
            strip = Strip(Segment.apply_style([segment], self.visual_style.rich_style), self.size.width)
            for line_filter in self.get_line_filters():
                strip = strip.apply_filter(line_filter, self.background_colors[1])
            strips[segment] = strip
        return [strips[segments[y]] for y in crop.line_range]


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the runs of consecutive numbers, each as start and end."""
    for _, group in groupby(enumerate(numbers), lambda item: item[1] - item[0]):
        run = [number for _, number in group]
        yield run[0], run[-1] + 1


@dataclass
class _RowsMessage(Message):
    rows: RowList

    @property
    def control(self) -> RowList:
        """The list."""
        return self.rows


class RowList(ScrollView, can_focus=True, inherit_bindings=False):
    """A list of rows with a cursor.

    It caches painted lines by their content. Textual's own cache is by position, so a line that scrolls would be
    painted again.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"rows--{role}" for role in _ROLES} | {_FOCUSED_BORDER, _FOCUSED_TITLE}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "key.up", show=False, id="rows.up"),
        Binding("down", "move(1)", "key.down", show=False, id="rows.down"),
        Binding("pageup", "page(-1)", "key.page-up", show=False, id="rows.page-up"),
        Binding("pagedown", "page(1)", "key.page-down", show=False, id="rows.page-down"),
        Binding("home", "edge(0)", "key.first", show=False, id="rows.first"),
        Binding("end", "edge(-1)", "key.last", show=False, id="rows.last"),
        Binding("enter,space", "choose", "key.choose", show=False, id="rows.choose"),
    ]

    @dataclass
    class Highlighted(_RowsMessage):
        """The cursor moved to a row."""

        key: str | None

    @dataclass
    class Resized(_RowsMessage):
        """The list has a new size, so that columns must be laid out again."""

    @dataclass
    class Selected(_RowsMessage):
        """A row was chosen with Enter or the mouse."""

        key: str

    def __init__(
        self,
        *,
        id: str | None = None,  # noqa: A002  # Textual's name
        classes: str | None = None,
        choose_on_click: bool = False,
        enter_label: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.rows: tuple[Row, ...] = ()
        self._styles: dict[str, Style] = {}
        self._painted: dict[Hashable, Strip] = {}
        self._lines: list[tuple[int, int]] = []
        self._tops: list[int] = []
        self._cursor = -1
        self._laid_out_width = -1
        self._laid_out_size = Size()
        self._one_click = choose_on_click
        self._verb = enter_label

    @property
    def enter_label(self) -> str | None:
        """The catalogue key of what Enter does here, for the key bar."""
        return self._verb if self.cursor_key is not None else None

    @property
    def cursor_key(self) -> str | None:
        """The key of the row under the cursor."""
        return self.rows[self._cursor].key if 0 <= self._cursor < len(self.rows) else None

    def show(self, rows: Sequence[Row], cursor: str | None = None, *, from_top: bool = False) -> None:
        """Show other rows without posting a message.

        The cursor moves to the row with the key `cursor`; without one, it stays on its row or near its position.
        With `from_top`, the list starts at the top instead.
        """
        cursor_key = cursor if cursor is not None else None if from_top else self.cursor_key
        new_rows = tuple(rows)
        if new_rows == self.rows and cursor_key == self.cursor_key:
            return
        lines_before, verb_before = self.visible_lines(), self.enter_label
        self.rows = new_rows
        self._cursor = self._find_row(cursor_key, -1 if from_top else self._cursor)
        self._lay_out()
        if self.is_mounted:
            if self.enter_label != verb_before:  # the key bar shows what Enter does
                self.screen.refresh_bindings()
            if from_top and self.scroll_offset.y:
                self.scroll_to(y=0, animate=False, force=True, immediate=True)
            self._scroll_to_cursor()
        self._repaint(lines_before)

    def visible_lines(self) -> list[Hashable]:
        """Return what each visible line shows: row, line within the row, cursor; equal values look the same."""
        if self._laid_out_size != self._size:
            self._lay_out()
        top, height = self.scroll_offset.y, self.size.height
        visible = self._lines[top : top + height]
        contents: list[Hashable] = [(self.rows[index], line, index == self._cursor) for index, line in visible]
        return contents + [None] * (height - len(contents))

    def render_lines(self, crop: Region) -> list[Strip]:
        """Render lines with the border; only those that are not cached are painted."""
        if crop.column_span != (0, self.region.width):
            return super().render_lines(crop)
        if len(self._painted) > _MAX_CACHED_LINES:
            self._painted.clear()
        contents: list[Hashable] = [("above", self._border_title)] * self.gutter.top
        contents += [*self.visible_lines(), *[("below", self._border_subtitle)] * self.gutter.bottom]
        state = (crop.width, self.has_focus)
        strips_by_line = {y: self._painted.get((contents[y], state)) for y in crop.line_range}
        for start, end in _runs(y for y, strip in strips_by_line.items() if strip is None):
            strips = super().render_lines(Region(0, start, crop.width, end - start))
            for y, strip in zip(range(start, end), strips, strict=True):
                strips_by_line[y] = self._painted[contents[y], state] = strip
        return [strip for strip in strips_by_line.values() if strip is not None]

    def role_style(self, role: str) -> Style:
        """Return the style of a role."""
        if role not in self._styles:
            self._styles[role] = self.get_component_rich_style(f"rows--{role}") if role else self.rich_style
        return self._styles[role]

    def notify_style_update(self) -> None:
        """Drop cached styles and lines, because the theme or the size may have changed."""
        self._styles.clear()
        self._painted.clear()
        super().notify_style_update()
        self.call_later(self._color_border_again)
        if self._vertical_scrollbar is not None:  # it uses the colours of the list
            self._vertical_scrollbar.refresh()

    @property
    def vertical_scrollbar(self) -> ScrollBar:
        """The scroll bar, created when it is first needed."""
        if self._vertical_scrollbar is None:
            self._vertical_scrollbar = FastScrollBar(name="vertical", thickness=self.scrollbar_size_vertical)
            self._vertical_scrollbar.display = False
            self.app._start_widget(self, self._vertical_scrollbar)  # noqa: SLF001  # as Textual does it
        return self._vertical_scrollbar

    def _color_border_again(self) -> None:
        """Colour the border after Textual has computed the component styles."""
        self._color_border()
        self.refresh()

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Colour the border; Textual would look up every style of the list again."""
        self._color_border()

    def _color_border(self) -> None:
        inline, (edge, _) = self.styles.inline, self.styles.base.border_top
        if self.has_focus and edge:
            for name in _BORDER_RULES:
                inline.set_rule(name, (edge, self.get_component_styles(_FOCUSED_BORDER).color))
            inline.set_rule("border_title_color", self.get_component_styles(_FOCUSED_TITLE).color)
        else:
            for name in (*_BORDER_RULES, "border_title_color"):
                inline.clear_rule(name)

    def _repaint(self, lines_before: list[Hashable]) -> None:
        width = self.size.width
        lines = [y for y, (old, new) in enumerate(zip(lines_before, self.visible_lines(), strict=False)) if old != new]
        if lines:
            self.refresh(*(Region(0, y, width, 1) for y in lines))

    def _find_row(self, key: str | None, near: int) -> int:
        selectable = [index for index, row in enumerate(self.rows) if row.selectable]
        nearest = [index for index in selectable if index <= near][-1:] or selectable[:1] or [-1]
        return next((index for index in selectable if self.rows[index].key == key), nearest[0])

    def _lay_out(self) -> None:
        width = self.row_width
        self._laid_out_width, self._laid_out_size = width, self._size
        self._lines, self._tops = [], []
        for index, row in enumerate(self.rows):
            self._tops.append(len(self._lines))
            count = len(lay_out_row(row, width)) if row.wrap else 1
            self._lines.extend((index, line) for line in range(count))
        # at least as high as the window, so that the bar is always there and a longer list needs no new layout
        size = Size(0, max(len(self._lines), self.container_size.height))
        if size != self.virtual_size:
            self.set_reactive(RowList.virtual_size, size)
            self._scroll_update(size)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines at a width, for lists with automatic height."""
        del container, viewport
        bar = self.styles.scrollbar_size_vertical if self.show_vertical_scrollbar else 0
        room = max(1, width - bar - _MARGIN)
        return sum(len(lay_out_row(row, room)) if row.wrap else 1 for row in self.rows)

    @property
    def row_width(self) -> int:
        """The width of a row at the last size of the widget, which it keeps while hidden."""
        return max(1, self._size.width - self.gutter.width - _MARGIN)

    def render_line(self, y: int) -> Strip:
        """Render one visible line."""
        y += self.scroll_offset.y
        if y >= len(self._lines):
            return Strip.blank(self._laid_out_width + _MARGIN, self.role_style(""))
        index, line = self._lines[y]
        has_cursor = index == self._cursor
        cursor = self.role_style("cursor" if self.has_focus else "blurred") if has_cursor else None
        segments = [Segment(_CURSOR_BAR if has_cursor else " ", cursor or self.role_style(""))]
        parts = lay_out_row(self.rows[index], self._laid_out_width)[line]
        segments.extend(Segment(part.text, cursor or self.role_style(part.role)) for part in parts)
        return Strip(segments, self._laid_out_width + _MARGIN)

    def _move_cursor_to(self, index: int) -> None:
        if index == self._cursor:
            return
        lines_before = self.visible_lines()
        self._cursor = index
        self._scroll_to_cursor()
        self._repaint(lines_before)
        self.report_cursor(self.cursor_key)

    def _scroll_to_cursor(self) -> None:
        height = self.size.height
        if not height or not 0 <= self._cursor < len(self._tops):
            return
        top = self._tops[self._cursor]
        bottom = self._tops[self._cursor + 1] if self._cursor + 1 < len(self._tops) else len(self._lines)
        if bottom <= height and all(not row.selectable for row in self.rows[: self._cursor]):
            top = 0
        shown = Region(0, top, 1, min(bottom - top, height))
        self.scroll_to_region(shown, animate=False, force=True, immediate=True)

    def _step(self, by: int, times: int = 1) -> None:
        ahead = range(self._cursor + 1, len(self.rows)) if by > 0 else range(self._cursor - 1, -1, -1)
        selectable = [index for index in ahead if self.rows[index].selectable]
        if selectable:
            self._move_cursor_to(selectable[:times][-1])
        else:  # no row to choose there, but perhaps text to read
            self.scroll_relative(y=by * times, animate=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable Enter if there is nothing to choose, so that the screen can handle it."""
        del parameters
        return action != "choose" or self.cursor_key is not None

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        self._step(by)

    def action_page(self, by: int) -> None:
        """Move the cursor by one page."""
        self._step(by, max(1, self.size.height - 2))

    def action_edge(self, edge: int) -> None:
        """Move the cursor to the first or last row; without such rows, scroll to the edge."""
        self._step(1 if edge else -1, max(len(self.rows), len(self._lines)))

    def action_choose(self) -> None:
        """Choose the row under the cursor."""
        if self.cursor_key is not None:
            self.report_choice(self.cursor_key)

    def report_cursor(self, key: str | None) -> None:
        """Report that the cursor moved; panes override this to skip the message queue."""
        self.post_message(self.Highlighted(self, key))

    def report_choice(self, key: str) -> None:
        """Report that a row was chosen; panes override this to skip the message queue."""
        self.post_message(self.Selected(self, key))

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the row that was clicked; a second click chooses it."""
        line = event.get_content_offset(self)
        if line is None or not 0 <= line.y + self.scroll_offset.y < len(self._lines):
            return
        index, _ = self._lines[line.y + self.scroll_offset.y]
        if not self.rows[index].selectable:
            return
        is_choice = index == self._cursor or self._one_click
        self._move_cursor_to(index)
        if is_choice:
            self.action_choose()

    def on_resize(self) -> None:
        """Lay out the rows for the new width."""
        self._lay_out()
        self._scroll_to_cursor()
        self.post_message(self.Resized(self))


class RowLabel(RowList, can_focus=False):
    """Rows without a cursor; a mark on the last line shows that more follows."""

    @property
    def has_more(self) -> bool:
        """Whether more lines follow below the visible ones."""
        return len(self._lines) > self.scroll_offset.y + self.size.height

    def visible_lines(self) -> list[Hashable]:
        """Return what each visible line shows, with the mark for more in the last one."""
        contents = super().visible_lines()
        return [*contents[:-1], (contents[-1], self.has_more)] if contents else contents

    def render_line(self, y: int) -> Strip:
        """Render one line; the last one ends with an ellipsis if more follows."""
        strip = super().render_line(y)
        if not self.has_more or y + 1 != self.size.height:
            return strip
        visible = strip.crop(0, max(1, min(strip.cell_length - 1, cell_len(strip.text.rstrip()))))
        with_mark = Strip([*visible, Segment(ELLIPSIS, self.role_style("dim"))])
        return with_mark.adjust_cell_length(strip.cell_length, self.role_style(""))
