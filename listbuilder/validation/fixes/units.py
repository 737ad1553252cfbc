"""Fixes for single units: unknown or forbidden units, ids, attached heroes and pinned book versions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from listbuilder.diagnostics import Fix
from listbuilder.model import BookPin, EntryId, split_unit_ref
from listbuilder.rules.edits import AssignNewId, RemoveEntry, ReplaceUnit, SetExperience, set_details
from listbuilder.rules.unit_labels import suggest_faction
from listbuilder.textutil.fuzzy import find_closest
from listbuilder.validation.fixes.combined import attach_fixes, combine_fixes, detach_fix
from listbuilder.validation.fixes.fix_registry import FixRequest, fixes_for, make_fix
from listbuilder.validation.fixes.points_reduction import last_resort_fixes, remove_entry_fix, remove_one_upgrade_fixes


@fixes_for("UNT001", "UNT002")
def replace_unknown_unit(request: FixRequest) -> Iterator[Fix]:
    """Use the unit or book that was most likely meant, or remove the unit."""
    entry = request.army.find_entry(request.finding.on or "")
    if entry is None:
        return
    faction_id, unit_id = split_unit_ref(entry.unit)
    installed = request.roster.factions
    meant_book = suggest_faction(request.army, faction_id, installed) if faction_id not in installed else None
    if meant_book is not None:
        book = installed[meant_book]
        refs = [(other.id, *split_unit_ref(other.unit)) for other in request.army.entries]
        units = [(id_, book.units[unit]) for id_, name, unit in refs if name == faction_id and unit in book.units]
        if units:
            edits = (ReplaceUnit(id_, unit.ref, subject=unit.name) for id_, unit in units)
            yield make_fix("take-book", *edits, meant=book.name, faction=faction_id)
    faction = installed.get(faction_id)
    meant = find_closest(unit_id, faction.units) if faction is not None else None
    if faction is not None and meant is not None:
        unit = next(unit for unit in faction.units.values() if unit.id == meant)
        edit = ReplaceUnit(entry.id, unit.ref, subject=unit.name)
        yield make_fix("take-unit", edit, meant=unit.name, unit=unit_id)
    label = entry.name or entry.unit or entry.id
    yield make_fix("remove", RemoveEntry(entry.id, subject=label), unit=label)


@fixes_for("UNT004")
def remove_unique_copy(request: FixRequest) -> Iterator[Fix]:
    """Remove one of the copies."""
    yield from map(remove_entry_fix, request.copies())


@fixes_for("UNT005", "UNT006")
def clear_experience(request: FixRequest) -> Iterator[Fix]:
    """Set the experience to zero."""
    entry = request.entry
    yield make_fix("no-experience", SetExperience(entry.id, 0, entry.entry.traits, subject=entry.title))


@fixes_for("LST002")
def make_ids_unique(request: FixRequest) -> Iterator[Fix]:
    """Assign a new id to every entry with the shared id, except the first."""
    shared_id = EntryId(request.finding.on or "")
    same_id = [(index, entry) for index, entry in enumerate(request.army.entries) if entry.id == shared_id]
    for index, entry in same_id[1:]:
        yield make_fix("new-id", AssignNewId(index, subject=entry.name or entry.unit or entry.id))


@fixes_for("HER001", "HER002", "HER003", "HER004", "HER005", "HER006", "HER007", "HER008", "HER009", "HER010")
def change_attachment(request: FixRequest) -> Iterator[Fix]:
    """Detach the hero, attach it elsewhere, detach other heroes, or drop what makes it too tough."""
    hero = request.entry
    yield detach_fix(hero)
    if hero.is_hero:
        yield from attach_fixes(request.context, [hero])
    else:
        for other in request.roster.entries:
            if other is not hero:
                yield from combine_fixes(request.context, (other, hero))
    yield from remove_one_upgrade_fixes(hero)
    yield from last_resort_fixes(hero)
    host = request.roster.find_entry(hero.entry.joins) if hero.entry.joins is not None else None
    if host is not None:
        yield from (detach_fix(other) for other in request.roster.attached_heroes.get(host.id, ()) if other is not hero)
        yield remove_entry_fix(host)


@fixes_for("VER001", "VER002", "VER003")
def pin_book(request: FixRequest) -> Iterator[Fix]:
    """Pin the version and hash of the installed book."""
    books = request.army.books
    for faction in request.roster.factions.values():
        if faction.name == request.finding.params.get("faction"):
            old_pin = books.get(faction.id) or BookPin(faction.version)
            pins = {**books, faction.id: replace(old_pin, version=faction.version, sha256=faction.sha256)}
            edit = set_details(subject=faction.name, books=pins)
            yield make_fix("pin", edit, faction=faction.name, version=faction.version)
