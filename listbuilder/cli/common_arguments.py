"""Arguments that every command takes."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentTypeError

from listbuilder.cli.parser import Parser

TYPE_CHECKING = False  # `typing` itself takes a third of what a bare interpreter does
if TYPE_CHECKING:
    from typing import Any

COLOURS = ("auto", "always", "never")


def common_arguments(*, again: bool = False) -> Parser:
    """Give them for a command, or `again` for a part of one, where they may stand as well."""
    # what a part of a command does not say must not undo what was said before it
    unsaid = {"argument_default": SUPPRESS} if again else {}
    common = Parser(add_help=False, **unsaid)
    common.add_argument("--data", action="append", metavar="DIR", help="a folder of your own data files")
    common.add_argument("--lang", metavar="LANG", help="output language (en, de)")
    common.add_argument("-q", "--quiet", help="only print problems", **_switch(again=again))
    common.add_argument("--color", choices=COLOURS, help="use colours: on a terminal (auto), always or never")
    common.add_argument("--debug", help="show the traceback of an internal error", **_switch(again=again))
    return common


def count(text: str) -> int:
    """Read a number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"usage.no-count {text}")
    return int(text)


def _switch(*, again: bool) -> dict[str, Any]:
    """Give what makes an option a switch, which argparse sets to False where nothing else is said."""
    return {"action": "store_true", "default": SUPPRESS if again else False}
