"""Joined heroes: who may join whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import EntryId, RosterEntry
from listbuilder.rules.special_rules import highest_rating
from listbuilder.validation.message_arguments import titled
from listbuilder.validation.registry import Inspection, check


def _found(inspection: Inspection, code: str, worked: RosterEntry, **params: Any) -> Diagnostic:
    return inspection.found(code, worked.id, unit=titled(worked), **params)


@check("HER001", "HER002")
def units_that_cannot_join(inspection: Inspection) -> Iterator[Diagnostic]:
    """Only heroes join units, and only where the game knows it."""
    for worked in inspection.joiners:
        if not inspection.system.joining.allowed:
            yield _found(inspection, "HER001", worked, system=inspection.system.title)
        elif not worked.hero:
            yield _found(inspection, "HER002", worked)


@check("HER003", "HER004", "HER005", "HER006")
def joins_that_lead_nowhere(inspection: Inspection) -> Iterator[Diagnostic]:
    """A hero joins another unit of the list that stands on its own feet."""
    joiners = inspection.joiners
    joins = {entry.id: entry.joins for entry in inspection.roster.army.entries} if joiners else {}
    for worked in joiners:
        host = worked.entry.joins
        assert host is not None
        if host == worked.id:
            yield _found(inspection, "HER004", worked)
        elif host not in joins:
            yield _found(inspection, "HER003", worked, host=host)
        elif _in_circle(worked.id, joins):
            yield _found(inspection, "HER005", worked, host=host)
        elif joins[host] is not None:
            other = inspection.roster.find(host)
            yield _found(inspection, "HER006", worked, host=titled(other) if other else host)


def _in_circle(start: EntryId, joins: dict[EntryId, EntryId | None]) -> bool:
    seen: set[EntryId] = set()
    at: EntryId | None = start
    while at is not None and at in joins and at not in seen:
        seen.add(at)
        at = joins[at]
    return at == start


@check("HER007", "HER008", "HER009", "HER010")
def hosts_that_do_not_fit(inspection: Inspection) -> Iterator[Diagnostic]:
    """A joining hero is not too tough, its host has several models and no other hero, and both are of one faction."""
    for host_id, heroes in inspection.roster.joined.items():
        host = inspection.roster.find(host_id)
        if host is None:
            continue
        for place, hero in enumerate(heroes):
            yield from misfits(inspection, host, hero, heroes[:place])


def misfits(
    inspection: Inspection, host: RosterEntry, hero: RosterEntry, earlier: tuple[RosterEntry, ...]
) -> Iterator[Diagnostic]:
    """Say why a hero does not fit into a unit that others may have joined earlier."""
    rules = inspection.system.joining
    yield from _too_tough(inspection, host, hero)
    lone = rules.multi_model and host.models == 1
    if lone:
        yield _found(inspection, "HER008", hero, host=titled(host))
    others = (host, *earlier) if host.hero and not lone else earlier
    if rules.heroes_per_unit is not None and len(others) >= rules.heroes_per_unit:
        yield _found(inspection, "HER009", hero, host=titled(host), other=titled(others[0]), most=rules.heroes_per_unit)
    if hero.unit.faction != host.unit.faction:
        yield _found(inspection, "HER010", hero, host=titled(host))


def _too_tough(inspection: Inspection, host: RosterEntry, hero: RosterEntry) -> Iterator[Diagnostic]:
    """A hero is as tough as itself, its mount and its items together."""
    role, most = inspection.system.roles.tough, inspection.system.joining.max_tough
    if role is None or most is None:
        return
    tough = highest_rating(hero.unit, hero.halves, role)
    if tough > most:
        rule = inspection.system.rule_name(role)
        about = {"host": titled(host), "rule": rule, "tough": tough, "most": most, "over": tough - most}
        yield _found(inspection, "HER007", hero, **about)
