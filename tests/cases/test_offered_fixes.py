"""Offered fixes are few, distinct and minimal, the smallest first."""

from __future__ import annotations

from collections import Counter

import pytest

from listbuilder.diagnostics import Diagnostic, FixEdit
from listbuilder.diagnostics.messages import format_fix
from listbuilder.rules.edits import apply_fix
from listbuilder.validation.engine import validate
from tests.cases.case_files import Case, judge, judge_file, load_cases, work_out

MOST = 8
ALIKE = 3
CASES = [case for case in load_cases() if case.findings]


def judged(case: Case) -> list[Diagnostic]:
    army, _ = judge_file(case)
    return list(judge(case, army))


def holds(many: tuple[FixEdit, ...], few: tuple[FixEdit, ...]) -> bool:
    remaining_edits = list(many)
    for edit in few:
        if edit not in remaining_edits:
            return False
        remaining_edits.remove(edit)
    return True


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_offered_fixes_are_distinct_and_minimal(case: Case) -> None:
    for finding in judged(case):
        texts = [format_fix(fix, "en") for fix in finding.fixes]
        assert len(texts) == len(set(texts)) <= MOST, texts
        for index, fix in enumerate(finding.fixes):
            more = [other for other in finding.fixes[index + 1 :] if holds(other.edits, fix.edits)]
            assert not more, (texts[index], [format_fix(other, "en") for other in more])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_smallest_fix_comes_first(case: Case) -> None:
    for finding in judged(case):
        outcomes = [fix.outcome for fix in finding.fixes if fix.outcome is not None]
        losses = [(outcome.is_destructive, outcome.points_lost) for outcome in outcomes]
        assert losses == sorted(losses)
        single = [(fix.name, fix.outcome and fix.outcome.changed) for fix in finding.fixes if fix.name != "fix.steps"]
        assert all(count <= ALIKE for count in Counter(single).values()), single


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_fix_outcome_states_its_effect(case: Case) -> None:
    army, _ = judge_file(case)
    for finding in judge(case, army):
        for fix in finding.fixes:
            assert fix.outcome is not None
            changed = apply_fix(army, fix)
            unchanged = [entry for entry in army.entries if any(entry is other for other in changed.entries)]
            both = (*army.entries, *changed.entries)
            assert set(fix.outcome.changed) == {
                entry.id for entry in both if not any(entry is same for same in unchanged)
            }
            assert not set(fix.outcome.removed) & {entry.id for entry in changed.entries}
            after = validate(work_out(case, changed), submitted=case.raw.get("submitted"))
            assert fix.outcome.verdict is after.verdict
