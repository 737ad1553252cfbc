"""Fixes for single units: unknown or forbidden units, ids, attached heroes and pinned book versions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from listbuilder.diagnostics import Fix
from listbuilder.model import Book, EntryId, FactionId, split_ref
from listbuilder.rules.edits import Exchange, Experience, Reidentify, Remove, details
from listbuilder.rules.labels import meant_faction
from listbuilder.textutil.fuzzy import closest
from listbuilder.validation.fixes.combined import combine, join, stand_alone
from listbuilder.validation.fixes.points_reduction import last_resorts, lighter, without
from listbuilder.validation.fixes.registry import Case, remedy, repair


@remedy("UNT001", "UNT002")
def replace_unknown_unit(request: Case) -> Iterator[Fix]:
    """Use the unit or book that was most likely meant, or remove the unit."""
    entry = request.army.entry(request.finding.on or "")
    if entry is None:
        return
    faction_id, unit_id = split_ref(entry.unit)
    yield from _use_meant_faction(request, faction_id)
    faction = request.roster.factions.get(faction_id)
    meant = closest(unit_id, faction.units) if faction is not None else None
    if faction is not None and meant is not None:
        unit = next(unit for unit in faction.units.values() if unit.id == meant)
        edit = Exchange(entry.id, unit.ref, subject=unit.name)
        yield repair("take-unit", edit, meant=unit.name, unit=unit_id)
    label = entry.name or entry.unit or entry.id
    yield repair("remove", Remove(entry.id, subject=label), unit=label)


def _use_meant_faction(request: Case, missing: FactionId) -> Iterator[Fix]:
    """Propose to take all units of a misspelled faction from the one that was most likely meant."""
    installed = request.roster.factions
    meant = meant_faction(request.army, missing, installed) if missing not in installed else None
    if meant is None:
        return
    book = installed[meant]
    refs = [(entry.id, *split_ref(entry.unit)) for entry in request.army.entries]
    units = [(id_, book.units[unit]) for id_, faction, unit in refs if faction == missing and unit in book.units]
    if units:
        edits = (Exchange(id_, unit.ref, subject=unit.name) for id_, unit in units)
        yield repair("take-book", *edits, meant=book.name, faction=missing)


@remedy("UNT003")
def remove_foreign_unit(request: Case) -> Iterator[Fix]:
    """Remove the unit."""
    if request.worked is not None:
        yield without(request.worked)


@remedy("UNT004")
def remove_unique_copy(request: Case) -> Iterator[Fix]:
    """Remove one of the copies."""
    if request.worked is not None:
        for entry in request.roster.entries:
            if entry.entry.unit == request.worked.entry.unit:
                yield without(entry)


@remedy("UNT005", "UNT006")
def clear_experience(request: Case) -> Iterator[Fix]:
    """Set the experience to zero."""
    entry = request.worked
    if entry is not None:
        yield repair("no-experience", Experience(entry.id, 0, entry.entry.traits, subject=entry.title))


@remedy("LST002")
def make_ids_unique(request: Case) -> Iterator[Fix]:
    """Assign a new id to every entry with the shared id, except the first."""
    shared_id = EntryId(request.finding.on or "")
    same_id = [(index, entry) for index, entry in enumerate(request.army.entries) if entry.id == shared_id]
    for index, entry in same_id[1:]:
        yield repair("new-id", Reidentify(index, subject=entry.name or entry.unit or entry.id))


@remedy("HER001", "HER002", "HER003", "HER004", "HER005", "HER006", "HER007", "HER008", "HER009", "HER010")
def change_attachment(request: Case) -> Iterator[Fix]:
    """Detach the hero, attach it elsewhere, detach other heroes, or drop what makes it too tough."""
    hero = request.worked
    if hero is None:
        return
    yield stand_alone(hero)
    if hero.hero:
        yield from join(request.inspection, [hero])
    else:
        for other in request.roster.entries:
            if other is not hero:
                yield from combine(request.inspection, (other, hero))
    yield from lighter(hero)
    yield from last_resorts(hero)
    host = request.roster.find(hero.entry.joins) if hero.entry.joins is not None else None
    if host is not None:
        yield from (stand_alone(other) for other in request.roster.joined.get(host.id, ()) if other is not hero)
        yield without(host)


@remedy("VER001", "VER002", "VER003")
def pin_book(request: Case) -> Iterator[Fix]:
    """Pin the version and hash of the installed book."""
    books = request.army.books
    for faction in request.roster.factions.values():
        if faction.name == request.finding.params.get("faction"):
            old_pin = books.get(faction.id) or Book(faction.version)
            pins = {**books, faction.id: replace(old_pin, version=faction.version, sha256=faction.sha256)}
            edit = details(subject=faction.name, books=pins)
            yield repair("pin", edit, faction=faction.name, version=faction.version)
