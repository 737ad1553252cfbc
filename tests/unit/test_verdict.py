"""The one definition of a verdict."""

from __future__ import annotations

import pytest

from listbuilder.diagnostics import Diagnostic, Severity, Verdict, build_report

ERROR, UNCHECKED, WARNING, NOTE = (
    Diagnostic("IMP002", None, {"n": severity.value}, severity_override=severity) for severity in Severity
)


@pytest.mark.parametrize(
    ("findings", "verdict"),
    [
        ([], Verdict.LEGAL),
        ([NOTE, WARNING], Verdict.LEGAL),
        ([WARNING, UNCHECKED], Verdict.UNCHECKED),
        ([UNCHECKED, NOTE, ERROR], Verdict.ILLEGAL),
        ([ERROR], Verdict.ILLEGAL),
    ],
)
def test_the_worst_finding_decides(findings: list[Diagnostic], verdict: Verdict):
    report = build_report(findings)
    assert report.verdict is verdict
    assert report.legal is (verdict is Verdict.LEGAL)


def test_unchecked_ranks_between_error_and_warning():
    assert build_report([NOTE, WARNING, UNCHECKED, ERROR]).diagnostics == (ERROR, UNCHECKED, WARNING, NOTE)
