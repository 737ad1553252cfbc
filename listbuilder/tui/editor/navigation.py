"""The screens and dialogs that the editor opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from listbuilder.diagnostics import Report
from listbuilder.diagnostics.messages import describe_finding
from listbuilder.listfiles.open_file import OpenListFile
from listbuilder.listfiles.version_history import VersionSource
from listbuilder.rules.edits import set_details
from listbuilder.textutil.sanitize import sanitize_line
from listbuilder.tui.base_app import Page
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


@dataclass(frozen=True, slots=True)
class EditorContext:
    """What a destination needs: the editor screen, the session and the open file."""

    page: Page
    session: EditorSession
    open_file: OpenListFile


def show_rules(trip: EditorContext) -> None:
    """Show the rules reference."""
    trip.page.app.push_screen(RulesScreen(trip.session.system, trip.session.factions))


def show_comparison(trip: EditorContext) -> None:
    """Compare with a different list."""
    trip.page.app.push_screen(CompareScreen(trip.session))


def show_export(trip: EditorContext) -> None:
    """Show the export screen."""
    trip.page.app.push_screen(ExportScreen(trip.session))


def show_history(trip: EditorContext, source: VersionSource | None = None) -> None:
    """Show the version history, at the present or at the latest version of a kind."""
    trip.page.app.push_screen(HistoryScreen(trip.session, trip.open_file, source))


def show_summary(trip: EditorContext) -> None:
    """Show the summary of the army."""
    trip.page.app.push_screen(SummaryScreen(trip.session))


def show_odds(trip: EditorContext) -> None:
    """Show the odds of the selected unit, together with its attached heroes."""
    if trip.session.selected_entry is not None:
        trip.page.app.push_screen(OddsScreen(trip.session, trip.session.selected_entry.id))


def show_game(trip: EditorContext) -> None:
    """Show the game tracker, whose state is stored next to the file."""
    trip.page.app.push_screen(PlayScreen(trip.session, trip.open_file.path))


def edit_details(trip: EditorContext) -> None:
    """Edit name, player, points, force organisation, event and notes of the list."""
    session = trip.session

    def change(answer: dict[str, object] | None) -> None:
        if answer:
            session.apply(set_details(session.army.name, **answer))

    trip.page.app.push_screen(ListDetailsDialog(session), change)


def choose_faction(trip: EditorContext) -> None:
    """Ask for a faction whose units are offered too."""
    page, session, language = trip.page, trip.session, trip.page.app.language
    offered_ids = {book.id for book in session.factions}
    headers = [header for header in page.app.library.newest_factions(session.system.id) if header.id not in offered_ids]
    rows = [
        row(header.id, sanitize_line(header.name.to(language)), sanitize_line(header.version)) for header in headers
    ]
    if not rows:
        page.app.show_message(page.tr("tui.other-faction.none"))
        return

    def admit(answer: str | None) -> None:
        if answer is not None:
            trip.session.add_faction(answer)

    trip.page.app.push_screen(ChoiceDialog(page.tr("tui.other-faction.title"), rows), admit)


def show_import_findings(page: Page, findings: Report) -> None:
    """Show the findings from importing the list."""
    language = page.app.language
    rows = [
        row(
            str(index),
            (SEVERITY_MARKS[finding.severity], Part(f" {describe_finding(finding, language)}")),
            wrap=True,
            hang=2,
        )
        for index, finding in enumerate(findings)
    ]
    page.app.push_screen(ChoiceDialog(page.tr("tui.import.findings"), rows))


DESTINATIONS: Mapping[str, Callable[[EditorContext], None]] = {
    "details": edit_details,
    "rules": show_rules,
    "compare": show_comparison,
    "export": show_export,
    "summary": show_summary,
    "odds": show_odds,
    "timeline": show_history,
    "play": show_game,
    "other_faction": choose_faction,
}
"""Every destination, by the name that the key bindings use."""
