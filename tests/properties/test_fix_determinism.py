"""A report with its fixes depends only on the list, not on what was judged or read before."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import pytest

from listbuilder.diagnostics import Report
from listbuilder.diagnostics.messages import build_finding_record
from listbuilder.judging.judge import judge_bytes
from listbuilder.listfiles.files import parse_list
from listbuilder.model import Upgrade
from listbuilder.rules.edits import SetUpgrades
from listbuilder.rules.roster_builder import build_roster
from listbuilder.validation.engine import validate
from listbuilder.validation.fixes.search import MAX_WORK
from tests.cases.case_files import Case, factions, judge, library, list_mapping_of, load_cases
from tests.properties.broken_lists import broken_list
from tests.properties.test_fixes import LONG
from tests.unit.test_fix_budget import BROKEN

Judge = Callable[[], Report]

SEED = 11
CASES, GENERATED = (1000, 300) if LONG else (40, 10)


def judges() -> list[Judge]:
    """Return a function that builds a report from a fresh copy of the list."""
    cases = [case for case in load_cases() if case.findings]
    cases = Random(SEED).sample(cases, min(len(cases), CASES))
    case_judges = [partial(_judge_case, case) for case in cases]
    return [*case_judges, *(partial(_judge_generated, index) for index in range(GENERATED))]


def _judge_case(case: Case) -> Report:
    return judge(case, parse_list(list_mapping_of(case)).army)


def _judge_generated(index: int) -> Report:
    return validate(broken_list(Random(f"{SEED}/{index}")))


def serialise_report(report: Report, random: Random) -> bytes:
    """Write a report with all fixes, read in random order and sometimes only in part."""
    findings = random.sample(list(report), len(report))
    for finding in findings:
        assert random.random() < 0.5 or finding.fix is finding.fix
    for finding in findings:
        len(finding.fixes)
    return json.dumps([build_finding_record(finding, "en", None, all_fixes=True) for finding in report]).encode()


def judge_in_random_order(seed: int) -> list[bytes]:
    random = Random(seed)
    waiting = list(enumerate(judges()))
    random.shuffle(waiting)
    return [text for _, text in sorted((index, serialise_report(judge(), random)) for index, judge in waiting)]


def test_fixes_are_independent_of_reading_order() -> None:
    assert judge_in_random_order(1) == judge_in_random_order(2)


@pytest.mark.parametrize("times", [1, 3])
def test_equal_picks_of_earlier_lists_are_reordered(times: int) -> None:
    """Cached results serve the next list, whose picks are equal but not identical."""
    for _ in range(times):
        army = parse_list(
            {
                "format": 1,
                "name": "Order",
                "system": "aof-3.5",
                "units": [{"id": "a", "unit": "trial/captain", "upgrades": ["barding", "drake"]}],
            }
        ).army
        (finding,) = validate(build_roster(army, library().system("aof-3.5"), factions())).on("a")
        assert finding.fix is not None
        (edit,) = finding.fix.edits
        assert isinstance(edit, SetUpgrades)
        assert edit.upgrades == (Upgrade("drake"), Upgrade("barding"))


def _very_broken() -> Report:
    (judged,) = judge_bytes(BROKEN.encode(), "x", library())
    return judged.report


@pytest.mark.parametrize("seed", [1, 2])
def test_budget_end_is_independent_of_reading_order(seed: int) -> None:
    in_order, somehow = _very_broken(), _very_broken()
    assert (
        serialise_report(somehow, Random(seed))
        == json.dumps([build_finding_record(finding, "en", None, all_fixes=True) for finding in in_order]).encode()
    )
    assert len(in_order) * len(in_order) > MAX_WORK / 4, "not broken enough to use it up"


def test_threads_may_share_a_report() -> None:
    report, alone = _very_broken(), _very_broken()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda finding: tuple(finding.fixes), reversed(list(report))))
    assert together[::-1] == [tuple(finding.fixes) for finding in alone]
