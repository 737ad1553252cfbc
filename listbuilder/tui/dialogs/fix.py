"""Choose one of the fixes of a finding, knowing what comes of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from listbuilder.diagnostics import Diagnostic, Fix, Severity
from listbuilder.diagnostics.messages import describe, describe_title
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.face import Dialog
from listbuilder.tui.view.fixes import fix_rows
from listbuilder.tui.view.row import Part, row
from listbuilder.tui.view.words import MARKS
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.lines import Lines
from listbuilder.tui.widgets.rows import Rows


class FixDialog(Dialog[Fix]):
    """The ranked fixes; the key that opened them takes the first, unless the finding is a mere warning."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f", "first", "key.fix-first", id="fix.first")]

    def __init__(self, finding: Diagnostic, fixes: Sequence[Fix]) -> None:
        super().__init__()
        self._finding = finding
        self._fixes = tuple(fixes)

    def compose(self) -> ComposeResult:
        """Put the fixes under the finding."""
        with Vertical(classes="dialog"):
            yield Lines(classes="sentence")
            yield Rows(one_click=True, verb="key.fix-this")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the fixes."""
        language, finding = self.app.language, self._finding
        title = f"{finding.code}  {describe_title(finding.code, language)}"
        self.query_one(Vertical).border_title = Content(plain_line(title, 60))
        sentence = (MARKS[finding.severity], Part(f" {plain_line(describe(finding, language), 600)}"))
        self.query_one(Lines).show([row("sentence", sentence, pickable=False, wrap=True, hang=2)])
        rows = self.query(Rows).last()
        rows.show(fix_rows(self._fixes, language))
        self.set_focus(rows)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing happens to a list for a mere warning unless it is chosen."""
        del parameters
        return True if action != "first" or self._finding.severity is Severity.ERROR else None

    def action_first(self) -> None:
        """Take the first fix."""
        self.dismiss(self._fixes[0])

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Take the fix that was chosen."""
        self.dismiss(self._fixes[int(event.key)])
