from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree as ET

import jsonschema
import pytest

from listbuilder.diagnostics import Report
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.hashes import format_printed_code
from listbuilder.model import Roster
from listbuilder.validation.engine import validate
from tests.sentences import sentence

LISTS = Path(__file__).parents[2] / "data" / "lists"
LEGAL = LISTS / "aof-3.2-matins.yaml"
ILLEGAL = LISTS / "aof-3.2-illegal-one-hero-too-many.yaml"
SCHEMA = Path(__file__).parents[2] / "schemas" / "report.schema.json"
HOSTILE = "=1+1 [red]x <img src=x> \x1b[2J ../../etc | ::error::"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of submissions: a legal list, an illegal one, a file that is not a list, and files to skip."""
    path = tmp_path / "lists"
    path.mkdir()
    (path / "a.yaml").write_bytes(LEGAL.read_bytes())
    (path / "b.yaml").write_bytes(ILLEGAL.read_bytes())
    (path / "c.yaml").write_text("just words", encoding="utf-8")
    (path / "a.yaml.bak").write_text("old", encoding="utf-8")
    (path / ".hidden").write_text("no", encoding="utf-8")
    return path


def test_legal_list_exits_with_zero(run):
    ran = run("validate", LEGAL)
    assert ran.code == 0
    assert ran.out.splitlines()[0].endswith(f"  {sentence('verdict.legal')}")
    assert ran.err == ""


def org001(run: Callable[..., Any]) -> dict[str, Any]:
    """Return the finding about too many heroes, as JSON has it."""
    (judged,) = json.loads(run("validate", ILLEGAL, "--format", "json").out)["lists"]
    (diagnostic,) = (finding for finding in judged["diagnostics"] if finding["code"] == "ORG001")
    return cast("dict[str, Any]", diagnostic)


def test_illegal_list_exits_with_one_and_a_fix(run):
    ran = run("validate", ILLEGAL)
    shown = " ".join(ran.out.split())
    finding = org001(run)
    assert ran.code == 1
    assert f"{sentence('severity.error')} ORG001 too-many-heroes" in shown
    assert (finding["params"]["n"], finding["params"]["most"]) == (2, 1)
    assert f"{finding['message']} (" in shown
    assert sentence("cli.fix", fix=finding["fix"]) in shown


def test_report_names_version_and_hash_of_the_data(run):
    (record,) = json.loads(run("validate", LEGAL, "--format", "json").out)["lists"]
    books = f"Clockwork Abbey 1.0 ({record['books']['clockwork-abbey']['sha256'][:8]})"
    judged = sentence("report.data", books=books, hash=format_printed_code(record["hash"]))
    assert judged in " ".join(run("validate", LEGAL).out.split())


def test_unreadable_file_exits_with_two(run, tmp_path):
    broken = tmp_path / "broken.yaml"
    broken.write_text("name: [", encoding="utf-8")
    ran = run("validate", broken)
    assert ran.code == 2
    assert ran.out.splitlines()[0].endswith(f"  {sentence('verdict.unreadable')}")


def test_missing_file_exits_with_two(run, tmp_path):
    assert run("validate", tmp_path / "nothing.yaml").code == 2


def test_empty_folder_exits_with_two(run, tmp_path):
    ran = run("validate", tmp_path)
    assert ran.code == 2
    assert ran.out == ""


def test_folder_has_a_line_per_list_and_totals(run, folder):
    ran = run("validate", folder)
    assert ran.code == 2
    lines = ran.out.splitlines()
    assert [line[0] for line in lines[:3]] == ["✔", "✘", "!"]
    assert sentence("report.totals", lists=3, legal=1, illegal=1, unchecked=0, unreadable=1) in ran.out
    assert all(len(line) <= 80 for line in lines[:3])


def test_json_follows_its_schema(run, folder):
    ran = run("validate", folder, "--format", "json")
    report = json.loads(ran.out)
    jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))).validate(report)
    assert report["summary"] == {"legal": 1, "illegal": 1, "unchecked": 0, "unreadable": 1}
    legal = report["lists"][0]
    assert (legal["verdict"], legal["points"], legal["limit"], legal["units"]) == ("legal", 745, 750, 5)
    assert legal["books"]["clockwork-abbey"]["version"] == "1.0"


def test_german_has_the_same_findings(run):
    english = json.loads(run("validate", ILLEGAL, "--format", "json").out)["lists"][0]
    german = json.loads(run("validate", ILLEGAL, "--format", "json", "--lang", "de").out)["lists"][0]
    assert [finding["code"] for finding in english["diagnostics"]] == [
        finding["code"] for finding in german["diagnostics"]
    ]
    assert english["diagnostics"][0]["message"] != german["diagnostics"][0]["message"]


def test_two_processes_report_the_same_as_one(run, folder):
    single = run("validate", folder, "--format", "json", "--jobs", "1").out
    parallel = run("validate", folder, "--format", "json", "--jobs", "2").out
    assert single == parallel


def hostile_list(tmp_path: Path) -> Path:
    path = tmp_path / "hostile.json"
    army = {"format": 1, "name": HOSTILE, "player": HOSTILE, "system": "aof-3.2", "points": 10, "units": []}
    army["units"] = [{"id": "a", "unit": "ramhorn-clans/nothing", "name": HOSTILE}]
    path.write_text(json.dumps(army), encoding="utf-8")
    return path


def test_csv_contains_no_formula(run, tmp_path):
    rows = list(csv.DictReader(io.StringIO(run("validate", hostile_list(tmp_path), "--format", "csv").out)))
    assert rows[0]["name"].startswith("'=1+1")
    assert rows[0]["verdict"] == "illegal"


def test_text_sends_no_control_characters(run, tmp_path, monkeypatch):
    monkeypatch.chdir(hostile_list(tmp_path).parent)
    out = run("validate", "hostile.json").out
    assert "\x1b" not in out
    assert "[red]x" in out


def test_junit_is_xml_with_a_failure(run, tmp_path):
    suite = ET.fromstring(run("validate", hostile_list(tmp_path), "--format", "junit").out)
    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")
    assert suite.find("testcase/failure") is not None


def test_sarif_has_a_result_per_finding(run):
    log = json.loads(run("validate", ILLEGAL, "--format", "sarif").out)
    findings = json.loads(run("validate", ILLEGAL, "--format", "json").out)["lists"][0]["diagnostics"]
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == [finding["code"] for finding in findings]


def test_github_annotations_stay_on_their_line(run, tmp_path):
    out = run("validate", hostile_list(tmp_path), "--format", "github").out
    assert all(line.startswith(("::error file=", "::warning file=", "::notice file=")) for line in out.splitlines())


def test_markdown_escapes_names(run, tmp_path):
    out = run("validate", hostile_list(tmp_path), "--format", "markdown").out
    assert "<img" not in out.replace("\\<img", "")


def test_list_is_read_from_standard_input(run, monkeypatch):
    class Stdin:
        buffer = io.BytesIO(LEGAL.read_bytes())

    monkeypatch.setattr("sys.stdin", Stdin)
    assert run("validate", "-").code == 0


@pytest.mark.parametrize("path", sorted(LISTS.glob("*.yaml")), ids=lambda path: path.stem)
def test_sample_lists_match_their_names(run, path):
    """A sample is legal without a warning, or illegal if its name says so."""
    record = json.loads(run("validate", path, "--format", "json").out)["lists"][0]
    if "illegal" in path.stem:
        assert record["verdict"] == "illegal"
    else:
        assert record["verdict"] == "legal"
        assert [finding["code"] for finding in record["diagnostics"] if finding["severity"] == "warning"] == []


def test_missing_book_makes_a_list_unchecked(run, tmp_path):
    path = tmp_path / "moon.yaml"
    path.write_text("format: 1\nname: M\nsystem: aof-3.5\npoints: 100\nunits:\n- {id: a, unit: moon-folk/guard}\n")
    ran = run("validate", path)
    assert ran.code == 1
    assert ran.out.startswith("~ ")
    assert f"{path}:6: {sentence('severity.unchecked')} UNT002" in ran.out
    assert "listbuilder data import BOOK.json" in " ".join(ran.out.split())
    assert run("validate", path, "--format", "csv").out.splitlines()[1].endswith(",0,1,0,UNT002,a")
    assert 'failures="1"' in run("validate", path, "--format", "junit").out
    assert 'type="unchecked"' in run("validate", path, "--format", "junit").out
    assert run("validate", path, "--format", "github").out.startswith("::warning file=")
    (result,) = json.loads(run("validate", path, "--format", "sarif").out)["runs"][0]["results"]
    assert (result["kind"], result["level"]) == ("open", "none")
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 6
    assert f"| {sentence('verdict.unchecked')} |" in run("validate", path, "--format", "markdown").out
    (record,) = json.loads(run("validate", path, "--format", "json").out)["lists"]
    assert (record["verdict"], record["diagnostics"][0]["line"]) == ("unchecked", 6)
    german = run("validate", path, "--lang", "de").out.splitlines()[0]
    assert german.endswith(f"  {sentence('verdict.unchecked', 'de')}")


def test_deadline_is_compared_with_submission_time(run, tmp_path):
    event = tmp_path / "cup.yaml"
    event.write_text("format: 1\nid: cup\nname: Cup\ndeadline: 2026-05-01T18:00\n", encoding="utf-8")
    arguments = ("validate", LEGAL, "--event", event)
    assert run(*arguments, "--submitted", "2026-05-01T17:59").code == 0
    assert "EVT008" in run(*arguments, "--submitted", "2026-05-01T18:01").out
    assert "EVT008" not in run(*arguments).out
    assert run(*arguments, "--submitted", "yesterday").code == 2


def test_internal_error_affects_one_file(run, folder, monkeypatch):
    real = validate

    def stumble(roster: Roster, **terms: Any) -> Report:
        if roster.army.name == load_list(LEGAL).army.name:
            raise ZeroDivisionError
        return real(roster, **terms)

    monkeypatch.setattr("listbuilder.judging.judge.validate", stumble)
    ran = run("validate", folder, "--format", "json")
    verdicts = [record["verdict"] for record in json.loads(ran.out)["lists"]]
    assert (ran.code, verdicts) == (3, ["unreadable", "illegal", "unreadable"])
    assert "INT001" in ran.out


def test_json_has_every_fix_with_points(run):
    finding = org001(run)
    assert finding["fixes"][0]["text"] == finding["fix"] == sentence("fix.remove", unit="Storm Shepherd (90)")
    assert [(fix["points"], fix["lost"]) for fix in finding["fixes"]] == [(590, 90), (505, 175)]
    assert all(len(fix["entries"]) == 1 and fix["verdict"] == "illegal" for fix in finding["fixes"])


def test_invalid_time_gets_an_example(run):
    ran = run("validate", "--submitted", "yesterday", LEGAL)
    assert ran.code == 2
    assert sentence("usage.no-time", value="yesterday") in " ".join(ran.err.split())
