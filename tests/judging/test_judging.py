"""From a source to a verdict: embedded books stay with their list, missing ones are reported."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from listbuilder.diagnostics import Verdict
from listbuilder.diagnostics.messages import describe_finding
from listbuilder.importers import dispatch
from listbuilder.judging.judge import judge_army, judge_bytes, judge_file
from listbuilder.judging.results import Judged, Unreadable
from listbuilder.library import Library
from listbuilder.library.build_system import build_event
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.hashes import list_hash
from tests.sentences import sentence

UNIT = "{id: guard, name: Guard, size: 5, quality: 4, defense: 4, cost: 50, weapons: [Sword (A1)]}"
BOOK = f'{{format: 1, id: mine, systems: [aof-3.5], version: "1", name: Mine, units: [{UNIT}]}}'
PLAIN = "format: 1\nname: Plain\nsystem: aof-3.5\npoints: 500\nunits:\n- {id: a, unit: mine/guard}\n"
BRINGING = PLAIN.replace("Plain", "Bringing") + f"factions: [{BOOK}]\n"
EMPTY = "format: 1\nname: Begun\nsystem: aof-3.5\npoints: 500\nunits: []\n"


def judged(text: str, library: Library, name: str = "list.yaml") -> Judged:
    (judged_list,) = judge_bytes(text.encode(), name, library)
    assert isinstance(judged_list, Judged)
    return judged_list


def codes(judged_list: Judged | Unreadable) -> set[str]:
    return {finding.code for finding in judged_list.report}


def test_embedded_book_applies_to_its_list_only(library: Library):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in (("1.yaml", BRINGING), ("2.yaml", PLAIN), ("3.yaml", BRINGING)):
            archive.writestr(name, text)
    first, second, third = judge_bytes(packed.getvalue(), "all.zip", library)
    assert isinstance(first, Judged)
    assert isinstance(second, Judged)
    assert (first.roster.cost, first.verdict) == (50, Verdict.UNCHECKED)
    assert codes(first) == codes(third) == {"IMP007", "VER003"}
    assert (second.roster.cost, second.verdict) == (0, Verdict.UNCHECKED)
    assert codes(second) == {"UNT002"}
    assert not library.has_faction("mine")


def test_in_memory_list_keeps_its_embedded_book(library: Library):
    read = judged(BRINGING, library)
    again = judge_army(read.army, library)
    assert isinstance(again, Judged)
    assert again.report == read.report
    assert again.roster.cost == read.roster.cost == 50


def test_missing_book_finding_names_the_import_command(library: Library):
    for text in (PLAIN, BRINGING):
        (finding,) = [finding for finding in judged(text, library).report if finding.severity.value == "unchecked"]
        for language in ("en", "de"):
            assert "listbuilder data import" in describe_finding(finding, language)


def test_unknown_event_makes_a_list_unchecked(library: Library):
    judged_list = judged(
        EMPTY.replace("units: []", "event: no-such-cup\nunits: [{id: a, unit: human-empire/champion}]"), library
    )
    assert judged_list.event is None
    assert judged_list.verdict is Verdict.UNCHECKED
    assert "LST005" in codes(judged_list)


def test_late_submission_is_reported(library: Library):
    event = build_event({"id": "cup", "name": "Cup", "deadline": "2026-05-01T18:00"})
    sample = library.sample_lists()[0].file
    late, early, unknown = (
        judge_file(sample, library, event, submitted)[0]
        for submitted in ("2026-05-01T18:01:00", "2026-05-01T17:59:00", None)
    )
    assert ["EVT008" in codes(judged_list) for judged_list in (late, early, unknown)] == [True, False, False]


def test_empty_list_is_illegal(library: Library):
    judged_list = judged(EMPTY, library)
    assert codes(judged_list) == {"PTS003"}
    assert judged_list.verdict is Verdict.ILLEGAL


def test_unknown_system_is_unreadable(library: Library):
    (judged,) = judge_bytes(EMPTY.replace("aof-3.5", "chess").encode(), "x.yaml", library)
    assert isinstance(judged, Unreadable)
    assert (judged.verdict, codes(judged)) == (Verdict.UNREADABLE, {"LST003"})
    assert judged.army is not None


def test_mistyped_system_gets_a_suggestion(library: Library):
    findings = []
    for name in ("aof-35", "chess"):
        (judged,) = judge_bytes(EMPTY.replace("aof-3.5", name).encode(), "x.yaml", library)
        findings.append(next(finding for finding in judged.report if finding.code == "LST003"))
    near, unknown = findings
    assert describe_finding(near, "en") == sentence("LST003", system="aof-35", meant="aof-3.5")
    assert describe_finding(unknown, "en") == sentence("LST003.no-meant", system="chess", known=unknown.params["known"])
    known = unknown.params["known"]
    assert isinstance(known, tuple)
    assert {"aof-3.2", "aof-3.5"} <= set(known)


def test_findings_know_the_line_of_their_entry(library: Library):
    judged_list = judged(PLAIN, library)
    (missing,) = [finding for finding in judged_list.report if finding.code == "UNT002"]
    assert judged_list.find_line(missing) == 6
    as_json = json.dumps({"system": "aof-3.5", "units": [{"id": "a", "unit": "mine/guard"}]}, indent=1)
    other = judged(as_json, library, "x.json")
    assert other.find_line(next(finding for finding in other.report if finding.on == "a")) == 4


def test_judged_list_has_the_list_hash(library: Library):
    sample = library.sample_lists()[0].file
    (judged,) = judge_file(sample, library)
    assert isinstance(judged, Judged)
    assert judged.list_hash == list_hash(load_list(sample).army)


class Stumbling:
    """An importer that raises."""

    id = "stumbling"

    def recognises(self, source: object) -> bool:
        return b"stumble" in getattr(source, "raw", b"")

    def read(self, source: object, library: Library) -> list[object]:
        raise IndexError(source, library)


def test_importer_error_affects_one_list(library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    known = list(dispatch.iter_importers())
    monkeypatch.setattr(dispatch, "iter_importers", lambda: iter([Stumbling(), *known]))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("bad.yaml", "stumble: 1")
        archive.writestr("good.yaml", PLAIN)
    (tmp_path / "all.zip").write_bytes(packed.getvalue())
    bad, good = judge_file(tmp_path / "all.zip", library)
    (finding,) = bad.report
    assert (finding.code, finding.params["error"]) == ("INT001", "IndexError")
    assert str(finding.params["where"]).startswith("listbuilder.importers.dispatch:")
    assert isinstance(good, Judged)


def test_validation_error_affects_one_list(library: Library, monkeypatch: pytest.MonkeyPatch):
    def stumble(*_: object, **__: object) -> None:
        raise RecursionError

    monkeypatch.setattr("listbuilder.judging.judge.validate", stumble)
    (judged,) = judge_bytes(PLAIN.encode(), "x.yaml", library)
    assert isinstance(judged, Unreadable)
    assert "INT001" in codes(judged)
    assert judged.army is not None
