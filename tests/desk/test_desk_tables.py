"""Tables from spreadsheets: delimiters, line numbers, missing cells, and limits."""

from __future__ import annotations

from listbuilder.tournament.csv_tables import format_table, read_table
from listbuilder.tournament.registrations import Player, Registrations, format_registrations, parse_registrations


def cells(text: str) -> list[dict[str, str]]:
    return [dict(row.cells) for row in read_table(text.encode())[1]]


def test_delimiter_is_guessed_from_the_headings() -> None:
    assert cells("a;b,c;d\n1;2;3\n") == [{"a": "1", "b,c": "2", "d": "3"}]
    assert cells("\n \na|b\n1|2,3,4\n") == [{"a": "1", "b": "2,3,4"}]
    assert cells("name\nKim\n") == [{"name": "Kim"}]


def test_rows_know_their_first_line() -> None:
    heads, rows = read_table(b'\n a , b \n1,"two\nlines"\n , \n3,4\n')
    assert heads == ("a", "b")
    assert [(row.line, row.get("a"), row.get("b"), row.get("c")) for row in rows] == [
        (3, "1", "two\nlines", ""),
        (6, "3", "4", ""),
    ]


def test_comma_wins_a_delimiter_tie() -> None:
    heads, rows = read_table(b"name\na,b\n", lambda cells: {"name": "who"} if "name" in cells else {})
    assert (heads, [row.get("who") for row in rows]) == (("name",), ["a"])
    heads, rows = read_table(b"x\na;b\n", lambda _: {})
    assert (heads, [row.get("") for row in rows]) == (("x",), ["a;b"]), "the first line is the heading"


def test_unknown_columns_are_ignored() -> None:
    _, rows = read_table(b"name,who,x\na,b,c\n", lambda _: {"name": "who"})
    assert [(row.get("who"), row.get("name"), row.get("x")) for row in rows] == [("a", "", "")]


def test_short_and_long_rows_are_read() -> None:
    assert cells("a,b\n1\n1,2,3\n") == [{"a": "1"}, {"a": "1", "b": "2"}]


def test_rows_and_columns_are_limited() -> None:
    assert len(read_table(b"a\n" + b"1\n" * 20_001)[1]) == 20_000
    assert len(read_table(b"a," * 1_001 + b"\n")[0]) == 1_000


def test_empty_cells_are_written_empty() -> None:
    assert format_table(("a", "b"), [(None, 0), ("x", "")]) == "a,b\n,0\nx,\n"


def test_folder_name_comes_from_the_id() -> None:
    assert Player(id="Kim Weber/1", name="Kim").folder == "kim-weber-1"
    assert Player(id="x" * 99, name="Kim").folder == "x" * 60
    assert Player(id="??", name="Kim", line=7).folder == "player-7"
    assert parse_registrations(f"name\n{'x' * 99}\n??\n".encode()).players[0].id == "x" * 60
    assert parse_registrations(b"name\n??\n!!\n").players[1].id == parse_registrations(b"name\n!!\n").players[0].id


def test_player_is_found_by_id_or_name() -> None:
    kim, robin = Player(id="robin", name="Kim"), Player(id="2", name="Robin")
    register = Registrations((kim, robin))
    assert register.find("2") == robin
    assert register.find("Robin") is None
    assert register.find_by_name("ROBIN") == robin
    assert register.find_by_name("robin") == kim, "the id takes precedence over the name"
    assert register.find_by_name("nobody") is None


def test_duplicate_registrations_are_reported_with_lines() -> None:
    registrations = parse_registrations(b"id,name,mail\n1,Kim,k\n1,Robin,r\n3,KIM,k\n4,Kim,other\n", "list.csv")
    assert [(player.id, player.line) for player in registrations.players] == [("1", 2), ("robin", 3), ("4", 5)]
    id_finding, twice = registrations.findings
    assert (id_finding.code, dict(id_finding.params)) == (
        "DSK013",
        {"player": "Robin", "id": "1", "first": 2, "used": "robin"},
    )
    assert (twice.code, dict(twice.params)) == ("DSK004", {"player": "KIM", "first": 2})
    assert (id_finding.place, twice.place) != (None, None)


def test_partial_names_and_language_codes_are_read() -> None:
    players = parse_registrations(b"first name;last name;language\nKim;;de-AT\n;Weber;EN\nSam;Lee;xx\n").players
    assert [(player.name, player.language) for player in players] == [("Kim", "de"), ("Weber", "en"), ("Sam Lee", "")]


def test_decorated_headings_are_recognised() -> None:
    (player,) = parse_registrations(b" E-Mail_Address: ;*Name*;shoe size\nKIM@example.org;Kim;42\n").players
    assert (player.mail, player.name) == ("kim@example.org", "Kim")


def test_registrations_round_trip() -> None:
    players = (
        Player(id="1", name="Kim", mail="k@x", team="T", faction="F", paid=True, file="a", received="b", table="3"),
        Player(id="2", name="Robin", paid=False, language="de"),
        Player(id="3", name="Sam"),
    )
    assert parse_registrations(format_registrations(players).encode()).players == players
