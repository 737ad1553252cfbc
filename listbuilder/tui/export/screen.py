"""The export screen: format, layout, paper and language next to a preview."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Label

from listbuilder.errors import ListbuilderError
from listbuilder.i18n import languages
from listbuilder.sheet import default_layout
from listbuilder.tui.base_app import Page
from listbuilder.tui.editor.pane import MEDIUM_WIDTH
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.export import export_job
from listbuilder.tui.export.export_job import ExportRequest
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import BLANK_ROW, Row, button_row, choice_row, cycle_value, info, row
from listbuilder.tui.widgets.row_list import RowList

_YES_NO = ("no", "yes")
_MAX_PREVIEW_WIDTH = 100
_WIDTHS: list[tuple[int, str]] = [(0, "-tiny"), (64, "-narrow"), (MEDIUM_WIDTH, "-broad")]
"""On very narrow screens, Tab shows the preview instead of the options."""
_WRITE, _OPEN = "write", "open"


class _Form(RowList):
    """The options; Enter on the first row writes the file."""

    @property
    def enter_label(self) -> str | None:
        """What Enter does to the selected row."""
        return {_WRITE: "key.export", _OPEN: "key.open-result"}.get(self.cursor_key or "", "key.change")


class ExportScreen(Page):
    """Export options, a preview, and where the file was written."""

    CSS_PATH = "../styles/export.tcss"
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "change(1)", "key.change", id="export.next", key_display="←→"),
        Binding("left", "change(-1)", "key.change", show=False, id="export.previous"),
        Binding("e", "export", "key.export", id="export.export"),
        Binding("c", "copy", "key.copy", id="export.copy"),
        Binding("o", "open", "key.open-result", id="export.open"),
        Binding("tab", "other", "key.pane", id="export.other", key_display="Tab"),
        Binding("escape", "back", "key.back", id="export.back", key_display="Esc"),
        Binding("question_mark,f1", "app.help", "key.help", id="export.help", key_display="?"),
    ]
    form = getters.query_one("#form", RowList)
    page = getters.query_one("#page", RowList)

    def __init__(self, session: EditorSession) -> None:
        super().__init__()
        self._session = session
        self._request = ExportRequest()
        self._written_path: Path | None = None
        self._result_row: Row | None = None
        """The result of the last export, shown instead of the target path."""

    def compose(self) -> ComposeResult:
        """Lay out the options on the left and the preview on the right."""
        yield Label(self.tr("tui.export.title"), classes="page-title", markup=False)
        with Horizontal():
            yield _Form(id="form", classes="pane")
            yield RowList(id="page", classes="pane")
        yield KeyBar()

    def on_mount(self) -> None:
        """Start with the options from the settings."""
        paper = self.app.settings.paper
        self._request = ExportRequest(
            layout=default_layout([self._session.roster.system]).value,
            paper=paper if paper in export_job.PAPERS else export_job.PAPERS[0],
            language=self.app.language,
        )
        self.page.border_title = self.tr("tui.export.preview")
        self.form.focus()
        self._paint()

    def _values(self) -> dict[str, tuple[str, ...]]:
        values = {"format": export_job.FORMATS, "layout": export_job.LAYOUTS, "paper": export_job.PAPERS}
        values["orientation"] = export_job.ORIENTATIONS
        if self._request.layout == "cards":
            values["grid"] = export_job.GRIDS
        switches = dict.fromkeys(("large", "reach", "odds", "reference", "public"), _YES_NO)
        return {**values, "language": languages(), **switches}

    def _value(self, name: str) -> str:
        value = getattr(self._request, name)
        return _YES_NO[value] if isinstance(value, bool) else str(value)

    @on(RowList.Resized, "#page")
    def _paint(self) -> None:
        target = self.app.settings.exports_folder / export_job.export_file_name(self._session.army.name, self._request)
        result = self._result_row or info(self.tr("tui.export.target", path=str(target)), "dim", key="target")
        rows: list[Row] = [button_row(_WRITE, self.tr("tui.export.write")), result, BLANK_ROW]
        for name in self._values():
            value = self._value(name)
            label = value if name in ("format", "paper", "grid") else self.tr(f"tui.export.{name}.{value}")
            rows.append(choice_row(name, self.tr(f"tui.export.{name}"), label))
        if self._written_path is not None:
            rows += [BLANK_ROW, button_row(_OPEN, self.tr("key.open-result"))]
        self.form.show(rows)
        width = max(40, min(_MAX_PREVIEW_WIDTH, self.page.scrollable_content_region.width - 2))
        text = export_job.preview_text(self._session, self._request, width)
        self.page.show(
            [row(str(index), line, selectable=False, wrap=True, hang=4) for index, line in enumerate(text.splitlines())]
        )
        self._update_keys()

    def action_change(self, by: int) -> None:
        """Change the selected option."""
        name = self.form.cursor_key or ""
        values = self._values().get(name)
        if values is not None:
            value = cycle_value(values, self._value(name), by)
            change: dict[str, Any] = {name: value == _YES_NO[1] if values is _YES_NO else value}
            self._request = replace(self._request, **change)
            self._result_row = None
            self._paint()

    @on(RowList.Highlighted, "#form")
    def _update_keys(self) -> None:
        self.refresh_bindings()

    @on(RowList.Selected, "#form")
    def _choose(self, event: RowList.Selected) -> None:
        if event.key == _WRITE:
            self.action_export()
        elif event.key == _OPEN:
            self.action_open()
        else:
            self.action_change(1)

    def action_export(self) -> None:
        """Write the file."""
        self._show_result(self.tr("tui.export.writing"), "accent")
        self._write(self._request)

    def _show_result(self, text: str, role: str) -> None:
        """Show the result below the button until the next change."""
        self._result_row = info(text, role) if text else None
        if self.children:  # not while closing
            self._paint()

    @work(thread=True)
    def _write(self, request: ExportRequest) -> None:
        try:
            path = export_job.export_list(self._session, request, self.app.settings.exports_folder)
        except ListbuilderError as error:
            self.app.call_from_thread(self._report_error, error)
        else:
            self.app.call_from_thread(self._report_written, path, public=request.public)

    def _report_written(self, path: Path, *, public: bool) -> None:
        self._written_path = path
        self._show_result(
            self.tr("tui.export.written.public" if public else "tui.export.written", path=str(path)), "good"
        )

    def _report_error(self, error: ListbuilderError) -> None:
        self._show_result("", "")
        self.app.show_error(error)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable opening only after a file was written."""
        del parameters
        return True if action != "open" or self._written_path is not None else None

    def action_open(self) -> None:
        """Open the file that was written."""
        if self._written_path is not None:
            self.app.open_url(self._written_path.resolve().as_uri())

    def action_copy(self) -> None:
        """Copy the text to the clipboard and to a file, because terminals do not report whether copying works."""
        text = export_job.preview_text(self._session, self._request, export_job.DEFAULT_WIDTH)
        self.app.copy_to_clipboard(text)
        with self.app.show_errors():
            path = export_job.save_copied_text(text)
            self.app.show_message(self.tr("tui.export.copied", path=str(path)))

    def action_other(self) -> None:
        """Switch between the options and the preview."""
        other = self.form if self.page.has_focus else self.page
        self.set_class(other is self.page, "-previewed")
        if other.display:
            other.focus()
        else:
            self.call_after_refresh(other.focus)
