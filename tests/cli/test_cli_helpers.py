"""Helpers of the command line: print options, escaping, sort orders and table widths."""

from __future__ import annotations

from argparse import Namespace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from listbuilder.cli.commands.data.event_wizard import _has_word
from listbuilder.cli.commands.export import _ORDERS, _build_options
from listbuilder.cli.commands.systems import limit_text
from listbuilder.cli.context import Context
from listbuilder.cli.parsers import EXAMPLES
from listbuilder.cli.reporters.text_report import list_headline
from listbuilder.cli.streams import Terminal
from listbuilder.cli.tables import _fit_widths
from listbuilder.judging.results import Judged, ListRecord
from listbuilder.library.index import SystemHeader
from listbuilder.model import Limit, Measure, Text
from listbuilder.textutil.escaping import escape_commands, escape_hidden, format_json

PLAIN: dict[str, Any] = {
    "layout": None,
    "paper": "a4",
    "grid": "3x3",
    "pages": None,
    "reach": None,
    "odds": None,
    **dict.fromkeys(("landscape", "large", "monochrome", "hide_points", "opponent", "backs", "reference"), False),
    **dict.fromkeys(("public", "no_texts", "boxes", "no_boxes"), False),
}


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ({}, (True, True, True, None, None)),
        ({"hide_points": True}, (False, True, True, None, None)),
        ({"opponent": True}, (False, False, False, None, None)),
        ({"no_texts": True, "boxes": True}, (True, True, True, False, True)),
        ({"no_boxes": True}, (True, True, True, None, False)),
    ],
)
def test_opponent_option_hides_points_and_notes(asked: dict[str, bool], shown: tuple[bool | None, ...]) -> None:
    context = cast("Context", SimpleNamespace(terminal=Terminal()))
    options = _build_options(Namespace(**{**PLAIN, **asked}), context)
    assert (options.points, options.notes, options.share, options.rule_texts, options.boxes) == shown


def test_only_build_server_commands_are_defused() -> None:
    assert escape_commands("one: two # three") == "one: two # three"
    for command in ("::error x", "##vso[task]"):
        assert escape_commands(command) != command
        assert escape_commands(command).replace(" ", "") == command.replace(" ", "")


def test_notes_are_shown_for_one_list_only(run, tmp_path):
    text = "format: 1\nname: L\nsystem: aof-3.5\npoints: 750\nunits: [{id: a, unit: human-empire/champion}]\n"
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(text)
    assert "VER003" in run("validate", tmp_path / "a.yaml").out
    assert "VER003" not in run("validate", tmp_path / "a.yaml", tmp_path / "b.yaml").out
    assert f"listbuilder {EXAMPLES['export'][0]}" in run("export").err


def test_lists_sort_by_player_then_name() -> None:
    def key(player: str | None) -> tuple[str, ...]:
        return _ORDERS["player"](cast("Judged", SimpleNamespace(army=SimpleNamespace(player=player, name="Vale"))))

    assert [key("Kim"), key(None)] == [("kim", "vale"), ("", "vale")]


def test_whole_word_of_any_name_matches_a_game() -> None:
    header = cast("SystemHeader", SimpleNamespace(name=Text("Age of Fantasy", (("de", "Zeitalter"),))))
    called = [word for word in ("fantasy", "zeitalter", "age of", "fan") if _has_word(header, word)]
    assert called == ["fantasy", "zeitalter"]


def test_limit_text_has_every_number_parser() -> None:
    limit = Limit(id="x", measure=Measure.UNITS, base=1, per=750, percent=35, most=4, least=2, least_percent=10)
    text = limit_text(limit, "en")
    assert all(str(number) in text for number in (1, 750, 35, 4, 2, 10)), text


def test_duel_csv_has_equal_columns(run):
    rows = run("odds", "human-empire/knights", "--against", "10xD4+T1", "--format", "csv").out.splitlines()
    assert len(rows) > 1
    assert all(row.count(",") == rows[0].count(",") for row in rows)


def test_widest_columns_shrink_first() -> None:
    assert _fit_widths([10, 30, 20], Terminal(width=50)) == [10, 18, 18]
    assert _fit_widths([20, 9, 8], Terminal(width=32)) == [12, 8, 8], "no narrower than eight"


@pytest.mark.parametrize(
    ("name", "player", "about"), [("Vale", "Kim", "Vale · Kim"), ("Vale", None, "Vale"), (None, "Kim", "Kim")]
)
def test_headline_joins_list_name_and_player(name: str | None, player: str | None, about: str) -> None:
    known = {"verdict": "legal", "path": "a.yaml", "factions": [], "points": 750, "limit": 750}
    line = list_headline(cast("ListRecord", {**known, "name": name, "player": player}), "en", Terminal())
    assert line.split("  ")[1:2] == [about], line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("a\nb", "a b"),
        ("a\r\nb", "a b"),
        ("a\rb", "a b"),
        ("a\tb", "a b"),
        ("a\tb\nc", "a b c"),
        ("a\n", "a"),
        ("a\x0bb", "a\\u000bb"),
        ("a\u2028b", "a\\u2028b"),
        ("a\x1bb", "a\\u001bb"),
        ("a\x1b\tb\nc", "a\\u001b b c"),
    ],
)
def test_invisible_characters_are_escaped(text: str, shown: str) -> None:
    assert escape_hidden(text) == shown


def test_json_contains_no_build_server_command() -> None:
    assert format_json({"a": "##[x]", "ü": 1}) == '{\n  "a": "#\\u0023[x]",\n  "ü": 1\n}'
    assert escape_commands("::x ##[y] a::b ##z") == ": :x ## [y] a::b ##z"
