"""A list of rows with a cursor: one widget that paints lines, so that a key press costs next to nothing.

What paints the lines of a list: a line that has looked the same before, wherever it stood, is not painted again.

A few lines of text that are only looked at: headers and status lines.

The bar beside a list: only the lines of it that change are painted.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

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

from listbuilder.tui.widgets.row import ELLIPSIS, Part, Row, lay_out

_NO_COLOR = Color.default()


class LeanScrollBar(ScrollBar):
    """Textual's own paints itself whole whenever the list has another length; that costs more than the list does."""

    def __init__(self, thickness: int) -> None:
        super().__init__(vertical=True, name="vertical", thickness=thickness)
        self._painted: list[Segment] = []
        self._strips: dict[Segment, Strip] = {}

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Paint the lines that look otherwise now."""
        if regions or layout or recompose or not (repaint and self._painted):
            return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)
        before, self._painted = self._painted, self._segments()
        if len(before) != len(self._painted):
            return super().refresh()
        changed = [y for y, (old, new) in enumerate(zip(before, self._painted, strict=True)) if old != new]
        return super().refresh(*(Region(0, y, self.size.width, 1) for y in changed)) if changed else self

    def render_lines(self, crop: Region) -> list[Strip]:
        """Paint lines; most of them look like the one before."""
        if len(self._painted) != self.size.height:
            self._painted = self._segments()
        return [self._strip(self._painted[y]) for y in crop.line_range]

    def _strip(self, segment: Segment) -> Strip:
        found = self._strips.get(segment)
        if found is None:
            found = Strip([segment], self.size.width)
            for line_filter in self.get_line_filters():
                found = found.apply_filter(line_filter, self.background_colors[1])
            self._strips[segment] = found
        return found

    def notify_style_update(self) -> None:
        """Forget the colours."""
        self._strips.clear()
        super().notify_style_update()

    def _segments(self) -> list[Segment]:
        """Give the bar line by line, as Textual draws it."""
        bar = self.render()
        assert isinstance(bar, ScrollBarRender)
        assert isinstance(bar.style, Style)
        drawn = bar.render_bar(
            size=self.size.height,
            virtual_size=bar.virtual_size,
            window_size=bar.window_size,
            position=bar.position,
            thickness=bar.thickness,
            back_color=bar.style.bgcolor or _NO_COLOR,
            bar_color=bar.style.color or _NO_COLOR,
        )
        return list(Segment.apply_style(drawn.segments, self.visual_style.rich_style))


_ROLES = ("heading", "dim", "bold", "good", "bad", "warn", "accent", "match", "cursor", "blurred")
_FRONT, _FRONT_TITLE = "rows--front", "rows--front-title"
_EDGES = ("border_top", "border_right", "border_bottom", "border_left")
_MOST = 2000


class Brush(ScrollView):
    """A list that is painted line by line; Textual's own way costs for every line that is in sight, changed or not."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"rows--{role}" for role in _ROLES} | {_FRONT, _FRONT_TITLE}

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id, classes=classes)
        self._styles: dict[str, Style] = {}
        self._painted: dict[Hashable, Strip] = {}

    @abstractmethod
    def in_window(self) -> list[Hashable]:
        """Tell what stands on each line of the window; two lines of which this is the same look the same."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Give lines of the widget with its frame; only those are painted that have not been before."""
        if crop.column_span != (0, self.region.width):
            return super().render_lines(crop)
        if len(self._painted) > _MOST:
            self._painted.clear()
        looks: list[Hashable] = [("above", self._border_title)] * self.gutter.top
        looks += [*self.in_window(), *[("below", self._border_subtitle)] * self.gutter.bottom]
        state = (crop.width, self.has_focus)
        known = {y: self._painted.get((looks[y], state)) for y in crop.line_range}
        for start, end in _runs(y for y, strip in known.items() if strip is None):
            strips = super().render_lines(Region(0, start, crop.width, end - start))
            for y, strip in zip(range(start, end), strips, strict=True):
                known[y] = self._painted[looks[y], state] = strip
        return [strip for strip in known.values() if strip is not None]

    def style_of(self, role: str) -> Style:
        """Give the style of a role."""
        found = self._styles.get(role)
        if found is None:
            found = self.get_component_rich_style(f"rows--{role}") if role else self.rich_style
            self._styles[role] = found
        return found

    def notify_style_update(self) -> None:
        """Forget the colours: theme or size may be other ones now."""
        self._styles.clear()
        self._painted.clear()
        super().notify_style_update()
        self.call_later(self._follow_theme)
        if self._vertical_scrollbar is not None:  # its colours are those of the list
            self._vertical_scrollbar.refresh()

    def _follow_theme(self) -> None:
        """Colour the frame when the colours of its parts are known, which Textual works out last."""
        self._color_frame()
        self.refresh()

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Colour the frame; Textual would look up every style of the list and its bar anew."""
        self._color_frame()

    def _color_frame(self) -> None:
        inline, (edge, _) = self.styles.inline, self.styles.base.border_top
        if self.has_focus and edge:
            for name in _EDGES:
                inline.set_rule(name, (edge, self.get_component_styles(_FRONT).color))
            inline.set_rule("border_title_color", self.get_component_styles(_FRONT_TITLE).color)
        else:
            for name in (*_EDGES, "border_title_color"):
                inline.clear_rule(name)

    @property
    def vertical_scrollbar(self) -> ScrollBar:
        """The bar at the right, made when it is first needed."""
        if self._vertical_scrollbar is None:
            self._vertical_scrollbar = LeanScrollBar(self.scrollbar_size_vertical)
            self._vertical_scrollbar.display = False
            self.app._start_widget(self, self._vertical_scrollbar)  # noqa: SLF001 - as Textual does it itself
        return self._vertical_scrollbar


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Give the runs of ascending numbers, each from its first to behind its last."""
    start = end = -1
    for number in numbers:
        if number != end:
            if start != end:
                yield start, end
            start = number
        end = number + 1
    if start != end:
        yield start, end


_BAR = "▌"
_MARGIN = 1


class Rows(Brush, can_focus=True, inherit_bindings=False):
    """Rows to look at and to choose from."""

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
    class Highlighted(Message):
        """The cursor has come to a row."""

        rows: Rows
        key: str | None

        @property
        def control(self) -> Rows:
            """The list it happened in."""
            return self.rows

    @dataclass
    class Resized(Message):
        """The list has another size: who sets columns for its width sets them again."""

        rows: Rows

        @property
        def control(self) -> Rows:
            """The list it happened to."""
            return self.rows

    @dataclass
    class Chosen(Message):
        """A row was chosen with Enter or the mouse."""

        rows: Rows
        key: str

        @property
        def control(self) -> Rows:
            """The list it happened in."""
            return self.rows

    def __init__(
        self,
        *,
        id: str | None = None,  # noqa: A002 - Textual's own name
        classes: str | None = None,
        one_click: bool = False,
        verb: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._rows: tuple[Row, ...] = ()
        self._lines: list[tuple[int, int]] = []
        self._tops: list[int] = []
        self._cursor = -1
        self._laid_for = -1
        self._laid_size = Size()
        self._one_click = one_click
        self._verb = verb

    @property
    def verb(self) -> str | None:
        """The catalogue key of what Enter does here, for the line of keys."""
        return self._verb if self.cursor_key is not None else None

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown."""
        return self._rows

    @property
    def cursor_key(self) -> str | None:
        """The key of the row that the cursor is on."""
        return self._rows[self._cursor].key if 0 <= self._cursor < len(self._rows) else None

    def show(self, rows: Sequence[Row], cursor: str | None = None, *, afresh: bool = False) -> None:
        """Show other rows; the cursor stays with its row, or near where it was. Nothing is told to anybody.

        What is shown afresh is read from the top: the cursor goes to the first row that it may rest on.
        """
        wanted = cursor if cursor is not None else None if afresh else self.cursor_key
        new = tuple(rows)
        if new == self._rows and wanted == self.cursor_key:
            return
        before, verb = self.in_window(), self.verb
        self._rows = new
        self._cursor = self._place_of(wanted, -1 if afresh else self._cursor)
        self._lay_out()
        if self.is_mounted:
            if self.verb != verb:  # the line of keys names Enter where there is something to choose
                self.screen.refresh_bindings()
            if afresh and self.scroll_offset.y:
                self.scroll_to(y=0, animate=False, force=True, immediate=True)
            self._keep_in_sight()
        self._repaint(before)

    def in_window(self) -> list[Hashable]:
        """Tell what stands on each line: which line of which row, and whether the cursor is there."""
        if self._laid_size != self._size:
            self._lay_out()
        top, height = self.scroll_offset.y, self.size.height
        shown = self._lines[top : top + height]
        looks: list[Hashable] = [(self._rows[place], line, place == self._cursor) for place, line in shown]
        return looks + [None] * (height - len(looks))

    def _repaint(self, before: list[Hashable]) -> None:
        width = self.size.width
        lines = [y for y, (old, new) in enumerate(zip(before, self.in_window(), strict=False)) if old != new]
        if lines:
            self.refresh(*(Region(0, y, width, 1) for y in lines))

    def _place_of(self, key: str | None, near: int) -> int:
        fallback = -1
        for place, row in enumerate(self._rows):
            if row.pickable:
                if row.key == key:
                    return place
                if fallback < 0 or place <= near:
                    fallback = place
        return fallback

    def _lay_out(self) -> None:
        width = self.room
        self._laid_for, self._laid_size = width, self._size
        self._lines, self._tops = [], []
        for place, row in enumerate(self._rows):
            self._tops.append(len(self._lines))
            count = len(lay_out(row, width)) if row.wrap else 1
            self._lines.extend((place, line) for line in range(count))
        # never less than the window: then the bar is always there, and a longer list needs no new layout of the screen
        size = Size(0, max(len(self._lines), self.container_size.height))
        if size != self.virtual_size:
            self.set_reactive(Rows.virtual_size, size)
            self._scroll_update(size)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Tell how many lines the rows take at a width, for a list that is as high as what it shows."""
        del container, viewport
        bar = self.styles.scrollbar_size_vertical if self.show_vertical_scrollbar else 0
        room = max(1, width - bar - _MARGIN)
        return sum(len(lay_out(row, room)) if row.wrap else 1 for row in self._rows)

    @property
    def room(self) -> int:
        """How many cells a row has: by the size that the widget was given last, which it keeps while it is hidden."""
        return max(1, self._size.width - self.gutter.width - _MARGIN)

    def render_line(self, y: int) -> Strip:
        """Paint one line of the window."""
        y += self.scroll_offset.y
        if y >= len(self._lines):
            return Strip.blank(self._laid_for + _MARGIN, self.style_of(""))
        place, line = self._lines[y]
        return self._paint(lay_out(self._rows[place], self._laid_for)[line], place == self._cursor)

    def _paint(self, parts: tuple[Part, ...], here: bool) -> Strip:
        cursor = self.style_of("cursor" if self.has_focus else "blurred") if here else None
        segments = [Segment(_BAR if here else " ", cursor or self.style_of(""))]
        segments.extend(Segment(part.text, cursor or self.style_of(part.role)) for part in parts)
        return Strip(segments, self._laid_for + _MARGIN)

    def _go(self, place: int) -> None:
        if place == self._cursor:
            return
        before = self.in_window()
        self._cursor = place
        self._keep_in_sight()
        self._repaint(before)
        self.moved(self.cursor_key)

    def _keep_in_sight(self) -> None:
        height = self.size.height
        if not height or not 0 <= self._cursor < len(self._tops):
            return
        top = self._tops[self._cursor]
        after = self._tops[self._cursor + 1] if self._cursor + 1 < len(self._tops) else len(self._lines)
        if after <= height and all(not row.pickable for row in self._rows[: self._cursor]):
            top = 0
        shown = Region(0, top, 1, min(after - top, height))
        self.scroll_to_region(shown, animate=False, force=True, immediate=True)

    def _step(self, by: int, times: int = 1) -> None:
        place = self._cursor
        for _ in range(times):
            nearby = place + by
            while 0 <= nearby < len(self._rows) and not self._rows[nearby].pickable:
                nearby += by
            if not 0 <= nearby < len(self._rows):
                break
            place = nearby
        if place == self._cursor:  # nothing to choose that way, but perhaps something to read
            self.scroll_relative(y=by * times, animate=False)
        self._go(place)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Enter to the screen where there is nothing to choose: help is closed by it."""
        del parameters
        return action != "choose" or self.cursor_key is not None

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        self._step(by)

    def action_page(self, by: int) -> None:
        """Move the cursor by a window's height."""
        self._step(by, max(1, self.size.height - 2))

    def action_edge(self, edge: int) -> None:
        """Move the cursor to the first or the last row, and where there is none, the window to the edge."""
        self._step(1 if edge else -1, max(len(self._rows), len(self._lines)))

    def action_choose(self) -> None:
        """Choose the row under the cursor."""
        if self.cursor_key is not None:
            self.choose(self.cursor_key)

    def moved(self, key: str | None) -> None:
        """Tell that the cursor has come to another row."""
        self.post_message(self.Highlighted(self, key))

    def choose(self, key: str) -> None:
        """Tell that a row was chosen."""
        self.post_message(self.Chosen(self, key))

    def on_click(self, event: events.Click) -> None:
        """Put the cursor where the mouse is; a second click chooses."""
        line = event.get_content_offset(self)
        if line is None or not 0 <= line.y + self.scroll_offset.y < len(self._lines):
            return
        place, _ = self._lines[line.y + self.scroll_offset.y]
        if not self._rows[place].pickable:
            return
        again = place == self._cursor or self._one_click
        self._go(place)
        if again:
            self.action_choose()

    def on_resize(self) -> None:
        """Lay the rows out for the new width."""
        self._lay_out()
        self._keep_in_sight()
        self.post_message(self.Resized(self))

    def on_focus(self) -> None:
        """Show the cursor as the one that keys move."""
        self.refresh()

    def on_blur(self) -> None:
        """Show that keys go elsewhere."""
        self.refresh()


class Lines(Rows, can_focus=False):
    """Rows without a cursor; no key scrolls them, so where more follows a mark says so."""

    @property
    def more(self) -> bool:
        """Whether there is more below what is in sight."""
        return len(self._lines) > self.scroll_offset.y + self.size.height

    def in_window(self) -> list[Hashable]:
        """Tell what stands on each line; the last one also tells whether more follows."""
        looks = super().in_window()
        return [*looks[:-1], (looks[-1], self.more)] if looks else looks

    def render_line(self, y: int) -> Strip:
        """Paint one line; the last in sight ends with a mark where there is more."""
        strip = super().render_line(y)
        if not self.more or y + 1 != self.size.height:
            return strip
        kept = strip.crop(0, max(1, min(strip.cell_length - 1, cell_len(strip.text.rstrip()))))
        marked = Strip([*kept, Segment(ELLIPSIS, self.style_of("dim"))])
        return marked.adjust_cell_length(strip.cell_length, self.style_of(""))
