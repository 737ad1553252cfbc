"""Parsing a share text: line numbers, names, bodies and limits."""

from __future__ import annotations

import pytest

from listbuilder.importers.army_forge.text.text_parser import (
    MAX_BODY_LENGTH,
    MAX_LISTS,
    TextBook,
    TextUnit,
    is_share_text,
    parse_share_text,
    split_share_texts,
)
from listbuilder.model.army_list import MAX_ENTRIES

HEAD = "++ Low Water [AOF 10pts] ++"
REEVE = "Reeve [1] Q4+ D5+ | 40pts | Hero"


def units(text: str) -> tuple[TextUnit, ...]:
    return parse_share_text(text).units


def unit(text: str) -> TextUnit:
    (only_unit,) = units(text)
    return only_unit


def test_all_unit_numbers_are_read() -> None:
    parsed = unit("3x Reeve [12] Q4+ D5+ | 140pts | 7XP | Hero, Fast\nAxe (A1)")
    assert (parsed.line, parsed.count, parsed.name, parsed.models) == (1, 3, "Reeve", 12)
    assert (parsed.quality, parsed.defense, parsed.points, parsed.xp) == (4, 5, 140, 7)
    assert (parsed.body, parsed.joins_next) == ("Hero, Fast\nAxe (A1)", False)


def test_unit_line_defaults() -> None:
    parsed = unit("Reeve [1] Q4+ D5+")
    assert (parsed.count, parsed.points, parsed.xp, parsed.body, parsed.joins_next) == (1, None, 0, "", False)
    assert unit("Reeve [1] Q4+ D5+ | 0pts").points == 0


@pytest.mark.parametrize("before", [0, 1, 2, 5])
def test_units_know_their_line(before: int) -> None:
    assert unit("\n" * before + REEVE).line == before + 1
    assert [parsed.line for parsed in units(HEAD + "\n" * before + f"\n{REEVE}\nAxe (A1)\n{REEVE}")] == [
        before + 2,
        before + 4,
    ]


def test_unassigned_lines_keep_their_numbers() -> None:
    share_text = parse_share_text(f"hello\n\nyou\n{HEAD}\nwhat\n \n| - #\n  is  \n{REEVE}")
    assert share_text.outside_lines == ((1, "hello"), (3, "you"))
    assert share_text.unread_lines == ((5, "what"), (8, "is"))
    behind = parse_share_text(f"one\n{REEVE}\n{HEAD} two\nthree\n")
    assert behind.unread_lines == ((1, "one"),)
    assert behind.outside_lines == ((3, "two"), (4, "three"))


def test_leading_blank_lines_count() -> None:
    share_text = parse_share_text(f"\nhello\n{HEAD}\nwhat\n{REEVE}")
    assert (share_text.outside_lines, share_text.unread_lines, share_text.units[0].line) == (
        ((2, "hello"),),
        ((4, "what"),),
        5,
    )
    text = f"\n{HEAD}\n{REEVE}\n"
    assert split_share_texts(text + HEAD) == [text, "\n" * 3 + HEAD]


def test_leading_numbers_are_a_nameless_unit() -> None:
    share_text = parse_share_text(f"[1] Q4+ D5+\n{HEAD}")
    assert [(text_unit.line, text_unit.name) for text_unit in share_text.units] == [(1, "")]
    assert (share_text.unread_lines, share_text.outside_lines) == ((), ())


def test_text_without_units_is_all_unassigned() -> None:
    share_text = parse_share_text("one\ntwo")
    assert (share_text.units, share_text.unread_lines, share_text.outside_lines) == ((), ((1, "one"), (2, "two")), ())
    assert parse_share_text("").unread_lines == ()


def test_units_before_a_header_are_unassigned() -> None:
    share_text = parse_share_text(f"{REEVE}\n{HEAD}\nwhat\nHeron [1] Q3+ D4+")
    assert [text_unit.name for text_unit in share_text.units] == ["Heron"]
    assert share_text.unread_lines == ((1, REEVE), (3, "what"))
    assert share_text.outside_lines == ()


def test_name_is_on_same_or_previous_line() -> None:
    assert unit("Fen\nReeve [1] Q4+ D5+").name == "Reeve"
    assert (unit("what\nReeve\n[1] Q4+ D5+").name, unit("what\nReeve\n[1] Q4+ D5+").line) == ("Reeve", 2)
    assert unit("Reeve\n[1] Q4+ D5+").line == 1
    first, second = units(f"{REEVE}\nHeron\n [1] Q3+ D4+")
    assert (first.body, second.name, second.line) == ("Hero", "Heron", 2)


def test_names_never_include_previous_numbers() -> None:
    first, second = units("Reeve [1] Q4+ D5+\n[2] Q3+ D4+")
    assert (first.name, second.name, second.models) == ("Reeve", "", 2)
    assert [parsed.name for parsed in units("Reeve [1] Q4+ D5+ Heron [1] Q3+ D4+")] == ["Reeve", "Heron"]


@pytest.mark.parametrize(
    "joined", ["| Joined to:\n", "# Joined to:\n", "Joined to:\n", "| joined to: ", "| Joined to "]
)
def test_joining_line_ends_the_unit(joined: str) -> None:
    first, second = units(f"{REEVE}\nAxe (A1)\n{joined}Heron [1] Q3+ D4+ | 5pts | Fast")
    assert (first.body, first.joins_next) == ("Hero\nAxe (A1)", True)
    assert (second.name, second.joins_next) == ("Heron", False)


def test_counts_have_at_most_three_digits() -> None:
    assert [
        (unit(f"{text} Reeve [1] Q4+ D5+").count, unit(f"{text} Reeve [1] Q4+ D5+").name) for text in ("999x", "1x")
    ] == [(999, "Reeve"), (1, "Reeve")]
    assert unit("1000x Reeve [1] Q4+ D5+").count == 1


def test_unit_bodies_are_cut() -> None:
    parsed = unit("Reeve [1] Q4+ D5+" + "a" * (MAX_BODY_LENGTH + 1))
    assert parsed.body == "a" * MAX_BODY_LENGTH


def test_one_unit_over_the_limit_is_read() -> None:
    assert len(units("\n".join([REEVE] * (MAX_ENTRIES + 1)))) == MAX_ENTRIES + 1
    assert len(units("\n".join([REEVE] * (MAX_ENTRIES + 2)))) == MAX_ENTRIES + 1


@pytest.mark.parametrize(
    ("header", "name", "books", "points"),
    [
        ("++ ++", "", [], None),
        ("++ Fen Folk ++", "Fen Folk", [("Fen Folk", None)], None),
        ("++ Fen Folk [3 Units] ++", "Fen Folk", [("Fen Folk", None)], None),
        ("++ [AOF 10pts] ++", "", [], 10),
        ("++ Fen Folk (v1.2) [0pts] ++", "Fen Folk", [("Fen Folk", "1.2")], 0),
        ("++ A - Fen (v1), Moon (v2.\n1) [AOF 10pts] ++", "A", [("Fen", "1"), ("Moon", "2.1")], 10),
        ("++ Fen (v1), A - Moon (v2) [AOF 10pts] ++", "Fen", [("Fen", "1"), ("A - Moon", "2")], 10),
    ],
)
def test_header_names_list_and_books(
    header: str, name: str, books: list[tuple[str, str | None]], points: int | None
) -> None:
    head = parse_share_text(f"{header}\n{REEVE}").header
    assert (head.name, head.points) == (name, points)
    assert head.books == tuple(TextBook(*book) for book in books)


def test_without_a_header_nothing_is_named() -> None:
    head = parse_share_text(REEVE).header
    assert (head.name, head.books, head.game, head.points) == ("", (), None, None)


def test_overlong_headers_are_ignored() -> None:
    assert parse_share_text(f"++{'n' * 600}++\n{REEVE}").header.name == "n" * 600
    assert parse_share_text(f"++{'n' * 601}++\n{REEVE}").header.name == ""


def test_text_splits_at_headers_keeping_line_numbers() -> None:
    first, second, three = f"hello\n{HEAD}\n{REEVE}\n", f"{HEAD}\n{REEVE}\n\n", f"{HEAD}\n{REEVE}"
    assert split_share_texts(first + second + three) == [first, "\n" * 3 + second, "\n" * 6 + three]
    lists = [parse_share_text(text) for text in split_share_texts(first + second + three)]
    assert [parsed.units[0].line for parsed in lists] == [3, 5, 8]


def test_header_without_points_does_not_split() -> None:
    text = f"{HEAD}\n{REEVE}\n++ and now ++\n{REEVE}"
    assert split_share_texts(text) == [text]
    assert split_share_texts("") == [""]
    assert split_share_texts(REEVE) == [REEVE]


def test_last_list_holds_the_rest() -> None:
    text = f"{HEAD}\n{REEVE}\n"
    assert len(split_share_texts(text * MAX_LISTS)) == MAX_LISTS == 50
    texts = split_share_texts(text * (MAX_LISTS + 1))
    assert len(texts) == MAX_LISTS
    assert texts[-1].strip() == (text * 2).strip()


@pytest.mark.parametrize(
    ("text", "looks"), [(REEVE, True), ("[1] q4+ d5+", True), ("", False), (HEAD, False), ("Reeve [1] Q4 D5+", False)]
)
def test_share_text_is_recognised_by_unit_numbers(text: str, looks: bool) -> None:
    assert is_share_text(text) is looks
