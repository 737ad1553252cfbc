"""The line under a list that is typed into to find something in it."""

from __future__ import annotations

from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input

from listbuilder.tui.widgets.row_list import Rows


class Filter(Input):
    """What is looked for in some rows."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0))
    """As Textual has it, but a letter more does not lay out the whole screen anew."""

    def __init__(self, rows: Rows, placeholder: str = "", classes: str = "filter") -> None:
        super().__init__(placeholder=placeholder, classes=classes, compact=True, select_on_focus=False)
        self._rows = rows

    @property
    def verb(self) -> str | None:
        """The catalogue key of what Enter does while it is typed into: what it does to the row that was found."""
        return self._rows.verb
