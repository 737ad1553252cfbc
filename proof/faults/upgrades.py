"""Faults in upgrades."""

from __future__ import annotations

from listbuilder.model import ArmyList, Upgrade
from listbuilder.rules.loadout import section_capacity
from proof.faults.fault import FaultContext, fault


@fault("UPG001")
def an_invented_option(field: FaultContext) -> ArmyList | None:
    roster_entry = field.entry()
    return field.picked(roster_entry, Upgrade("invented-by-the-player")) if roster_entry is not None else None


@fault("UPG002")
def more_picks_than_the_section_holds(field: FaultContext) -> ArmyList | None:
    for entry in field.dice.sample(field.roster.entries, len(field.roster.entries)):
        for section in entry.unit.sections:
            capacity = section_capacity(section, entry.unit)
            if capacity.max_total is None or capacity.max_total < 2 or capacity.max_each is not None or section.targets:
                continue
            name = entry.unit.option_reference(section.id, section.options[0].id)
            return field.picked(entry, Upgrade(name, capacity.max_total + 1))
    return None


@fault("UPG003")
def options_that_exclude_each_other(field: FaultContext) -> ArmyList | None:
    for entry in field.dice.sample(field.roster.entries, len(field.roster.entries)):
        for section in entry.unit.sections:
            if section_capacity(section, entry.unit).is_exclusive and len(section.options) > 1:
                names = [entry.unit.option_reference(section.id, option.id) for option in section.options]
                return field.change(entry, upgrades=tuple(Upgrade(name) for name in names))
    return None


@fault("UPG004")
def a_swap_without_its_target(field: FaultContext) -> ArmyList | None:
    for entry in field.dice.sample(field.roster.entries, len(field.roster.entries)):
        own = {stack.equipment.key for stack in entry.unit.equipment if hasattr(stack.equipment, "key")}
        inner = {a.equipment.key for s in entry.unit.equipment for a in getattr(s.equipment, "weapons", ())}
        for section in entry.unit.sections:
            if section.targets and not any(target.key in own | inner for target in section.targets):
                return field.change(
                    entry, upgrades=(Upgrade(entry.unit.option_reference(section.id, section.options[0].id)),)
                )
    return None


@fault("UPG005")
def an_option_twice(field: FaultContext) -> ArmyList | None:
    officers = field.table.system.command_group.rules
    for entry in field.dice.sample(field.roster.entries, len(field.roster.entries)):
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
                    return field.change(entry, upgrades=(Upgrade(name, 2),))
    return None


@fault("UPG006")
def a_count_of_nothing(field: FaultContext) -> ArmyList | None:
    roster_entry = field.entry(lambda entry: bool(entry.unit.sections))
    if roster_entry is None:
        return None
    section = roster_entry.unit.sections[0]
    name = roster_entry.unit.option_reference(section.id, section.options[0].id)
    return field.picked(roster_entry, Upgrade(name, field.dice.choice([0, -1, 100_000])))


@fault("UPG007")
def an_option_that_two_sections_have(field: FaultContext) -> ArmyList | None:
    for entry in field.roster.entries:
        for section in entry.unit.sections:
            for option in section.options:
                if len(entry.unit.find_options(option.id)) > 1:
                    return field.picked(entry, Upgrade(option.id))
    return None


@fault("UPG008")
def an_option_of_another_unit(field: FaultContext) -> ArmyList | None:
    roster_entry = field.entry()
    if roster_entry is None:
        return None
    others = [
        option.id
        for unit in field.table.faction.units.values()
        for section in unit.sections
        for option in section.options
        if not roster_entry.unit.find_options(option.id)
    ]
    name = field.any(others)
    return field.picked(roster_entry, Upgrade(name)) if name is not None else None
