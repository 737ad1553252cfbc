"""Faults in upgrades."""

from __future__ import annotations

from listbuilder.model import ArmyList, Upgrade
from listbuilder.rules.loadout import section_capacity
from proof.faults.fault import FaultContext, fault


@fault("UPG001")
def take_unknown_option(context: FaultContext) -> ArmyList | None:
    entry = context.entry()
    return context.add_upgrades(entry, Upgrade("invented-by-the-player")) if entry is not None else None


@fault("UPG002")
def exceed_section_limit(context: FaultContext) -> ArmyList | None:
    for entry in context.rng.sample(context.roster.entries, len(context.roster.entries)):
        for section in entry.unit.sections:
            capacity = section_capacity(section, entry.unit)
            if capacity.max_total is None or capacity.max_total < 2 or capacity.max_each is not None or section.targets:
                continue
            name = entry.unit.option_reference(section.id, section.options[0].id)
            return context.add_upgrades(entry, Upgrade(name, capacity.max_total + 1))
    return None


@fault("UPG003")
def take_exclusive_options(context: FaultContext) -> ArmyList | None:
    for entry in context.rng.sample(context.roster.entries, len(context.roster.entries)):
        for section in entry.unit.sections:
            if section_capacity(section, entry.unit).is_exclusive and len(section.options) > 1:
                names = [entry.unit.option_reference(section.id, option.id) for option in section.options]
                return context.change(entry, upgrades=tuple(Upgrade(name) for name in names))
    return None


@fault("UPG004")
def replace_missing_target(context: FaultContext) -> ArmyList | None:
    for entry in context.rng.sample(context.roster.entries, len(context.roster.entries)):
        own = {stack.equipment.key for stack in entry.unit.equipment if hasattr(stack.equipment, "key")}
        inner = {a.equipment.key for s in entry.unit.equipment for a in getattr(s.equipment, "weapons", ())}
        for section in entry.unit.sections:
            if section.targets and not any(target.key in own | inner for target in section.targets):
                return context.change(
                    entry, upgrades=(Upgrade(entry.unit.option_reference(section.id, section.options[0].id)),)
                )
    return None


@fault("UPG005")
def take_option_twice(context: FaultContext) -> ArmyList | None:
    officers = context.source.system.command_group.rules
    for entry in context.rng.sample(context.roster.entries, len(context.roster.entries)):
        for section in entry.unit.sections:
            for option in section.options:
                brings = {getattr(stack.equipment, "id", None) for stack in option.gains}
                inner = {rule.id for stack in option.gains for rule in getattr(stack.equipment, "rules", ())}
                capacity = section_capacity(section, entry.unit)
                if (
                    capacity.max_each == 1
                    and capacity.max_total != 1
                    and not section.targets
                    and not (brings | inner) & officers
                ):
                    name = entry.unit.option_reference(section.id, option.id)
                    return context.change(entry, upgrades=(Upgrade(name, 2),))
    return None


@fault("UPG006")
def take_invalid_count(context: FaultContext) -> ArmyList | None:
    entry = context.entry(lambda entry: bool(entry.unit.sections))
    if entry is None:
        return None
    section = entry.unit.sections[0]
    name = entry.unit.option_reference(section.id, section.options[0].id)
    return context.add_upgrades(entry, Upgrade(name, context.rng.choice([0, -1, 100_000])))


@fault("UPG007")
def take_ambiguous_option(context: FaultContext) -> ArmyList | None:
    for entry in context.roster.entries:
        for section in entry.unit.sections:
            for option in section.options:
                if len(entry.unit.find_options(option.id)) > 1:
                    return context.add_upgrades(entry, Upgrade(option.id))
    return None


@fault("UPG008")
def take_option_of_different_unit(context: FaultContext) -> ArmyList | None:
    entry = context.entry()
    if entry is None:
        return None
    others = [
        option.id
        for unit in context.source.faction.units.values()
        for section in unit.sections
        for option in section.options
        if not entry.unit.find_options(option.id)
    ]
    name = context.choose(others)
    return context.add_upgrades(entry, Upgrade(name)) if name is not None else None
