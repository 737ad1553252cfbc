"""Pin the books a list was built with, and report what has changed in them since.

Pins hold the version, the content hash and the prices of units and options in use. So a changed book can be reported
price by price even if its old content is gone. Only `migrate_list` writes new pins, and it keeps every entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from listbuilder.diagnostics import Diagnostic, Report, Severity, build_report
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.i18n import FALLBACK_LANGUAGE, translate
from listbuilder.library import Library
from listbuilder.model import (
    ArmyList,
    BookPin,
    Entry,
    Faction,
    FactionId,
    Option,
    Roster,
    RosterEntry,
    Text,
    UnitId,
    UnknownUpgrade,
    split_unit_ref,
)
from listbuilder.rules.roster_builder import build_roster, build_roster_entry
from listbuilder.rules.unit_labels import missing_book, option_label, unresolved_unit
from listbuilder.validation.checks.versions import downgrade_unverifiable, version_finding
from listbuilder.validation.engine import validate


@dataclass(frozen=True, slots=True)
class PriceChange:
    """A unit or option whose price has changed."""

    unit: Text
    option: Text | str
    """Empty for the unit itself."""
    old: int
    new: int

    def to(self, language: str) -> str:
        """Format the change in a language: `Eel of Reeve 45 → 50`."""
        option = self.option.to(language) if isinstance(self.option, Text) else self.option
        key = "price.option" if option else "price.unit"
        return translate(language, key, unit=self.unit, option=option, old=self.old, new=self.new)

    def __str__(self) -> str:
        return self.to(FALLBACK_LANGUAGE)


def collect_prices(roster: Roster, book: FactionId) -> dict[str, int]:
    """Return the prices of the units and options that a list takes from a book."""
    prices: dict[str, int] = {}
    for entry in roster.entries:
        if entry.unit.faction == book:
            prices[entry.unit.id] = entry.unit.cost
            for half in entry.halves:
                for upgrade in half.upgrades:
                    prices[f"{entry.unit.id}/{upgrade.upgrade.option}"] = upgrade.option.cost_for(entry.unit.id)
    return prices


def find_price_changes(before: Mapping[str, int], faction: Faction) -> Iterator[Diagnostic]:
    """Yield a finding with the prices that differ from a book; missing units have findings of their own."""
    prices = ((old, _find_price(key, faction)) for key, old in before.items())
    changes = tuple(PriceChange(*match[:2], old, match[2]) for old, match in prices if match and match[2] != old)
    if changes:
        yield Diagnostic("VER010", None, {"faction": faction.name, "changes": changes})


def find_old_prices(prices: Mapping[str, int], old: Faction) -> dict[str, int]:
    """Return the prices of the same units and options in an old book."""
    return {key: match[2] for key in prices if (match := _find_price(key, old)) is not None}


def _find_price(key: str, faction: Faction) -> tuple[Text, Text | str, int] | None:
    """Return the names of a unit and its option, and the price; None if the book does not have it, or has it twice."""
    unit_id, _, option = key.partition("/")  # `reeve` or `reeve/eel`
    unit = faction.units.get(UnitId(unit_id))
    if unit is None or not option:
        return None if unit is None else (unit.name, "", unit.cost)
    options = [choice for _, choice in unit.find_options(option)]
    return (unit.name, _label(options[0]), options[0].cost_for(unit.id)) if len(options) == 1 else None


@dataclass(frozen=True, slots=True)
class VersionReport:
    """What changed for a list since its books were pinned."""

    report: Report
    """VER findings, in words and points."""
    changed_books: tuple[FactionId, ...] = ()
    """The books that have changed."""
    new_errors: tuple[Diagnostic, ...] = ()
    """Errors that the old books, if still installed, did not cause."""


def pin_book_versions(army: ArmyList, library: Library) -> ArmyList:
    """Return a list with the current version, hash and prices of its books.

    A version that the list names and that is not installed stays pinned.
    """
    try:
        roster = library.roster(army)
    except (UnknownIdError, UnreadableError):
        return army
    factions = roster.factions.items()
    return _pin(roster, [book for book, faction in factions if army.pinned_version(book) in (None, faction.version)])


def _pin(roster: Roster, pinned: Iterable[FactionId]) -> ArmyList:
    """Return the list of a roster with some of its books pinned; pins of unused books are removed."""
    books = dict(roster.army.books)
    for book in pinned:
        faction = roster.factions[book]
        if not faction.partial:
            extra = books[book].extra if book in books else {}
            prices = collect_prices(roster, book)
            books[book] = BookPin(faction.version, faction.sha256, _sum_cost(roster, book), prices=prices, extra=extra)
    used = {split_unit_ref(entry.unit)[0] for entry in roster.army.entries}
    return replace(roster.army, books={book: pin for book, pin in books.items() if book in used})


def compare_with_pinned_books(army: ArmyList, library: Library, carried: Iterable[Faction] = ()) -> VersionReport:
    """Report how the current books differ from the pinned ones.

    Raises:
        UnknownIdError: The system is not installed.
    """
    return _compare(library.roster(army, carried), library)


def _compare(roster: Roster, library: Library) -> VersionReport:
    changed = _find_changed_books(roster)
    if not changed:
        return VersionReport(Report())
    old = _load_pinned_books(roster, changed, library)
    findings = build_report(_find_changes(roster, changed, old))
    army = replace(roster.army, books={})  # without pins the installed books count
    before: set[tuple[str, str | None]] = set()
    if old:
        old_roster = build_roster(army, roster.system, {**roster.factions, **old})
        before = {(finding.code, finding.on) for finding in validate(old_roster) if finding.severity is Severity.ERROR}
    errors = (finding for finding in validate(replace(roster, army=army)) if finding.severity is Severity.ERROR)
    return VersionReport(findings, changed, tuple(error for error in errors if (error.code, error.on) not in before))


def find_book_change_notes(roster: Roster, library: Library) -> tuple[Diagnostic, ...]:
    """Return what changed books mean for a list in points; checks report missing units."""
    changed = _find_changed_books(roster)
    changes = _find_changes(roster, changed, _load_pinned_books(roster, changed, library))
    return tuple(change for change in changes if change.severity is Severity.NOTE)


def _find_changed_books(roster: Roster) -> tuple[FactionId, ...]:
    """Return the pinned books that have changed or are gone; a pin without a hash was never installed."""
    return tuple(
        book
        for book, pin in roster.army.books.items()
        if (version_finding(roster.factions[book], pin) is not None if book in roster.factions else pin.sha256)
    )


def _load_pinned_books(roster: Roster, changed: Iterable[FactionId], library: Library) -> dict[FactionId, Faction]:
    """Return the pinned versions of books, as far as they are installed and are not current."""
    loaded: dict[FactionId, Faction] = {}
    for book in changed:
        version = roster.army.pinned_version(book)
        with suppress(UnknownIdError, UnreadableError):
            faction = library.faction(book, roster.system.id, version)
            if faction.version == version and faction != roster.factions.get(book):
                loaded[book] = faction
    return loaded


def _find_changes(roster: Roster, changed: Iterable[FactionId], old: Mapping[FactionId, Faction]) -> list[Diagnostic]:
    findings = [finding for book in changed for finding in _find_book_changes(roster, book, old.get(book))]
    return downgrade_unverifiable(findings, roster)


def migrate_list(army: ArmyList, library: Library, carried: Iterable[Faction] = ()) -> tuple[ArmyList, VersionReport]:
    """Return a list pinned to the newest books, and the report of what changed; nothing is dropped."""
    roster = replace(library.roster(replace(army, books={}), carried), army=army)
    return _pin(roster, roster.factions), _compare(roster, library)


def _sum_cost(roster: Roster, faction_id: FactionId) -> int:
    return sum(entry.cost for entry in roster.entries if entry.unit.faction == faction_id)


def _find_book_changes(roster: Roster, book: FactionId, old: Faction | None) -> Iterator[Diagnostic]:
    army, faction = roster.army, roster.factions.get(book)
    pin = army.books[book]
    changed = version_finding(faction, pin) if faction is not None else None
    if changed is not None and old is not None:
        # both versions are installed, so every change is reported unit by unit
        changed = replace(changed, params={**changed.params, "open": False}, severity_override=Severity.NOTE)
    if changed is not None:
        yield changed
    for entry in roster.unresolved:
        if split_unit_ref(entry.unit)[0] == book:
            yield _missing_unit_finding(entry, army, faction, old)
    if faction is None:
        return
    for roster_entry in roster.entries:
        if roster_entry.unit.faction == book:
            yield from _find_entry_changes(roster_entry, faction, old, roster)
    before = pin.prices if old is None else find_old_prices(collect_prices(roster, book), old)
    yield from find_price_changes(before, faction)
    cost = _sum_cost(roster, book)
    if pin.points is not None and pin.points != cost:
        yield Diagnostic("VER006", None, {"faction": faction.name, "old": pin.points, "new": cost})


def _missing_unit_finding(entry: Entry, army: ArmyList, faction: Faction | None, old: Faction | None) -> Diagnostic:
    """Return the finding for a unit that is no longer in its book; the old book, if installed, has its name."""
    unit = old.units.get(split_unit_ref(entry.unit)[1]) if old is not None else None
    name: object = faction.name if faction is not None else missing_book(army, split_unit_ref(entry.unit)[0])
    version = faction.version if faction is not None else ""
    title = unresolved_unit(entry) if unit is None else entry.name or unit.name
    # without the book it is unknown whether the unit is gone
    severity = None if faction is not None else Severity.UNCHECKED
    params = {"unit": title, "faction": name, "version": version}
    return Diagnostic("VER004", entry.id, params, severity_override=severity)


def _find_entry_changes(
    entry: RosterEntry, faction: Faction, old: Faction | None, roster: Roster
) -> Iterator[Diagnostic]:
    """Yield findings for options that are no longer in the book, and for a price that differs from the old book."""
    missing = dict.fromkeys(
        error.upgrade.option for half in entry.halves for error in half.errors if isinstance(error, UnknownUpgrade)
    )
    unit = old.units.get(entry.unit.id) if old is not None else None
    for option in missing:
        options = unit.find_options(option) if unit is not None else ()
        params = {
            "unit": entry.title,
            "option": _label(options[0][1]) if options else option,
            "faction": faction.name,
            "version": faction.version,
        }
        yield Diagnostic("VER005", entry.id, params)
    if old is None or unit is None:
        return
    before = build_roster_entry(entry.entry, unit, old, roster.system).cost
    if before != entry.cost:
        versions = {"pinned": old.version, "version": faction.version}
        prices = {"unit": entry.title, "faction": faction.name, "old": before, "new": entry.cost, **versions}
        yield Diagnostic("VER007", entry.id, prices)


def _label(option: Option) -> Text | str:
    return option.label or option_label(option, FALLBACK_LANGUAGE)
