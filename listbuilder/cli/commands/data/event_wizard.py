"""The settings of a new event, from the arguments or from questions on a terminal."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from listbuilder.cli.context import Context
from listbuilder.cli.streams import write_stderr
from listbuilder.datafiles.templates import EventAnswers
from listbuilder.library import Library
from listbuilder.library.index import SystemHeader
from listbuilder.model import ListVisibility
from listbuilder.textutil.fuzzy import find_closest
from listbuilder.tournament.csv_tables import parse_moment

_T = TypeVar("_T")
_MAX_NUMBER = 1_000_000
_DATE_LENGTH = len("2026-05-01")


def default_system(library: Library) -> str:
    """Return the default system: the newest edition of the first one."""
    systems = library.systems()
    return _find_newest(header for header in systems if header.name == systems[0].name)


def find_system(answer: str, systems: Sequence[SystemHeader]) -> str | None:
    """Return the system that a number, id or name means, in its newest edition; None if that is not clear."""
    if answer.isdecimal() and 0 < int(answer) <= len(systems):
        return systems[int(answer) - 1].id
    folded = answer.casefold()
    for matches in (_has_name, _has_word):
        matching = [header for header in systems if matches(header, folded)]
        if len({header.name for header in matching}) == 1:
            return _find_newest(matching)
    return find_closest(answer, [header.id for header in systems])


def _has_name(header: SystemHeader, folded: str) -> bool:
    names = _names(header)
    return folded in (header.id, header.short.casefold(), *names, *(f"{name} {header.edition}" for name in names))


def _has_word(header: SystemHeader, folded: str) -> bool:
    return any(folded in re.findall(r"\w+", name) for name in _names(header))


def _names(header: SystemHeader) -> list[str]:
    return [header.name.en.casefold(), *(text.casefold() for _, text in header.name.translations)]


def _find_newest(headers: Iterable[SystemHeader]) -> str:
    """Return the id of the highest edition; one without a number is the lowest."""
    return max(headers, key=lambda header: [int(number) for number in re.findall(r"\d+", header.edition)]).id


def collect_answers(arguments: Namespace, context: Context) -> EventAnswers | None:
    """Return the settings of the event; ask for them if there is a terminal and no name, None if there is neither."""
    if arguments.name is None and sys.stdin.isatty():
        return _ask_all(arguments, context)
    if arguments.name is None:
        return None
    return EventAnswers(
        name=arguments.name,
        system=context.library.system(arguments.system or default_system(context.library)).id,
        points=arguments.points,
        min_points=arguments.least_points,
        deadline=(_parse_deadline(arguments.deadline) or arguments.deadline) if arguments.deadline else "",
        shown=arguments.shown or ListVisibility.OPEN.value,
    )


def _ask_all(arguments: Namespace, context: Context) -> EventAnswers:
    """Ask the common questions first; skip those that an earlier answer makes pointless."""
    shown = [visibility.value for visibility in ListVisibility]
    name = _ask(context, "name", str) or "Event"
    system = arguments.system or _ask_system(context)
    points = _ask(context, "points", _number_parser())
    least = _ask(context, "least-points", _number_parser(points or _MAX_NUMBER))
    force_org, allies = _ask(context, "force-org", _yes_parser(context)), _ask(context, "allies", _yes_parser(context))
    main_percent = _ask(context, "main-percent", _number_parser(100)) if allies else None
    dearest, named = _ask(context, "dearest", _number_parser()), _ask(context, "named-characters", _yes_parser(context))
    lists = _ask(context, "lists", _number_parser(20)) or 1
    core = _ask(context, "core", _number_parser(points or _MAX_NUMBER)) if lists > 1 else None
    team, deadline = _ask(context, "team", _number_parser(50)), _ask(context, "deadline", _parse_deadline)
    on_time = _ask(context, "on-time", _number_parser(1000)) if deadline else None
    parse_lost = _number_parser(1000)
    lost = _ask(context, "each-day-late", lambda text: parse_lost(text.removeprefix("-"))) if deadline else None
    return EventAnswers(
        name=name,
        system=system,
        points=points,
        min_points=least,
        force_org=force_org,
        allies=allies,
        main_faction_percent=main_percent,
        max_unit_points=dearest,
        named_characters=named,
        list_count=lists if lists > 1 else None,
        core_points=core,
        team_size=team,
        deadline=deadline or "",
        on_time=on_time,
        each_day_late=-lost if lost else None,
        shown=_ask(context, "shown", lambda text: text if text in shown else find_closest(text, shown)) or shown[0],
    )


def _ask(context: Context, key: str, parse: Callable[[str], _T | None], **values: object) -> _T | None:
    """Ask until the answer is valid; an empty answer returns None, for the default of the system."""
    while True:
        write_stderr(context.translate(f"event.ask.{key}", **values) + " ", end="")
        line = sys.stdin.readline()
        answer = line.strip()
        if not answer:
            return None
        value = parse(answer)
        if value is not None or not line:
            return value
        write_stderr(context.translate("event.again"))


def _ask_system(context: Context) -> str:
    systems, default = context.library.systems(), default_system(context.library)
    for number, header in enumerate(systems, 1):
        line = f"  {number}  {header.name.to(context.language)} {header.edition} ({header.id})"
        write_stderr(context.terminal.sanitize_line(line))
    return _ask(context, "system", lambda text: find_system(text, systems), default=default) or default


def _number_parser(maximum: int = _MAX_NUMBER) -> Callable[[str], int | None]:
    """Return a function that parses a number up to a maximum."""

    def parse(text: str) -> int | None:
        digits = text.replace(".", "").replace(",", "")
        valid = digits.isdecimal() and len(digits) <= len(str(maximum)) and int(digits) <= maximum
        return int(digits) if valid else None

    return parse


def _parse_deadline(text: str) -> str | None:
    """Return a time as the event file stores it, with the local time zone if there is none; a date means its end."""
    moment = parse_moment(text)
    if moment is None:
        return None
    if len(text.strip()) <= _DATE_LENGTH:
        moment = moment.replace(hour=23, minute=59)
    return moment.astimezone().isoformat(timespec="minutes") if moment.tzinfo is None else text.strip()


def _yes_parser(context: Context) -> Callable[[str], bool | None]:
    """Return a function that parses yes or no in the language of the question."""
    words = {word: value for value in (True, False) for word in context.translate(f"event.says.{value}").split()}
    return lambda text: words.get(text.casefold())
