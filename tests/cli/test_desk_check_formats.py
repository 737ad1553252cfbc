"""`desk check` in every format: all players and findings, no notes."""

from __future__ import annotations

import csv
import io
import json
import re
from argparse import Namespace
from typing import cast
from xml.etree import ElementTree as ET

from listbuilder.cli.commands.desk.check import _has_wanted_status, _select_players
from listbuilder.cli.commands.desk.report_formats import FORMATS, PlayerRecord, TournamentRecord
from listbuilder.cli.streams import Terminal
from listbuilder.tournament.player_status import PlayerStatus
from tests.sentences import sentence


def finding(code: str, severity: str = "error", line: int | None = None, fix: str | None = None) -> dict[str, object]:
    return {"code": code, "severity": severity, "line": line, "message": f"{code} *happened*.", "fix": fix}


def player(name: str, status: str, *findings: dict[str, object], **more: object) -> PlayerRecord:
    usual = {"id": name.lower(), "team": "", "faction": "Elves", "points": None, "bonus": 0, "code": "AB"}
    rest = {"received": "2026-05-01", "file": "a.yaml", "rejected": "", "statuses": [status]}
    return cast(
        "PlayerRecord", {**usual, **rest, "name": name, "status": status, "diagnostics": list(findings), **more}
    )


LEGAL, ILLEGAL, MISSING = (sentence(f"desk.status.{status}") for status in ("legal", "illegal", "missing"))
COUNTS = f"1 {MISSING}, 1 {ILLEGAL}, 1 {LEGAL}"
UNMATCHED = sentence("desk.unmatched", file="army.yaml")
KIM = player("Kim", "legal", finding("VER003", "note"), points=1500, team="=Red")
ROBIN = player("Robin", "illegal", finding("ORG001", line=7, fix="Less."), finding("VER003", "note"))
SAM = player("Sam", "missing", finding("DSK006"), file=None, received=None, statuses=["missing", "late"])
RECORD = cast(
    "TournamentRecord",
    {
        "event": "cup",
        "players": [KIM, ROBIN, SAM],
        "unmatched": ["army.yaml"],
        "summary": {"missing": 1, "illegal": 1, "legal": 1},
        "diagnostics": [finding("DSK010")],
    },
)


def written(kind: str, record: TournamentRecord = RECORD, language: str = "en") -> str:
    return "".join(FORMATS[kind](record, language, Terminal()))


def test_text_lists_players_findings_and_totals() -> None:
    widest = max(len(sentence(f"desk.status.{status.value}")) for status in PlayerStatus)
    right = Terminal().width - widest
    assert written("text").splitlines() == [
        "✔ Kim  =Red  Elves".ljust(right - 7) + f"1,500  {LEGAL}",
        "✘ Robin  Elves".ljust(right) + ILLEGAL,
        "? Sam  Elves".ljust(right) + MISSING,
        "",
        "Robin  a.yaml",
        "  ORG001:7",
        f"  ORG001 *happened*. {sentence('cli.fix', fix='Less.')}",
        "",
        "Sam",
        "  DSK006",
        "  DSK006 *happened*.",
        UNMATCHED,
        "  DSK010 DSK010 *happened*.",
        "",
        sentence("desk.totals", n=3, counts=COUNTS),
    ]


def test_totals_count_all_players() -> None:
    some = cast("TournamentRecord", {**RECORD, "players": [KIM]})
    assert written("text", some).splitlines()[-1] == sentence("desk.totals.some", shown=1, n=3, counts=COUNTS)
    none = cast("TournamentRecord", {**RECORD, "players": [], "summary": {}})
    assert written("text", none).splitlines()[-1] == sentence("desk.totals.none")


def test_rejection_reason_is_in_every_format() -> None:
    down = cast("TournamentRecord", {**RECORD, "players": [player("Kim", "legal", rejected="No paint.")]})
    for form in ("text", "json", "csv", "markdown", "junit"):
        assert re.search(r"No paint\\?\.", written(form, down)), form
    failed = ET.fromstring(written("junit", down))[0][0]
    assert (failed.get("type"), failed.text) == ("legal", sentence("desk.turned-down", reason="No paint."))


def test_json_is_the_record_and_csv_its_rows() -> None:
    assert json.loads(written("json")) == RECORD
    rows = list(csv.DictReader(io.StringIO(written("csv"))))
    assert [(row["name"], row["team"], row["points"], row["codes"]) for row in rows] == [
        ("Kim", "'=Red", "1500", ""),
        ("Robin", "", "", "ORG001"),
        ("Sam", "", "", "DSK006"),
    ]


def test_junit_has_a_case_per_player_and_desk() -> None:
    suite = ET.fromstring(written("junit"))
    assert (suite.get("tests"), suite.get("failures")) == ("4", "3")
    failed = {case.get("name"): case[0] for case in suite if len(case)}
    assert {name: (failure.get("type"), failure.text) for name, failure in failed.items()} == {
        "Robin": ("illegal", "ORG001 ORG001 *happened*."),
        "Sam": ("missing", "DSK006 DSK006 *happened*."),
        "desk": ("desk", f"DSK010 DSK010 *happened*.\n{UNMATCHED}"),
    }
    well = ET.fromstring(written("junit", cast("TournamentRecord", {**RECORD, "unmatched": [], "diagnostics": []})))
    assert "desk" not in {case.get("name") for case in well}, "a desk without problems has no case"


def test_markdown_has_a_table_and_findings() -> None:
    assert written("markdown").splitlines()[2:] == [
        rf"| Kim | \=Red | Elves | 1500 | {LEGAL} |",
        f"| Robin |  | Elves |  | {ILLEGAL} |",
        f"| Sam |  | Elves |  | {MISSING} |",
        "",
        "## Robin",
        "",
        rf"- **ORG001** ORG001 \*happened\*. {sentence('cli.fix', fix='Less.')}",
        "",
        "## Sam",
        "",
        r"- **DSK006** DSK006 \*happened\*.",
        "",
        f"- {UNMATCHED}",
        r"- **DSK010** DSK010 \*happened\*.",
    ]
    assert set(FORMATS) == {"text", "json", "csv", "markdown", "junit"}


def test_players_are_filtered_and_sorted() -> None:
    def names(*, quiet: bool = False, status: list[str] | None = None, sort: str | None = None) -> list[str]:
        chosen = _select_players(RECORD, Namespace(status=status, sort=sort), quiet=quiet)
        return [player["name"] for player in chosen["players"]]

    assert names() == ["Kim", "Robin", "Sam"]
    assert names(quiet=True) == ["Robin", "Sam"]
    assert names(status=["late", "legal"]) == ["Kim", "Sam"]
    assert names(sort="status") == ["Sam", "Robin", "Kim"]
    assert names(sort="points") == ["Kim", "Robin", "Sam"]
    assert names(sort="team") == ["Robin", "Sam", "Kim"]
    assert not _has_wanted_status(Namespace(status=["late"]), ["legal"])
