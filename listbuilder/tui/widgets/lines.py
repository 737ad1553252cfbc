"""A few lines of text that are only looked at: headers and status lines."""

from __future__ import annotations

from collections.abc import Hashable

from rich.cells import cell_len
from rich.segment import Segment
from textual.strip import Strip

from listbuilder.tui.widgets.row_layout import ELLIPSIS
from listbuilder.tui.widgets.rows import Rows


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
