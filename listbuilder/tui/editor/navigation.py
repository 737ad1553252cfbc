"""The screens and dialogs that the editor opens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from listbuilder.diagnostics import Report
from listbuilder.diagnostics.messages import describe_finding
from listbuilder.listfiles.open_file import OpenListFile
from listbuilder.rules.edits import set_details
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import BaseScreen, Page
from listbuilder.tui.dialogs import ChoiceDialog
from listbuilder.tui.editor.list_dialogs import ListDetailsDialog
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.export.screen import ExportScreen
from listbuilder.tui.labels import SEVERITY_MARKS
from listbuilder.tui.odds.screen import OddsScreen
from listbuilder.tui.screens.compare import CompareScreen
from listbuilder.tui.screens.history import HistoryScreen
from listbuilder.tui.screens.play import PlayScreen
from listbuilder.tui.screens.rules import RulesScreen
from listbuilder.tui.screens.summary import SummaryScreen
from listbuilder.tui.widgets.row import Part, row


def open_destination(name: str, page: Page, session: EditorSession, open_file: OpenListFile) -> None:
    """Open a screen or a dialog by the name that the key bindings use."""
    if name == "details":
        page.app.ask(ListDetailsDialog(session), lambda answer: _change_details(session, answer))
    elif name == "other_faction":
        _choose_faction(page, session)
    elif name != "odds" or session.selected_entry is not None:
        screens: dict[str, Callable[[], BaseScreen[None]]] = {
            "rules": partial(RulesScreen, session.system, session.factions),
            "compare": partial(CompareScreen, session),
            "export": partial(ExportScreen, session),
            "summary": partial(SummaryScreen, session),
            "odds": partial(OddsScreen, session, session.selected_id or ""),
            "timeline": partial(HistoryScreen, session, open_file),
            "play": partial(PlayScreen, session, open_file.path),
        }
        page.app.push_screen(screens[name]())


def _change_details(session: EditorSession, changes: dict[str, object]) -> None:
    if changes:
        session.apply(set_details(session.army.name, **changes))


def _choose_faction(page: Page, session: EditorSession) -> None:
    """Ask for a faction whose units are offered too."""
    offered_ids = {book.id for book in session.factions}
    rows = [
        row(header.id, sanitize_line(header.name.to(page.app.language)), sanitize_line(header.version))
        for header in page.app.library.newest_factions(session.system.id)
        if header.id not in offered_ids
    ]
    if rows:
        page.app.ask(ChoiceDialog(page.tr("tui.other-faction.title"), rows), session.add_faction)
    else:
        page.app.show_message(page.tr("tui.other-faction.none"))


def show_import_findings(page: Page, findings: Report) -> None:
    """Show the findings from importing the list."""
    rows = []
    for index, finding in enumerate(findings):
        sentence = Part(f" {describe_finding(finding, page.app.language)}")
        rows.append(row(str(index), (SEVERITY_MARKS[finding.severity], sentence), wrap=True, hang=2))
    page.app.push_screen(ChoiceDialog(page.tr("tui.import.findings"), rows))
