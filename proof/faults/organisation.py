"""Faults in points and force organisation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from listbuilder.model import ArmyList, UnitRef
from listbuilder.rules.edits import Add
from proof.faults.sowing import Field, fault


def _limits(field: Field) -> Mapping[str, object]:
    rules = field.table.system.force_organisation
    return rules.limits if rules is not None else {}


@fault("PTS001")
def a_point_too_many(field: Field) -> ArmyList | None:
    return replace(field.army, points=field.roster.cost - 1) if field.roster.cost > 1 else None


def _crowd(field: Field, unit: UnitRef) -> ArmyList:
    """Give a list with far more of a unit than any game of its size allows, at a price that still fits."""
    army = replace(field.army, force_org=True)
    for _ in range(1 + (army.points or 0) // 100):
        army = Add(unit)(army)
    return army


@fault("ORG001")
def too_many_heroes(field: Field) -> ArmyList | None:
    role = field.table.system.roles.hero
    hero = field.any(unit for unit in field.table.faction.units.values() if role in unit.rule_ids)
    return _crowd(field, hero.ref) if hero is not None and "heroes" in _limits(field) else None


@fault("ORG002")
def too_many_copies(field: Field) -> ArmyList | None:
    worked = field.entry()
    return _crowd(field, worked.unit.ref) if worked is not None and "copies" in _limits(field) else None


@fault("ORG003")
def too_large_a_share(field: Field) -> ArmyList | None:
    dearest = max(field.roster.entries, key=lambda worked: worked.cost)
    if "share" not in _limits(field):
        return None
    return replace(field.army, points=max(1, dearest.cost * 2), force_org=True)


@fault("ORG004")
def too_many_units(field: Field) -> ArmyList | None:
    worked = field.entry(lambda worked: worked.entry.joins is None)
    return _crowd(field, worked.unit.ref) if worked is not None and "units" in _limits(field) else None


@fault("ORG005")
def a_second_faction(field: Field) -> ArmyList | None:
    others = [one for one in field.table.others if field.table.system.id in one.systems]
    stranger = field.any(unit for one in others for unit in one.units.values())
    return Add(stranger.ref)(field.army) if stranger is not None else None
