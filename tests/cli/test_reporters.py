"""Reports of every format, from records."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree as ET

import pytest

from listbuilder.cli.commands.data.diff import _is_file
from listbuilder.cli.commands.validate import _ORDERS, _choose_detail
from listbuilder.cli.input_output import faction_file_path
from listbuilder.cli.reporters import REPORTERS, find_reporter
from listbuilder.cli.reporters.csv_report import safe_cell
from listbuilder.cli.reporters.text_report import list_headline
from listbuilder.cli.streams import Terminal
from listbuilder.judging.results import ListRecord, RecordDetail
from tests.sentences import sentence


def finding(code: str = "ORG001", severity: str = "error", **more: Any) -> dict[str, Any]:
    usual = {"code": code, "name": "too-many", "severity": severity, "message": f"{code} *said*.", "fix": None}
    rest: dict[str, Any] = {"on": None, "line": None, "place": None, "source": None, "params": {}, "fixes": []}
    return {**usual, **rest, **more}


def record(**more: Any) -> ListRecord:
    usual = {"path": "a.yaml", "name": "Vale", "player": "Kim", "system": "aof-3.5", "verdict": "legal", "points": 745}
    rest = {"limit": 750, "units": 5, "models": 20, "hash": "a" * 64, "army": "b" * 64, "factions": ["Elves"]}
    books = {"elves": {"name": "Elves", "version": "3.5", "sha256": "c" * 64, "partial": False}}
    return cast("ListRecord", {**usual, **rest, "books": books, "diagnostics": [], **more})


BAD = record(
    path="b.yaml",
    name=None,
    player=None,
    verdict="illegal",
    limit=None,
    diagnostics=[
        finding(line=8, on="c", fix="Less."),
        finding("UNT001", "unchecked", place={"path": "x.yaml", "line": 3, "column": None}),
        finding("ORG002", "warning"),
        finding("VER003", "note"),
    ],
)
BROKEN = record(
    path="c.yaml", name=None, player=None, system=None, verdict="unreadable", points=None, limit=None, units=None,
    models=None, hash=None, army=None, factions=[], books={}, diagnostics=[finding("DAT001")],
)  # fmt: skip


COLUMNS = ("list", "player", "faction", "points", "verdict")
LEGAL = sentence("verdict.legal")
SPOT = f"({sentence('cli.line', line=8)}, {sentence('cli.entry', id='c')})"


def written(kind: str, *records: ListRecord, quiet: bool = False, terminal: Terminal | None = None) -> str:
    return "".join(find_reporter(kind, quiet=quiet)(iter(records), "en", terminal or Terminal()))


@pytest.mark.parametrize("kind", REPORTERS)
def test_empty_reports_are_well_formed(kind: str) -> None:
    report = written(kind)
    if kind in ("json", "sarif"):
        json.loads(report)
    elif kind == "junit":
        assert ET.fromstring(report).get("tests") == "0"


def test_markdown_has_rows_and_findings() -> None:
    assert written("markdown", record(), BAD, BROKEN).splitlines() == [
        f"| {' | '.join(sentence(f'report.column.{name}') for name in COLUMNS)} |",
        "|---|---|---|--:|---|",
        f"| Vale | Kim | Elves | 745 / 750 | {LEGAL} |",
        f"| b.yaml |  | Elves | 745 | {sentence('verdict.illegal')} |",
        f"| c.yaml |  |  |  | {sentence('verdict.unreadable')} |",
        "",
        "## b.yaml",
        "",
        rf"- **ORG001** {SPOT} ORG001 \*said\*. {sentence('cli.fix', fix='Less.')}",
        r"- **UNT001** UNT001 \*said\*.",
        r"- **ORG002** ORG002 \*said\*.",
        "",
        "## c.yaml",
        "",
        r"- **DAT001** DAT001 \*said\*.",
        "",
        sentence("report.totals", lists=3, legal=1, illegal=1, unchecked=0, unreadable=1),
    ]


def test_junit_counts_failures_and_errors() -> None:
    suite = ET.fromstring(written("junit", record(), BAD, record(verdict="unchecked"), BROKEN))
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("4", "2", "1")
    legal, bad, _, broken = suite
    assert (legal.get("classname"), legal.get("name"), list(legal)) == ("aof-3.5", "a.yaml", [])
    (failure,) = bad
    assert (failure.tag, failure.get("type"), failure.get("message")) == ("failure", "illegal", "ORG001 UNT001")
    assert failure.text == f"ORG001 {SPOT} ORG001 *said*.\nUNT001 UNT001 *said*."
    assert (broken.get("classname"), broken[0].tag) == ("", "error")


def test_sarif_names_rules_places_and_entries() -> None:
    run = json.loads(written("sarif", record(), BAD, BROKEN))["runs"][0]
    first, second, third, fourth, last = run["results"]
    location = first["locations"][0]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": "b.yaml"},
        "region": {"startLine": 8, "startColumn": 1},
    }
    assert location["logicalLocations"] == [{"name": "c", "kind": "element"}]
    assert (first["level"], first["message"]["text"]) == ("error", "ORG001 *said*. Less.")
    assert (second["kind"], second["level"]) == ("open", "none")
    assert second["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "x.yaml"
    assert "logicalLocations" not in second["locations"][0]
    assert (third["level"], fourth["level"], "kind" in third) == ("warning", "note", False)
    assert "region" not in last["locations"][0]["physicalLocation"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == ["DAT001", "ORG001", "ORG002", "UNT001", "VER003"]


def test_text_has_notes_for_a_single_list() -> None:
    single = written("text", BAD)
    assert "VER003" in single
    assert "Elves 3.5 (cccccccc)" in single
    many = written("text", record(), BAD, BROKEN)
    assert "VER003" not in many
    assert "DAT001" in many
    assert [line[0] for line in many.splitlines()[:3]] == ["✔", "✘", "!"]
    assert many.count("Elves 3.5 (cccccccc)") == 1
    partial = record(books={"x": {"name": "Own", "version": "", "sha256": "d" * 64, "partial": True}})
    assert "(dddddddd)" in written("text", partial)
    assert "Own  (" not in written("text", partial)
    quiet = written("text", record(), BAD, quiet=True)
    assert "✔" not in quiet


def test_headline_fits_the_terminal() -> None:
    long = record(path="x" * 100)
    line = list_headline(long, "en", Terminal(width=60))
    end = f"…        745 / 750  {LEGAL}"
    assert line == f"✔ {end:x>58}"
    assert len(line) == 60
    short = list_headline(record(points=None, limit=None), "en", Terminal())
    assert "745" not in short
    assert list_headline(record(limit=None), "en", Terminal()).endswith(f"  745  {LEGAL}")
    padded = list_headline(record(), "en", Terminal(colour=True), width=10)
    assert f"{LEGAL:10}\x1b[0m" in padded
    assert padded.startswith("\x1b[32;1m✔\x1b[0m a.yaml  Vale · Kim  Elves")


@pytest.mark.parametrize(
    ("order", "first", "second"),
    [
        ("path", {"path": "a"}, {"path": "b"}),
        ("name", {"name": "a"}, {"name": "B"}),
        ("name", {"name": None}, {"name": "a"}),
        ("player", {"player": "a"}, {"player": "B"}),
        ("player", {"player": None}, {"player": "a"}),
        ("faction", {"factions": ["A", "c"]}, {"factions": ["a", "D"]}),
        ("points", {"points": 9}, {"points": 8}),
        ("points", {"points": 1}, {"points": None}),
        ("verdict", {"verdict": "unreadable"}, {"verdict": "unchecked"}),
        ("verdict", {"verdict": "illegal"}, {"verdict": "legal"}),
    ],
)
def test_sort_orders(order: str, first: dict[str, Any], second: dict[str, Any]) -> None:
    key = _ORDERS[order]
    assert key(record(**first)) < key(record(**second))


@pytest.mark.parametrize(
    ("kind", "single", "detail"),
    [
        ("text", True, RecordDetail(hashes=True, notes=True)),
        ("text", False, RecordDetail(hashes=False, notes=False)),
        ("json", False, RecordDetail(hashes=True, every_fix=True)),
        ("csv", False, RecordDetail(hashes=True, every_fix=False)),
        ("junit", True, RecordDetail(hashes=False, every_fix=False)),
    ],
)
def test_formats_compute_only_what_they_show(kind: str, single: bool, detail: RecordDetail) -> None:
    assert _choose_detail(kind, single=single) == detail


def test_debug_option_prints_the_traceback(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr("listbuilder.cli.commands.systems.run", fail)
    plain, debug_run = run("systems"), run("systems", "--debug")
    assert (plain.code, debug_run.code) == (3, 3)
    assert "RuntimeError: boom" in plain.err
    assert ("Traceback" in plain.err, "Traceback" in debug_run.err) == (False, True)


def test_imported_book_target_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'format: 1\nid: elves\nversion: "3.5 b.1"\nsystems: [aof-3.5, x]\n'
    filed = "factions/aof-3.5/elves-3.5-b.1.yaml"
    monkeypatch.setenv("LISTBUILDER_DATA", str(tmp_path / "own"))
    assert faction_file_path(None, text, many=False) == str(tmp_path / "own" / filed)
    assert faction_file_path("-", text, many=True) == "-"
    assert faction_file_path(str(tmp_path), text, many=False) == str(tmp_path / filed)
    assert faction_file_path(str(tmp_path / "new"), text, many=True) == str(tmp_path / "new" / filed)
    assert faction_file_path(str(tmp_path / "new.yaml"), text, many=False) == str(tmp_path / "new.yaml")
    monkeypatch.setenv("LISTBUILDER_DATA", "")
    assert faction_file_path(None, text, many=False) == "-"
    (tmp_path / "there").touch()
    assert [_is_file(path) for path in (str(tmp_path / "there"), "gone.yaml", "elves")] == [True, True, False]


def test_data_check_in_every_format(run, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text("format: 1\nid: cup\nname: Cup\nsystems: [aof-3.5]\npoints: 1000\n", encoding="utf-8")
    bad.write_text("format: 1\nid: cup2\nname: Cup\nsystems: [aof-9]\npoints: 1000\n", encoding="utf-8")
    alone = run("data", "check", good)
    assert (alone.code, alone.out) == (0, sentence("cli.checked", n=1, errors=0, warnings=0) + "\n")
    both = run("data", "check", good, bad)
    assert both.code == 2
    assert f"{bad}:4:11: {sentence('severity.error')} REF008" in both.out
    assert run("-q", "data", "check", good).out == ""
    data = json.loads(run("data", "check", good, bad, "--format", "json").out)
    assert {path.rpartition("/")[2]: [code["code"] for code in codes] for path, codes in data.items()} == {
        "good.yaml": [],
        "bad.yaml": ["REF008"],
    }
    assert "::error" in run("data", "check", bad, "--format", "github").out
    empty = tmp_path / "empty"
    empty.mkdir()
    nothing = run("data", "check", empty)
    assert (nothing.code, nothing.out, str(empty) in nothing.err) == (2, "", True)


def test_csv_cells_keep_numbers_and_blanks() -> None:
    cells = [safe_cell(value) for value in (None, 0, 745, "x", ["a", "b"], "=1+1", "a\nb")]
    assert cells[:5] == ["", 0, 745, "x", "a, b"]
    assert str(cells[5]).startswith("'=")
    assert cells[6] == "a b"


def test_default_event_has_one_list_per_player(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Typing(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Typing("\n" * 20))
    assert run("data", "new", "event", "--output", tmp_path / "event.yaml").code == 0
    lines = [line for line in (tmp_path / "event.yaml").read_text("utf-8").splitlines() if line and line[0] != "#"]
    assert [line.partition(":")[0] for line in lines] == ["format", "id", "name", "systems", "shown"]
    assert 'name: "Event"' in lines


def test_sample_never_overwrites_existing_files(run, tmp_path: Path) -> None:
    ran = run("sample", tmp_path / "world")
    assert (ran.code, str(tmp_path / "world") in ran.err) == (0, True)
    assert ran.out == (tmp_path / "world" / "README.txt").read_text("utf-8")
    again = run("sample", tmp_path / "world")
    assert (again.code, again.out, str(tmp_path / "world") in again.err) == (2, "", True)
    (tmp_path / "file").touch()
    assert run("sample", tmp_path / "file").code == 2
    (tmp_path / "empty").mkdir()
    assert run("sample", tmp_path / "empty").code == 0
