"""Units that the data does not know or the army may not have, and entries that share an id."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Fix
from listbuilder.model import EntryId, FactionId, split_ref
from listbuilder.rules.edits import Exchange, Experience, Reidentify, Remove
from listbuilder.rules.unresolved import meant_faction
from listbuilder.textutil.fuzzy import closest
from listbuilder.validation.remedies.registry import Case, remedy, repair
from listbuilder.validation.remedies.savings import without


@remedy("UNT001", "UNT002")
def known_units(case: Case) -> Iterator[Fix]:
    """Take the unit that was most likely meant, or none."""
    entry = case.army.entry(case.finding.on or "")
    if entry is None:
        return
    faction_id, unit_id = split_ref(entry.unit)
    yield from _of_the_meant_book(case, faction_id)
    faction = case.roster.factions.get(faction_id)
    meant = closest(unit_id, faction.units) if faction is not None else None
    if faction is not None and meant is not None:
        unit = next(unit for unit in faction.units.values() if unit.id == meant)
        edit = Exchange(entry.id, unit.ref, subject=unit.name)
        yield repair("take-unit", edit, meant=unit.name, unit=unit_id)
    shown = entry.name or entry.unit or entry.id
    yield repair("remove", Remove(entry.id, subject=shown), unit=shown)


def _of_the_meant_book(case: Case, missing: FactionId) -> Iterator[Fix]:
    """Propose to take all units of a mistyped faction from the one that was meant."""
    known = case.roster.factions
    meant = meant_faction(case.army, missing, known) if missing not in known else None
    if meant is None:
        return
    book = known[meant]
    refs = [(entry.id, *split_ref(entry.unit)) for entry in case.army.entries]
    there = [(name, book.units[unit]) for name, faction, unit in refs if faction == missing and unit in book.units]
    if there:
        edits = (Exchange(name, unit.ref, subject=unit.name) for name, unit in there)
        yield repair("take-book", *edits, meant=book.name, faction=missing)


@remedy("UNT003")
def only_of_this_game(case: Case) -> Iterator[Fix]:
    """Take the unit out."""
    if case.worked is not None:
        yield without(case.worked)


@remedy("UNT004")
def only_once(case: Case) -> Iterator[Fix]:
    """Take out one of those who are there more than once."""
    if case.worked is not None:
        for worked in case.roster.entries:
            if worked.entry.unit == case.worked.entry.unit:
                yield without(worked)


@remedy("UNT005", "UNT006")
def no_experience(case: Case) -> Iterator[Fix]:
    """Forget what was learnt."""
    worked = case.worked
    if worked is not None:
        yield repair("no-experience", Experience(worked.id, 0, worked.entry.traits, subject=worked.title))


@remedy("LST002")
def ids_of_their_own(case: Case) -> Iterator[Fix]:
    """Give every entry but the first of that id a new one."""
    wanted = EntryId(case.finding.on or "")
    places = [place for place, entry in enumerate(case.army.entries) if entry.id == wanted]
    for place in places[1:]:
        entry = case.army.entries[place]
        yield repair("new-id", Reidentify(place, subject=entry.name or entry.unit or entry.id))
