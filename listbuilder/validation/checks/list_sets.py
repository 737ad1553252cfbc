"""Checks of lists that belong together: several lists of one player, or the lists of a team."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import and_
from typing import TypeAlias

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import Entry, Event, Roster, Upgrade

_Choices: TypeAlias = tuple[object, ...]
"""The unit and all upgrades of an entry; entries with equal choices are the same, whatever their names."""


def check_lists(rosters: Sequence[Roster], event: Event) -> Iterator[Diagnostic]:
    """A player submits the required number of lists, with a common core, one faction and the same attachments."""
    required = event.list_set
    if len(rosters) != required.number:
        yield _make_finding("EVT016", event, n=len(rosters), wanted=required.number)
    if len(rosters) < 2 or required.number == 1:  # noqa: PLR2004  # nothing to compare
        return
    core = reduce(and_, (Counter(_choices(entry.entry) for entry in roster.entries) for roster in rosters))
    if required.core is not None:
        costs = {_choices(entry.entry): entry.cost for entry in rosters[0].entries}
        points = sum(costs[choices] * count for choices, count in core.items())
        if points < required.core:
            yield _make_finding("EVT017", event, points=points, least=required.core, under=required.core - points)
    factions = {entry.unit.faction: roster for roster in rosters for entry in roster.entries}
    if required.one_faction and len(factions) > 1:
        names = tuple(roster.factions[faction].name for faction, roster in sorted(factions.items()))
        yield _make_finding("EVT018", event, factions=names, n=len(names))
    if required.joins_kept:
        yield from _changed_hosts(rosters, core, event)


def _changed_hosts(rosters: Sequence[Roster], core: Counter[_Choices], event: Event) -> Iterator[Diagnostic]:
    first = _hosts(rosters[0])
    for roster in rosters[1:]:
        hosts = _hosts(roster)
        for entry in roster.entries:
            choices = _choices(entry.entry)
            if entry.is_hero and choices in core and hosts[choices] != first.get(choices):
                names = {"list": roster.army.name, "first": rosters[0].army.name}
                yield _make_finding("EVT019", event, unit=entry.title, **names)


def _hosts(roster: Roster) -> Mapping[_Choices, Counter[_Choices]]:
    """Return the hosts of all entries, by the choices of both."""
    hosts: dict[_Choices, Counter[_Choices]] = {}
    for entry in roster.entries:
        host = roster.army.find_entry(entry.entry.joins) if entry.entry.joins is not None else None
        hosts.setdefault(_choices(entry.entry), Counter())[_choices(host) if host is not None else ()] += 1
    return hosts


def _choices(entry: Entry) -> _Choices:
    second = _sorted_upgrades(entry.combined.upgrades) if entry.combined is not None else None
    return entry.unit, _sorted_upgrades(entry.upgrades), second


def _sorted_upgrades(upgrades: Sequence[Upgrade]) -> _Choices:
    return tuple(sorted((upgrade.option, upgrade.count) for upgrade in upgrades))


def check_team(team: str, played: Sequence[tuple[str, Mapping[str, str]]], event: Event) -> Iterator[Diagnostic]:
    """A team has the required number of players, and plays no faction twice if the event forbids it.

    `played` holds the players of the team, each with the names of their factions by id.
    """
    size = event.teams.size
    if size is not None and len(played) != size:
        yield _make_finding("EVT021", event, team=team, n=len(played), wanted=size)
    if not event.teams.factions_once:
        return
    names = {faction: name for _, factions in played for faction, name in factions.items()}
    for faction, name in names.items():
        players = tuple(player for player, factions in played if faction in factions)
        if len(players) > 1:
            yield _make_finding("EVT020", event, team=team, faction=name, players=players)


def _make_finding(code: str, event: Event, **params: object) -> Diagnostic:
    return Diagnostic(code, None, {**params, "event": event.name}, source=event.name)
