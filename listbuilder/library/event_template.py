"""A new event's file, from a few answers; what was not asked for stands in it as a comment to be taken up."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from listbuilder.model import slug
from listbuilder.values import dataclass

_MORE = """
# More options; uncomment and edit:
# factions: [human-empire, dwarves]            # allow only these factions
# banned_units: [human-empire/elemental-titan]
# unit_limits: {human-empire/knights: 2}
# main_faction_percent: 75                     # needs mixing: allow
# limits:
#   share: {most: 525}                         # points limit for a single unit
#   lords: {name: Lords, counts: points, of: {hero: true}, percent: 25}
#   casters: {name: Casters, counts: units, of: {rule: Caster}, most: 2}
# required: [player, name]
# lists: {number: 3, core: 1000}               # 3 lists per player, sharing 1,000 points of units
# teams: {size: 3, factions_once: true}
# scoring: {on_time: 2, each_day_late: -1}      # needs a deadline, e.g. 2026-05-01T20:00+02:00
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """What an organiser says about an event; empty means: as the game has it."""

    name: str
    system: str
    points: int | None = None
    least_points: int | None = None
    force_org: bool | None = None
    allies: bool | None = None
    main_percent: int | None = None
    """The least part of the points that the main faction has, where allies are allowed."""
    dearest: int | None = None
    """The most points that one unit may cost."""
    named_characters: bool | None = None
    lists: int | None = None
    core: int | None = None
    """How many lists each player hands in, and the points of the units that are the same in all of them."""
    team: int | None = None
    on_time: int | None = None
    each_day_late: int | None = None
    deadline: str = ""
    shown: str = ""


def format_event(answers: Answers, schema: str) -> str:
    """Write the file."""
    return "\n".join([*_lines(answers, schema), _MORE.strip("\n"), ""])


def _lines(answers: Answers, schema: str) -> Iterator[str]:
    yield f"# yaml-language-server: $schema={schema}"
    yield "format: 1"
    yield f"id: {slug(answers.name)[:80].strip('-') or 'event'}"
    yield f"name: {json.dumps(answers.name, ensure_ascii=False)}"
    yield f"systems: [{answers.system}]"
    mixing = None if answers.allies is None else "allow" if answers.allies else "forbid"
    said = {
        "points": answers.points,
        "least_points": answers.least_points,
        "force_org": answers.force_org,
        "mixing": mixing,
        "main_faction_percent": answers.main_percent,
        "limits": _inline({"share": _inline({"most": answers.dearest})}),
        "named_characters": answers.named_characters,
        "lists": _inline({"number": answers.lists, "core": answers.core if answers.lists else None}),
        "teams": _inline({"size": answers.team, "factions_once": "true" if answers.team else None}),
        "deadline": answers.deadline or None,
        "scoring": _inline({"on_time": answers.on_time, "each_day_late": answers.each_day_late}),
        "shown": answers.shown or None,
    }
    for key, value in said.items():
        if value is not None:
            yield f"{key}: {str(value).lower() if isinstance(value, bool) else value}"
    yield ""


def _inline(values: Mapping[str, object]) -> str | None:
    """Write what was said as a mapping on one line; None where nothing was."""
    said = ", ".join(f"{key}: {value}" for key, value in values.items() if value is not None)
    return f"{{{said}}}" if said else None
