"""Registrations: whatever a club's spreadsheet writes is read, and what is odd is said with its line."""

from __future__ import annotations

import pytest

from listbuilder.tournament.csv_tables import format_table, moment, read_table
from listbuilder.tournament.registrations import format_register, read_register


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
    player = read_register(raw).players[0]
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
def test_what_spreadsheets_and_forms_write(text: str) -> None:
    (player,) = read_register(text.encode()).players
    assert (player.name, player.mail) == ("Kim Weber", "kim@example.org")


def test_a_heading_that_asks_for_two_things_is_none_of_them() -> None:
    (player,) = read_register(b"name,Army name,Has your club paid?,Startgeld bezahlt?\nKim,Iron,Red,ja\n").players
    assert (player.faction, player.team, player.paid) == ("", "", True)


def test_a_player_may_have_several_addresses() -> None:
    (player,) = read_register(b'name,mail\nKim,"kim@example.org; Kim <K.Weber@work.example>"\n').players
    assert player.addresses == ("kim@example.org", "k.weber@work.example")
    assert read_register(b"name,mail\nKim,\n").players[0].addresses == ()


def test_old_western_letters() -> None:
    assert read_register("name;team\nJörg;Köln\n".encode("cp1252")).players[0].team == "Köln"


def test_a_player_without_an_id_gets_one_and_nobody_gets_anothers() -> None:
    found = read_register(b"name,mail\nKim,a@example.org\nKim,b@example.org\n,c@example.org\n")
    assert [player.id for player in found.players] == ["kim", "kim-2"]
    assert [(one.code, one.place.line) for one in found.found if one.place is not None] == [("DSK003", 4)]


def test_twice_the_same_id_or_person_is_said_with_both_lines_and_nobody_is_lost() -> None:
    found = read_register(b"Nr.,name\n1,Kim\n\n1,Robin\n2,Kim\n")
    assert [(player.id, player.name) for player in found.players] == [("1", "Kim"), ("robin", "Robin")]
    assert [(one.code, one.place.line, one.params["first"]) for one in found.found if one.place is not None] == [
        ("DSK013", 4, 2),
        ("DSK004", 5, 2),
    ]


def test_no_two_players_share_a_folder_whatever_their_ids_are_written_like() -> None:
    found = read_register(b"id,name\nkim,Kim\nKim,Robin\na 1,Sam\na-1,Alex\n")
    assert [(one.id, one.folder) for one in found.players] == [
        *(("kim", "kim"), ("robin", "robin"), ("a 1", "a-1"), ("alex", "alex"))
    ]
    assert [(one.code, one.params["first"]) for one in found.found] == [("DSK013", 2), ("DSK013", 4)]


def test_an_id_that_is_made_of_a_name_in_other_letters_does_not_depend_on_the_row() -> None:
    text = "name\n山田\n鈴木\n"
    before, after = (read_register(raw.encode()) for raw in (text, text.replace("name\n", "name\n佐藤\n")))
    assert {one.name: one.id for one in before.players}.items() <= {one.name: one.id for one in after.players}.items()
    assert len({one.folder for one in after.players}) == 3


@pytest.mark.parametrize(("text", "file"), [("ja", ""), ("no", ""), ("https://x.example/1", ""), ("a.yaml", "a.yaml")])
def test_a_tick_or_a_link_names_no_file(text: str, file: str) -> None:
    assert read_register(f"name;Liste\nKim;{text}\n".encode()).players[0].file == file


def test_a_table_without_names_is_no_table_of_players() -> None:
    assert [one.code for one in read_register(b"mail;faction\nx;y\n").found] == ["DSK002"]
    assert [one.code for one in read_register(b"").found] == ["DSK002"]


@pytest.mark.parametrize(
    ("text", "paid"), [("yes", True), ("Ja", True), ("x", True), ("no", False), ("offen", False), ("", None)]
)
def test_who_has_paid(text: str, paid: bool | None) -> None:
    assert read_register(f"name,paid\nKim,{text}\n".encode()).players[0].paid is paid


@pytest.mark.parametrize(
    "text",
    [
        *("2026-05-01T18:00", "2026-05-01 18:00", "01.05.2026 18:00", "1.5.2026 18 Uhr", "01/05/2026 18:00"),
        *("01.05.2026 18:00:00", "01.05.2026, 18:00:00", "01/05/2026 18:00:00", "1.5.26 18:00", "2026/05/01 18:00:00"),
    ],
)
def test_times_as_people_write_them(text: str) -> None:
    found = moment(text)
    assert found is not None
    assert found.isoformat() == "2026-05-01T18:00:00+00:00"


def test_a_time_that_is_none_is_said() -> None:
    found = read_register(b"name,received\nKim,yesterday\n").found
    assert [(one.code, one.params["text"]) for one in found] == [("DSK005", "yesterday")]


def test_an_empty_table_is_written_with_its_headings() -> None:
    assert format_register().splitlines()[0].startswith("id,name,mail,team,faction,paid,file,received")


def test_cells_that_are_formulas_elsewhere_come_back_as_they_were() -> None:
    text = format_table(("name",), [("=1+1",), ("-5",), (-5,), ("x;=1+1",)])
    assert text == "name\n'=1+1\n'-5\n-5\nx;'=1+1\n"
    assert [row.get("name") for row in read_table(text.encode())[1]] == ["=1+1", "-5", "-5", "x;=1+1"]


def test_a_cell_beyond_all_measure_costs_its_own_row() -> None:
    found = read_register(b"name,mail\nKim,a\n" + b"x" * 200_000 + b",b\nRobin,c\n")
    assert [(player.name, player.line) for player in found.players] == [("Kim", 2), ("Robin", 4)]


def test_namesakes_are_numbered_past_what_is_taken() -> None:
    found = read_register(b"id,name,mail\nkim-2,Sam,s\n,Kim,a\n,Kim,b\n,Kim,c\n")
    assert [player.id for player in found.players] == ["kim-2", "kim", "kim-3", "kim-4"]
