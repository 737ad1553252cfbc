"""Checks of attached heroes: which hero may be attached to which unit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import EntryId, RosterEntry
from listbuilder.rules.rule_ratings import highest_rating
from listbuilder.validation.check_registry import CheckContext, check
from listbuilder.validation.message_arguments import label_unit


def _make_finding(context: CheckContext, code: str, entry: RosterEntry, **params: Any) -> Diagnostic:
    return context.make_finding(code, entry.id, unit=label_unit(entry), **params)


@check("HER001", "HER002")
def units_that_cannot_be_attached(context: CheckContext) -> Iterator[Diagnostic]:
    """Only heroes are attached to units, and only if the system allows it."""
    for entry in context.attached_entries:
        if not context.system.joining.allowed:
            yield _make_finding(context, "HER001", entry, system=context.system.title)
        elif not entry.is_hero:
            yield _make_finding(context, "HER002", entry)


@check("HER003", "HER004", "HER005", "HER006")
def invalid_hosts(context: CheckContext) -> Iterator[Diagnostic]:
    """A hero is attached to a different unit of the list that is not attached itself."""
    attached = context.attached_entries
    hosts = {entry.id: entry.joins for entry in context.roster.army.entries} if attached else {}
    for entry in attached:
        host_id = entry.entry.joins
        assert host_id is not None
        if host_id == entry.id:
            yield _make_finding(context, "HER004", entry)
        elif host_id not in hosts:
            yield _make_finding(context, "HER003", entry, host=host_id)
        elif _is_in_circle(entry.id, hosts):
            yield _make_finding(context, "HER005", entry, host=host_id)
        elif hosts[host_id] is not None:
            host = context.roster.find_entry(host_id)
            yield _make_finding(context, "HER006", entry, host=label_unit(host) if host else host_id)


def _is_in_circle(start: EntryId, hosts: dict[EntryId, EntryId | None]) -> bool:
    visited_ids: set[EntryId] = set()
    current: EntryId | None = start
    while current is not None and current in hosts and current not in visited_ids:
        visited_ids.add(current)
        current = hosts[current]
    return current == start


@check("HER007", "HER008", "HER009", "HER010")
def unsuitable_hosts(context: CheckContext) -> Iterator[Diagnostic]:
    """An attached hero is not too tough; its host has several models, no other hero and the same faction."""
    for host_id, heroes in context.roster.attached_heroes.items():
        host = context.roster.find_entry(host_id)
        if host is None:
            continue
        for index, hero in enumerate(heroes):
            yield from attachment_errors(context, host, hero, heroes[:index])


def attachment_errors(
    context: CheckContext, host: RosterEntry, hero: RosterEntry, earlier: tuple[RosterEntry, ...]
) -> Iterator[Diagnostic]:
    """Yield the reasons why a hero may not be attached to a host that the `earlier` heroes are attached to."""
    rules, role = context.system.joining, context.system.roles.tough
    tough = highest_rating(hero.unit, hero.halves, role)  # with its mount and items
    if role is not None and rules.max_tough is not None and tough > rules.max_tough:
        params = {"tough": tough, "most": rules.max_tough, "over": tough - rules.max_tough}
        rule = context.system.rule_name(role)
        yield _make_finding(context, "HER007", hero, host=label_unit(host), rule=rule, **params)
    single_model = rules.multi_model and host.models == 1
    if single_model:
        yield _make_finding(context, "HER008", hero, host=label_unit(host))
    others = (host, *earlier) if host.is_hero and not single_model else earlier
    maximum = rules.heroes_per_unit
    if maximum is not None and len(others) >= maximum:
        yield _make_finding(context, "HER009", hero, host=label_unit(host), other=label_unit(others[0]), most=maximum)
    if hero.unit.faction != host.unit.faction:
        yield _make_finding(context, "HER010", hero, host=label_unit(host))
