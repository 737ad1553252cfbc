"""The bar beside a list: only the lines of it that change are painted."""

from __future__ import annotations

from typing import Self

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.scrollbar import ScrollBar, ScrollBarRender
from textual.strip import Strip

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
