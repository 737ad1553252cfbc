"""Where the editor leads: problems, rules, prints, comparison, home."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from textual import on
from textual.widgets import Input

from listbuilder.diagnostics import Report
from listbuilder.rules.wording import describe
from listbuilder.sheet.plain import plain_line
from listbuilder.tui.dialogs.choose import ChooseDialog
from listbuilder.tui.screens.editor_base import EditorBase
from listbuilder.tui.view.row import Part, row
from listbuilder.tui.view.words import MARKS
from listbuilder.tui.widgets.rows import Rows


class Outings(EditorBase):
    """The ways out of the editor, and to its problem panel."""

    @abstractmethod
    def leave(self, then: Callable[[], object]) -> None:
        """Save the file if it needs saving, and go on."""

    def action_problems(self) -> None:
        """Open the problem panel, or close it."""
        panel = self.rows("problems")
        if self.has_class("-problems"):
            self.remove_class("-problems")
            self.turn_to(self.pane)
        else:
            self.add_class("-problems")
            panel.focus()

    @on(Rows.Chosen, "#problems")
    def _jump(self, event: Rows.Chosen) -> None:
        """Go to the unit that a finding is about."""
        finding = self.workspace.report.diagnostics[int(event.key)]
        if finding.on is not None and self.workspace.army.entry(finding.on) is not None:
            self.selected = finding.on
            self.paint()
        self.remove_class("-problems")
        self.turn_to("detail" if self.worked is not None and finding.on else "army")

    def action_back(self) -> None:
        """Close what is open, step by step; at last go home."""
        if isinstance(self.focused, Input):
            self.unit_picker.clear()
            self.turn_to("units")
        elif self.has_class("-problems"):
            self.action_problems()
        elif self.pane != "army":
            self.turn_to("army")
        else:
            self.leave(self._go_home)

    def _go_home(self) -> None:
        self.keeper.close()
        self.app.go_home(self.keeper.path)

    def action_rules(self) -> None:
        """Look rules up."""
        from listbuilder.tui.screens.rules import RulesScreen  # noqa: PLC0415 - loaded when it is wanted

        self.app.push_screen(RulesScreen(self.workspace.system, self.workspace.factions))

    def action_compare(self) -> None:
        """Compare with another list."""
        from listbuilder.tui.screens.compare import CompareScreen  # noqa: PLC0415 - loaded when it is wanted

        self.app.push_screen(CompareScreen(self.workspace))

    def action_export(self) -> None:
        """Print or export the list."""
        from listbuilder.tui.screens.export import ExportScreen  # noqa: PLC0415 - loaded when it is wanted

        self.app.push_screen(ExportScreen(self.workspace))

    def show_findings(self, findings: Report) -> None:
        """Show what was found while the list was read from another program's file."""
        rows = [
            row(
                str(place),
                (MARKS[finding.severity], Part(f" {describe(finding, self.app.language)}")),
                wrap=True,
                hang=2,
            )
            for place, finding in enumerate(findings)
        ]
        self.app.push_screen(ChooseDialog(self.tr("tui.import.findings"), rows))

    def action_other_faction(self) -> None:
        """Offer the units of one more faction."""
        language = self.app.language
        here = {book.id for book in self.workspace.factions}
        headers = [
            header for header in self.app.library.newest_factions(self.workspace.system.id) if header.id not in here
        ]
        rows = [row(header.id, plain_line(header.name.to(language)), plain_line(header.version)) for header in headers]
        if rows:
            self.app.push_screen(ChooseDialog(self.tr("tui.other-faction.title"), rows), self._admit)
        else:
            self.app.say(self.tr("tui.other-faction.none"))

    def _admit(self, answer: str | None) -> None:
        if answer is not None:
            self.workspace.admit(answer)
            self.paint()
            self.turn_to("units")
