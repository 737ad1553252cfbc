"""Books pinned by version and content: which data a list was built with, and what has changed since.

Nothing is changed until the user says so: `compare_with_pins` reports, `migrate_list` writes new pins and keeps
every entry and pick, also those that the new book does not have any more.

What a book's units and options cost when a list was saved, and which of these prices are others now.

A list keeps the prices of what it takes (`reeve`, `reeve/eel`): by them a changed book can be told price by price,
also where its old content is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from listbuilder.diagnostics import Diagnostic, Report, Severity, build_report
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.i18n import FALLBACK, translate
from listbuilder.library import Library
from listbuilder.model import (
    ArmyList,
    Book,
    Entry,
    Faction,
    FactionId,
    Option,
    Roster,
    RosterEntry,
    Text,
    Unit,
    UnitId,
    UnknownPick,
    split_ref,
)
from listbuilder.rules.labels import option_label, unknown_book, unknown_unit
from listbuilder.rules.roster import build_entry, build_roster
from listbuilder.validation.checks.versions import difference
from listbuilder.validation.engine import validate
from listbuilder.validation.missing_editions import leave_open


@dataclass(frozen=True, slots=True)
class PriceChange:
    """A unit, or an option of it, that costs something else than it did."""

    unit: Text
    option: Text | str
    """Empty where it is the unit itself."""
    old: int
    new: int

    def to(self, language: str) -> str:
        """Write it in a language: `Eel of Reeve 45 → 50`."""
        option = self.option.to(language) if isinstance(self.option, Text) else self.option
        key = "price.option" if option else "price.unit"
        return translate(language, key, unit=self.unit, option=option, old=self.old, new=self.new)

    def __str__(self) -> str:
        return self.to(FALLBACK)


def prices_in(roster: Roster, book: FactionId) -> dict[str, int]:
    """Give what the units and options cost that a list takes from a book."""
    prices: dict[str, int] = {}
    for worked in roster.entries:
        if worked.unit.faction == book:
            prices[worked.unit.id] = worked.unit.cost
            for half in worked.halves:
                for taken in half.taken:
                    prices[f"{worked.unit.id}/{taken.pick.option}"] = taken.option.cost_for(worked.unit.id)
    return prices


def changed_prices(before: Mapping[str, int], faction: Faction) -> Iterator[Diagnostic]:
    """Name what costs something else in a book than it did; what the book has no more, other findings tell."""
    changes = [change for key, old in before.items() if (change := _change(key, old, faction)) is not None]
    if changes:
        yield Diagnostic("VER010", None, {"faction": faction.name, "changes": tuple(changes)})


def old_prices(taken: Mapping[str, int], old: Faction) -> dict[str, int]:
    """Give what units and options cost in an old book that is still at hand."""
    found = ((key, _find(key, old)) for key in taken)
    return {key: priced[2] for key, priced in found if priced is not None}


def _change(key: str, old: int, faction: Faction) -> PriceChange | None:
    found = _find(key, faction)
    if found is None or found[2] == old:
        return None
    unit, option, new = found
    label = "" if option is None else option.label or option_label(option, FALLBACK)
    return PriceChange(unit.name, label, old, new)


def _find(key: str, faction: Faction) -> tuple[Unit, Option | None, int] | None:
    """Find a unit or an option of it with its price; None where the book does not have it, or has two."""
    name, _, picked = key.partition("/")
    unit = faction.units.get(UnitId(name))
    if unit is None or not picked:
        return None if unit is None else (unit, None, unit.cost)
    found = unit.find(picked)
    return (unit, found[0][1], found[0][1].cost_for(unit.id)) if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class VersionReport:
    """What became of a list since its books were pinned."""

    report: Report
    """VER findings, in words and points."""
    changed: tuple[FactionId, ...] = ()
    """The books that are not what they were."""
    newly_illegal: tuple[Diagnostic, ...] = ()
    """Errors of today that the old books, where they are still at hand, did not give."""


def pin_books(army: ArmyList, library: Library) -> ArmyList:
    """Give a list that names the books it is built with: version, content and what its units cost together.

    An edition that it names and that is not at hand stays named: no other one was it built with.
    """
    try:
        roster = library.roster(army)
    except (UnknownIdError, UnreadableError):
        return army
    named = [name for name, book in roster.factions.items() if army.edition(name) in (None, book.version)]
    return _pinned(roster, named)


def _pinned(roster: Roster, named: Iterable[FactionId]) -> ArmyList:
    """Pin some of the books of a roster as they are now; books that no entry uses are not pinned any more."""
    books = dict(roster.army.books)
    for name in named:
        faction = roster.factions[name]
        if not faction.partial:
            extra = books[name].extra if name in books else {}
            prices = prices_in(roster, name)
            books[name] = Book(faction.version, faction.sha256, _cost(roster, name), prices=prices, extra=extra)
    used = {split_ref(entry.unit)[0] for entry in roster.army.entries}
    return replace(roster.army, books={name: book for name, book in books.items() if name in used})


def compare_with_pins(army: ArmyList, library: Library, carried: Iterable[Faction] = ()) -> VersionReport:
    """Tell how the books that a list is judged by differ from those it names; raise UnknownIdError for its system."""
    return _compared(library.roster(army, carried), library)


def _compared(roster: Roster, library: Library) -> VersionReport:
    changed = _changed(roster)
    if not changed:
        return VersionReport(Report())
    old = _old_books(roster, changed, library)
    findings = build_report(_changes(roster, changed, old))
    return VersionReport(findings, changed, tuple(_newly_illegal(roster, old)))


def price_changes(roster: Roster, library: Library) -> tuple[Diagnostic, ...]:
    """Tell in points what other books than the pinned ones mean for a list; that units are gone, checks tell."""
    changed = _changed(roster)
    changes = _changes(roster, changed, _old_books(roster, changed, library))
    return tuple(change for change in changes if change.severity is Severity.NOTE)


def _changed(roster: Roster) -> tuple[FactionId, ...]:
    """Give the books that are not what they were, or not there any more; one without a hash never was there."""
    pinned = ((book, roster.factions.get(book), pin) for book, pin in roster.army.books.items())
    return tuple(
        book
        for book, faction, pin in pinned
        if (faction is None and pin.sha256) or (faction is not None and difference(faction, pin) is not None)
    )


def _old_books(roster: Roster, changed: Iterable[FactionId], library: Library) -> dict[FactionId, Faction]:
    """Give the books as they were when the list was saved, as far as those editions are at hand."""
    found = ((book, _pinned_edition(book, roster, library)) for book in changed)
    return {book: faction for book, faction in found if faction not in (None, roster.factions.get(book))}


def _pinned_edition(book: FactionId, roster: Roster, library: Library) -> Faction | None:
    version = roster.army.edition(book)
    try:
        faction = library.faction(book, roster.system.id, version)
    except (UnknownIdError, UnreadableError):
        return None
    return faction if faction.version == version else None


def _changes(roster: Roster, changed: Iterable[FactionId], old: Mapping[FactionId, Faction]) -> list[Diagnostic]:
    return leave_open([found for book in changed for found in _findings(roster, book, old.get(book))], roster)


def migrate_list(army: ArmyList, library: Library, carried: Iterable[Faction] = ()) -> tuple[ArmyList, VersionReport]:
    """Give a list pinned to the newest books, and the report of what changed; nothing in it is dropped."""
    roster = replace(library.roster(replace(army, books={}), carried), army=army)
    return _pinned(roster, roster.factions), _compared(roster, library)


def _cost(roster: Roster, faction_id: FactionId) -> int:
    return sum(worked.cost for worked in roster.entries if worked.unit.faction == faction_id)


def _findings(roster: Roster, book: FactionId, old: Faction | None) -> Iterator[Diagnostic]:
    army, faction = roster.army, roster.factions.get(book)
    pin = army.books[book]
    other = difference(faction, pin) if faction is not None else None
    if other is not None:
        # with both editions at hand nothing stays open: what changed is told unit by unit
        compared = {**other.params, "open": False}
        yield other if old is None else replace(other, params=compared, severity_override=Severity.NOTE)
    for entry in roster.unresolved:
        if split_ref(entry.unit)[0] == book:
            yield _gone(entry, army, faction, old)
    if faction is None:
        return
    own = [worked for worked in roster.entries if worked.unit.faction == book]
    for worked in own:
        yield from _gone_options(worked, faction, old)
        if old is not None:
            yield from _new_price(worked, old, faction, roster)
    before = pin.prices if old is None else old_prices(prices_in(roster, book), old)
    yield from changed_prices(before, faction)
    cost = _cost(roster, book)
    if pin.points is not None and pin.points != cost:
        yield Diagnostic("VER006", None, {"faction": faction.name, "old": pin.points, "new": cost})


def _gone(entry: Entry, army: ArmyList, faction: Faction | None, old: Faction | None) -> Diagnostic:
    """Name a unit that the book does not have any more; the old book, where it is at hand, knows what it was called."""
    unit = old.units.get(split_ref(entry.unit)[1]) if old is not None else None
    name: object = faction.name if faction is not None else unknown_book(army, split_ref(entry.unit)[0])
    version = faction.version if faction is not None else ""
    title = unknown_unit(entry) if unit is None else entry.name or unit.name
    # without the book nobody knows whether the unit is gone
    severity = None if faction is not None else Severity.UNCHECKED
    params = {"unit": title, "faction": name, "version": version}
    return Diagnostic("VER004", entry.id, params, severity_override=severity)


def _gone_options(worked: RosterEntry, faction: Faction, old: Faction | None) -> Iterator[Diagnostic]:
    gone = dict.fromkeys(
        trouble.pick.option for half in worked.halves for trouble in half.troubles if isinstance(trouble, UnknownPick)
    )
    unit = old.units.get(worked.unit.id) if old is not None else None
    for option in gone:
        found = unit.find(option) if unit is not None else ()
        params = {
            "unit": worked.title,
            "option": _label(found[0][1]) if found else option,
            "faction": faction.name,
            "version": faction.version,
        }
        yield Diagnostic("VER005", worked.id, params)


def _label(option: Option) -> Text | str:
    return option.label or option_label(option, FALLBACK)


def _new_price(worked: RosterEntry, old: Faction, faction: Faction, roster: Roster) -> Iterator[Diagnostic]:
    """Compare an entry's price with what it cost in the old book, where that is still at hand."""
    unit = old.units.get(worked.unit.id)
    before = build_entry(worked.entry, unit, old, roster.system).cost if unit is not None else worked.cost
    if before != worked.cost:
        versions = {"pinned": old.version, "version": faction.version}
        params = {"unit": worked.title, "faction": faction.name, "old": before, "new": worked.cost, **versions}
        yield Diagnostic("VER007", worked.id, params)


def _newly_illegal(roster: Roster, old: dict[FactionId, Faction]) -> Iterator[Diagnostic]:
    army = replace(roster.army, books={})  # a list without pins is held against the books at hand
    before: set[tuple[str, str | None]] = set()
    if old:
        worked = build_roster(army, roster.system, {**roster.factions, **old})
        before = {(found.code, found.on) for found in validate(worked) if found.severity is Severity.ERROR}
    for found in validate(replace(roster, army=army)):
        if found.severity is Severity.ERROR and (found.code, found.on) not in before:
            yield found
