"""Units that the data does not know or the army may not have, and entries that share an id.

Joined heroes: alone, in another unit, or less tough.

Data versions: the list notes the book that judges it now.
"""

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


@remedy("HER001", "HER002", "HER003", "HER004", "HER005", "HER006", "HER007", "HER008", "HER009", "HER010")
def elsewhere(case: Case) -> Iterator[Fix]:
    """Let the hero stand alone or join another unit, let another leave, or give up what makes it too tough."""
    hero = case.worked
    if hero is None:
        return
    yield stand_alone(hero)
    if hero.hero:
        yield from join(case.inspection, [hero])
    else:
        for other in case.roster.entries:
            if other is not hero:
                yield from combine(case.inspection, (other, hero))
    yield from lighter(hero)
    yield from last_resorts(hero)
    host = case.roster.find(hero.entry.joins) if hero.entry.joins is not None else None
    if host is not None:
        yield from (stand_alone(other) for other in case.roster.joined.get(host.id, ()) if other is not hero)
        yield without(host)


@remedy("VER001", "VER002", "VER003")
def note_the_book(case: Case) -> Iterator[Fix]:
    """Note the version and the hash of the book."""
    books = case.army.books
    for faction in case.roster.factions.values():
        if faction.name == case.finding.params.get("faction"):
            before = books.get(faction.id) or Book(faction.version)
            pinned = {**books, faction.id: replace(before, version=faction.version, sha256=faction.sha256)}
            edit = details(subject=faction.name, books=pinned)
            yield repair("pin", edit, faction=faction.name, version=faction.version)
