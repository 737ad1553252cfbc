"""The source of every code exists: a section of a system, a decision, a book, an event, or none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder.diagnostics import CODES, Code
from listbuilder.i18n import languages, translate
from listbuilder.validation.check_registry import CHECKS
from listbuilder.validation.message_arguments import CitedDecision
from tests.cases.case_files import Case, judge_file, library, load_cases

DECISIONS = Path(__file__).parents[2] / "docs" / "decisions.md"
BY_DESIGN = {"PTS003", "UNT002", "UNT005", "UNT006"}
"""Codes that need no source: no rulebook prints them and nothing had to be decided."""
PLAIN_FAMILIES = {"LST", "VER"}
"""About files and data, not about rules."""


def decisions() -> set[int]:
    return {
        int(number)
        for number in re.findall(r"^## Decision (\d+)$", DECISIONS.read_text(encoding="utf-8"), re.MULTILINE)
    }


def topics() -> set[str]:
    systems = [library().loader.merged_system(system) for system in library().loader.registry.ids("system")]
    return {topic for system in systems if system for topic in system["citation"].get("sections", {})}


ENGINE = sorted({code for registered in CHECKS for code in registered.codes})


@pytest.mark.parametrize("code", [CODES[code] for code in ENGINE], ids=lambda code: code.code)
def test_every_source_exists(code: Code) -> None:
    assert code.topic is None or code.decision is None, "one source, not two"
    if code.decision is not None:
        assert code.decision in decisions()
    elif code.topic is not None:
        assert code.topic in topics() | {"book", "event"}
        assert all(translate(language, f"topic.{code.topic}") != f"topic.{code.topic}" for language in languages())
    else:
        assert code.code in BY_DESIGN or code.code[:3] in PLAIN_FAMILIES


def test_decisions_are_numbered_without_a_gap() -> None:
    assert decisions() == set(range(1, len(decisions()) + 1))


def source_of(code: str, part: str) -> object:
    """Judge the first case of this name and return the source of its finding."""
    case = next(case for case in load_cases() if case.code == code and part in str(case.name))
    _, report = judge_file(case)
    return next(finding.source for finding in report if finding.code == code)


def test_share_with_joined_hero_cites_the_decision() -> None:
    assert source_of("ORG003", "a joined hero counts with its host") == CitedDecision(3)
    section = library().loader.merged_system("aof-3.2")["citation"]["sections"]["force_organisation"]
    assert str(source_of("ORG003", "a unit of 526 points")).endswith(f", {section}")


def test_duplicate_named_character_cites_the_decision() -> None:
    raw = {"list": {"units": [{"id": "a", "unit": "trial/duke"}, {"id": "b", "unit": "trial/duke"}]}}
    _, report = judge_file(Case("units", "UNT004", "two dukes", "aof-3.5", raw))
    assert [finding.source for finding in report] == [CitedDecision(17)]
