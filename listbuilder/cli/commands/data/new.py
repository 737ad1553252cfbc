"""Create a commented template that passes every check: a faction, a system, an event or a list.

An event asks a few questions on a terminal; with --name it asks nothing.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping

from listbuilder.cli.commands.data.event_wizard import default_game, event_answers
from listbuilder.cli.context import Context, tell
from listbuilder.cli.exit_codes import Exit
from listbuilder.cli.outputs import STDOUT, write_output
from listbuilder.cli.parsers import count
from listbuilder.datafiles.templates import format_event, schema_address, starter_faction, starter_list, starter_system
from listbuilder.errors import UnreadableError
from listbuilder.model import Shown


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments it takes."""
    parser.add_argument(
        "kind", nargs="?", choices=list(_MADE), default="faction", help="kind of file to create (default: faction)"
    )
    event_arguments(parser)
    parser.add_argument("--faction", metavar="FACTION", help="for a list: its faction (default: the system's first)")


def event_arguments(parser: ArgumentParser) -> None:
    """Say what an event takes; the other kinds take a part of it."""
    parser.add_argument(
        "--system", metavar="ID", help="the system to use or build on (default: the newest edition of the first one)"
    )
    parser.add_argument("--name", metavar="NAME", help="its name")
    parser.add_argument("--points", type=count, metavar="N", help="for an event or a list: the game size")
    parser.add_argument("--least-points", type=count, metavar="N", help="for an event: the minimum points of a list")
    parser.add_argument("--deadline", metavar="TIME", help="for an event: when lists are due (2026-05-01T20:00)")
    parser.add_argument(
        "--shown", choices=[one.value for one in Shown], help="for an event: what players see of other lists"
    )
    parser.add_argument("--output", metavar="FILE", help="output file (default: standard output)")
    parser.add_argument("--force", action="store_true", help="replace an existing file (a backup is kept)")


def run(arguments: Namespace, context: Context) -> int:
    """Write it, and say at once what is wrong with it."""
    text = _MADE[arguments.kind](arguments, context)
    if text is None:
        return Exit.UNUSABLE
    code = write_output(text, arguments.output, context, force=arguments.force)
    if arguments.kind == "event" and code == Exit.LEGAL and arguments.output not in (None, STDOUT):
        try:
            context.library.find_event(arguments.output)
        except UnreadableError as error:  # a time that is none, a size of no game: said at once, with the line
            tell(context, error)
            return Exit.UNUSABLE
    return code


def _system(arguments: Namespace, context: Context) -> str:
    return str(arguments.system or default_game(context.library))


def _schema(arguments: Namespace) -> str:
    return schema_address(arguments.kind, arguments.output)


def _faction(arguments: Namespace, context: Context) -> str:
    system = context.library.system(_system(arguments, context))
    return starter_faction(system, _schema(arguments), arguments.name or "My Faction")


def _game(arguments: Namespace, context: Context) -> str:
    system = context.library.system(_system(arguments, context))
    return starter_system(system, _schema(arguments), arguments.name or "My Game")


def _event(arguments: Namespace, context: Context) -> str | None:
    answers = event_answers(arguments, context)
    if answers is None:
        context.talk("event.needs-name")
        return None
    return format_event(answers, _schema(arguments))


def _list(arguments: Namespace, context: Context) -> str | None:
    system = context.library.system(_system(arguments, context))
    known = context.library.newest_factions(system.id)
    if arguments.faction is None and not known:
        context.talk("cli.no-factions", system=system.id)
        return None
    faction = context.library.faction(arguments.faction or known[0].id, system.id)
    return starter_list(system, faction, _schema(arguments), arguments.name or "My List", arguments.points)


_MADE: Mapping[str, Callable[[Namespace, Context], str | None]] = {
    "faction": _faction,
    "system": _game,
    "event": _event,
    "list": _list,
}
