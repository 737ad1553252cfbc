"""What an event needs to be told: from the arguments, or asked for on a terminal."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeVar

from listbuilder.cli.context import Context
from listbuilder.cli.output import talk
from listbuilder.library.event_template import Answers
from listbuilder.model import Shown
from listbuilder.rules.nearest import nearest

_T = TypeVar("_T")


def event_answers(arguments: Namespace, context: Context) -> Answers | None:
    """Ask for what was not said, where somebody is there to answer; None where nobody gives the event a name."""
    if arguments.name is None and sys.stdin.isatty():
        return _asked(arguments, context)
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
    """Ask from what everybody says to what few need; a question that an earlier answer has settled is left out."""
    known = [system.id for system in context.library.systems()]
    name = _ask(context, "name", str) or "Event"
    system = arguments.system or _choice(context, "system", known)
    points, least = _ask(context, "points", _number), _ask(context, "least-points", _number)
    force_org, allies = _ask(context, "force-org", _yes(context)), _ask(context, "allies", _yes(context))
    main_percent = _ask(context, "main-percent", _number) if allies else None
    dearest, named = _ask(context, "dearest", _number), _ask(context, "named-characters", _yes(context))
    lists = _ask(context, "lists", _number) or 1
    core = _ask(context, "core", _number) if lists > 1 else None
    team, deadline = _ask(context, "team", _number), _ask(context, "deadline", _moment)
    on_time, lost = (_ask(context, key, _number) if deadline else None for key in ("on-time", "each-day-late"))
    return Answers(
        name=name,
        system=system,
        points=points,
        least_points=least,
        force_org=force_org,
        allies=allies,
        main_percent=main_percent,
        dearest=dearest,
        named_characters=named,
        lists=lists if lists > 1 else None,
        core=core,
        team=team,
        deadline=deadline or "",
        on_time=on_time,
        each_day_late=-lost if lost else None,
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


def _moment(text: str) -> str | None:
    """Read a time as it is written in an event's file."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return None
    return text


def _yes(context: Context) -> Callable[[str], bool | None]:
    """Give what reads an answer in the language of the question."""
    words = {word: said for said in (True, False) for word in context.say(f"event.says.{said}").split()}
    return lambda text: words.get(text.casefold())
