"""Choose one of the fixes of a finding, knowing what comes of each.

The fixes of a finding, each with what it comes to.

Mending: the fixes of a finding are shown, and the one that is chosen is carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from listbuilder.diagnostics import Diagnostic, Fix, Outcome, Severity, Verdict
from listbuilder.diagnostics.messages import describe, describe_title, word_fix
from listbuilder.i18n import format_number, translate
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.base import Dialog, Page
from listbuilder.tui.editor.selection import Bench
from listbuilder.tui.labels import MARKS, price, verdict_parts
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.row import Part, Row, row
from listbuilder.tui.widgets.row_list import Lines, Rows

_MOST = 8
"""More than these nobody reads; they are ranked."""


def is_fixable(finding: Diagnostic) -> bool:
    """Tell whether there is something that the program can do about a finding."""
    return finding.fix is not None and bool(finding.fix.edits)


def usable_fixes(finding: Diagnostic) -> list[Fix]:
    """Give the fixes that the program can carry out, of the few that anybody reads; the best first."""
    return [fix for fix in islice(finding.fixes, _MOST) if fix.edits]


def fix_rows(fixes: Sequence[Fix], language: str) -> list[Row]:
    """List fixes by rank: what is done, and in a second line what comes of it."""
    rows: list[Row] = []
    for place, fix in enumerate(fixes):
        rows.append(row(str(place), plain_line(word_fix(fix, language), 300), wrap=True, hang=2))
        if fix.outcome is not None:
            rows.append(row(f"outcome:{place}", _outcome(fix.outcome, language), pickable=False, wrap=True, hang=4))
    return rows


def _outcome(outcome: Outcome, language: str) -> tuple[Part, ...]:
    """Say points, units touched and the verdict after it."""
    points = f"{price(outcome.after - outcome.before, language)} → {format_number(language, outcome.after)}"
    touched = translate(language, "tui.fixes.touched", n=len(outcome.touched))
    words = [points if outcome.after != outcome.before else translate(language, "tui.fixes.same"), touched]
    if outcome.removed:
        words.append(translate(language, "tui.fixes.removed", n=len(outcome.removed)))
    mark, word = verdict_parts(outcome.verdict, language)
    left = f" ({outcome.errors})" if outcome.verdict is Verdict.ILLEGAL and outcome.errors else ""
    return (Part("    " + " · ".join(words) + " · ", "dim"), Part(f"{mark.text} {word.text}{left}", word.role))


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


def offer_fixes(page: Page, bench: Bench, finding: Diagnostic) -> bool:
    """Show what would mend a finding, best first; tell whether there is anything."""
    fixes = usable_fixes(finding)
    if not fixes:
        return False
    title = describe_title(finding.code, page.app.language)

    def apply(fix: Fix | None) -> None:
        if fix is not None:
            bench.fix(fix, title)

    page.app.push_screen(FixDialog(finding, fixes), apply)
    return True
