"""Every rule case: exactly these findings, filled sentences, and fixes that solve them."""

from __future__ import annotations

import re

import pytest

from listbuilder.diagnostics import CODES, Report, Severity
from listbuilder.diagnostics.messages import describe_finding, describe_source, format_fix, message_key
from listbuilder.i18n import FALLBACK_LANGUAGE, languages, load_catalogue
from listbuilder.rules.edits import apply_fix
from listbuilder.rules.limits import Derivation
from listbuilder.validation.check_registry import CHECKS
from listbuilder.validation.message_arguments import LimitExplanation
from tests.cases.case_files import Case, judge, judge_file, load_cases, matches, work_out
from tests.sentences import sentence

CASES = load_cases()
ENGINE_CODES = sorted({code for registered in CHECKS for code in registered.codes})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_exactly_these_findings(case: Case) -> None:
    _, report = judge_file(case)
    unmatched = list(report)
    for expected in case.findings:
        finding = next((candidate for candidate in unmatched if matches(candidate, expected)), None)
        assert finding is not None, f"{expected} not in {[_short(other) for other in unmatched]}"
        unmatched.remove(finding)
    assert not unmatched, [_short(other) for other in unmatched]


@pytest.mark.parametrize("case", [case for case in CASES if case.findings], ids=lambda case: case.id)
def test_sentences_are_filled_in(case: Case) -> None:
    _, report = judge_file(case)
    for finding in report:
        for language in languages():
            assert describe_finding(finding, language) not in ("", finding.code)
            assert fields_of(language, message_key(finding, language)) <= finding.params.keys()
            for fix in finding.fixes:
                assert format_fix(fix, language) != fix.name
                assert fields_of(language, fix.name) <= fix.params.keys()


@pytest.mark.parametrize("case", [case for case in CASES if case.findings], ids=lambda case: case.id)
def test_every_fix_solves_without_new_errors(case: Case) -> None:
    army, _ = judge_file(case)
    report = judge(case, army)
    before = _errors(report)
    for finding in report:
        for fix in finding.fixes:
            assert fix.outcome is not None
            changed = apply_fix(army, fix)
            after = judge(case, changed)
            assert finding not in after.diagnostics, format_fix(fix, "en")
            assert set(_errors(after)) <= set(before), format_fix(fix, "en")
            assert fix.outcome.errors_left == len(_errors(after)) <= len(before)
            assert fix.outcome.points_after == work_out(case, changed).cost
            assert finding.severity is Severity.ERROR or not fix.outcome.is_destructive


def _errors(report: Report) -> list[str]:
    return [finding.code for finding in report if finding.severity is Severity.ERROR]


@pytest.mark.parametrize("case", [case for case in CASES if case.findings], ids=lambda case: case.id)
def test_a_finding_names_its_source(case: Case) -> None:
    army, _ = judge_file(case)
    for finding in judge(case, army):
        topic, decision = CODES[finding.code].topic, CODES[finding.code].decision
        assert bool(finding.source) == (topic is not None or decision is not None), finding.code
        if decision is not None and finding.code != "UNT004":
            for language in languages():
                assert describe_source(finding, language) == sentence("source.decision", language, n=decision)
        if topic == "book":
            assert describe_source(finding, "en") in ("Trial Army 1.0", "Elsewhere 1.0")
        explanation = finding.params.get("how")
        if (
            isinstance(explanation, LimitExplanation)
            and explanation.bound.derivation is Derivation.FLAT
            and explanation.set_by_event
        ):
            assert str(finding.source) == case.raw["event"]["name"]["en"], "the event's own limit, not the rulebook's"


@pytest.mark.parametrize("code", ENGINE_CODES)
def test_every_code_has_both_kinds_of_cases(code: str) -> None:
    kinds = {case.illegal for case in CASES if case.code == code}
    assert kinds == {True, False}


@pytest.mark.parametrize("code", ENGINE_CODES)
def test_legal_cases_have_no_findings(code: str) -> None:
    legal = next(case for case in CASES if case.code == code and not case.illegal)
    assert not legal.findings


def fields_of(language: str, key: str) -> set[str]:
    sentence = load_catalogue(language).get(key) or load_catalogue(FALLBACK_LANGUAGE)[key]  # a language may be partial
    return set(re.findall(r"\{(\w+)", sentence))


def _short(finding: object) -> str:
    code, on, params = finding.code, finding.on, dict(finding.params)  # type: ignore[attr-defined]
    return f"{code} on {on} {params}"
