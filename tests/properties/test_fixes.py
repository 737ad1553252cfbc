"""First fixes lead to a legal list in few steps, and none loses more than necessary.

`LISTBUILDER_LONG=1` tries 2,000 generated lists instead of a few.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import pytest

from listbuilder.diagnostics import Diagnostic, Report, Severity
from listbuilder.diagnostics.messages import describe_finding, format_fix
from listbuilder.errors import EditError
from listbuilder.model import ArmyList, Roster
from listbuilder.rules.edits import (
    AttachHero,
    CombineEntry,
    DetachHero,
    Edit,
    RemoveEntry,
    RemoveUpgrade,
    SplitEntry,
    apply_fix,
)
from listbuilder.rules.roster_builder import build_roster
from listbuilder.validation.engine import validate
from listbuilder.validation.preview import new_errors
from tests.cases.case_files import Case, judge_file, load_cases, work_out
from tests.properties.broken_lists import broken_lists

LONG = bool(os.environ.get("LISTBUILDER_LONG"))
CHUNKS, EACH = (40, 50) if LONG else (8, 20)
SEED = 9
FEW = 4

BEYOND_EDITS = {"EVT001", "EVT006", "EVT007", "EVT008", "EVT009", "ORG008", "PTS003"}
"""Codes that no change of units and picks can fix: wrong system, missing field, lateness, minimums."""


def errors(report: Report) -> list[Diagnostic]:
    return [finding for finding in report if finding.severity is Severity.ERROR]


def apply_fixes(roster: Roster, case: Case | None = None) -> tuple[Roster, list[str]]:
    """Apply first fixes until there are none; return the list and the steps."""
    submitted = case.raw.get("submitted") if case is not None else None
    report = validate(roster, submitted=submitted)
    most = len(report) + 2
    done: list[str] = []
    while (finding := next((error for error in errors(report) if error.fix), None)) is not None:
        assert finding.fix is not None
        done.append(f"{describe_finding(finding, 'en')} -> {format_fix(finding.fix, 'en')}")
        assert len(done) <= most, done
        roster = build_roster(apply_fix(roster.army, finding.fix), roster.system, roster.factions, roster.event)
        report = validate(roster, submitted=submitted)
    unfixed = {error.code for error in errors(report)} - BEYOND_EDITS
    assert not unfixed or is_hopeless(roster), (unfixed, done)
    return roster, done


def is_hopeless(roster: Roster) -> bool:
    """Return whether no unit of a list could be fielded in such a game, even alone and without picks."""
    for entry in roster.army.entries:
        bare = replace(entry, upgrades=(), combined=None, joins=None)
        alone = build_roster(replace(roster.army, entries=(bare,)), roster.system, roster.factions, roster.event)
        if not {error.code for error in errors(validate(alone))} - BEYOND_EDITS:
            return False
    return True


@pytest.mark.parametrize("case", [case for case in load_cases() if case.findings], ids=lambda case: case.id)
def test_first_fixes_make_every_case_legal(case: Case) -> None:
    army, _ = judge_file(case)
    apply_fixes(work_out(case, army), case)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_first_fixes_make_generated_lists_legal(chunk: int) -> None:
    for roster in broken_lists(SEED + chunk, EACH):
        apply_fixes(roster)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_first_fix_loses_least(chunk: int) -> None:
    for roster in broken_lists(SEED + chunk, EACH):
        if len(roster.entries) > FEW:
            continue
        report = validate(roster)
        tried = [(edit, *_try_edit(roster, edit)) for edit in single_edits(roster)]
        for finding in errors(report):
            least = min((loss for _, loss, after in tried if resolves(report, after, finding)), default=None)
            if least is not None:
                assert finding.fix is not None, describe_finding(finding, "en")
                assert finding.fix.outcome is not None
                assert finding.fix.outcome.points_lost <= least, (
                    describe_finding(finding, "en"),
                    format_fix(finding.fix, "en"),
                )


def resolves(before: Report, after: Report | None, finding: Diagnostic) -> bool:
    """Return whether a finding is gone without new errors, ignoring moves between entries."""
    if after is None or any(new_errors(before, after)):
        return False
    return (finding.code, finding.on) not in {(error.code, error.on) for error in after}


def _try_edit(roster: Roster, edit: Edit) -> tuple[int, Report | None]:
    try:
        tried: ArmyList = edit(roster.army)
    except EditError:
        return 0, None
    edited = build_roster(tried, roster.system, roster.factions)
    report = validate(edited)
    if isinstance(edit, AttachHero) and any(finding.code.startswith("HER") for finding in report.on(edit.entry)):
        return 0, None  # a hero cannot be moved where it is not allowed
    return max(0, roster.cost - edited.cost), report


def single_edits(roster: Roster) -> Iterator[Edit]:
    """Return every single edit that could fix a list."""
    for entry in roster.entries:
        yield RemoveEntry(entry.id)
        yield DetachHero(entry.id)
        yield SplitEntry(entry.id)
        yield SplitEntry(entry.id, drop_second_half=True)
        for half, loadout in enumerate(entry.halves):
            for option in {upgrade.upgrade.option for upgrade in loadout.upgrades}:
                yield RemoveUpgrade(entry.id, option, (half,))
                yield RemoveUpgrade(entry.id, option, (half,), remove_all=True)
                yield RemoveUpgrade(entry.id, option, tuple(range(len(entry.halves))))
        for other in roster.entries:
            if entry.is_hero and other is not entry:
                yield AttachHero(entry.id, other.id)
    for first, second in combinations(roster.entries, 2):
        if first.entry.unit == second.entry.unit and len(first.halves) == len(second.halves) == 1:
            yield CombineEntry(first.id, other=second.id)


def test_lossless_fixes_come_first() -> None:
    for roster in broken_lists(SEED, EACH):
        for finding in validate(roster):
            outcomes = [fix.outcome for fix in finding.fixes]
            losses = [(outcome.is_destructive, outcome.points_lost) for outcome in outcomes if outcome is not None]
            assert losses == sorted(losses)
            assert finding.severity is Severity.ERROR or not any(destructive for destructive, _ in losses)
