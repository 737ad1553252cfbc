"""Partial factions: made of an imported list because no book was at hand, and kept in the list that needs them.

The list carries them under `factions`, each in the form of a faction file, so that it opens again anywhere. They never
hide a faction that the library has, and every reading says that the list is judged by data of its own (IMP007).

Units that came in without their book, named as the book names them once it is at hand.

A save holds foreign ids. Where its book is missing they stay in the list; once the book was added, a list that was kept
in the meantime is worth as much as the save itself.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from listbuilder.datafiles.document import Document
from listbuilder.diagnostics import Diagnostic, Severity, build_report
from listbuilder.errors import UnknownIdError, UnreadableError
from listbuilder.i18n import languages, translate
from listbuilder.importers.base import Imported
from listbuilder.library import Library
from listbuilder.library.build_faction import build_faction
from listbuilder.listfiles.serialization import FACTIONS, MOST_FACTIONS
from listbuilder.model import ArmyList, Book, Entry, Faction, FactionId, Pick, Unit, split_ref


def settle(army: ArmyList, library: Library) -> ArmyList:
    """Give a list with the ids of books that are there now; what they do not have stays as it is."""
    loose = [book for book, pin in army.books.items() if pin.sha256 is None]
    found = {book: faction for book in loose if (faction := _find(book, army, library)) is not None}
    entries = tuple(_settled(entry, found) for entry in army.entries) if found else army.entries
    if entries == army.entries:
        return army
    pins = {
        found[book].id if book in found else book: replace(pin, name=None) if book in found else pin
        for book, pin in army.books.items()
    }
    return replace(army, entries=entries, books=pins)


def _find(book: FactionId, army: ArmyList, library: Library) -> Faction | None:
    """Find a book by our id, else by the foreign one that a list without a name for it has kept."""
    keyed = [header.id for header in library.factions_by_key(book) if army.system in header.systems]
    for wanted in (book, *keyed):
        try:
            return library.faction(wanted, army.system, army.edition(book))
        except (UnknownIdError, UnreadableError):
            continue
    return None


def _settled(entry: Entry, found: Mapping[FactionId, Faction]) -> Entry:
    book, name = split_ref(entry.unit)
    faction = found.get(book)
    if faction is None or name in faction.units:
        return entry
    unit = faction.unit_by_key(name) or _called(entry.called, faction)
    if unit is None:
        return entry
    half = entry.combined
    return replace(
        entry,
        unit=unit.ref,
        called=None,
        upgrades=_picks(entry.upgrades, unit),
        combined=None if half is None else replace(half, upgrades=_picks(half.upgrades, unit)),
    )


def _called(name: str | None, faction: Faction) -> Unit | None:
    named = [unit for unit in faction.units.values() if name and unit.name.en.casefold() == name.casefold()]
    return named[0] if len(named) == 1 else None


def _picks(picks: Iterable[Pick], unit: Unit) -> tuple[Pick, ...]:
    return tuple(_pick(pick, unit) for pick in picks)


def _pick(pick: Pick, unit: Unit) -> Pick:
    from listbuilder.importers.army_forge.saved.id_matching import pick_by_keys  # noqa: PLC0415  # few lists need it

    section, _, option = pick.option.rpartition("/")
    found = pick_by_keys(unit, section, option)
    return pick if found is None else found._replace(count=pick.count)


Raw = Mapping[str, object]


def digest_of(raw: object) -> str:
    """Give a hash of plain data."""
    return hashlib.sha256(json.dumps(raw, sort_keys=True, default=str).encode("utf-8", "replace")).hexdigest()


def unnamed_book() -> dict[str, str]:
    """Name a book that neither the library nor the file has a name for; the list's own name is none."""
    return {language: translate(language, "import.unknown-book") for language in languages()}


def make_faction(raw: Raw, library: Library) -> Faction:
    """Build a partial faction from the form of a faction file; it travels with its list and enters no library."""
    from listbuilder.library.compile_faction import compile_faction  # noqa: PLC0415  # few lists carry one

    compiled = compile_faction(raw, library.loader.glossary(raw), {})
    return replace(build_faction(compiled, digest_of(raw)), partial=True)


def with_factions(army: ArmyList, raws: Sequence[Raw], factions: Sequence[Faction]) -> ArmyList:
    """Give a list that carries its partial factions, and is pinned to them."""
    if not raws:
        return army
    pins = {faction.id: Book(faction.version, faction.sha256) for faction in factions}
    return replace(army, books={**army.books, **pins}, extra={**army.extra, FACTIONS: [dict(raw) for raw in raws]})


def told(faction: Faction, other: str = "") -> Diagnostic:
    """Say that a list is judged by data of its own; `other` is the edition at hand, which did not fit."""
    return Diagnostic("IMP007", None, {"faction": faction.name, "units": len(faction.units), "other": other})


def carried_factions(army: ArmyList, library: Library, name: str = "") -> tuple[tuple[Faction, ...], list[Diagnostic]]:
    """Build the partial factions that a list of our own carries, as far as they are sound, and tell what is not."""
    carried = army.extra.get(FACTIONS)
    findings: list[Diagnostic] = []
    factions: list[Faction] = []
    for raw in carried[:MOST_FACTIONS] if isinstance(carried, list) else ():
        from listbuilder.datafiles.checks import check_document  # noqa: PLC0415  # few lists carry one

        problems = check_document(Document(name, "", raw), "faction", library.loader)
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        findings += errors[:5]
        if not errors and isinstance(raw, Mapping) and not _taken(raw, library):
            factions.append(make_faction(raw, library))
    return tuple(factions), findings


def with_carried(imported: Imported, library: Library, name: str) -> Imported:
    """Give an imported list with the partial factions that it carries, and with the ids of books that are there now."""
    settled = settle(imported.army, library)
    imported = imported if settled is imported.army else replace(imported, army=settled)
    factions, findings = carried_factions(imported.army, library, name)
    if not factions and not findings:
        return imported
    report = build_report([*imported.report, *findings, *map(told, factions)])
    return replace(imported, report=report, factions=factions)


def _taken(raw: Mapping[str, Any], library: Library) -> bool:
    """Tell whether the library has a real faction of that id for one of its games."""
    return any(header.id == raw["id"] for system in raw["systems"] for header in library.factions(system))
