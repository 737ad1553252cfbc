"""The screens and dialogs that the editor opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from listbuilder.diagnostics import Report
from listbuilder.diagnostics.messages import describe
from listbuilder.listfiles.open_file import Keeper
from listbuilder.listfiles.version_history import Provenance
from listbuilder.rules.edits import details
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Page
from listbuilder.tui.dialogs import ChooseDialog
from listbuilder.tui.editor.dialogs import ListDetailsDialog
from listbuilder.tui.editor.session import EditorSession
from listbuilder.tui.export.screen import ExportScreen
from listbuilder.tui.labels import MARKS
from listbuilder.tui.odds.screen import OddsScreen
from listbuilder.tui.screens.compare import CompareScreen
from listbuilder.tui.screens.history import TimelineScreen
from listbuilder.tui.screens.play import PlayScreen
from listbuilder.tui.screens.rules import RulesScreen
from listbuilder.tui.screens.summary import SummaryScreen
from listbuilder.tui.widgets.row import Part, row


@dataclass(frozen=True, slots=True)
class Trip:
    """What a destination needs: the editor screen, the session and the open file."""

    page: Page
    session: EditorSession
    keeper: Keeper


def look_up_rules(trip: Trip) -> None:
    """Show the rules reference."""
    trip.page.app.push_screen(RulesScreen(trip.session.system, trip.session.factions))


def compare(trip: Trip) -> None:
    """Compare with a different list."""
    trip.page.app.push_screen(CompareScreen(trip.session))


def export(trip: Trip) -> None:
    """Show the export screen."""
    trip.page.app.push_screen(ExportScreen(trip.session))


def travel(trip: Trip, at: Provenance | None = None) -> None:
    """Show the version history, at the present or at the latest version of a kind."""
    trip.page.app.push_screen(TimelineScreen(trip.session, trip.keeper, at))


def sum_up(trip: Trip) -> None:
    """Show the summary of the army."""
    trip.page.app.push_screen(SummaryScreen(trip.session))


def weigh(trip: Trip) -> None:
    """Show the odds of the selected unit, together with its attached heroes."""
    if trip.session.selected_entry is not None:
        trip.page.app.push_screen(OddsScreen(trip.session, trip.session.selected_entry.id))


def play(trip: Trip) -> None:
    """Show the game tracker, whose state is stored next to the file."""
    trip.page.app.push_screen(PlayScreen(trip.session, trip.keeper.path))


def change_details(trip: Trip) -> None:
    """Edit name, player, points, force organisation, event and notes of the list."""
    session = trip.session

    def change(answer: dict[str, object] | None) -> None:
        if answer:
            session.apply(details(session.army.name, **answer))

    trip.page.app.push_screen(ListDetailsDialog(session), change)


def admit_faction(trip: Trip) -> None:
    """Ask for a faction whose units are offered too."""
    page, session, language = trip.page, trip.session, trip.page.app.language
    offered_ids = {book.id for book in session.factions}
    headers = [header for header in page.app.library.newest_factions(session.system.id) if header.id not in offered_ids]
    rows = [row(header.id, plain_line(header.name.to(language)), plain_line(header.version)) for header in headers]
    if not rows:
        page.app.say(page.tr("tui.other-faction.none"))
        return

    def admit(answer: str | None) -> None:
        if answer is not None:
            trip.session.add_faction(answer)

    trip.page.app.push_screen(ChooseDialog(page.tr("tui.other-faction.title"), rows), admit)


def show_findings(page: Page, findings: Report) -> None:
    """Show the findings from importing the list."""
    language = page.app.language
    rows = [
        row(str(index), (MARKS[finding.severity], Part(f" {describe(finding, language)}")), wrap=True, hang=2)
        for index, finding in enumerate(findings)
    ]
    page.app.push_screen(ChooseDialog(page.tr("tui.import.findings"), rows))


PLACES: Mapping[str, Callable[[Trip], None]] = {
    "details": change_details,
    "rules": look_up_rules,
    "compare": compare,
    "export": export,
    "summary": sum_up,
    "odds": weigh,
    "timeline": travel,
    "play": play,
    "other_faction": admit_faction,
}
"""Every destination, by the name that the key bindings use."""
