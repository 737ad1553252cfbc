"""The command `desk export`: write the judge's book, table cards, labels or a file for a pairing tool."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from listbuilder.cli.commands.desk.arguments import check_acceptance_log
from listbuilder.cli.context import Context
from listbuilder.cli.input_output import write_output
from listbuilder.cli.streams import ExitCode
from listbuilder.tournament.overview import OverviewOptions, build_overview
from listbuilder.tournament.printouts import (
    build_judges_book,
    build_seat_labels,
    build_table_cards,
    format_pairing_table,
)
from listbuilder.tournament.publication import load_entrants
from listbuilder.tournament.tournament import Tournament

_Export: TypeAlias = Callable[[Tournament, str, str], bytes]


def _export_book(tournament: Tournament, language: str, order: str) -> bytes:
    return build_judges_book(load_entrants(tournament), language, order)


def _export_cards(tournament: Tournament, language: str, _order: str) -> bytes:
    return build_table_cards(load_entrants(tournament), language)


def _export_labels(tournament: Tournament, language: str, _order: str) -> bytes:
    return build_seat_labels(
        build_overview(tournament, OverviewOptions(language=language, fixes=False)), tournament.event, language
    )


def _export_pairing(tournament: Tournament, language: str, _order: str) -> bytes:
    return format_pairing_table(build_overview(tournament, OverviewOptions(language=language, fixes=False)))


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
    tournament = Tournament(Path(arguments.folder), context.library, context.data)
    if arguments.kind in _OF_ACCEPTED_LISTS and not tournament.accepted:
        context.print_message("desk.nothing-locked", folder=arguments.folder)
        return ExitCode.PROBLEMS
    sound = arguments.kind not in _OF_ACCEPTED_LISTS or check_acceptance_log(tournament, context)
    output = _EXPORTS[arguments.kind](tournament, context.language, arguments.sort)
    code = write_output(
        output, arguments.output, context, inputs=map(str, tournament.paths.protected_files()), force=arguments.force
    )
    return code if sound else code or ExitCode.PROBLEMS
