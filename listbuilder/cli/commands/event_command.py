"""Events: answer a few questions and get the file of one, ready for `validate --event` and `desk init`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from typing import TypeVar

from listbuilder.cli.common_arguments import common_arguments
from listbuilder.cli.context import Context, tell
from listbuilder.cli.exits import Exit
from listbuilder.cli.output import talk
from listbuilder.cli.saving import write_output
from listbuilder.errors import UnreadableError
from listbuilder.library.event_template import Answers, format_event
from listbuilder.library.locations import bundled_schemas
from listbuilder.model import Shown
from listbuilder.rules.nearest import nearest

_T = TypeVar("_T")


def add_arguments(parser: ArgumentParser) -> None:
    """Say which arguments the command takes."""
    added = parser.add_subparsers(title="what to do", metavar="WHAT", required=True)
    new = added.add_parser(
        "new", help="ask a few questions and write an event's file", parents=[common_arguments(again=True)]
    )
    new.add_argument("--name", metavar="NAME", help="what it is called; asked for where it is left out")
    new.add_argument("--system", metavar="ID", help="the game that is played")
    new.add_argument("--points", type=int, metavar="N", help="the size of the game")
    new.add_argument("--least-points", type=int, metavar="N", help="the least that a list must spend")
    new.add_argument("--deadline", metavar="TIME", help="when lists are due (2026-05-01T20:00+02:00)")
    new.add_argument("--shown", choices=[one.value for one in Shown], help="what players see of each other's lists")
    new.add_argument("--output", metavar="FILE", help="where to write (default: standard output)")
    new.add_argument("--force", action="store_true", help="replace an existing file, of which a backup is kept")
    new.set_defaults(what=_new)


def run(arguments: Namespace, context: Context) -> int:
    """Do what was asked for."""
    return int(arguments.what(arguments, context))


def _new(arguments: Namespace, context: Context) -> int:
    """Ask for what was not said, where somebody is there to answer."""
    answers = _asked(arguments, context) if sys.stdin.isatty() and arguments.name is None else _said(arguments, context)
    if answers is None:
        context.talk("event.needs-name")
        return Exit.UNUSABLE
    schema = (bundled_schemas() / "event.schema.json").as_uri()
    text = format_event(answers, schema)
    code = write_output(text, arguments.output, context, force=arguments.force)
    if code == Exit.LEGAL and arguments.output not in (None, "-"):
        try:
            context.library.find_event(arguments.output)
        except UnreadableError as error:  # a time that is none, a size of no game: said at once, with the line
            tell(context, error)
            return Exit.UNUSABLE
    return code


def _said(arguments: Namespace, context: Context) -> Answers | None:
    if arguments.name is None:
        return None
    return Answers(
        name=arguments.name,
        system=context.library.system(arguments.system or context.library.systems()[0].id).id,
        points=arguments.points,
        least_points=arguments.least_points,
        deadline=arguments.deadline or "",
        shown=arguments.shown or "",
    )


def _asked(arguments: Namespace, context: Context) -> Answers:
    known = [system.id for system in context.library.systems()]
    return Answers(
        name=_ask(context, "name", str) or "Event",
        system=arguments.system or _choice(context, "system", known),
        points=_ask(context, "points", _number),
        least_points=_ask(context, "least-points", _number),
        force_org=_ask(context, "force-org", _yes(context)),
        allies=_ask(context, "allies", _yes(context)),
        named_characters=_ask(context, "named-characters", _yes(context)),
        deadline=_ask(context, "deadline", str) or "",
        shown=_choice(context, "shown", [one.value for one in Shown]),
    )


def _ask(context: Context, key: str, read: Callable[[str], _T | None]) -> _T | None:
    """Ask until the answer can be read; an empty one means: as the game has it."""
    while True:
        talk(context.say(f"event.ask.{key}") + " ", end="")
        line = sys.stdin.readline()
        answer = line.strip()
        if not answer:
            return None
        value = read(answer)
        if value is not None or not line:
            return value
        talk(context.say("event.again"))


def _choice(context: Context, key: str, known: Sequence[str]) -> str:
    talk("  " + " · ".join(known))
    return (
        _ask(context, key, lambda text: text if text in known else next(iter(nearest(text, known)), None)) or known[0]
    )


def _number(text: str) -> int | None:
    digits = text.replace(".", "").replace(",", "")
    return int(digits) if digits.isdecimal() else None


def _yes(context: Context) -> Callable[[str], bool | None]:
    """Give what reads an answer in the language of the question."""
    words = {word: said for said in (True, False) for word in context.say(f"event.says.{said}").split()}
    return lambda text: words.get(text.casefold())
