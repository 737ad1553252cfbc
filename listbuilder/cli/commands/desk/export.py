"""The command `desk export`: write the judge's book, table cards, labels or a file for a pairing tool."""

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

_Export: TypeAlias = Callable[[Desk, str, str], bytes]


def _export_book(tournament: Desk, language: str, order: str) -> bytes:
    return judges_book(entrants(tournament), language, order)


def _export_cards(tournament: Desk, language: str, _order: str) -> bytes:
    return table_cards(entrants(tournament), language)


def _export_labels(tournament: Desk, language: str, _order: str) -> bytes:
    return labels(build_table(tournament, View(language=language, fixes=False)), tournament.event, language)


def _export_pairing(tournament: Desk, language: str, _order: str) -> bytes:
    return pairing(build_table(tournament, View(language=language, fixes=False)))


_EXPORTS: Mapping[str, _Export] = {
    "book": _export_book,
    "cards": _export_cards,
    "labels": _export_labels,
    "pairing": _export_pairing,
}
_OF_ACCEPTED_LISTS = ("book", "cards")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("kind", choices=list(_EXPORTS), metavar="WHAT")
    parser.add_argument("--sort", choices=["table", "player", "faction"], default="player")
    parser.add_argument("--output", metavar="FILE")
    parser.add_argument("--force", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Write the file; return 1 if there are no accepted lists or the acceptance log has errors."""
    tournament = Desk(Path(arguments.folder), context.library, context.data)
    if arguments.kind in _OF_ACCEPTED_LISTS and not tournament.accepted:
        context.talk("desk.nothing-locked", folder=arguments.folder)
        return Exit.ILLEGAL
    sound = arguments.kind not in _OF_ACCEPTED_LISTS or is_sound(tournament, context)
    output = _EXPORTS[arguments.kind](tournament, context.language, arguments.sort)
    code = write_output(
        output, arguments.output, context, inputs=map(str, tournament.places.kept()), force=arguments.force
    )
    return code if sound else code or Exit.ILLEGAL
