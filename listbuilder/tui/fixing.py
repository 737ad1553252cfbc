"""Mending: the fixes of a finding are shown, and the one that is chosen is carried out."""

from __future__ import annotations

from listbuilder.diagnostics import Diagnostic, Fix
from listbuilder.diagnostics.messages import describe_title
from listbuilder.tui.bench import Bench
from listbuilder.tui.dialogs.fix import FixDialog
from listbuilder.tui.face import Page
from listbuilder.tui.view.fixes import usable_fixes


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
