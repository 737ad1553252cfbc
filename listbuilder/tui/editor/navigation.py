"""Where the editor leads: rules, prints, comparison, another faction."""

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
    """Where a way out begins: the screen, the open list, and who keeps its file."""

    page: Page
    session: EditorSession
    keeper: Keeper


def look_up_rules(trip: Trip) -> None:
    """Look rules up."""
    trip.page.app.push_screen(RulesScreen(trip.session.system, trip.session.factions))


def compare(trip: Trip) -> None:
    """Compare with another list."""
    trip.page.app.push_screen(CompareScreen(trip.session))


def export(trip: Trip) -> None:
    """Print or export the list."""
    trip.page.app.push_screen(ExportScreen(trip.session))


def travel(trip: Trip, at: Provenance | None = None) -> None:
    """Look at everything that the list has been, from now or from the latest moment of a kind."""
    trip.page.app.push_screen(TimelineScreen(trip.session, trip.keeper, at))


def sum_up(trip: Trip) -> None:
    """Show the army at a glance."""
    trip.page.app.push_screen(SummaryScreen(trip.session))


def weigh(trip: Trip) -> None:
    """Show what the selected unit does to the usual targets; a hero in a unit fights with it."""
    if trip.session.selected_entry is not None:
        trip.page.app.push_screen(OddsScreen(trip.session, trip.session.selected_entry.id))


def play(trip: Trip) -> None:
    """Play with the list: tick boxes at the table, kept beside the file."""
    trip.page.app.push_screen(PlayScreen(trip.session, trip.keeper.path))


def change_details(trip: Trip) -> None:
    """Change name, player, points, force organisation and event of the list."""
    session = trip.session

    def change(answer: dict[str, object] | None) -> None:
        if answer:
            session.apply(details(session.army.name, **answer))

    trip.page.app.push_screen(ListDetailsDialog(session), change)


def admit_faction(trip: Trip) -> None:
    """Offer the units of one more faction."""
    page, session, language = trip.page, trip.session, trip.page.app.language
    here = {book.id for book in session.factions}
    headers = [header for header in page.app.library.newest_factions(session.system.id) if header.id not in here]
    rows = [row(header.id, plain_line(header.name.to(language)), plain_line(header.version)) for header in headers]
    if not rows:
        page.app.say(page.tr("tui.other-faction.none"))
        return

    def admit(answer: str | None) -> None:
        if answer is not None:
            trip.session.add_faction(answer)

    trip.page.app.push_screen(ChooseDialog(page.tr("tui.other-faction.title"), rows), admit)


def show_findings(page: Page, findings: Report) -> None:
    """Show what was found while the list was read from another program's file."""
    language = page.app.language
    rows = [
        row(str(place), (MARKS[finding.severity], Part(f" {describe(finding, language)}")), wrap=True, hang=2)
        for place, finding in enumerate(findings)
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
"""Every way out, by the name that keys call it."""
