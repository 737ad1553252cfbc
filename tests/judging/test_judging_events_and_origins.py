"""Judging: which event applies, what is reported once, and on which line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.diagnostics import Diagnostic, Place, Report
from listbuilder.errors import UnreadableError
from listbuilder.importers.importer import ImportedList
from listbuilder.judging.judge import judge_army, judge_bytes, judge_file
from listbuilder.judging.results import (
    Judged,
    Unreadable,
    check_stated_total,
    find_import_info,
    unreported_partial_factions,
)
from listbuilder.library import Library
from listbuilder.library.build_system import build_event
from listbuilder.model import ArmyList, FactionId, SystemId
from tests.judging.test_judging import BOOK, BRINGING, EMPTY, PLAIN, codes, judged


def test_unknown_system_keeps_the_list(library: Library):
    army = replace(judged(EMPTY, library).army, system=SystemId("chess"))
    unreadable = judge_army(army, library)
    assert isinstance(unreadable, Unreadable)
    assert (codes(unreadable), unreadable.army, unreadable.path) == ({"LST003"}, army, "")
    (finding,) = unreadable.report
    assert finding.params["system"] == "chess"
    assert "aof-3.5" in str(finding.params["known"])


def test_missing_system_adds_no_second_finding(library: Library):
    unreadable = judge_army(ArmyList(name="", system=SystemId("")), library)
    assert isinstance(unreadable, Unreadable)
    assert list(unreadable.report) == []


def test_missing_file_is_unread(library: Library, tmp_path):
    (judged,) = judge_file(tmp_path / "none.yaml", library)
    assert isinstance(judged, Unreadable)
    assert (judged.path, judged.army, len(list(judged.report))) == (str(tmp_path / "none.yaml"), None, 1)


def test_given_event_overrides_the_lists_own(library: Library):
    text = EMPTY.replace("units: []", "event: no-such-cup\nunits: []")
    event = build_event({"id": "cup", "name": "Cup", "points": 700})
    (judged,) = judge_bytes(text.encode(), "x.yaml", library, event)
    assert isinstance(judged, Judged)
    assert judged.event is event
    assert "LST005" not in codes(judged)
    again = judge_army(judged.army, library, event=event)
    assert isinstance(again, Judged)
    assert (again.event, again.report) == (event, judged.report)


def test_broken_event_file_is_reported(library: Library, monkeypatch: pytest.MonkeyPatch):
    def broken(_wanted: str) -> None:
        raise UnreadableError([Diagnostic("DAT001", None, {"reason": "x"})])

    monkeypatch.setattr(library, "event", broken)
    judged_list = judged(EMPTY.replace("units: []", "event: cup\nunits: []"), library)
    assert {"LST005", "DAT001"} <= codes(judged_list)
    assert judged_list.event is None


def test_no_event_means_no_event_finding(library: Library):
    judged_list = judged(EMPTY, library)
    assert judged_list.event is None
    assert "LST005" not in codes(judged_list)


def test_differing_stated_total_is_reported(library: Library):
    judged_list = judged(BRINGING, library)

    def total_findings(stated: int | None) -> list[dict[str, object]]:
        imported = ImportedList(army=judged_list.army, report=Report(), stated_points=stated)
        return [dict(finding.params) for finding in check_stated_total(imported, judged_list.roster)]

    assert total_findings(None) == total_findings(50) == []
    assert total_findings(51) == [{"stated": 51, "points": 50, "unresolved": 0}]
    assert total_findings(0) == [{"stated": 0, "points": 50, "unresolved": 0}]


def test_embedded_faction_is_reported_once(library: Library):
    judged_list = judged(BRINGING, library)
    assert [finding.code for finding in judged_list.report].count("IMP007") == 1
    assert [finding.code for finding in unreported_partial_factions(judged_list.roster, [])] == ["IMP007"]
    findings = [finding for finding in judged_list.report if finding.code == "IMP007"]
    assert list(unreported_partial_factions(judged_list.roster, findings)) == []
    assert list(unreported_partial_factions(judged(PLAIN, library).roster, [])) == []


def test_origin_findings_are_not_repeated(library: Library):
    army = judged(BRINGING, library).army
    origin = find_import_info(army, library)
    assert [faction.id for faction in origin.partial_factions] == ["mine"]
    known = Report((Diagnostic("PTS003", None, {}),))
    assert find_import_info(army, library, known).findings is known
    broken = replace(army, extra={"factions": [{"id": "mine"}]})
    problems = find_import_info(broken, library).findings
    assert len(list(problems)) > 0
    assert find_import_info(broken, library, problems).findings is problems
    both = find_import_info(broken, library, known).findings
    assert {finding.code for finding in both} == {"PTS003", *(finding.code for finding in problems)}


def test_placed_finding_has_its_line(library: Library):
    placed = Diagnostic("DAT001", None, {"reason": "x"}, place=Place("x.yaml", 7))
    nowhere = Diagnostic("DAT001", None, {"reason": "x"})
    judged_list = judged(PLAIN, library)
    assert [judged_list.find_line(finding) for finding in (placed, nowhere)] == [7, None]
    assert [Unreadable("x.yaml", Report()).find_line(finding) for finding in (placed, nowhere)] == [7, None]
    in_memory = judge_army(judged_list.army, library)
    assert in_memory.find_line(next(finding for finding in in_memory.report if finding.on == "a")) is None


@pytest.mark.parametrize(("points", "more"), [(200, set()), (50, {"PTS001"})])
def test_changed_book_is_reported_with_points(tmp_path, points: int, more: set[str]):
    (tmp_path / "mine.yaml").write_text(BOOK, encoding="utf-8")
    own = Library.open([tmp_path], user=False)
    text = PLAIN.replace("points: 500", f"points: {points}") + "- {id: b, unit: mine/guard}\n"
    pin = "books: {mine: {version: '1', sha256: SHA, points: 90}}\n"
    judged_list = judged(text + pin.replace("SHA", "0" * 64), own)
    assert codes(judged_list) == {"VER002", "VER006", *more}
    sha = judged_list.roster.factions[FactionId("mine")].sha256
    assert codes(judged(text + pin.replace("SHA", sha), own)) == more


def test_only_an_empty_list_counts_as_begun(library: Library):
    assert judged(EMPTY, library).is_empty_draft
    open_event = judged(EMPTY + "event: nowhere\n", library)
    assert (open_event.is_empty_draft, codes(open_event)) == (True, {"PTS003", "LST005"})
    broken = judged(EMPTY.replace("points: 500", "points: -3"), library)
    assert (broken.is_empty_draft, codes(broken)) == (False, {"PTS003", "LST010"})
    assert not judged(BRINGING, library).is_empty_draft


SHARED = (
    "++ Watch - Human Empire [AOF 70pts] ++\n\nInfantrymen [10] Q5+ D5+ | 70pts | Hold the Line\n10x Hand Weapon (A1)\n"
)


def assumed(judged_list: Judged) -> set[object]:
    """Return the fields of a list that were assumed."""
    return {finding.params["field"] for finding in judged_list.report if "field" in finding.params}


def test_missing_settings_are_assumed_and_reported(library: Library):
    (alone,) = judge_bytes(SHARED.encode(), "x.txt", library)
    assert isinstance(alone, Judged)
    assert assumed(alone) == {"points", "force_org"}
    assert alone.army.points == 750
    events: dict[tuple[str, ...], dict[str, object]] = {
        ("points",): {"points": 1000},
        ("force_org",): {"force_org": True},
        ("points", "force_org"): {"points": 1000, "force_org": True},
        (): {},
    }
    for fields, raw in events.items():
        (judged,) = judge_bytes(SHARED.encode(), "x.txt", library, build_event({"id": "cup", "name": "Cup", **raw}))
        assert isinstance(judged, Judged)
        assert assumed(judged) == {"points", "force_org"} - set(fields)
        assert not codes(judged) & {"EVT002", "EVT013"}, "assumed values never contradict the event"


def test_settings_conflicting_with_event_are_reported(library: Library):
    event = build_event({"id": "cup", "name": "Cup", "points": 1000, "force_org": True})
    (judged,) = judge_bytes(PLAIN.encode(), "x.yaml", library, event)
    assert {"EVT002", "EVT013"} <= codes(judged)
