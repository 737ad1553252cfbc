"""Faults in combined units and command groups."""

from __future__ import annotations

from listbuilder.model import ArmyList, Half, Upgrade
from proof.faults.fault import FaultContext, fault


@fault("CMB001")
def combine_in_wrong_system(context: FaultContext) -> ArmyList | None:
    entry = context.entry(lambda entry: entry.entry.combined is None)
    if entry is None or context.source.system.combining.allowed:
        return None
    return context.change(entry, combined=Half(entry.entry.upgrades))


@fault("CMB002")
def combine_single_model(context: FaultContext) -> ArmyList | None:
    combining = context.source.system.combining
    entry = context.entry(lambda entry: entry.unit.size == 1 and not entry.is_hero)
    if entry is None or not combining.allowed or combining.single_models.value != "forbid":
        return None
    return context.change(entry, combined=Half(entry.entry.upgrades))


@fault("CMB003")
def combine_hero(context: FaultContext) -> ArmyList | None:
    entry = context.entry(lambda entry: entry.is_hero)
    if entry is None or not context.source.system.combining.allowed:
        return None
    return context.change(entry, combined=Half(entry.entry.upgrades))


@fault("CMB004")
def make_halves_differ(context: FaultContext) -> ArmyList | None:
    for entry in context.roster.entries:
        shared = [applied for applied in entry.halves[0].upgrades if applied.section.affects_all]
        if len(entry.halves) > 1 and shared:
            kept = tuple(p for p in entry.entry.upgrades if p.option != shared[0].upgrade.option)
            return context.change(entry, upgrades=kept)
    return None


@fault("CMD001")
def add_second_banner(context: FaultContext) -> ArmyList | None:
    officers = context.source.system.command_group.rules
    for entry in context.rng.sample(context.roster.entries, len(context.roster.entries)):
        for section in entry.unit.sections:
            for option in section.options:
                if {getattr(stack.equipment, "id", None) for stack in option.gains} & officers:
                    name = entry.unit.option_reference(section.id, option.id)
                    return context.change(entry, upgrades=(Upgrade(name, 2),))
    return None
