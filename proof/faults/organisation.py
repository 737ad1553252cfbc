"""Faults in points and force organisation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from listbuilder.model import ArmyList, Limit, UnitRef
from listbuilder.rules.edits import AddEntry
from listbuilder.rules.limits import max_bound
from proof.faults.fault import FaultContext, fault


def _limits(field: FaultContext) -> Mapping[str, Limit]:
    rules = field.table.system.force_organisation
    return rules.limits if rules is not None else {}


@fault("PTS001")
def a_point_too_many(field: FaultContext) -> ArmyList | None:
    return replace(field.army, points=field.roster.cost - 1) if field.roster.cost > 1 else None


def _crowd(field: FaultContext, unit: UnitRef, name: str) -> ArmyList | None:
    """Return a list with so many copies of a unit that a limit is exceeded; None if there is no such limit."""
    limit = _limits(field).get(name)
    most = max_bound(limit, field.army.points or field.roster.cost) if limit is not None else None
    if most is None:
        return None
    army = replace(field.army, force_org=True)
    for _ in range(1 + int(most.number)):
        army = AddEntry(unit)(army)
    return army


@fault("ORG001")
def too_many_heroes(field: FaultContext) -> ArmyList | None:
    role = field.table.system.roles.hero
    hero = field.any(unit for unit in field.table.faction.units.values() if role in unit.rule_ids)
    return _crowd(field, hero.ref, "heroes") if hero is not None else None


@fault("ORG002")
def too_many_copies(field: FaultContext) -> ArmyList | None:
    roster_entry = field.entry()
    return _crowd(field, roster_entry.unit.ref, "copies") if roster_entry is not None else None


@fault("ORG003")
def too_large_a_share(field: FaultContext) -> ArmyList | None:
    dearest = max(field.roster.entries, key=lambda entry: entry.cost)
    if "share" not in _limits(field):
        return None
    return replace(field.army, points=max(1, dearest.cost * 2), force_org=True)


@fault("ORG004")
def too_many_units(field: FaultContext) -> ArmyList | None:
    roster_entry = field.entry(lambda entry: entry.entry.joins is None)
    return _crowd(field, roster_entry.unit.ref, "units") if roster_entry is not None else None


@fault("ORG005")
def a_second_faction(field: FaultContext) -> ArmyList | None:
    others = [faction for faction in field.table.others if field.table.system.id in faction.systems]
    stranger = field.any(unit for faction in others for unit in faction.units.values())
    return AddEntry(stranger.ref)(field.army) if stranger is not None else None
