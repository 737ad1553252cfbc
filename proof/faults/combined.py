"""Faults in combined units and command groups."""

from __future__ import annotations

from listbuilder.model import ArmyList, Half, Upgrade
from proof.faults.fault import FaultContext, fault


@fault("CMB001")
def combined_where_nothing_combines(field: FaultContext) -> ArmyList | None:
    roster_entry = field.entry(lambda entry: entry.entry.combined is None)
    if roster_entry is None or field.table.system.combining.allowed:
        return None
    return field.change(roster_entry, combined=Half(roster_entry.entry.upgrades))


@fault("CMB002")
def a_single_model_combined(field: FaultContext) -> ArmyList | None:
    combining = field.table.system.combining
    roster_entry = field.entry(lambda entry: entry.unit.size == 1 and not entry.is_hero)
    if roster_entry is None or not combining.allowed or combining.single_models.value != "forbid":
        return None
    return field.change(roster_entry, combined=Half(roster_entry.entry.upgrades))


@fault("CMB003")
def a_hero_combined(field: FaultContext) -> ArmyList | None:
    roster_entry = field.entry(lambda entry: entry.is_hero)
    if roster_entry is None or not field.table.system.combining.allowed:
        return None
    return field.change(roster_entry, combined=Half(roster_entry.entry.upgrades))


@fault("CMB004")
def halves_that_differ(field: FaultContext) -> ArmyList | None:
    for entry in field.roster.entries:
        shared = [upgrade for upgrade in entry.halves[0].upgrades if upgrade.section.affects_all]
        if len(entry.halves) > 1 and shared:
            remaining_upgrades = tuple(p for p in entry.entry.upgrades if p.option != shared[0].upgrade.option)
            return field.change(entry, upgrades=remaining_upgrades)
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
