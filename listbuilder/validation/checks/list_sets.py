"""Lists that belong together: those of one player, with a core in all of them, and those of a team."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import and_
from typing import TypeAlias

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import Entry, Event, Pick, Roster

_Shape: TypeAlias = tuple[object, ...]
"""What makes two entries the same: the unit and all that was chosen for it, whatever they are called."""


def check_lists(rosters: Sequence[Roster], event: Event) -> Iterator[Diagnostic]:
    """A player hands in as many lists as the event asks for, with one core, one faction and the same joins."""
    asked = event.lists
    if len(rosters) != asked.number:
        yield _found("EVT016", event, n=len(rosters), wanted=asked.number)
    if len(rosters) < 2 or asked.number == 1:  # noqa: PLR2004  # nothing to compare
        return
    core = reduce(and_, (Counter(_shape(worked.entry) for worked in roster.entries) for roster in rosters))
    if asked.core is not None:
        costs = {_shape(worked.entry): worked.cost for worked in rosters[0].entries}
        points = sum(costs[shape] * count for shape, count in core.items())
        if points < asked.core:
            yield _found("EVT017", event, points=points, least=asked.core, under=asked.core - points)
    factions = {worked.unit.faction: roster for roster in rosters for worked in roster.entries}
    if asked.one_faction and len(factions) > 1:
        names = tuple(roster.factions[faction].name for faction, roster in sorted(factions.items()))
        yield _found("EVT018", event, factions=names, n=len(names))
    if asked.joins_kept:
        yield from _other_joins(rosters, core, event)


def _other_joins(rosters: Sequence[Roster], core: Counter[_Shape], event: Event) -> Iterator[Diagnostic]:
    first = _hosts(rosters[0])
    for roster in rosters[1:]:
        hosts = _hosts(roster)
        for worked in roster.entries:
            shape = _shape(worked.entry)
            if worked.hero and shape in core and hosts[shape] != first.get(shape):
                yield _found("EVT019", event, unit=worked.title, list=roster.army.name, first=rosters[0].army.name)


def _hosts(roster: Roster) -> Mapping[_Shape, Counter[_Shape]]:
    """Give the units that heroes of each kind stand in."""
    hosts: dict[_Shape, Counter[_Shape]] = {}
    for worked in roster.entries:
        host = roster.army.entry(worked.entry.joins) if worked.entry.joins is not None else None
        hosts.setdefault(_shape(worked.entry), Counter())[_shape(host) if host is not None else ()] += 1
    return hosts


def _shape(entry: Entry) -> _Shape:
    second = _picks(entry.combined.upgrades) if entry.combined is not None else None
    return entry.unit, _picks(entry.upgrades), second


def _picks(picks: Sequence[Pick]) -> _Shape:
    return tuple(sorted((pick.option, pick.count) for pick in picks))


def check_team(team: str, played: Sequence[tuple[str, Mapping[str, str]]], event: Event) -> Iterator[Diagnostic]:
    """A team has as many players as the event asks for, and plays no faction twice where that is not allowed.

    `played` are the players of the team, each with the factions they play, by id and name.
    """
    size = event.teams.size
    if size is not None and len(played) != size:
        yield _found("EVT021", event, team=team, n=len(played), wanted=size)
    if not event.teams.factions_once:
        return
    names = {book: name for _, books in played for book, name in books.items()}
    for book, name in names.items():
        twice = tuple(player for player, books in played if book in books)
        if len(twice) > 1:
            yield _found("EVT020", event, team=team, faction=name, players=twice)


def _found(code: str, event: Event, **params: object) -> Diagnostic:
    return Diagnostic(code, None, {**params, "event": event.name}, source=event.name)
