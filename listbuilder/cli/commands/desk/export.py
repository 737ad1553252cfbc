"""Export what you need on the day: the judge's book, table cards, seat labels, or a file for a pairing tool."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from listbuilder.cli.commands.desk.arguments import is_sound
from listbuilder.cli.context import Context
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.outputs import write_output
from listbuilder.tournament.overview import View, build_table
from listbuilder.tournament.printouts import judges_book, labels, pairing, table_cards
from listbuilder.tournament.publication import entrants
from listbuilder.tournament.tournament import Desk

_Maker: TypeAlias = Callable[[Desk, str, str], bytes]


def _book(desk: Desk, language: str, order: str) -> bytes:
    return judges_book(entrants(desk), language, order)


def _cards(desk: Desk, language: str, _order: str) -> bytes:
    return table_cards(entrants(desk), language)


def _labels(desk: Desk, language: str, _order: str) -> bytes:
    return labels(build_table(desk, View(language=language, fixes=False)), desk.event, language)


def _pairing(desk: Desk, language: str, _order: str) -> bytes:
    return pairing(build_table(desk, View(language=language, fixes=False)))


_MAKERS: Mapping[str, _Maker] = {"book": _book, "cards": _cards, "labels": _labels, "pairing": _pairing}
_LOCKED = ("book", "cards")
"""What only accepted lists are in."""


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments it takes."""
    parser.add_argument("folder", metavar="DIR", help="the event folder")
    parser.add_argument("what_to_export", choices=list(_MAKERS), metavar="WHAT", help="book, cards, labels or pairing")
    parser.add_argument(
        "--sort", choices=["table", "player", "faction"], default="player", help="sort order of the book"
    )
    parser.add_argument("--output", metavar="FILE", help="output file (default: standard output)")
    parser.add_argument("--force", action="store_true", help="replace an existing file (a backup is kept)")


def run(arguments: Namespace, context: Context) -> int:
    """Write it."""
    desk = Desk(Path(arguments.folder), context.library, context.data)
    if arguments.what_to_export in _LOCKED and not desk.accepted:
        context.talk("desk.nothing-locked", folder=arguments.folder)
        return Exit.ILLEGAL
    sound = arguments.what_to_export not in _LOCKED or is_sound(desk, context)
    made = _MAKERS[arguments.what_to_export](desk, context.language, arguments.sort)
    code = write_output(made, arguments.output, context, inputs=map(str, desk.places.kept()), force=arguments.force)
    return code if sound else code or Exit.ILLEGAL
