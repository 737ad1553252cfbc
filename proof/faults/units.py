"""Faults in units, their ids and their books."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.model import ArmyList, UnitRef
from listbuilder.rules.edits import AddEntry
from proof.faults.fault import FaultContext, fault


@fault("UNT001")
def add_unknown_unit(context: FaultContext) -> ArmyList | None:
    return AddEntry(UnitRef(f"{context.source.faction.id}/invented-by-the-player"))(context.army)


@fault("UNT002")
def add_unknown_faction(context: FaultContext) -> ArmyList | None:
    return AddEntry(UnitRef("invented-by-the-player/knights"))(context.army)


@fault("UNT003")
def add_unit_of_different_system(context: FaultContext) -> ArmyList | None:
    others = [faction for faction in context.source.others if context.source.system.id not in faction.systems]
    foreign_unit = context.choose(unit for faction in others for unit in faction.units.values())
    return AddEntry(foreign_unit.ref)(context.army) if foreign_unit is not None else None


@fault("UNT004")
def add_named_character_twice(context: FaultContext) -> ArmyList | None:
    role = context.source.system.roles.unique
    named = context.choose(
        u for u in context.source.faction.units.values() if u.unique or (role and role in u.rule_ids)
    )
    return AddEntry(named.ref)(AddEntry(named.ref)(context.army)) if named is not None else None


@fault("UNT005")
def set_negative_experience(context: FaultContext) -> ArmyList | None:
    entry = context.entry()
    return context.change(entry, xp=-5) if entry is not None else None


@fault("LST002")
def repeat_entry_id(context: FaultContext) -> ArmyList | None:
    entry = context.entry()
    return replace(context.army, entries=(*context.army.entries, entry.entry)) if entry is not None else None


@fault("VER001")
def pin_different_version(context: FaultContext) -> ArmyList | None:
    pins = {name: replace(pin, version="0.0.1", sha256=None) for name, pin in context.army.books.items()}
    return replace(context.army, books=pins)


@fault("VER002")
def pin_changed_book(context: FaultContext) -> ArmyList | None:
    pins = {name: replace(pin, sha256="0" * 64) for name, pin in context.army.books.items()}
    return replace(context.army, books=pins)
