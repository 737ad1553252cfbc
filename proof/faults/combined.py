"""Faults in combined units and command groups."""

from __future__ import annotations

from listbuilder.model import ArmyList, Half, Upgrade
from proof.faults.fault import FaultContext, fault


@fault("CMB001")
def combined_where_nothing_combines(field: FaultContext) -> ArmyList | None:
    worked = field.entry(lambda worked: worked.entry.combined is None)
    if worked is None or field.table.system.combining.allowed:
        return None
    return field.change(worked, combined=Half(worked.entry.upgrades))


@fault("CMB002")
def a_single_model_combined(field: FaultContext) -> ArmyList | None:
    combining = field.table.system.combining
    worked = field.entry(lambda worked: worked.unit.size == 1 and not worked.is_hero)
    if worked is None or not combining.allowed or combining.single_models.value != "forbid":
        return None
    return field.change(worked, combined=Half(worked.entry.upgrades))


@fault("CMB003")
def a_hero_combined(field: FaultContext) -> ArmyList | None:
    worked = field.entry(lambda worked: worked.is_hero)
    if worked is None or not field.table.system.combining.allowed:
        return None
    return field.change(worked, combined=Half(worked.entry.upgrades))


@fault("CMB004")
def halves_that_differ(field: FaultContext) -> ArmyList | None:
    for entry in field.roster.entries:
        shared = [taken for taken in entry.halves[0].upgrades if taken.section.affects_all]
        if len(entry.halves) > 1 and shared:
            kept = tuple(p for p in entry.entry.upgrades if p.option != shared[0].upgrade.option)
            return field.change(entry, upgrades=kept)
    return None


@fault("CMD001")
def a_second_banner(field: FaultContext) -> ArmyList | None:
    officers = field.table.system.command_group.rules
    for entry in field.dice.sample(field.roster.entries, len(field.roster.entries)):
        for section in entry.unit.sections:
            for option in section.options:
                if {getattr(stack.equipment, "id", None) for stack in option.gains} & officers:
                    name = entry.unit.option_reference(section.id, option.id)
                    return field.change(entry, upgrades=(Upgrade(name, 2),))
    return None
