"""A few lines of text that are only looked at: headers and status lines."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.tui.view.row import Row
from listbuilder.tui.widgets.rows import Rows


class Lines(Rows, can_focus=False):
    """Rows without a cursor."""

    def show(self, rows: Sequence[Row], cursor: str | None = None, *, afresh: bool = True) -> None:
        """Show other lines, from the top."""
        super().show(rows, cursor, afresh=afresh)
