"""Faults in points and force organisation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from listbuilder.model import ArmyList, Limit, UnitRef
from listbuilder.rules.edits import AddEntry
from listbuilder.rules.limits import max_bound
from proof.faults.fault import FaultContext, fault


def _limits(context: FaultContext) -> Mapping[str, Limit]:
    rules = context.source.system.force_organisation
    return rules.limits if rules is not None else {}


@fault("PTS001")
def exceed_points(context: FaultContext) -> ArmyList | None:
    return replace(context.army, points=context.roster.cost - 1) if context.roster.cost > 1 else None


def _exceed_limit(context: FaultContext, unit: UnitRef, name: str) -> ArmyList | None:
    """Add copies of a unit until a limit is exceeded. Return None if there is no such limit."""
    limit = _limits(context).get(name)
    maximum = max_bound(limit, context.army.points or context.roster.cost) if limit is not None else None
    if maximum is None:
        return None
    army = replace(context.army, force_org=True)
    for _ in range(1 + int(maximum.number)):
        army = AddEntry(unit)(army)
    return army


@fault("ORG001")
def add_too_many_heroes(context: FaultContext) -> ArmyList | None:
    role = context.source.system.roles.hero
    hero = context.choose(unit for unit in context.source.faction.units.values() if role in unit.rule_ids)
    return _exceed_limit(context, hero.ref, "heroes") if hero is not None else None


@fault("ORG002")
def add_too_many_copies(context: FaultContext) -> ArmyList | None:
    entry = context.entry()
    return _exceed_limit(context, entry.unit.ref, "copies") if entry is not None else None


@fault("ORG003")
def exceed_share_of_points(context: FaultContext) -> ArmyList | None:
    most_expensive = max(context.roster.entries, key=lambda entry: entry.cost)
    if "share" not in _limits(context):
        return None
    return replace(context.army, points=max(1, most_expensive.cost * 2), force_org=True)


@fault("ORG004")
def add_too_many_units(context: FaultContext) -> ArmyList | None:
    entry = context.entry(lambda entry: entry.entry.joins is None)
    return _exceed_limit(context, entry.unit.ref, "units") if entry is not None else None


@fault("ORG005")
def add_second_faction(context: FaultContext) -> ArmyList | None:
    others = [faction for faction in context.source.others if context.source.system.id in faction.systems]
    foreign_unit = context.choose(unit for faction in others for unit in faction.units.values())
    return AddEntry(foreign_unit.ref)(context.army) if foreign_unit is not None else None
