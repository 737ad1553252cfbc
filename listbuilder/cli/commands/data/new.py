"""The commands `data new` and `event new`: create a commented template that passes every check."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping

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
from listbuilder.model import ListVisibility, System


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command; `event new` is short for `data new event`."""
    if parser.command == "event new":
        parser.set_defaults(kind="event")
    else:
        parser.add_argument("kind", nargs="?", choices=list(_TEMPLATES), default="faction")
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
    text = _TEMPLATES[arguments.kind](arguments, context)
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


def _find_system(arguments: Namespace, context: Context) -> System:
    return context.library.system(arguments.system or default_system(context.library))


def _schema_address(arguments: Namespace) -> str:
    return find_schema_address(arguments.kind, arguments.output)


def _build_faction(arguments: Namespace, context: Context) -> str:
    return build_starter_faction(
        _find_system(arguments, context), _schema_address(arguments), arguments.name or "My Faction"
    )


def _build_system(arguments: Namespace, context: Context) -> str:
    return build_starter_system(
        _find_system(arguments, context), _schema_address(arguments), arguments.name or "My Game"
    )


def _build_event(arguments: Namespace, context: Context) -> str | None:
    answers = collect_answers(arguments, context)
    if answers is None:
        context.print_message("event.needs-name")
        return None
    return format_event(answers, _schema_address(arguments))


def _build_list(arguments: Namespace, context: Context) -> str | None:
    system = _find_system(arguments, context)
    known = context.library.newest_factions(system.id)
    if arguments.faction is None and not known:
        context.print_message("cli.no-factions", system=system.id)
        return None
    faction = context.library.faction(arguments.faction or known[0].id, system.id)
    return build_starter_list(
        system, faction, _schema_address(arguments), arguments.name or "My List", arguments.points
    )


_TEMPLATES: Mapping[str, Callable[[Namespace, Context], str | None]] = {
    "faction": _build_faction,
    "system": _build_system,
    "event": _build_event,
    "list": _build_list,
}
