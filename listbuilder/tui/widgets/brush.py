"""What paints the lines of a list: a line that has looked the same before, wherever it stood, is not painted again."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Iterator
from typing import ClassVar

from rich.style import Style
from textual.geometry import Region
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar
from textual.strip import Strip

from listbuilder.tui.widgets.bar import LeanScrollBar

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
