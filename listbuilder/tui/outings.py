"""Where the editor leads: rules, prints, comparison, another faction."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from listbuilder.diagnostics import Report
from listbuilder.rules.wording import describe
from listbuilder.sheet.plain import plain_line
from listbuilder.tui.bench import Bench
from listbuilder.tui.dialogs.choose import ChooseDialog
from listbuilder.tui.face import Page
from listbuilder.tui.view.row import Part, row
from listbuilder.tui.view.words import MARKS


def look_up_rules(page: Page, bench: Bench) -> None:
    """Look rules up."""
    from listbuilder.tui.screens.rules import RulesScreen  # noqa: PLC0415 - loaded when it is wanted

    page.app.push_screen(RulesScreen(bench.workspace.system, bench.workspace.factions))


def compare(page: Page, bench: Bench) -> None:
    """Compare with another list."""
    from listbuilder.tui.screens.compare import CompareScreen  # noqa: PLC0415 - loaded when it is wanted

    page.app.push_screen(CompareScreen(bench.workspace))


def export(page: Page, bench: Bench) -> None:
    """Print or export the list."""
    from listbuilder.tui.screens.export import ExportScreen  # noqa: PLC0415 - loaded when it is wanted

    page.app.push_screen(ExportScreen(bench.workspace))


def sum_up(page: Page, bench: Bench) -> None:
    """Show the army at a glance."""
    from listbuilder.tui.screens.summary import SummaryScreen  # noqa: PLC0415 - loaded when it is wanted

    page.app.push_screen(SummaryScreen(bench.workspace))


def admit_faction(page: Page, bench: Bench) -> None:
    """Offer the units of one more faction."""
    workspace, language = bench.workspace, page.app.language
    here = {book.id for book in workspace.factions}
    headers = [header for header in page.app.library.newest_factions(workspace.system.id) if header.id not in here]
    rows = [row(header.id, plain_line(header.name.to(language)), plain_line(header.version)) for header in headers]
    if not rows:
        page.app.say(page.tr("tui.other-faction.none"))
        return

    def admit(answer: str | None) -> None:
        if answer is not None:
            bench.admit(answer)

    page.app.push_screen(ChooseDialog(page.tr("tui.other-faction.title"), rows), admit)


def show_findings(page: Page, findings: Report) -> None:
    """Show what was found while the list was read from another program's file."""
    language = page.app.language
    rows = [
        row(str(place), (MARKS[finding.severity], Part(f" {describe(finding, language)}")), wrap=True, hang=2)
        for place, finding in enumerate(findings)
    ]
    page.app.push_screen(ChooseDialog(page.tr("tui.import.findings"), rows))


PLACES: Mapping[str, Callable[[Page, Bench], None]] = {
    "rules": look_up_rules,
    "compare": compare,
    "export": export,
    "summary": sum_up,
    "other_faction": admit_faction,
}
"""Every way out, by the name that keys call it."""
