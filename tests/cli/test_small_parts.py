"""Small parts of the command line: what is left out of a print, what is defused, and what is said of several lists."""

from __future__ import annotations

from argparse import Namespace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from listbuilder.cli.commands.export_command import _options
from listbuilder.cli.context import Context
from listbuilder.cli.examples import EXAMPLES
from listbuilder.cli.harmless import defuse_commands
from listbuilder.cli.terminal import Terminal

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
def test_what_an_opponent_does_not_see(asked: dict[str, bool], shown: tuple[bool | None, ...]) -> None:
    context = cast("Context", SimpleNamespace(terminal=Terminal()))
    made = _options(Namespace(**{**PLAIN, **asked}), context)
    assert (made.points, made.notes, made.share, made.rule_texts, made.boxes) == shown


def test_commands_to_a_build_server_are_parted_and_nothing_else_is() -> None:
    assert defuse_commands("one: two # three") == "one: two # three"
    for command in ("::error x", "##vso[task]"):
        assert defuse_commands(command) != command
        assert defuse_commands(command).replace(" ", "") == command.replace(" ", "")


def test_several_lists_are_told_without_notes_and_a_missing_list_by_an_example(run, tmp_path):
    text = "format: 1\nname: L\nsystem: aof-3.5\npoints: 750\nunits: [{id: a, unit: human-empire/champion}]\n"
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(text)
    assert "VER003" in run("validate", tmp_path / "a.yaml").out
    assert "VER003" not in run("validate", tmp_path / "a.yaml", tmp_path / "b.yaml").out
    assert f"listbuilder {EXAMPLES['export'][0][0]}" in run("export").err
