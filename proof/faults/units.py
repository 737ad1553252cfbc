"""Faults in units, their ids and their books."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.model import ArmyList, UnitRef
from listbuilder.rules.edits import AddEntry
from proof.faults.fault import FaultContext, fault


@fault("UNT001")
def an_invented_unit(field: FaultContext) -> ArmyList | None:
    return AddEntry(UnitRef(f"{field.table.faction.id}/invented-by-the-player"))(field.army)


@fault("UNT002")
def an_invented_faction(field: FaultContext) -> ArmyList | None:
    return AddEntry(UnitRef("invented-by-the-player/knights"))(field.army)


@fault("UNT003")
def a_unit_of_another_game(field: FaultContext) -> ArmyList | None:
    others = [faction for faction in field.table.others if field.table.system.id not in faction.systems]
    stranger = field.any(unit for faction in others for unit in faction.units.values())
    return AddEntry(stranger.ref)(field.army) if stranger is not None else None


@fault("UNT004")
def a_named_character_twice(field: FaultContext) -> ArmyList | None:
    role = field.table.system.roles.unique
    named = field.any(u for u in field.table.faction.units.values() if u.unique or (role and role in u.rule_ids))
    return AddEntry(named.ref)(AddEntry(named.ref)(field.army)) if named is not None else None


@fault("UNT005")
def experience_below_zero(field: FaultContext) -> ArmyList | None:
    roster_entry = field.entry()
    return field.change(roster_entry, xp=-5) if roster_entry is not None else None


@fault("LST002")
def two_entries_of_one_id(field: FaultContext) -> ArmyList | None:
    roster_entry = field.entry()
    return replace(field.army, entries=(*field.army.entries, roster_entry.entry)) if roster_entry is not None else None


@fault("VER001")
def a_book_of_another_edition(field: FaultContext) -> ArmyList | None:
    pins = {name: replace(pin, version="0.0.1", sha256=None) for name, pin in field.army.books.items()}
    return replace(field.army, books=pins)


@fault("VER002")
def a_book_that_was_changed(field: FaultContext) -> ArmyList | None:
    pins = {name: replace(pin, sha256="0" * 64) for name, pin in field.army.books.items()}
    return replace(field.army, books=pins)
