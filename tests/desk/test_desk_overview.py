"""The overview: cells of the page, sort orders, jobs, names and teams."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import Event, EventId, Text
from listbuilder.tournament import check_jobs
from listbuilder.tournament.check_jobs import CheckJob, failed_result, hash_catalogue, run_job, run_jobs
from listbuilder.tournament.overview import Overview, OverviewOptions, build_overview, build_row
from listbuilder.tournament.overview_page import format_overview_page
from listbuilder.tournament.player_status import PlayerStatus
from listbuilder.tournament.printouts import build_judges_book, build_seat_labels, format_pairing_table
from listbuilder.tournament.publication import load_entrants
from listbuilder.tournament.registrations import Player
from listbuilder.tournament.submissions import Submission
from listbuilder.tournament.tournament import Tournament
from tests.desk.conftest import EN, EVENT, ILLEGAL, LEGAL, ON_TIME, OTHER, PLAYERS
from tests.desk.rows import finding, listed, standing
from tests.desk.test_acceptance_log_lines import locked
from tests.desk.test_handouts import words
from tests.desk.test_player_status import hand_in, row_of
from tests.sentences import sentence

Open = Callable[..., Tournament]
CUP = Event(id=EventId("cup"), name=Text("Cup & Co"))


class Cells(HTMLParser):
    """Reads a table: text, classes and sort key of every cell, and the search text of every row."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[dict[str, str | None]] = []
        self.cells: list[dict[str, str | None]] = []
        self.items: list[str] = []
        self._in = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append(dict(attrs))
        elif tag in ("td", "th"):
            self.cells.append({**dict(attrs), "text": ""})
        if tag == "li":
            self.items.append("")
        self._in = tag if tag in ("td", "th", "li", "style", "script", "title", "h1", "option", "output") else self._in

    def handle_data(self, data: str) -> None:
        if self._in in ("td", "th"):
            self.cells[-1]["text"] = (self.cells[-1]["text"] or "") + data
        elif self._in == "li":
            self.items[-1] += data


def read(table: Overview) -> Cells:
    reader = Cells()
    reader.feed(format_overview_page(table, CUP, "en"))
    return reader


def test_row_has_cells_and_sort_keys() -> None:
    own_findings = (finding("ORG001", fix="Take it away."), finding("DSK011", "warning"))
    row = standing(
        PlayerStatus.LATE,
        PlayerStatus.ILLEGAL,
        lists=(listed(points=1250),),
        sheets=("SHEET",),
        own_findings=own_findings,
    )
    page = read(Overview((row,), ()))
    heads, cells = page.cells[:6], page.cells[6:]
    columns = ("name", "team", "faction", "points", "status", "findings")
    assert [head["text"] for head in heads] == [sentence(f"desk.column.{name}") for name in columns]
    assert [head["class"] for head in heads] == ["", "wide", "", "", "", ""]
    name, team, faction, points, status, findings = cells
    assert [cell["text"] for cell in (name, team, faction, points)] == ["Kim Weber", "Red", "Elves", "1,250"]
    assert (team["class"], points["class"], points["data-key"]) == ("wide", "number", "1250")
    assert (status["class"], status["data-key"]) == ("status late", "1")
    assert findings["data-key"] == "2"
    fix = sentence("cli.fix", fix="Take it away.")
    assert f"ORG001About ORG001. {fix}" in (findings["text"] or "")
    assert "MatinsSHEET" in (findings["text"] or "")
    assert page.rows[1]["data-status"] == "late illegal"
    late = sentence("desk.status.late").casefold()
    assert page.rows[1]["data-text"] == f"kim weber red elves {late} 1 org001 dsk011"


def test_row_without_list_is_empty() -> None:
    page = read(Overview((standing(PlayerStatus.MISSING, lists=()),), ()))
    points, _, findings = page.cells[-3:]
    assert (points["text"], points["data-key"]) == ("", "0")
    assert (findings["text"], findings["data-key"]) == ("", "0")
    assert page.items == []


def test_page_shows_unmatched_files_and_findings() -> None:
    page = read(Overview((), (Submission(file="x/stray.txt"),), (Diagnostic("DSK010", None, {"line": 3}),)))
    stray = sentence("desk.unmatched", file="x/stray.txt")
    assert page.items[0].replace("’", "'") == stray.replace("’", "'")
    assert page.items[1].startswith("DSK010 ")


def test_page_has_a_strict_content_policy() -> None:
    page = format_overview_page(Overview((), ()), CUP, "de")
    assert page.startswith('<!DOCTYPE html>\n<html lang="de">')
    assert "<title>Cup &amp; Co</title>" in page
    policy = re.search(r'content="(default-src[^"]*)"', page)
    assert policy is not None
    assert unescape(policy[1]).startswith("default-src 'none'; style-src 'sha256-")
    assert policy[1].count("sha256-") == 2


@pytest.fixture
def seated(open_desk: Open) -> Tournament:
    players = "id,name,team,table\n1,Kim,Red,10\n2,Robin,Red,2\n3,Sam,,A\n4,Alex,,\n"
    tournament = open_desk(EVENT, players)
    locked(tournament, ("1", LEGAL), ("2", OTHER), ("3", LEGAL), ("4", OTHER))
    return Tournament(tournament.paths.root, tournament.library)


def order_of(text: str, names: str) -> list[str]:
    return sorted(names.split(), key=text.index)


def test_judges_book_sort_orders(seated: Tournament) -> None:
    entrants = load_entrants(seated)
    players = "Kim Robin Sam Alex"
    assert order_of(words(build_judges_book(entrants, "en", "table")), players) == ["Sam", "Robin", "Kim", "Alex"]
    assert order_of(words(build_judges_book(entrants, "en", "player")), players) == ["Alex", "Kim", "Robin", "Sam"]
    by_faction = order_of(words(build_judges_book(entrants, "en", "faction")), players)
    faction = {
        entrant.player: min(entry.unit.faction for entry in entrant.judged.roster.entries) for entrant in entrants
    }
    assert by_faction == sorted(players.split(), key=lambda name: (faction[name], name))


def test_labels_follow_table_order(seated: Tournament) -> None:
    text = words(build_seat_labels(build_overview(seated, EN), seated.event, "en"))
    assert order_of(text, "Kim Robin Sam Alex") == ["Sam", "Robin", "Kim", "Alex"]


def test_pairing_file_has_five_columns() -> None:
    row = standing(player=Player(id="1", name="Kim", mail="k@x", team="T"), bonus=-3)
    assert format_pairing_table(Overview((row,), ())).decode().splitlines() == [
        *("name,mail,team,faction,bonus", "Kim,k@x,T,Elves,-3")
    ]


def errand(tournament: Tournament, *files: str, **fields: Any) -> CheckJob:
    job = CheckJob(str(tournament.paths.root), (), tuple((file, "2026-05-01T12:00+02:00") for file in files), "en")
    return job._replace(**fields)


def test_job_returns_lists_and_requested_sheets(open_desk: Open) -> None:
    tournament = open_desk()
    (tournament.paths.inbox / "a.yaml").write_bytes(LEGAL.read_bytes())
    (tournament.paths.inbox / "b.yaml").write_bytes(b"units: [")
    result = run_job(errand(tournament, "a.yaml", "b.yaml"))
    assert [record["verdict"] for record in result["lists"]] == ["legal", "unreadable"]
    assert (result["found"], result["sheets"]) == ([], [])
    (sheet,) = run_job(errand(tournament, "a.yaml", "b.yaml", sheets=True))["sheets"]
    assert "Called to Matins" in sheet


def test_list_count_is_checked_if_any_exist(open_desk: Open) -> None:
    tournament = open_desk(EVENT + "lists: {number: 2}\n")
    (tournament.paths.inbox / "a.yaml").write_bytes(LEGAL.read_bytes())
    assert [record["code"] for record in run_job(errand(tournament, "a.yaml"))["found"]] == ["EVT016"]
    assert run_job(errand(tournament))["found"] == []


def test_lists_of_a_dead_process_are_unreadable(open_desk: Open) -> None:
    result = failed_result(errand(open_desk(), "a.yaml", "b.yaml"))
    assert [record["verdict"] for record in result["lists"]] == ["unreadable", "unreadable"]
    assert [Path(record["path"]).name for record in result["lists"]] == ["a.yaml", "b.yaml"]
    assert (result["found"], result["sheets"]) == ([], [])


def test_several_processes_give_the_same_result(open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = open_desk()
    monkeypatch.setattr(check_jobs, "_FIRST_JOBS", 2)
    for number, file in enumerate((LEGAL, ILLEGAL, OTHER, LEGAL)):
        (tournament.paths.inbox / f"{number}.yaml").write_bytes(file.read_bytes())
    errands = [errand(tournament, f"{number}.yaml") for number in range(4)]
    alone = list(run_jobs(tournament, errands, 1))
    assert [result["lists"][0]["verdict"] for result in alone] == ["legal", "illegal", "legal", "legal"]
    assert list(run_jobs(tournament, errands, 2)) == alone
    assert list(run_jobs(tournament, errands)) == alone


def test_hash_depends_on_content() -> None:
    assert hash_catalogue("en") == hash_catalogue("en")
    assert hash_catalogue("en") != hash_catalogue("de")


def test_player_language_is_used_on_request() -> None:
    german = Player(id="1", name="Kim", language="de")
    assert OverviewOptions(language="en").language_for(german) == "en"
    assert OverviewOptions(language="en", own_language=True).language_for(german) == "de"
    assert OverviewOptions(language="en", own_language=True).language_for(replace(german, language="")) == "en"


def test_single_row_includes_team_checks(open_desk: Open, tmp_path: Path) -> None:
    event = EVENT + "teams: {size: 2, factions_once: true}\n"
    sent = (("kim@example.org", LEGAL, ON_TIME), ("robin@example.org", LEGAL, ON_TIME))
    hand_in(open_desk(event), tmp_path, *sent)
    tournament = open_desk()
    row = build_row(tournament, tournament.registrations.players[0], EN)
    assert (row.player.name, row.status) == ("Kim Weber", PlayerStatus.ILLEGAL)
    alone = build_row(tournament, tournament.registrations.players[2], EN)
    assert {own_finding["code"] for own_finding in alone.own_findings} == {"DSK006", "EVT021"}


def test_team_names_ignore_case(open_desk: Open, tmp_path: Path) -> None:
    event = EVENT + "teams: {size: 2, factions_once: true}\n"
    players = PLAYERS.replace("robin@example.org,Red", "robin@example.org,RED").replace(",Blue,", ",,")
    hand_in(open_desk(event, players), tmp_path, ("kim@example.org", LEGAL, ON_TIME))
    rows = build_overview(open_desk(), EN).rows
    assert [{own_finding["code"] for own_finding in row.own_findings} & {"EVT020", "EVT021"} for row in rows] == [
        set(),
        set(),
        set(),
    ]


def test_team_problems_do_not_undo_acceptance(open_desk: Open, tmp_path: Path) -> None:
    hand_in(open_desk(EVENT + "teams: {size: 3}\n"), tmp_path, ("kim@example.org", LEGAL, ON_TIME))
    tournament = open_desk()
    locked(tournament, ("1", LEGAL))
    row = row_of(open_desk(), "1")
    assert row.statuses == (PlayerStatus.ACCEPTED,)
    assert "EVT021" in {own_finding["code"] for own_finding in row.own_findings}


def test_decision_applies_to_one_file(open_desk: Open, tmp_path: Path) -> None:
    hand_in(open_desk(), tmp_path, ("kim@example.org", LEGAL, ON_TIME))
    tournament = open_desk()
    file = row_of(tournament, "1").submissions[0].file
    table = "player,file,decision,reason\n1,{},reject,no\n"
    tournament.paths.decisions.write_text(table.format(file), encoding="utf-8")
    assert row_of(open_desk(), "1").rejection_reason == "no"
    tournament.paths.decisions.write_text(table.format("1/other.yaml"), encoding="utf-8")
    assert row_of(open_desk(), "1").decision is None


def test_new_file_after_acceptance_is_not_double(open_desk: Open, tmp_path: Path) -> None:
    tournament = open_desk()
    hand_in(tournament, tmp_path, ("kim@example.org", LEGAL, ON_TIME))
    assert row_of(open_desk(), "1").status is PlayerStatus.LEGAL
    locked(open_desk(), ("1", LEGAL))
    hand_in(open_desk(), tmp_path, ("kim@example.org", OTHER, ON_TIME))
    assert "DSK007" not in {own_finding["code"] for own_finding in row_of(open_desk(), "1").own_findings}, (
        "the accepted list settles which file counts"
    )


def test_faction_has_names_in_every_language(open_desk: Open) -> None:
    header = next(faction for faction in open_desk().library.factions() if dict(faction.name.translations).get("de"))
    names = open_desk().book_names_of(header.id)
    assert names[0] == header.id
    assert {header.name.en, dict(header.name.translations)["de"]} <= set(names)
    assert open_desk().book_names_of("nobody") == ("nobody",)
