"""Formation: how regiments rank up.

Units: whether the data knows them, and whether this army may have them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.model import EntryId, RosterEntry, split_ref
from listbuilder.rules.labels import meant_faction, unknown_book, unknown_unit
from listbuilder.rules.special_rules import bears
from listbuilder.textutil.fuzzy import closest
from listbuilder.textutil.sanitize import hides
from listbuilder.validation.message_arguments import titled
from listbuilder.validation.registry import Inspection, check


@check("FRM001")
def sizes_without_a_formation(inspection: Inspection) -> Iterator[Diagnostic]:
    """A regiment has a size for which the book defines rows."""
    formation = inspection.system.formation
    if formation is None:
        return
    sizes = formation.sizes()
    for worked in inspection.roster.entries:
        if worked.models not in sizes:
            yield inspection.found("FRM001", worked.id, unit=titled(worked), n=worked.models, sizes=sizes)


@check("UNT001", "UNT002")
def unknown_units(inspection: Inspection) -> Iterator[Diagnostic]:
    """Every entry names a unit of a faction that the data has."""
    for entry in inspection.roster.unresolved:
        faction_id, unit_id = split_ref(entry.unit)
        faction = inspection.roster.factions.get(faction_id)
        if faction is None:
            # a book that is missing is no reason to take its units out; a unit without a book is
            error = None if faction_id else Severity.ERROR
            book = unknown_book(inspection.roster.army, faction_id) if faction_id else ""
            unit = unknown_unit(entry) if faction_id else unit_id or entry.id
            near = meant_faction(inspection.roster.army, faction_id, inspection.roster.factions) or ""
            yield inspection.found("UNT002", entry.id, unit=unit, faction=book, meant=near, severity=error)
        else:
            meant = closest(unit_id, faction.units)
            known = faction.units[split_ref(f"/{meant}")[1]].name if meant else ""
            named = entry.called or unit_id
            yield inspection.found("UNT001", entry.id, unit=named, faction=faction.name, meant=known)


@check("UNT003")
def factions_of_another_system(inspection: Inspection) -> Iterator[Diagnostic]:
    """A unit belongs to a faction that is written for the game being played."""
    system = inspection.system
    others = {name: book for name, book in inspection.roster.factions.items() if system.id not in book.systems}
    for worked in [one for one in inspection.roster.entries if one.unit.faction in others] if others else ():
        faction = others[worked.unit.faction]
        yield inspection.found(
            "UNT003",
            worked.id,
            unit=titled(worked),
            faction=faction.name,
            system=system.title,
            systems=faction.systems,
        )


@check("UNT004")
def repeated_unique_units(inspection: Inspection) -> Iterator[Diagnostic]:
    """A named character is there once."""
    named: dict[str, list[RosterEntry]] = defaultdict(list)
    for worked in inspection.roster.entries:
        if worked.unique:
            named[worked.entry.unit].append(worked)
    for same in named.values():
        for worked in same[1:]:
            found = inspection.found("UNT004", worked.id, unit=worked.unit.name, n=len(same))
            ruled = bears(worked.unit, worked.halves, inspection.system.roles.unique)
            yield replace(found, source=inspection.system.citation.of("rules")) if ruled else found


@check("UNT005", "UNT006")
def doubtful_experience(inspection: Inspection) -> Iterator[Diagnostic]:
    """Experience is a number from zero up, and only counts in games that know campaigns."""
    for worked in [one for one in inspection.roster.entries if one.entry.xp]:
        experience = worked.entry.xp
        if experience < 0:
            yield inspection.found("UNT005", worked.id, unit=titled(worked), xp=experience)
        elif inspection.system.experience is None:
            yield inspection.found(
                "UNT006", worked.id, unit=titled(worked), xp=experience, system=inspection.system.title
            )


@check("LST002")
def duplicate_entry_ids(inspection: Inspection) -> Iterator[Diagnostic]:
    """Every entry of a list has an id of its own."""
    entries = inspection.roster.army.entries
    if len({entry.id for entry in entries}) == len(entries):
        return
    seen: set[EntryId] = set()
    for entry in entries:
        if entry.id in seen:
            yield inspection.found("LST002", entry.id, id=entry.id, unit=entry.unit)
        seen.add(entry.id)


@check("LST030")
def hidden_letters_in_ids(inspection: Inspection) -> Iterator[Diagnostic]:
    """An id has no letter in it that does not show: two ids that look alike would pass for one."""
    entries = inspection.roster.army.entries
    if not hides(" ".join([entry.id for entry in entries])):
        return
    for entry in entries:
        if hides(entry.id):
            yield inspection.found("LST030", entry.id, id=ascii(entry.id)[1:-1], unit=entry.unit)
