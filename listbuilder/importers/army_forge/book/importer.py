"""Convert an Army Forge book to a faction file: names and numbers, but none of the book's sentences."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from listbuilder.datafiles.document import Document
from listbuilder.datafiles.reader import load_document
from listbuilder.diagnostics import Diagnostic, Place, Report, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.book.context import Background, BookGame, build_glossary, load_background
from listbuilder.importers.army_forge.book.faction_mapping import Parts, format_faction, format_parts
from listbuilder.importers.army_forge.book.ids import short_slug
from listbuilder.importers.army_forge.book.rule_glossary import (
    TextCount,
    count_texts,
    read_wordings,
    settle_rules,
    with_wordings,
)
from listbuilder.importers.army_forge.book.section_ids import kept_ids
from listbuilder.importers.army_forge.book.spells import format_spells
from listbuilder.importers.army_forge.book.units import BookUnit, parse_units
from listbuilder.importers.army_forge.book.upgrades import BookPackage, parse_packages, unresolved_targets
from listbuilder.importers.army_forge.json_access import Raw, ReadingNotes, clean, is_book, key_of, whole
from listbuilder.library import Library
from listbuilder.model.text import phrase

_MAX_VERSION_LENGTH = 40


@dataclass(frozen=True, slots=True)
class ImportedBook:
    """A book as the mapping of a faction file, with findings about dropped or corrected values."""

    faction: Mapping[str, object]
    notes: tuple[Diagnostic, ...] = ()
    texts: TextCount = field(default_factory=TextCount)


def import_book(
    path: Path | str, *, library: Library | None = None, previous: Mapping[str, object] | None = None
) -> tuple[str, Report, TextCount]:
    """Import a book file; return the text of the faction file, the findings and how many rules have a text.

    Args:
        path: The book file.
        library: The installed data.
        previous: An earlier version of the faction file, whose ids are kept.

    Raises:
        UnreadableError: The file is not a book.
    """
    document = load_document(path)
    background = load_background(Library.open() if library is None else library)
    book = parse_book(book_value(document), source=os.fspath(path), background=background, previous=previous)
    return format_faction(book.faction), build_report(list(book.notes)), book.texts


def book_value(document: Document) -> object:
    """Return the JSON of a book; raise UnreadableError for duplicate keys, because prices must be unambiguous."""
    if document.problems:
        raise UnreadableError(document.problems)
    return document.value


def parse_book(
    raw: object,
    *,
    source: str,
    background: Background | None = None,
    previous: Mapping[str, object] | None = None,
) -> ImportedBook:
    """Convert the JSON of a book to a faction mapping; `source` is the file name for findings.

    Raises:
        UnreadableError: The value is not a book, or its system is unknown.
    """
    known = load_background(Library.open()) if background is None else background
    try:
        book = _convert_book(raw, known, previous or {})
    except UnreadableError as error:
        raise UnreadableError([replace(finding, place=Place(source)) for finding in error.diagnostics]) from None
    return replace(book, notes=tuple(replace(note, place=Place(source)) for note in book.notes))


def _convert_book(raw: object, context: Background, previous: Mapping[str, object]) -> ImportedBook:
    book = _require_book(raw)
    game = whole(book.get("gameSystemId"), 0, 10_000)
    games = context.serving(str(game), _enabled_games(book))
    if not games:
        title = clean(book.get("gameSystemKey")) or clean(book.get("gameSystemSlug")) or str(game)
        known = tuple(listed.system for listed in context.games)
        raise UnreadableError([Diagnostic("IMP009", None, {"game": title, "number": game, "known": known})])
    notes = ReadingNotes()
    parts = _parse_parts(book, notes)
    shared = context.shared(str(game))
    faction = _format_header(book, games, shared.collection if shared else None, notes)
    glossary = build_glossary(games, shared)
    resolved = settle_rules(book, parts, glossary, notes)
    wordings = read_wordings(book, context.wordings, notes)
    faction |= {"rules": resolved.rules, "wordings": wordings, "spells": format_spells(book, notes)}
    texts = with_wordings(glossary, resolved.rules, wordings, context.wordings)
    faction |= format_parts(resolved.parts, games, kept_ids(previous), notes)
    filled = {key: value for key, value in faction.items() if value is not None and value not in ([], {})}
    counts = count_texts(resolved.names, texts, notes, str(faction["version"]))
    return ImportedBook(filled, notes.found(), counts)


def _require_book(raw: object) -> Raw:
    """Return the book; raise UnreadableError if the value is not one."""
    if isinstance(raw, Mapping) and is_book(raw) and short_slug(clean(raw["name"])) and isinstance(raw["units"], list):
        return raw
    raise UnreadableError([Diagnostic("IMP001", None, {"reason": phrase("book.no-book")})])


def _enabled_games(book: Raw) -> frozenset[str]:
    listed = book.get("enabledGameSystems")
    numbers = [whole(value, 0, 10_000) for value in listed[:100]] if isinstance(listed, list) else []
    return frozenset(str(number) for number in numbers if number is not None)


def _parse_parts(book: Raw, notes: ReadingNotes) -> Parts:
    """Parse units and packages; raise UnreadableError if there is no unit or a target cannot be found."""
    units = parse_units(book, notes)
    if not units:
        raise UnreadableError([Diagnostic("IMP001", None, {"reason": phrase("book.no-units")}), *notes.found()])
    packages = {package.uid: package for package in parse_packages(book, notes)}
    units = _drop_unknown_packages(units, packages, notes)
    missing = list(unresolved_targets(units, packages))
    if missing:
        raise UnreadableError(missing)
    used = {uid for unit in units for uid in unit.packages}
    for uid, package in packages.items():
        if uid not in used:
            notes.add("unused-package", package.hint or uid)
    return Parts(units=units, packages=tuple(package for uid, package in packages.items() if uid in used))


def _drop_unknown_packages(
    units: tuple[BookUnit, ...], packages: Mapping[str, BookPackage], notes: ReadingNotes
) -> tuple[BookUnit, ...]:
    """Return the units without packages that the book does not have."""
    cleaned: list[BookUnit] = []
    for unit in units:
        for uid in unit.packages:
            if uid not in packages:
                notes.add("unknown-package", unit.name, package=uid)
        cleaned.append(replace(unit, packages=tuple(uid for uid in unit.packages if uid in packages)))
    return tuple(cleaned)


def _format_header(
    book: Raw, games: tuple[BookGame, ...], collection: str | None, notes: ReadingNotes
) -> dict[str, object]:
    """Return the first fields of a faction file."""
    name, version = clean(book["name"]), clean(book.get("versionString"))[:_MAX_VERSION_LENGTH]
    if not version:
        notes.add("no-version", name)
    return {
        "format": 1,
        "id": short_slug(name),
        "systems": [game.system for game in games],
        "version": version or "?",
        "name": name,
        "collection": collection,
        "source": f"Army Forge, {name} v{version}" if version else f"Army Forge, {name}",
        "keys": key_of(book, "uid"),
    }
