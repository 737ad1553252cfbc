"""What an event needs to be told: from the arguments, or asked for on a terminal.

Games as somebody who begins a file names them: by number, id or name.
"""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from listbuilder.cli.context import Context
from listbuilder.cli.streams import talk
from listbuilder.datafiles.templates import Answers
from listbuilder.library import Library
from listbuilder.library.headers import SystemHeader
from listbuilder.model import Shown
from listbuilder.textutil.fuzzy import closest
from listbuilder.tournament.csv_tables import parse_moment


def default_game(library: Library) -> str:
    """Choose a game where none is named: of the first one the newest edition."""
    systems = library.systems()
    return _newest(one for one in systems if one.name == systems[0].name)


def find_game(answer: str, systems: Sequence[SystemHeader]) -> str | None:
    """Find the game that an answer means; of several editions the newest, None where none or several are meant."""
    if answer.isdecimal() and 0 < int(answer) <= len(systems):
        return systems[int(answer) - 1].id
    folded = answer.casefold()
    for fits in (_is_called, _is_partly_called):
        named = [one for one in systems if fits(one, folded)]
        if len({one.name for one in named}) == 1:
            return _newest(named)
    return closest(answer, [one.id for one in systems])


def _is_called(header: SystemHeader, folded: str) -> bool:
    names = _names(header)
    return folded in (header.id, header.short.casefold(), *names, *(f"{name} {header.edition}" for name in names))


def _is_partly_called(header: SystemHeader, folded: str) -> bool:
    return any(folded in re.findall(r"\w+", name) for name in _names(header))


def _names(header: SystemHeader) -> list[str]:
    return [header.name.en.casefold(), *(text.casefold() for _, text in header.name.others)]


def _newest(headers: Iterable[SystemHeader]) -> str:
    """Choose the highest edition; one without a number is the lowest."""
    return max(headers, key=lambda header: [int(number) for number in re.findall(r"\d+", header.edition)]).id


_T = TypeVar("_T")
_MOST = 1_000_000
_DAY_ALONE = len("2026-05-01")


def event_answers(arguments: Namespace, context: Context) -> Answers | None:
    """Ask for what was not said, where somebody is there to answer; None where nobody gives the event a name."""
    if arguments.name is None and sys.stdin.isatty():
        return _asked(arguments, context)
    if arguments.name is None:
        return None
    return Answers(
        name=arguments.name,
        system=context.library.system(arguments.system or default_game(context.library)).id,
        points=arguments.points,
        least_points=arguments.least_points,
        deadline=(_moment(arguments.deadline) or arguments.deadline) if arguments.deadline else "",
        shown=arguments.shown or Shown.OPEN.value,
    )


def _asked(arguments: Namespace, context: Context) -> Answers:
    """Ask from what everybody says to what few need; a question that an earlier answer has settled is left out."""
    name = _ask(context, "name", str) or "Event"
    system = arguments.system or _game(context)
    points = _ask(context, "points", _number())
    least = _ask(context, "least-points", _number(points or _MOST))
    force_org, allies = _ask(context, "force-org", _yes(context)), _ask(context, "allies", _yes(context))
    main_percent = _ask(context, "main-percent", _number(100)) if allies else None
    dearest, named = _ask(context, "dearest", _number()), _ask(context, "named-characters", _yes(context))
    lists = _ask(context, "lists", _number(20)) or 1
    core = _ask(context, "core", _number(points or _MOST)) if lists > 1 else None
    team, deadline = _ask(context, "team", _number(50)), _ask(context, "deadline", _moment)
    on_time = _ask(context, "on-time", _number(1000)) if deadline else None
    lost = _ask(context, "each-day-late", lambda text: _number(1000)(text.removeprefix("-"))) if deadline else None
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


def _ask(context: Context, key: str, read: Callable[[str], _T | None], **values: object) -> _T | None:
    """Ask until the answer can be read; an empty one means: as the game has it."""
    while True:
        talk(context.say(f"event.ask.{key}", **values) + " ", end="")
        line = sys.stdin.readline()
        answer = line.strip()
        if not answer:
            return None
        value = read(answer)
        if value is not None or not line:
            return value
        talk(context.say("event.again"))


def _game(context: Context) -> str:
    systems, default = context.library.systems(), default_game(context.library)
    for number, one in enumerate(systems, 1):
        talk(context.terminal.line(f"  {number}  {one.name.to(context.language)} {one.edition} ({one.id})"))
    return _ask(context, "system", lambda text: find_game(text, systems), default=default) or default


def _choice(context: Context, key: str, known: Sequence[str]) -> str:
    return _ask(context, key, lambda text: text if text in known else closest(text, known)) or known[0]


def _number(most: int = _MOST) -> Callable[[str], int | None]:
    """Give what reads a number up to one that the file may hold."""

    def read(text: str) -> int | None:
        digits = text.replace(".", "").replace(",", "")
        return int(digits) if digits.isdecimal() and len(digits) <= len(str(most)) and int(digits) <= most else None

    return read


def _moment(text: str) -> str | None:
    """Read a time as people write it and give it as the file has it: with the zone of this machine where none is said.

    A day alone means its end.
    """
    found = parse_moment(text)
    if found is None:
        return None
    if len(text.strip()) <= _DAY_ALONE:
        found = found.replace(hour=23, minute=59)
    return found.astimezone().isoformat(timespec="minutes") if found.tzinfo is None else text.strip()


def _yes(context: Context) -> Callable[[str], bool | None]:
    """Give what reads an answer in the language of the question."""
    words = {word: said for said in (True, False) for word in context.say(f"event.says.{said}").split()}
    return lambda text: words.get(text.casefold())
