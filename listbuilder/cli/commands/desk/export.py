"""The command `desk export`: write the judge's book, table cards, labels or a file for a pairing tool."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from listbuilder.cli.commands.desk.arguments import check_acceptance_log, open_tournament
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

_OF_ACCEPTED_LISTS = ("book", "cards")


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="DIR")
    parser.add_argument("kind", choices=[*_OF_ACCEPTED_LISTS, "labels", "pairing"], metavar="WHAT")
    parser.add_argument("--sort", choices=["table", "player", "faction"], default="player")
    parser.add_argument("--output", metavar="FILE")
    parser.add_argument("--force", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Write the file; return 1 if there are no accepted lists or the acceptance log has errors."""
    tournament = open_tournament(arguments, context)
    sound = True
    if arguments.kind in _OF_ACCEPTED_LISTS:
        if not tournament.accepted:
            context.print_message("desk.nothing-locked", folder=arguments.folder)
            return ExitCode.PROBLEMS
        sound = check_acceptance_log(tournament, context)
        entrants = load_entrants(tournament)
        if arguments.kind == "book":
            output = build_judges_book(entrants, context.language, arguments.sort)
        else:
            output = build_table_cards(entrants, context.language)
    else:
        overview = build_overview(tournament, OverviewOptions(language=context.language, fixes=False))
        if arguments.kind == "labels":
            output = build_seat_labels(overview, tournament.event, context.language)
        else:
            output = format_pairing_table(overview)
    protected = map(str, tournament.paths.protected_files())
    code = write_output(output, arguments.output, context, inputs=protected, force=arguments.force)
    return code if sound else code or ExitCode.PROBLEMS
