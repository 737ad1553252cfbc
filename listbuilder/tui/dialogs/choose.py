"""Choose one of several things, with a search where there are many."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Input

from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.face import Dialog
from listbuilder.tui.view.row import Row, info
from listbuilder.tui.widgets.filter import Filter
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.lines import Lines
from listbuilder.tui.widgets.rows import Rows

_MANY = 12


class ChooseDialog(Dialog[str]):
    """A list to choose from; gives the key of the chosen row."""

    def __init__(
        self,
        title: str,
        rows: Sequence[Row],
        explain: Callable[[str], Row | None] | None = None,
        cursor: str | None = None,
    ) -> None:
        super().__init__()
        self._title = title
        self._rows = tuple(rows)
        self._explain = explain
        self._cursor = cursor

    def compose(self) -> ComposeResult:
        """Put a search over the list where it is long, and what would come of it under it."""
        rows = Rows(one_click=True, verb="key.choose")
        with Vertical(classes="dialog"):
            if len(self._rows) > _MANY:
                yield Filter(rows, self.tr("tui.search"), "search")
            yield rows
            if self._explain is not None:
                yield Lines(classes="reason")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the choices."""
        self.query_one(Vertical).border_title = Content(plain_line(self._title, 60))
        rows = self.query_one(Rows)
        rows.show(self._rows, self._cursor)
        rows.styles.height = min(len(self._rows), 14)
        if len(self._rows) <= _MANY:
            self.set_focus(rows)
        self._tell()

    @on(Input.Changed)
    def _search(self, event: Input.Changed) -> None:
        words = event.value.casefold().split()
        found = [row for row in self._rows if all(word in row.text.casefold() for word in words)]
        self.query_one(Rows).show(found or [info(self.tr("tui.nothing-found"), "dim")], afresh=True)
        self._tell()

    @on(Input.Submitted)
    def _submit(self) -> None:
        self.query_one(Rows).action_choose()

    @on(Rows.Highlighted)
    def _tell(self) -> None:
        key = self.query_one(Rows).cursor_key
        if self._explain is not None:
            said = self._explain(key) if key is not None else None
            self.query_one(Lines).show([said] if said is not None else [])

    @on(Rows.Chosen)
    def _choose(self, event: Rows.Chosen) -> None:
        self.dismiss(event.key)

    def on_key(self, event: Key) -> None:
        """Let the arrows move the list's cursor while typing."""
        if isinstance(self.focused, Input) and event.key in ("up", "down"):
            self.query_one(Rows).action_move(1 if event.key == "down" else -1)
