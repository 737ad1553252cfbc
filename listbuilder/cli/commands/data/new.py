"""The commands `data new` and `event new`: create a commented template that passes every check."""

from __future__ import annotations

from argparse import Namespace

from listbuilder.cli.commands.data.event_wizard import collect_answers, default_system
from listbuilder.cli.context import Context, report_error
from listbuilder.cli.input_output import STDOUT, write_output
from listbuilder.cli.parsers import Parser, positive_int
from listbuilder.cli.streams import ExitCode
from listbuilder.datafiles.templates import (
    build_starter_faction,
    build_starter_list,
    build_starter_system,
    find_schema_address,
    format_event,
)
from listbuilder.errors import UnreadableError
from listbuilder.model import ListVisibility


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command; `event new` is short for `data new event`."""
    if parser.command == "event new":
        parser.set_defaults(kind="event")
    else:
        parser.add_argument("kind", nargs="?", choices=["faction", "system", "event", "list"], default="faction")
        parser.add_argument("--faction", metavar="FACTION")
    parser.add_argument("--system", metavar="ID")
    parser.add_argument("--name", metavar="NAME")
    parser.add_argument("--points", type=positive_int, metavar="N")
    parser.add_argument("--least-points", type=positive_int, metavar="N")
    parser.add_argument("--deadline", metavar="TIME")
    parser.add_argument("--shown", choices=[shown.value for shown in ListVisibility])
    parser.add_argument("--output", metavar="FILE")
    parser.add_argument("--force", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Write the template; an event file is checked at once."""
    text = _build_template(arguments, context)
    if text is None:
        return ExitCode.ERROR
    code = write_output(text, arguments.output, context, force=arguments.force)
    if arguments.kind == "event" and code == ExitCode.SUCCESS and arguments.output not in (None, STDOUT):
        try:
            context.library.find_event(arguments.output)
        except UnreadableError as error:  # such as an invalid deadline
            report_error(context, error)
            return ExitCode.ERROR
    return code


def _build_template(arguments: Namespace, context: Context) -> str | None:
    """Return the text of the template; if something is missing, print what and return None."""
    kind, name, library = arguments.kind, arguments.name, context.library
    address = find_schema_address(kind, arguments.output)
    if kind == "event":
        answers = collect_answers(arguments, context)
        if answers is None:
            context.print_message("event.needs-name")
            return None
        return format_event(answers, address)
    system = library.system(arguments.system or default_system(library))
    if kind == "faction":
        return build_starter_faction(system, address, name or "My Faction")
    if kind == "system":
        return build_starter_system(system, address, name or "My Game")
    known = library.newest_factions(system.id)
    if arguments.faction is None and not known:
        context.print_message("cli.no-factions", system=system.id)
        return None
    faction = library.faction(arguments.faction or known[0].id, system.id)
    return build_starter_list(system, faction, address, name or "My List", arguments.points)
