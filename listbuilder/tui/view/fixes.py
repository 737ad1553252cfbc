"""The fixes of a finding, each with what it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from listbuilder.diagnostics import Diagnostic, Fix, Outcome, Verdict
from listbuilder.diagnostics.messages import word_fix
from listbuilder.i18n import format_number, translate
from listbuilder.textutil.sanitize import plain_line
from listbuilder.tui.view.row import Part, Row, row
from listbuilder.tui.view.words import price, verdict_parts

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
