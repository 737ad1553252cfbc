"""The search for fixes is bounded for the whole list; the worst findings come first."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import cast

import pytest

from listbuilder.diagnostics import Diagnostic, Fix, FixSequence
from listbuilder.judging.judge import judge_bytes
from listbuilder.library import Library
from listbuilder.model import ArmyList
from listbuilder.rules.edits import RemoveEntry
from listbuilder.validation.check_registry import CheckContext
from listbuilder.validation.fixes import search
from listbuilder.validation.fixes.search import MAX_WORK, LazyFixes, ReportBudget, WorkBudget
from tests.unit.trial_lists import finding, roster

BROKEN = "format: 1\nname: X\nsystem: aof-3.5\npoints: 9000\nunits:\n" + "".join(
    f"  - {{id: e{number}, unit: human-empire/infantrymen, upgrades: [spear, nothing, sergeant, spear]}}\n"
    for number in range(60)
)


def test_share_is_deducted_from_the_total() -> None:
    whole = WorkBudget(9)
    share = whole.allot_share()
    assert [share.spend(2), share.spend(2), share.spend(2)] == [True, True, False]
    assert [whole.spend(5), whole.spend(1)] == [True, False]


def test_shares_end_with_the_total() -> None:
    whole = WorkBudget(9)
    early = whole.allot_share()
    assert whole.spend(9)
    assert not early.spend(1)


def test_broken_list_gets_fixes_for_worst_findings(monkeypatch) -> None:
    tried: list[object] = []
    before = search.FixSearch._try

    def count(self: search.FixSearch, step: search._Step) -> Generator[None, None, Fix | None]:
        tried.append(step)
        return before(self, step)

    monkeypatch.setattr(search.FixSearch, "_try", count)
    (judged,) = judge_bytes(BROKEN.encode(), "x", Library.open(user=False))
    fixes = [finding.fix for finding in judged.report]
    assert len(fixes) > 150
    assert fixes[0] is not None
    assert fixes[-1] is None
    assert len(tried) * 4 * len(fixes) <= MAX_WORK * 1.5


def test_every_finding_keeps_its_first_fix() -> None:
    library = Library.open(user=False)
    text = "\n".join(BROKEN.split("\n")[:8]).encode()
    (once,) = judge_bytes(text, "x", library)
    (fully,) = judge_bytes(text, "x", library)
    assert [len(finding.fixes) > 0 and finding.fixes[0] for finding in fully.report] == [
        finding.fix or False for finding in once.report
    ]
    assert ReportBudget().first is not ReportBudget().further


def test_further_fixes_use_a_separate_budget() -> None:
    worked_out = roster({"id": "a", "unit": "spears"}, {"id": "b", "unit": "riders"}, points=150)
    over = finding("PTS001", worked_out)
    first_only, all_of_them = ReportBudget(), ReportBudget()
    assert next(filter(None, search.find_fixes(CheckContext(worked_out), [over], over, first_only)))
    assert len(list(filter(None, search.find_fixes(CheckContext(worked_out), [over], over, all_of_them)))) > 1
    assert all_of_them.first._left == first_only.first._left < ReportBudget().first._left
    assert all_of_them.further._left < first_only.further._left == ReportBudget().further._left


def test_earlier_findings_are_fixed_first(monkeypatch) -> None:
    asked: list[tuple[str, int]] = []

    def slowly(_inspection: object, _found: object, finding: Diagnostic, _budget: ReportBudget) -> Iterator[Fix]:
        for number in (1, 2):
            asked.append((finding.code, number))
            yield Fix(f"fix.{number}")

    monkeypatch.setattr("listbuilder.validation.fixes.search.find_fixes", slowly)
    codes = ["ORG001", "ORG002", "ORG003"]
    findings = list(LazyFixes(cast("CheckContext", None), [Diagnostic(code, None, {}) for code in codes]).report())
    assert findings[2].fix == Fix("fix.1")
    assert asked == [(code, 1) for code in codes]
    assert len(findings[2].fixes) == 2
    assert asked[3:] == [(code, 2) for code in codes], "every finding gets its first fix before any gets a second"


def test_earlier_findings_go_first_after_a_pause(monkeypatch) -> None:
    done: list[str] = []

    def slowly(_inspection: object, _found: object, finding: Diagnostic, _budget: ReportBudget) -> Iterator[Fix | None]:
        yield from (None, None)
        done.append(finding.code)
        yield Fix("fix.1")

    monkeypatch.setattr("listbuilder.validation.fixes.search.find_fixes", slowly)
    codes = ["ORG001", "ORG002", "ORG003"]
    report = LazyFixes(cast("CheckContext", None), [Diagnostic(code, None, {}) for code in codes]).report()
    first, second, third = report.diagnostics
    assert isinstance(third.fixes, FixSequence)
    paused = third.fixes.compute_first()
    next(paused)
    assert done == [], "the first of them is under way"
    assert second.fix == Fix("fix.1")
    assert done == codes[:2]
    assert list(paused), "the rest, with pauses"
    assert done == codes
    assert list(report.compute_first_fixes()) == [], "all is known"
    assert len(first.fixes) == 1


def _counting(before: Callable[[RemoveEntry, ArmyList], ArmyList], edits: list[RemoveEntry]) -> object:
    def carry_out(edit: RemoveEntry, army: ArmyList) -> ArmyList:
        edits.append(edit)
        return before(edit, army)

    return carry_out


def test_fix_cost_grows_with_its_edits() -> None:
    """Removing two hundred units one by one takes two hundred times as long as removing one."""
    library = Library.open(user=False)
    head = "format: 1\nname: X\nsystem: aof-3.5\nforce_org: true\npoints: 2000\nunits:\n"
    text = head + "".join(f"  - {{id: e{number}, unit: human-empire/champion}}\n" for number in range(190))
    (judged,) = judge_bytes(text.encode(), "x", library)
    carried_out: list[RemoveEntry] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(RemoveEntry, "__call__", _counting(RemoveEntry.__call__, carried_out))
        for finding in judged.report:
            assert finding.fix is None or finding.fix.edits
    assert len(carried_out) * (len(judged.army.entries) // 8) <= MAX_WORK * 1.5
