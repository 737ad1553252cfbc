"""The options of every command, their defaults, and where an export is written."""

from __future__ import annotations

import io
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from listbuilder.cli.commands.data.event_wizard import _number_parser, _parse_deadline
from listbuilder.cli.commands.export import _ORDERS, _build_options, add_arguments
from listbuilder.cli.context import Context
from listbuilder.cli.input_output import _find_obstacle, choose_target, is_device, is_same_file, unique_file_name
from listbuilder.cli.parsers import COMMANDS, Parser, build_parser
from listbuilder.cli.streams import Terminal
from listbuilder.cli.tables import _format_row, sort_rows
from listbuilder.judging.results import Judged
from listbuilder.model import ArmyList, SystemId
from listbuilder.sheet import Grid, Layout, Orientation, Paper, PrintOptions
from tests.sentences import sentence

EVERY = ["--color=", "--data=", "--debug", "--help", "--lang=", "--quiet"]
GIVEN = {
    "validate": "PATH+ --bom --event= --format= --jobs= --sort= --strict --submitted=",
    "show": "LIST --format= --no-texts",
    "export": "LIST+ --backs --book --boxes --force --format= --grid= --hide-points --landscape --large --layout= "
    "--monochrome --no-boxes --no-texts --odds --opponent --output= --pages= --paper= --public --reach --reference "
    "--secret-file= --sort=",
    "import": "FILE --force --output=",
    "diff": "OLD NEW --format=",
    "migrate": "LIST --dry-run --force --output=",
    "event": "WHAT",
    "event new": "--deadline= --force --least-points= --name= --output= --points= --shown= --system=",
    "desk": "WHAT",
    "desk init": "EVENT.yaml DIR",
    "desk take": "DIR PATH+ --no-ask",
    "desk check": "DIR --force --format= --output= --sort= --status= --watch",
    "desk letters": "DIR PLAYER* --missing",
    "desk lock": "DIR PLAYER* --by= --reason=",
    "desk verify": "DIR LIST --player=",
    "desk publish": "DIR --hidden --open",
    "desk reveal": "DIR PLAYER*",
    "desk prove": "DIR LIST --salt-file=",
    "desk export": "DIR WHAT --force --output= --sort=",
    "odds": "LIST ENTRY* --against= --charge --cover --coverage --far --fatigued --format= --given-target= --given= "
    "--markers= --melee --moved --near --passing --shoot --steps --strike-back --system= --terrain",
    "systems": "SYSTEM? --format= --sort=",
    "rules": "SYSTEM NAME* --format=",
    "factions": "SYSTEM? --format= --sort= --system=",
    "units": "FACTION --format= --sort= --system=",
    "explain": "CODE?",
    "data": "WHAT",
    "data check": "PATH* --format= --jobs=",
    "data new": "kind? --deadline= --faction= --force --least-points= --name= --output= --points= --shown= --system=",
    "data schema": "kind? --force --output= --system=",
    "data import": "BOOK.json+ --force --output= --previous=",
    "data diff": "OLD NEW --format= --system=",
    "data where": "",
    "prove": "LIST COMMITMENT --salt-file= --secret-file=",
    "sample": "DIR",
    "serve": "--anyone --host= --port=",
    "run-sample": "LIST?",
    "completion": "SHELL",
    "help": "COMMAND* --man",
}
"""Scripts rely on these: options may be added, never removed."""


def commands(parser: Parser, words: tuple[str, ...]) -> Iterator[tuple[str, Parser]]:
    yield " ".join(words), parser
    for name, part in parser.subcommands.items():
        yield from commands(part, (*words, name))


ALL = {
    name: parser
    for command in COMMANDS
    for name, parser in commands(build_parser([command]).subcommands[command], (command,))
}


def test_table_covers_every_command() -> None:
    assert list(ALL) == list(GIVEN)


@pytest.mark.parametrize("command", GIVEN)
def test_command_accepts_promised_options(command: str) -> None:
    options = [
        f"{action.option_strings[-1]}{'' if action.nargs == 0 else '='}"
        for action in ALL[command].actions
        if action.option_strings
    ]
    arguments = [
        f"{action.metavar or action.dest}{action.nargs if action.nargs in ('*', '+', '?') else ''}"
        for action in ALL[command].actions
        if not action.option_strings
    ]
    words = GIVEN[command].split()
    assert sorted(options) == sorted([*(word for word in words if word.startswith("--")), *EVERY])
    assert " ".join(arguments).split() == [word for word in words if not word.startswith("--")]


def options(*words: str, width: int = 80) -> PrintOptions:
    parser = ArgumentParser()
    add_arguments(parser)
    context = cast("Context", SimpleNamespace(terminal=Terminal(width=width)))
    return _build_options(parser.parse_args(["list.yaml", *words]), context)


@pytest.mark.parametrize(
    ("words", "change"),
    [
        ((), {}),
        (("--layout", "cards"), {"layout": Layout.CARDS}),
        (("--paper", "letter"), {"paper": Paper.LETTER}),
        (("--landscape",), {"orientation": Orientation.LANDSCAPE}),
        (("--grid", next(grid.value for grid in Grid if grid is not Grid.NINE)),
         {"grid": next(grid for grid in Grid if grid is not Grid.NINE)}),
        (("--large",), {"large": True}),
        (("--monochrome",), {"monochrome": True}),
        (("--no-texts",), {"rule_texts": False}),
        (("--boxes",), {"boxes": True}),
        (("--no-boxes",), {"boxes": False}),
        (("--pages", "1"), {"pages": 1}),
        (("--backs",), {"backs": True}),
        (("--opponent",), {"points": False, "notes": False, "share": False}),
        (("--reach",), {"reach": True}),
        (("--odds",), {"odds": True}),
        (("--reference",), {"reference": True}),
        (("--hide-points",), {"points": False}),
        (("--public",), {"public": True}),
    ],
)  # fmt: skip
def test_each_export_option_changes_one_setting(words: tuple[str, ...], change: dict[str, Any]) -> None:
    usual = {name: getattr(options(), name) for name in PrintOptions.__dataclass_fields__}
    values = {name: getattr(options(*words), name) for name in usual}
    assert {name: values[name] for name in usual if values[name] != usual[name]} == change


def test_export_defaults() -> None:
    usual = options(width=55)
    assert (usual.layout, usual.paper, usual.orientation, usual.grid, usual.width) == (
        Layout.ROSTER, Paper.A4, Orientation.PORTRAIT, Grid.NINE, 55
    )  # fmt: skip
    assert (usual.points, usual.notes, usual.share, usual.rule_texts, usual.boxes) == (True, True, True, None, None)


@pytest.mark.parametrize(
    ("output", "many", "target"),
    [
        (None, False, "exports/a.pdf"),
        (None, True, "exports/a.pdf"),
        ("-", True, "-"),
        ("b.pdf", False, "b.pdf"),
        ("b.pdf", True, "b.pdf/a.pdf"),
        ("new/", False, "new/a.pdf"),
        ("new\\", False, "new\\/a.pdf"),
        ("there", False, "there/a.pdf"),
    ],
)
def test_export_target_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str | None, many: bool, target: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").mkdir()
    assert choose_target(output, "a.pdf", "exports/", many=many) == target


def test_export_sort_orders() -> None:
    def judged(path: str, player: str, faction: str, name: str) -> Judged:
        book = SimpleNamespace(name=SimpleNamespace(en=faction))
        roster = SimpleNamespace(factions={"x": book, "y": book})
        return cast("Judged", SimpleNamespace(path=path, army=SimpleNamespace(player=player, name=name), roster=roster))

    first, other = judged("b", "ada", "Zed", "B"), judged("a", "Bob", "Alba", "A")
    assert [min(first, other, key=_ORDERS[order]) is first for order in ("file", "player", "faction")] == [
        False, True, False
    ]  # fmt: skip
    assert _ORDERS["faction"](first) == ("zed", "b")


def test_file_names_are_unique() -> None:
    names_in_use: set[str] = set()
    names = ["Vale", "vale!", "Vale", "***", "x" * 90]
    file_names = [unique_file_name(ArmyList(name=name, system=SystemId("s")), names_in_use) for name in names]
    assert file_names == ["vale", "vale-2", "vale-3", "list", "x" * 80]


def test_reasons_find_obstacle_overwriting(tmp_path: Path) -> None:
    there, other, folder = tmp_path / "a", tmp_path / "b", tmp_path / "folder"
    there.touch()
    folder.mkdir()
    (tmp_path / "a.bak").touch()
    (tmp_path / "link").symlink_to(there)
    (tmp_path / "lost").symlink_to("nowhere")
    inputs = ["missing", str(there)]
    for target, force, key in (
        (there, False, "cli.is-input"),
        (there, True, "cli.is-input"),
        (tmp_path / "link", True, "cli.is-input"),
        (folder, True, "cli.is-folder"),
        (tmp_path / "lost", False, "cli.exists"),
        (tmp_path / "lost", True, ""),
        (other, False, ""),
    ):
        assert _find_obstacle(target, inputs, force=force) == key, target.name
    backup = str(tmp_path / "a.bak")
    assert _find_obstacle(there, [backup], force=True) == "cli.is-input", "its backup would be overwritten"
    assert _find_obstacle(there, [backup], force=False) == "cli.exists"
    others = ("missing", "nul\0", str(tmp_path / "link"))
    assert [is_same_file(there, other) for other in others] == [False, False, True]
    devices = [Path("/dev/null"), Path("/dev/stdout"), Path("/dev/fd/1"), there, folder, other, Path("nul\0")]
    assert [is_device(device) for device in devices] == [True, True, True, False, False, False, False]


@pytest.mark.parametrize(("most", "text", "number"), [(100, "100", 100), (100, "101", None), (100, "0", 0)])
def test_event_number_has_a_limit(most: int, text: str, number: int | None) -> None:
    assert _number_parser(most)(text) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("1.000", 1000), ("1,000,000", 1_000_000), ("1000001", None), ("-1", None), ("x", None), ("", None)],
)
def test_event_numbers_allow_separators(text: str, number: int | None) -> None:
    assert _number_parser()(text) == number


def test_date_means_end_of_day() -> None:
    assert (_parse_deadline("2026-05-01") or "")[:16] == "2026-05-01T23:59"
    assert (_parse_deadline("2026-05-01T20:00") or "")[:16] == "2026-05-01T20:00"
    assert _parse_deadline(" 2026-05-01T20:00+02:00 ") == "2026-05-01T20:00+02:00"
    assert _parse_deadline("never") is None


class Typing(io.StringIO):
    def isatty(self) -> bool:
        return True


BOUNDS = ("101\n100", "21\n20", "51\n50", "1001\n1000", "1001\n1000")


def test_every_event_number_has_a_limit(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    percent, lists, team, on_time, late = BOUNDS
    answers = ["Cup", "aof-3.5", "", "", "", "y", percent, "", "", lists, "", team, "2026-05-01", on_time, late, "open"]
    monkeypatch.setattr("sys.stdin", Typing("\n".join(answers) + "\n"))
    ran = run("data", "new", "event", "--output", tmp_path / "cup.yaml")
    assert ran.code == 0, ran.err
    assert ran.err.count(sentence("event.again")) == len(BOUNDS)
    text = (tmp_path / "cup.yaml").read_text("utf-8")
    assert all(setting in text for setting in ("number: 20", "size: 50", "on_time: 1000", "each_day_late: -1000")), text
    assert "main_faction_percent: 100" in text


def test_table_rows_are_sorted_and_aligned() -> None:
    rows = [{"n": 10, "t": "b"}, {"n": 9, "t": "A"}, {"n": 11, "t": ["c", "d"]}]
    assert [row["n"] for row in sort_rows(rows, "n")] == [9, 10, 11]
    assert [row["n"] for row in sort_rows(rows, "t")] == [9, 10, 11]
    assert sort_rows(rows, None) == rows
    assert _format_row(["ab", "7", "longer"], [4, 3, 5], [False, True, False]) == "ab      7  long…"
    assert _format_row(["abcd", ""], [4, 3], [False, False]) == "abcd"


def test_validate_defaults() -> None:
    parser = build_parser(["validate"])
    arguments: Namespace = parser.parse_args(["validate", "x"])
    assert (arguments.format, arguments.jobs, arguments.strict, arguments.bom, arguments.sort, arguments.event) == (
        "text",
        0,
        False,
        False,
        None,
        None,
    )
