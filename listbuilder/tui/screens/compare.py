"""Compare the open list with a different one: two columns, changed lines marked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.cells import set_cell_size
from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Label

from listbuilder.diff.lists import ColumnLine, LinePair, compare_side_by_side
from listbuilder.diff.loadouts import DiffStatus
from listbuilder.errors import UnreadableError
from listbuilder.i18n import format_number
from listbuilder.judging.judge import judge_file
from listbuilder.judging.results import Judged
from listbuilder.model import Roster
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import Page
from listbuilder.tui.dialogs import ChoiceDialog
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.home.list_rows import list_choice_rows
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Part, Row, info, row, truncate
from listbuilder.tui.widgets.row_list import RowList

_SIGNS = {
    DiffStatus.SAME: (" ", ""),
    DiffStatus.ADDED: ("+", "good"),
    DiffStatus.REMOVED: ("-", "bad"),
    DiffStatus.CHANGED: ("±", "accent"),
}
_GAP_WIDTH = 3


def side_by_side_rows(
    pairs: Sequence[LinePair], language: str, width: int, heads: tuple[str, str] | None = None
) -> list[Row]:
    """Return pairs of lines as two columns with the mark between them, headed by `heads` if given."""
    cell_width = max(8, (width - _GAP_WIDTH) // 2)
    rows: list[Row] = []
    if heads is not None:
        left, right = (_format_line(ColumnLine(head), cell_width, language) for head in heads)
        rows.append(row("heads", f"{left}{' ' * _GAP_WIDTH}{right}", role="heading", selectable=False))
    for index, pair in enumerate(pairs):
        sign, role = _SIGNS[pair.status]
        role = "bold" if index == 0 else role
        left, right = (_format_line(line, cell_width, language) for line in (pair.left, pair.right))
        parts = (Part(left, role or "dim"), Part(f" {sign} ", role), Part(right, role or "dim"))
        rows.append(row(str(index), parts, selectable=False))
    return rows


def _format_line(line: ColumnLine | None, width: int, language: str) -> str:
    if line is None:
        return " " * width
    points = "" if line.points is None else f" {format_number(language, line.points)}"
    text = truncate("  " * line.depth + sanitize_line(line.text, 200), width - len(points))
    return set_cell_size(text, width - len(points)) + points


class CompareScreen(Page):
    """The differences between a chosen list and the open one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "other", "key.other-list", id="compare.other"),
        Binding("escape", "back", "key.back", id="compare.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="compare.help", key_display="?"),
    ]
    lines = getters.query_one("#lines", RowList)

    def __init__(self, session: EditorSession) -> None:
        super().__init__()
        self._session = session
        self._other: Roster | None = None

    def compose(self) -> ComposeResult:
        """Lay out the differences in a pane."""
        yield Label(self.tr("tui.compare.title"), classes="page-title", markup=False)
        yield RowList(id="lines", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Ask which list to compare with."""
        self.lines.show([info(self.tr("tui.compare.none"), "dim")])
        self.lines.focus()
        self.call_after_refresh(self.action_other)

    def action_other(self) -> None:
        """Choose the list to compare with."""
        self.app.ask(ChoiceDialog(self.tr("tui.compare.choose"), list_choice_rows(self.app)), self._compare)

    def _compare(self, answer: str) -> None:
        judged = judge_file(Path(answer), self.app.library)[0]
        if not isinstance(judged, Judged):
            raise UnreadableError(judged.report.diagnostics)
        self._other = judged.roster
        self._paint()

    @on(RowList.Resized, "#lines")
    def _paint(self) -> None:
        if self._other is not None:
            language = self.app.language
            pairs = compare_side_by_side(self._other, self._session.roster, language)
            self.lines.show(side_by_side_rows(pairs, language, self.lines.row_width))
