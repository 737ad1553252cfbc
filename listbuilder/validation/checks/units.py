"""Checks of single units: known, allowed in this army, with a valid size, experience and id."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.model import EntryId, RosterEntry, split_unit_ref
from listbuilder.rules.rule_ratings import has_rule
from listbuilder.rules.unit_labels import missing_book, suggest_faction, unresolved_unit
from listbuilder.textutil.fuzzy import find_closest
from listbuilder.textutil.sanitize import has_hidden
from listbuilder.validation.check_registry import CheckContext, check
from listbuilder.validation.message_arguments import label_unit


@check("FRM001")
def sizes_without_formation(context: CheckContext) -> Iterator[Diagnostic]:
    """A regiment has a number of models for which the system defines rows."""
    formation = context.system.formation
    if formation is None:
        return
    sizes = formation.allowed_sizes()
    for entry in context.roster.entries:
        if entry.models not in sizes:
            yield context.make_finding("FRM001", entry.id, unit=label_unit(entry), n=entry.models, sizes=sizes)


@check("UNT001", "UNT002")
def unknown_units(context: CheckContext) -> Iterator[Diagnostic]:
    """Every entry names a unit of an installed faction."""
    for entry in context.roster.unresolved:
        faction_id, unit_id = split_unit_ref(entry.unit)
        faction = context.roster.factions.get(faction_id)
        if faction is None:
            # a missing book leaves the unit unchecked; a unit without a book is an error
            severity = None if faction_id else Severity.ERROR
            book = missing_book(context.roster.army, faction_id) if faction_id else ""
            unit = unresolved_unit(entry) if faction_id else unit_id or entry.id
            meant = suggest_faction(context.roster.army, faction_id, context.roster.factions) or ""
            yield context.make_finding("UNT002", entry.id, unit=unit, faction=book, meant=meant, severity=severity)
        else:
            near = find_closest(unit_id, faction.units)
            near_name = faction.units[split_unit_ref(f"/{near}")[1]].name if near else ""
            name = entry.called or unit_id
            yield context.make_finding("UNT001", entry.id, unit=name, faction=faction.name, meant=near_name)


@check("UNT003")
def factions_of_another_system(context: CheckContext) -> Iterator[Diagnostic]:
    """A unit belongs to a faction that is written for the system of the list."""
    system = context.system
    foreign = {name: book for name, book in context.roster.factions.items() if system.id not in book.systems}
    for entry in context.roster.entries if foreign else ():
        faction = foreign.get(entry.unit.faction)
        if faction is not None:
            yield context.make_finding(
                "UNT003",
                entry.id,
                unit=label_unit(entry),
                faction=faction.name,
                system=system.title,
                systems=faction.systems,
            )


@check("UNT004")
def repeated_unique_units(context: CheckContext) -> Iterator[Diagnostic]:
    """A unique unit is in the list once."""
    copies: dict[str, list[RosterEntry]] = defaultdict(list)
    for entry in context.roster.entries:
        if entry.is_unique:
            copies[entry.entry.unit].append(entry)
    for same in copies.values():
        for entry in same[1:]:
            finding = context.make_finding("UNT004", entry.id, unit=entry.unit.name, n=len(same))
            by_rule = has_rule(entry.unit, entry.halves, context.system.roles.unique)
            yield replace(finding, source=context.system.citation.for_topic("rules")) if by_rule else finding


@check("UNT005", "UNT006")
def invalid_experience(context: CheckContext) -> Iterator[Diagnostic]:
    """Experience is not negative, and is only used in systems with campaign rules."""
    system = context.system
    for entry in context.roster.entries:
        xp = entry.entry.xp
        if xp < 0:
            yield context.make_finding("UNT005", entry.id, unit=label_unit(entry), xp=xp)
        elif xp and system.experience is None:
            yield context.make_finding("UNT006", entry.id, unit=label_unit(entry), xp=xp, system=system.title)


@check("LST002")
def duplicate_entry_ids(context: CheckContext) -> Iterator[Diagnostic]:
    """Every entry has its own id."""
    ids: set[EntryId] = set()
    for entry in context.roster.army.entries:
        if entry.id in ids:
            yield context.make_finding("LST002", entry.id, id=entry.id, unit=entry.unit)
        ids.add(entry.id)


@check("LST030")
def hidden_characters_in_ids(context: CheckContext) -> Iterator[Diagnostic]:
    """An id has no invisible characters, since two different ids would look the same."""
    for entry in context.roster.army.entries:
        if has_hidden(entry.id):
            yield context.make_finding("LST030", entry.id, id=ascii(entry.id)[1:-1], unit=entry.unit)
