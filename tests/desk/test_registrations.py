"""Registrations: common spreadsheet exports are read, and problems are reported with their line."""

from __future__ import annotations

import pytest

from listbuilder.tournament.csv_tables import format_table, parse_moment_in_zone, read_table
from listbuilder.tournament.registrations import format_registrations, parse_registrations


@pytest.mark.parametrize(
    "raw",
    [
        b"id,name,mail\n1,Kim Weber,kim@example.org\n",
        b"E-Mail;Name;Nr\nKIM@example.org;Kim Weber;1\n",
        b"\xef\xbb\xbfname\tid\tmail\r\nKim Weber\t1\tkim@example.org\r\n",
        "Vorname|Nachname|Startnummer|E-Mail-Adresse\nKim|Weber|1|kim@example.org\n".encode("utf-16"),
    ],
)
def test_any_delimiter_order_encoding_and_language(raw: bytes) -> None:
    player = parse_registrations(raw).players[0]
    assert (player.id, player.name, player.mail) == ("1", "Kim Weber", "kim@example.org")


@pytest.mark.parametrize(
    "text",
    [
        "sep=;\r\nName;Mail\r\nKim Weber;kim@example.org\r\n",
        "Registrations;;\n;;\nClub;Name;Mail\nOrcs, Elves, Men;Kim Weber;kim@example.org\n",
        "Vorname;Name;Mail\nKim;Weber;kim@example.org\n",
        "Name;Vorname;Mail\nWeber, Kim;Kim;Kim Weber <KIM@example.org>\n".replace("Weber, Kim", "Kim Weber"),
        '"Nickname","Spieler","Mail"\n"kimster","Kim Weber","mailto:kim@example.org"\n',
        'Timestamp,"Email Address","What is your name?"\n2026/09/01,kim@example.org,Kim  Weber\n',
        '"E-Mail","Wie heißt du (Vor- und Nachname)?","Welche Armee?"\nkim@example.org,Kim Weber,Elfen\n',
        '#,"Player\n",E-Mail:\n1,"Kim\nWeber",kim@example.org\n',
    ],
    ids=[
        "delimiter named",
        "title above",
        "family name",
        "whole name twice",
        "nickname",
        "form",
        "a German form",
        "lines in cells",
    ],
)
def test_spreadsheet_and_form_exports_are_read(text: str) -> None:
    (player,) = parse_registrations(text.encode()).players
    assert (player.name, player.mail) == ("Kim Weber", "kim@example.org")


def test_ambiguous_headings_are_ignored() -> None:
    (player,) = parse_registrations(b"name,Army name,Has your club paid?,Startgeld bezahlt?\nKim,Iron,Red,ja\n").players
    assert (player.faction, player.team, player.paid) == ("", "", True)


def test_players_may_have_several_addresses() -> None:
    (player,) = parse_registrations(b'name,mail\nKim,"kim@example.org; Kim <K.Weber@work.example>"\n').players
    assert player.addresses == ("kim@example.org", "k.weber@work.example")
    assert parse_registrations(b"name,mail\nKim,\n").players[0].addresses == ()


def test_windows_encoding_is_read() -> None:
    assert parse_registrations("name;team\nJörg;Köln\n".encode("cp1252")).players[0].team == "Köln"


def test_missing_ids_are_generated() -> None:
    registrations = parse_registrations(b"name,mail\nKim,a@example.org\nKim,b@example.org\n,c@example.org\n")
    assert [player.id for player in registrations.players] == ["kim", "kim-2"]
    assert [(finding.code, finding.place.line) for finding in registrations.findings if finding.place is not None] == [
        ("DSK003", 4)
    ]


def test_duplicates_are_reported_and_nobody_is_lost() -> None:
    registrations = parse_registrations(b"Nr.,name\n1,Kim\n\n1,Robin\n2,Kim\n")
    assert [(player.id, player.name) for player in registrations.players] == [("1", "Kim"), ("robin", "Robin")]
    assert [
        (finding.code, finding.place.line, finding.params["first"])
        for finding in registrations.findings
        if finding.place is not None
    ] == [("DSK013", 4, 2), ("DSK004", 5, 2)]


def test_player_folders_are_unique() -> None:
    registrations = parse_registrations(b"id,name\nkim,Kim\nKim,Robin\na 1,Sam\na-1,Alex\n")
    assert [(player.id, player.folder) for player in registrations.players] == [
        *(("kim", "kim"), ("robin", "robin"), ("a 1", "a-1"), ("alex", "alex"))
    ]
    assert [(finding.code, finding.params["first"]) for finding in registrations.findings] == [
        ("DSK013", 2),
        ("DSK013", 4),
    ]


def test_generated_ids_do_not_depend_on_rows() -> None:
    text = "name\n山田\n鈴木\n"
    before, after = (parse_registrations(raw.encode()) for raw in (text, text.replace("name\n", "name\n佐藤\n")))
    assert {player.name: player.id for player in before.players}.items() <= {
        player.name: player.id for player in after.players
    }.items()
    assert len({player.folder for player in after.players}) == 3


@pytest.mark.parametrize(("text", "file"), [("ja", ""), ("no", ""), ("https://x.example/1", ""), ("a.yaml", "a.yaml")])
def test_file_column_ignores_ticks_and_links(text: str, file: str) -> None:
    assert parse_registrations(f"name;Liste\nKim;{text}\n".encode()).players[0].file == file


def test_registrations_need_a_name_column() -> None:
    assert [finding.code for finding in parse_registrations(b"mail;faction\nx;y\n").findings] == ["DSK002"]
    assert [finding.code for finding in parse_registrations(b"").findings] == ["DSK002"]


@pytest.mark.parametrize(
    ("text", "paid"), [("yes", True), ("Ja", True), ("x", True), ("no", False), ("offen", False), ("", None)]
)
def test_payment_words_are_understood(text: str, paid: bool | None) -> None:
    assert parse_registrations(f"name,paid\nKim,{text}\n".encode()).players[0].paid is paid


@pytest.mark.parametrize(
    "text",
    [
        *("2026-05-01T18:00", "2026-05-01 18:00", "01.05.2026 18:00", "1.5.2026 18 Uhr", "01/05/2026 18:00"),
        *("01.05.2026 18:00:00", "01.05.2026, 18:00:00", "01/05/2026 18:00:00", "1.5.26 18:00", "2026/05/01 18:00:00"),
    ],
)
def test_common_time_formats_are_read(text: str) -> None:
    moment_in_zone = parse_moment_in_zone(text)
    assert moment_in_zone is not None
    assert moment_in_zone.isoformat() == "2026-05-01T18:00:00+00:00"


def test_invalid_time_is_reported() -> None:
    findings = parse_registrations(b"name,received\nKim,yesterday\n").findings
    assert [(finding.code, finding.params["text"]) for finding in findings] == [("DSK005", "yesterday")]


def test_new_registration_file_has_headings() -> None:
    assert format_registrations().splitlines()[0].startswith("id,name,mail,team,faction,paid,file,received")


def test_escaped_formulas_are_read_back() -> None:
    text = format_table(("name",), [("=1+1",), ("-5",), (-5,), ("x;=1+1",)])
    assert text == "name\n'=1+1\n'-5\n-5\nx;'=1+1\n"
    assert [row.get("name") for row in read_table(text.encode())[1]] == ["=1+1", "-5", "-5", "x;=1+1"]


def test_oversized_cell_affects_its_own_row() -> None:
    registrations = parse_registrations(b"name,mail\nKim,a\n" + b"x" * 200_000 + b",b\nRobin,c\n")
    assert [(player.name, player.line) for player in registrations.players] == [("Kim", 2), ("Robin", 4)]


def test_generated_ids_skip_taken_numbers() -> None:
    registrations = parse_registrations(b"id,name,mail\nkim-2,Sam,s\n,Kim,a\n,Kim,b\n,Kim,c\n")
    assert [player.id for player in registrations.players] == ["kim-2", "kim", "kim-3", "kim-4"]
