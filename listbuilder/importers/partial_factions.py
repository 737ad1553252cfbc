"""Partial factions: book data from an imported list, saved in the list because its book is not installed.

They are stored under `factions` in the form of a faction file. An installed faction takes precedence, and every import
reports that the list is checked with its own data (IMP007). Once a book is installed, units get its ids.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from listbuilder.datafiles.reader import Document
from listbuilder.diagnostics import Diagnostic, Severity, build_report
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.i18n import languages, translate
from listbuilder.importers.importer import ImportedList
from listbuilder.library import Library
from listbuilder.library.build_faction import build_faction, compile_faction
from listbuilder.listfiles.serialization import FACTIONS_KEY, MAX_FACTIONS
from listbuilder.model import ArmyList, BookPin, Entry, Faction, FactionId, Upgrade, split_unit_ref


def resolve_units(army: ArmyList, library: Library) -> ArmyList:
    """Return a list with the ids of books that are installed now; unknown units stay as they are."""
    unpinned = [book for book, pin in army.books.items() if pin.sha256 is None]
    factions = {book: faction for book in unpinned if (faction := _find_faction(book, army, library)) is not None}
    entries = tuple(_resolve_entry(entry, factions) for entry in army.entries)
    if entries == army.entries:
        return army
    pins: dict[FactionId, BookPin] = {}
    for book, pin in army.books.items():
        faction = factions.get(book)
        pins[book if faction is None else faction.id] = pin if faction is None else replace(pin, name=None)
    return replace(army, entries=entries, books=pins)


def _find_faction(book: FactionId, army: ArmyList, library: Library) -> Faction | None:
    """Return an installed book by our id, or by the Army Forge id that a list without a book name has."""
    by_foreign_id = [header.id for header in library.factions_by_key(book) if army.system in header.systems]
    for faction_id in (book, *by_foreign_id):
        try:
            return library.faction(faction_id, army.system, army.pinned_version(book))
        except (UnknownIdError, UnreadableError):
            continue
    return None


def _resolve_entry(entry: Entry, factions: Mapping[FactionId, Faction]) -> Entry:
    book, unit_id = split_unit_ref(entry.unit)
    faction = factions.get(book)
    if faction is None or unit_id in faction.units:
        return entry
    from listbuilder.importers.army_forge.saved import id_matching  # noqa: PLC0415  # few lists need it

    unit = faction.find_unit_by_foreign_id(unit_id) or id_matching.find_unit_by_name(entry.called, faction)
    if unit is None:
        return entry
    halves: list[tuple[Upgrade, ...]] = []
    for upgrades in (entry.upgrades, entry.combined.upgrades if entry.combined is not None else ()):
        resolved: list[Upgrade] = []
        for upgrade in upgrades:
            section, _, option = upgrade.option.rpartition("/")
            match = id_matching.find_upgrade_by_ids(unit, section, option)
            resolved.append(upgrade if match is None else match._replace(count=upgrade.count))
        halves.append(tuple(resolved))
    half = None if entry.combined is None else replace(entry.combined, upgrades=halves[1])
    return replace(entry, unit=unit.ref, called=None, upgrades=halves[0], combined=half)


_Raw = Mapping[str, object]


def hash_data(raw: object) -> str:
    """Return the hash of plain data."""
    return hashlib.sha256(json.dumps(raw, sort_keys=True, default=str).encode("utf-8", "replace")).hexdigest()


def unknown_book_name() -> dict[str, str]:
    """Return the translated name for a book without a known name."""
    return {language: translate(language, "import.unknown-book") for language in languages()}


def build_partial_faction(raw: _Raw, library: Library) -> Faction:
    """Build a partial faction from the form of a faction file; it belongs to a list and is not installed."""
    compiled = compile_faction(raw, library.loader.build_glossary(raw), {})
    return replace(build_faction(compiled, hash_data(raw)), partial=True)


def add_partial_factions(army: ArmyList, raws: Sequence[_Raw], factions: Sequence[Faction]) -> ArmyList:
    """Return a list that contains its partial factions and is pinned to them."""
    if not raws:
        return army
    pins = {faction.id: BookPin(faction.version, faction.sha256) for faction in factions}
    return replace(army, books={**army.books, **pins}, extra={**army.extra, FACTIONS_KEY: [dict(raw) for raw in raws]})


def partial_faction_finding(faction: Faction, installed_version: str = "") -> Diagnostic:
    """Return the finding that a list is checked with its own data, because an installed version does not fit."""
    params = {"faction": faction.name, "units": len(faction.units), "other": installed_version}
    return Diagnostic("IMP007", None, params)


def load_partial_factions(
    army: ArmyList, library: Library, name: str = ""
) -> tuple[tuple[Faction, ...], list[Diagnostic]]:
    """Build the partial factions of a list that are valid, and return them with the findings about the others."""
    raws = army.extra.get(FACTIONS_KEY)
    if not isinstance(raws, list) or not raws:
        return (), []
    from listbuilder.datafiles.checks import check_document  # noqa: PLC0415  # few lists have partial factions

    findings: list[Diagnostic] = []
    factions: list[Faction] = []
    for raw in raws[:MAX_FACTIONS]:
        problems = check_document(Document(name, "", raw), "faction", library.loader)
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        findings += errors[:5]
        if not errors and isinstance(raw, Mapping):
            installed = (header.id for system in raw["systems"] for header in library.factions(system))
            if raw["id"] not in installed:
                factions.append(build_partial_faction(raw, library))
    return tuple(factions), findings


def with_partial_factions(imported: ImportedList, library: Library, name: str) -> ImportedList:
    """Return an imported list with its partial factions, and with the ids of books that are installed now."""
    resolved = resolve_units(imported.army, library)
    imported = imported if resolved is imported.army else replace(imported, army=resolved)
    factions, findings = load_partial_factions(imported.army, library, name)
    if not factions and not findings:
        return imported
    report = build_report([*imported.report, *findings, *map(partial_faction_finding, factions)])
    return replace(imported, report=report, partial_factions=factions)
