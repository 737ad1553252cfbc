"""The commands `data new` and `event new`: create a commented template that passes every check."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping

from listbuilder.cli.commands.data.event_wizard import default_game, event_answers
from listbuilder.cli.context import Context, tell
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.outputs import STDOUT, write_output
from listbuilder.cli.parsers import Parser, count
from listbuilder.datafiles.templates import format_event, schema_address, starter_faction, starter_list, starter_system
from listbuilder.errors import UnreadableError
from listbuilder.model import Shown, System


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command; `event new` is short for `data new event`."""
    if parser.words == "event new":
        parser.set_defaults(kind="event")
    else:
        parser.add_argument("kind", nargs="?", choices=list(_TEMPLATES), default="faction")
        parser.add_argument("--faction", metavar="FACTION")
    parser.add_argument("--system", metavar="ID")
    parser.add_argument("--name", metavar="NAME")
    parser.add_argument("--points", type=count, metavar="N")
    parser.add_argument("--least-points", type=count, metavar="N")
    parser.add_argument("--deadline", metavar="TIME")
    parser.add_argument("--shown", choices=[shown.value for shown in Shown])
    parser.add_argument("--output", metavar="FILE")
    parser.add_argument("--force", action="store_true")


def run(arguments: Namespace, context: Context) -> int:
    """Write the template; an event file is checked at once."""
    text = _TEMPLATES[arguments.kind](arguments, context)
    if text is None:
        return Exit.UNUSABLE
    code = write_output(text, arguments.output, context, force=arguments.force)
    if arguments.kind == "event" and code == Exit.LEGAL and arguments.output not in (None, STDOUT):
        try:
            context.library.find_event(arguments.output)
        except UnreadableError as error:  # such as an invalid deadline
            tell(context, error)
            return Exit.UNUSABLE
    return code


def _find_system(arguments: Namespace, context: Context) -> System:
    return context.library.system(arguments.system or default_game(context.library))


def _schema_address(arguments: Namespace) -> str:
    return schema_address(arguments.kind, arguments.output)


def _build_faction(arguments: Namespace, context: Context) -> str:
    return starter_faction(_find_system(arguments, context), _schema_address(arguments), arguments.name or "My Faction")


def _build_system(arguments: Namespace, context: Context) -> str:
    return starter_system(_find_system(arguments, context), _schema_address(arguments), arguments.name or "My Game")


def _build_event(arguments: Namespace, context: Context) -> str | None:
    answers = event_answers(arguments, context)
    if answers is None:
        context.talk("event.needs-name")
        return None
    return format_event(answers, _schema_address(arguments))


def _build_list(arguments: Namespace, context: Context) -> str | None:
    system = _find_system(arguments, context)
    known = context.library.newest_factions(system.id)
    if arguments.faction is None and not known:
        context.talk("cli.no-factions", system=system.id)
        return None
    faction = context.library.faction(arguments.faction or known[0].id, system.id)
    return starter_list(system, faction, _schema_address(arguments), arguments.name or "My List", arguments.points)


_TEMPLATES: Mapping[str, Callable[[Namespace, Context], str | None]] = {
    "faction": _build_faction,
    "system": _build_system,
    "event": _build_event,
    "list": _build_list,
}
