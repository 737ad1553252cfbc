"""Rows of the tournament overview: sorted, searched, cut when narrow, and details of a player."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from listbuilder.i18n import format_moment
from listbuilder.tournament.player_status import PlayerStatus
from listbuilder.tournament.registrations import Player
from listbuilder.tournament.submissions import Submission
from listbuilder.tournament.tournament import ACCEPT, Decision
from listbuilder.tui.tournament import player_rows as desk_view
from listbuilder.tui.tournament.player_rows import REGISTRATION_ORDER, PlayerTable, order_players, player_detail_rows
from listbuilder.tui.widgets.row import Part, Row, SortState
from tests.desk.rows import finding, listed, standing
from tests.sentences import sentence
from tests.tui.view_helpers import roles, shape


def word(status: str) -> str:
    return sentence(f"desk.status.{status}")


def heads(language: str) -> list[str]:
    """Return the column headings."""
    return [sentence(f"desk.column.{column.value}", language) for column in desk_view.PlayerColumn]


def test_overview_is_sorted_filtered_and_marked() -> None:
    rows = [
        standing(PlayerStatus.LEGAL, player=Player(id="1", name="Kim", team="b")),
        standing(PlayerStatus.ILLEGAL, player=Player(id="2", name="alex", team=""), lists=(listed(points=900),)),
        standing(PlayerStatus.MISSING, player=Player(id="3", name="Sam", team="A"), lists=()),
    ]

    def order(sorting: SortState[Any], search: str = "") -> list[str]:
        return [player_row.player.id for player_row in order_players(rows, sorting, search, "en")]

    assert order(REGISTRATION_ORDER) == ["1", "2", "3"]
    assert order(REGISTRATION_ORDER.reversed()) == ["3", "2", "1"]
    columns = desk_view.PlayerColumn
    assert order(REGISTRATION_ORDER.by_column(columns.NAME)) == ["2", "1", "3"]
    assert order(REGISTRATION_ORDER.by_column(columns.TEAM)) == ["3", "1", "2"], "who has no team comes last"
    assert order(REGISTRATION_ORDER.by_column(columns.POINTS)) == ["3", "1", "2"]
    assert order(REGISTRATION_ORDER.by_column(columns.STATUS)) == ["3", "2", "1"], "the gravest first"
    assert order(REGISTRATION_ORDER, "kim") == ["1"]
    table = PlayerTable(rows, REGISTRATION_ORDER.by_column(columns.NAME), "en", 100)
    shown = [table.build_row(row) for row in rows]
    assert [row.left[0].role for row in shown] == ["good", "bad", "warn"]
    assert "▴" in table.header_row().text
    assert [row.left[-1].text for row in shown] == [word(name) for name in ("legal", "illegal", "missing")]
    assert len({len(row.text) - len(row.left[-1].text) for row in shown}) == 1
    assert desk_view.status_totals(rows, "en") == f"1 {word('missing')}, 1 {word('illegal')}, 1 {word('legal')}"


def test_narrow_overview_cuts_factions_before_names() -> None:
    long = Player(id="1", name="N" * 30, team="T" * 20)
    rows = [standing(player=long, lists=(listed(factions=["F" * 40]),))]
    whole = PlayerTable(rows, REGISTRATION_ORDER, "en", 200)
    columns = desk_view.PlayerColumn
    assert [whole.widths[column] for column in (columns.NAME, columns.TEAM, columns.FACTION)] == [30, 20, 40]
    endless = [standing(player=replace(long, name="N" * 99, team="T" * 99), lists=(listed(factions=["F" * 99]),))]
    most = PlayerTable(endless, REGISTRATION_ORDER, "en", 400)
    assert [most.widths[column] for column in (columns.NAME, columns.TEAM, columns.FACTION)] == [40, 30, 60]
    tight = PlayerTable(rows, REGISTRATION_ORDER, "en", 100)
    assert tight.widths[columns.NAME] == 30
    assert tight.widths[columns.FACTION] < 40
    assert sum(tight.widths.values()) + 2 * len(columns) + 2 == 100
    tightest = PlayerTable(rows, REGISTRATION_ORDER, "en", 10)
    assert [tightest.widths[column] for column in (columns.NAME, columns.TEAM, columns.FACTION)] == [12, 12, 12]


def test_player_details_show_file_decision_and_findings() -> None:
    decision = Decision(player="1", file="x", decision=ACCEPT, reason="agreed")
    sent = Submission(file="1/a.yaml", received="2026-05-01T12:00:00+02:00", sender="k@x")
    player = standing(submissions=(sent,), decision=decision, own_findings=(finding("ORG001"),))
    rows = list(player_detail_rows(player, "en"))
    assert [row.key for row in rows][:2] == ["file", "decision"]
    assert rows[0].text.startswith("1/a.yaml · ")
    assert rows[0].text.endswith(" · k@x")
    assert "ORG001" in rows[2].text
    bare = list(player_detail_rows(standing(decision=replace(decision, reason="")), "en"))
    assert [row.role if isinstance(row, Part) else row.left[0].role for row in bare] == ["good"]
    status = PlayerTable([standing(PlayerStatus.LATE, decision=decision)], REGISTRATION_ORDER, "en", 99)
    assert "→" in status.build_row(standing(PlayerStatus.LATE, decision=decision)).text
    assert "→" not in status.build_row(standing(PlayerStatus.ACCEPTED, decision=decision)).text


COLUMNS = desk_view.PlayerColumn


@pytest.mark.parametrize(
    ("status", "mark", "name"),
    [
        (PlayerStatus.MISSING, Part("?", "warn"), "missing"),
        (PlayerStatus.LATE, Part("!", "warn"), "late"),
        (PlayerStatus.DOUBLE, Part("!", "warn"), "double"),
        (PlayerStatus.WRONG_FACTION, Part("✘", "bad"), "wrong-faction"),
        (PlayerStatus.ILLEGAL, Part("✘", "bad"), "illegal"),
        (PlayerStatus.UNCHECKED, Part("~", "warn"), "unchecked"),
        (PlayerStatus.LEGAL, Part("✔", "good"), "legal"),
        (PlayerStatus.ACCEPTED, Part("★", "good"), "accepted"),
        (PlayerStatus.CHANGED, Part("!", "bad"), "changed"),
    ],
)
def test_status_is_mark_and_word_in_one_colour(status: PlayerStatus, mark: Part, name: str) -> None:
    player_row = standing(status)
    shown = PlayerTable([player_row], REGISTRATION_ORDER, "en", 100).build_row(player_row)
    assert (shown.left[0], shown.left[-1]) == (mark, Part(word(name), mark.role))


def test_overview_columns_align_with_headings() -> None:
    rows = [
        standing(PlayerStatus.LEGAL, lists=(listed(points=0),)),
        standing(PlayerStatus.WRONG_FACTION, player=Player(id="2", name="[red]Sam"), lists=(listed(points=1500),)),
        standing(
            PlayerStatus.MISSING, player=Player(id="3", name="Alex", faction="Orcs"), lists=(listed(points=None),)
        ),
    ]
    table = PlayerTable(rows, REGISTRATION_ORDER.by_column(COLUMNS.POINTS), "en", 80)
    name, team, faction, points, status = heads("en")
    ((head, role),) = roles(table.header_row())
    assert (" ".join(head.split()), role) == (f"{name} {team} {faction} {points} ▴ {status}", "heading")
    assert (table.header_row().key, *shape(table.header_row())) == ("head", False, False, 0)
    lines = [row.text for row in map(table.build_row, rows)]
    assert [" ".join(line.split()) for line in lines] == [
        f"✔ Kim Weber Red Elves 0 {word('legal')}",
        f"✘ [red]Sam Elves 1,500 {word('wrong-faction')}",
        f"? Alex Orcs {word('missing')}",
    ]
    starts = [head.index(text) for text in (name, team, faction, status)]
    assert [lines[0].index(text) for text in ("Kim", "Red", "Elves", word("legal"))] == starts
    assert [lines[1].index(text) for text in ("[red]", "Elves", word("wrong-faction"))] == [*starts[:1], *starts[2:]]
    assert [lines[2].index(text) for text in ("Alex", "Orcs", word("missing"))] == [*starts[:1], *starts[2:]]
    ends = [line.index(text) + len(text) for line, text in zip(lines, (" 0", "1,500"), strict=False)]
    assert ends == [head.index(" ▴") + 2] * 2, "numbers end below the end of their head"
    assert [(row.key, row.selectable) for row in map(table.build_row, rows)] == [("1", True), ("2", True), ("3", True)]
    german = PlayerTable(rows, REGISTRATION_ORDER.by_column(COLUMNS.POINTS).reversed(), "de", 80)
    *others, points, status = heads("de")
    assert " ".join(german.header_row().text.split()) == " ".join((*others, f"{points} ▾", status))
    assert "1.500" in german.build_row(rows[1]).text


def test_empty_overview_is_as_wide_as_headings() -> None:
    table = PlayerTable([], REGISTRATION_ORDER, "en", 80)
    assert list(table.widths.values()) == [len(text) for text in heads("en")]
    assert desk_view.status_totals([], "en") == ""


def test_overview_cuts_only_what_exceeds_width() -> None:
    rows = [standing(player=Player(id="1", name="N" * 20, team="T" * 20), lists=(listed(factions=["F" * 20]),))]
    points, status = heads("en")[-2:]
    whole = 2 + 20 + 20 + 20 + len(points) + max(len(status), len(word("legal"))) + 5 * 2

    def widths(room: int) -> tuple[int, ...]:
        table_widths = PlayerTable(rows, REGISTRATION_ORDER, "en", room).widths
        return tuple(table_widths[column] for column in (COLUMNS.NAME, COLUMNS.TEAM, COLUMNS.FACTION))

    assert widths(whole) == (20, 20, 20)
    assert widths(whole - 1) == (20, 20, 19)
    assert widths(whole - 8) == (20, 20, 12)
    assert widths(whole - 9) == (20, 19, 12)
    assert widths(whole - 17) == (19, 12, 12)
    assert PlayerTable(rows, REGISTRATION_ORDER, "en", whole - 1).build_row(rows[0]).text.split()[3] == "F" * 18 + "…"


def test_players_without_points_sort_first() -> None:
    points = {"1": 900, "2": None, "3": 1000, "4": 0}
    rows = [
        standing(player=Player(id=name, name=name), lists=(listed(points=number),)) for name, number in points.items()
    ]
    order = [
        player_row.player.id
        for player_row in order_players(rows, REGISTRATION_ORDER.by_column(COLUMNS.POINTS), "", "en")
    ]
    assert order == ["2", "4", "1", "3"]
    books = [standing(player=Player(id=name, name=name, faction=name), lists=()) for name in ("orcs", "Elves")]
    by_faction = order_players(books, REGISTRATION_ORDER.by_column(COLUMNS.FACTION), "", "en")
    assert [player_row.player.id for player_row in by_faction] == ["Elves", "orcs"], "capital letters sort like others"


def test_players_are_found_by_every_column() -> None:
    rows = [
        standing(
            PlayerStatus.LATE,
            player=Player(id="1", name="Kim", mail="a@x.org", team="Red"),
            own_findings=(finding("DSK003"),),
        ),
        standing(PlayerStatus.LEGAL, player=Player(id="2", name="Sam", mail="b@y.org", team="Blue"), lists=()),
    ]

    def player_ids(search: str, language: str = "en") -> list[str]:
        return [player_row.player.id for player_row in order_players(rows, REGISTRATION_ORDER, search, language)]

    searched = ("kim", "b@y.org", "blue", "elves", word("late"), "dsk003", "zzz", "")
    assert [player_ids(search) for search in searched] == [["1"], ["2"], ["2"], ["1"], ["1"], ["1"], [], ["1", "2"]]
    late, legal = (sentence(f"desk.status.{name}", "de") for name in ("late", "legal"))
    assert player_ids(legal, "de") == ["2"]
    assert desk_view.status_totals(rows, "de") == f"1 {late}, 1 {legal}"


def test_decision_follows_status_until_locked() -> None:
    def status(now: PlayerStatus, decision: str, language: str = "en") -> str:
        player_row = standing(now, decision=Decision(player="1", file="x", decision=decision, reason=""))
        return PlayerTable([player_row], REGISTRATION_ORDER, language, 100).build_row(player_row).left[-1].text

    assert status(PlayerStatus.LATE, ACCEPT) == f"{word('late')} → {sentence('desk.decision.accept')}"
    assert status(PlayerStatus.LEGAL, "reject") == f"{word('legal')} → {sentence('desk.decision.reject')}"
    assert status(PlayerStatus.ACCEPTED, ACCEPT) == word("accepted")


def test_submission_is_one_line() -> None:
    def line(**fields: str) -> Row:
        sent = Submission(**{"file": "1/[red].yaml", **fields})
        return next(iter(player_detail_rows(standing(submissions=(sent,)), "en")))

    assert roles(line(received="", sender="")) == [("1/[red].yaml", "dim")]
    assert line(received="", sender="k@x").text == "1/[red].yaml · k@x"
    moment = format_moment("en", "2026-05-01T12:00:00+02:00")
    assert line(received="2026-05-01T12:00:00+02:00", sender="").text == f"1/[red].yaml · {moment}"
    judged = Decision(player="1", file="x", decision=ACCEPT, reason="[b]agreed")
    reason = next(iter(player_detail_rows(standing(decision=judged), "en")))
    assert (roles(reason), reason.key) == ([("[b]agreed", "accent")], "decision")
