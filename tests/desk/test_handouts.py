"""Handouts: registered names, in table order."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path

import pytest
from pypdf import PdfReader

from listbuilder.__main__ import BuilderLauncher
from listbuilder.cli.main import main
from listbuilder.diagnostics import Verdict
from listbuilder.exporters.pdf.cut_labels import SeatLabel, build_label_pdf
from listbuilder.tournament.acceptance import accept_lists
from listbuilder.tournament.overview import build_overview
from listbuilder.tournament.printouts import (
    build_judges_book,
    build_seat_labels,
    build_table_cards,
    format_pairing_table,
)
from listbuilder.tournament.publication import load_entrants
from listbuilder.tournament.tournament import Tournament
from tests.desk.conftest import EN, EVENT, ILLEGAL, LEGAL, ON_TIME, OTHER
from tests.desk.test_player_status import hand_in
from tests.sentences import sentence

Open = Callable[..., Tournament]
PLAYERS = """id,name,mail,team,faction,table
1,Kim Weber,kim@example.org,Red,,10
2,Robin Ñandú,robin@example.org,=Red,,2
3,Sam O'Neil,,Blue,Elves,
"""


@pytest.fixture
def seated(open_desk: Open, tmp_path: Path) -> Tournament:
    """An event with two accepted lists and assigned tables."""
    event = EVENT + "scoring: {on_time: 2}\n"
    sent = (("kim@example.org", LEGAL, ON_TIME), ("robin@example.org", OTHER, ON_TIME))
    hand_in(open_desk(event, PLAYERS), tmp_path, *sent)
    tournament = open_desk()
    for row in build_overview(tournament, EN).rows[:2]:
        list(accept_lists(row, tournament, "Judge"))
    return open_desk()


def status(name: str) -> str:
    return sentence(f"desk.status.{name}")


def words(raw: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(raw)).pages)


@pytest.mark.parametrize(
    ("order", "names"), [("table", ["Robin Ñandú", "Kim Weber"]), ("player", ["Kim Weber", "Robin Ñandú"])]
)
def test_judges_book_uses_registered_names(seated: Tournament, order: str, names: list[str]) -> None:
    text = words(build_judges_book(load_entrants(seated), "en", order))
    assert sorted(names, key=text.index) == names
    table = sentence("sheet.word.table")
    assert f"{table} 10" in text
    assert f"{table} 2" in words(build_table_cards(load_entrants(seated), "en"))


def test_registered_name_satisfies_the_required_player(open_desk: Open, tmp_path: Path) -> None:
    bare = tmp_path / "bare.yaml"
    bare.write_text(re.sub("(?m)^player: .*\n", "", LEGAL.read_text(encoding="utf-8")), encoding="utf-8")
    hand_in(open_desk(EVENT + "required: [player, name, books]\n"), tmp_path, ("kim@example.org", bare, ON_TIME))
    tournament = open_desk()
    list(accept_lists(build_overview(tournament, EN).rows[0], tournament, "Judge"))
    (shown,) = load_entrants(open_desk())
    assert (shown.judged.army.player, shown.judged.verdict) == (None, Verdict.LEGAL)


def test_labels_cover_all_players_by_table(seated: Tournament) -> None:
    text = words(build_seat_labels(build_overview(seated, EN), seated.event, "en"))
    shown = [line for line in text.splitlines() if line.strip()]
    assert [shown[0].strip(), shown[3].strip()] == ["2 Robin Ñandú", "10 Kim Weber"]
    assert shown[-1].strip() == "Elves"
    long = SeatLabel("1", "Ann-Kathrin von der Heide", ())
    assert long.name in words(build_label_pdf([long], "", "en")), "the font shrinks instead"


def test_pairing_file_has_names_and_bonus(seated: Tournament) -> None:
    rows = list(csv.DictReader(io.StringIO(format_pairing_table(build_overview(seated, EN)).decode())))
    assert [(row["name"], row["team"], row["bonus"]) for row in rows] == [
        ("Kim Weber", "Red", "2"),
        ("Robin Ñandú", "'=Red", "2"),
        ("Sam O'Neil", "Blue", "0"),
    ]


def test_status_filter_keeps_the_totals(seated: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hand_in(Tournament(seated.paths.root, seated.library), tmp_path, ("kim@example.org", ILLEGAL, ON_TIME))
    root = str(seated.paths.root)
    main(["desk", "check", root, "--status", "changed", "--lang", "en"], BuilderLauncher())
    output = capsys.readouterr().out
    assert "Kim Weber" in output, "both illegal and changed"
    counts = ", ".join(f"1 {status(name)}" for name in ("missing", "illegal", "accepted"))
    assert output.splitlines()[-1] == sentence("desk.totals.some", shown=1, n=3, counts=counts)
    assert main(["desk", "reveal", root, "kim", "--lang", "en"], BuilderLauncher()) == 2
    near = sentence("cli.unknown-near", kind=sentence("kind.player"), wanted="kim", near="Kim Weber")
    assert capsys.readouterr().err == f"{near}\n"
    (seated.paths.inbox / "stray.txt").write_text("?", encoding="utf-8")
    stray = sentence("desk.unmatched", file="stray.txt")
    for name, begin in (("junit", '<failure type="desk">'), ("markdown", "- ")):
        main(["desk", "check", root, "--format", name, "--lang", "en"], BuilderLauncher())
        assert f"{begin}{stray}" in unescape(capsys.readouterr().out)
    for text in ("lists.html", sentence("desk.public-same", folder=seated.paths.public)):
        main(["desk", "publish", root, "--open", "--lang", "en"], BuilderLauncher())
        assert text in "".join(capsys.readouterr()), "--open overrides the event's setting"


def test_watch_survives_a_broken_file(
    seated: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    event = seated.paths.event.read_text(encoding="utf-8")

    def steps() -> Iterator[None]:
        seated.paths.event.write_text("id: [", encoding="utf-8")
        yield
        seated.paths.event.write_text(event, encoding="utf-8")
        hand_in(Tournament(seated.paths.root, seated.library), tmp_path, ("kim@example.org", ILLEGAL, ON_TIME))
        yield
        raise KeyboardInterrupt

    remaining_steps = steps()
    monkeypatch.setattr("listbuilder.cli.commands.desk.check.time.sleep", lambda _: next(remaining_steps))
    assert main(["desk", "check", str(seated.paths.root), "--watch", "--lang", "en"], BuilderLauncher()) == 130
    output = capsys.readouterr()
    assert output.out.splitlines() == [
        f"Kim Weber: {status('accepted')}",
        f"Robin Ñandú: {status('accepted')}",
        f"Sam O'Neil: {status('missing')}",
        f"Kim Weber: {status('illegal')}",
    ]
    assert "DAT004" in output.err


def test_lock_accepts_only_named_players(open_desk: Open, tmp_path: Path) -> None:
    tournament = open_desk(EVENT, PLAYERS)
    hand_in(tournament, tmp_path, ("kim@example.org", LEGAL, ON_TIME), ("robin@example.org", OTHER, ON_TIME))
    assert main(["desk", "lock", str(tournament.paths.root), "Kim Weber", "--by", "Judge"], BuilderLauncher()) == 0
    accepted = [row.player.name for row in build_overview(open_desk(), EN).rows if row.accepted]
    assert accepted == ["Kim Weber"]
