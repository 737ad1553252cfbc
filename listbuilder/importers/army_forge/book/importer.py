"""An Army Forge book in, a faction file out: names and numbers, none of the book's sentences."""

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

_LONGEST_VERSION = 40


@dataclass(frozen=True, slots=True)
class ImportedBook:
    """A book as a plain faction mapping, and notes about what was dropped or put right."""

    faction: Mapping[str, object]
    notes: tuple[Diagnostic, ...] = ()
    texts: TextCount = field(default_factory=TextCount)


def import_book(
    path: Path | str, *, library: Library | None = None, previous: Mapping[str, object] | None = None
) -> tuple[str, Report, TextCount]:
    """Import a book file: the faction file's text, notes, and how its rules read; raise UnreadableError for no book.

    `previous` is an earlier version of the faction file: things with the same Army Forge id keep their ids.
    """
    document = load_document(path)
    background = load_background(Library.open() if library is None else library)
    book = parse_book(book_value(document), source=os.fspath(path), background=background, previous=previous)
    return format_faction(book.faction), build_report(list(book.notes)), book.texts


def book_value(document: Document) -> object:
    """Give what stands in a book's file; raise UnreadableError where a key stands in it twice: prices must be one."""
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
    """Make a faction of a book's JSON; `source` is the name of the file, for findings."""
    known = load_background(Library.open()) if background is None else background
    try:
        book = _parse(raw, known, previous or {})
    except UnreadableError as error:
        raise UnreadableError([_placed(found, source) for found in error.diagnostics]) from None
    return replace(book, notes=tuple(_placed(note, source) for note in book.notes))


def _placed(found: Diagnostic, source: str) -> Diagnostic:
    return replace(found, place=Place(source))


def _parse(raw: object, background: Background, previous: Mapping[str, object]) -> ImportedBook:
    book = _book(raw)
    number = whole(book.get("gameSystemId"), 0, 10_000)
    games = background.serving(str(number), _enabled(book))
    if not games:
        title = clean(book.get("gameSystemKey")) or clean(book.get("gameSystemSlug")) or str(number)
        known = tuple(game.system for game in background.games)
        raise UnreadableError([Diagnostic("IMP009", None, {"game": title, "number": number, "known": known})])
    notes = ReadingNotes()
    parts = _parts(book, notes)
    shared = background.shared(str(number))
    faction = _header(book, games, shared.collection if shared else None, notes)
    glossary = build_glossary(games, shared)
    settled = settle_rules(book, parts, glossary, notes)
    said = read_wordings(book, background.wordings, notes)
    faction |= {"rules": settled.rules, "wordings": said, "spells": format_spells(book, notes)}
    texts = with_wordings(glossary, settled.rules, said, background.wordings)
    faction |= format_parts(settled.parts, games, kept_ids(previous), notes)
    filled = {key: value for key, value in faction.items() if value is not None and value not in ([], {})}
    counted = count_texts(settled.names, texts, notes, str(faction["version"]))
    return ImportedBook(filled, notes.found(), counted)


def _book(raw: object) -> Raw:
    """Give the book, if it is one."""
    if not isinstance(raw, Mapping) or not is_book(raw):
        raise UnreadableError([Diagnostic("IMP001", None, {"reason": phrase("book.no-book")})])
    if not short_slug(clean(raw["name"])) or not isinstance(raw["units"], list):
        raise UnreadableError([Diagnostic("IMP001", None, {"reason": phrase("book.no-book")})])
    return raw


def _enabled(book: Raw) -> frozenset[str]:
    given = book.get("enabledGameSystems")
    numbers = [whole(value, 0, 10_000) for value in given[:100]] if isinstance(given, list) else []
    return frozenset(str(number) for number in numbers if number is not None)


def _parts(book: Raw, notes: ReadingNotes) -> Parts:
    """Look the book through; raise where it has no unit or a target is nowhere to be found."""
    units = parse_units(book, notes)
    if not units:
        raise UnreadableError([Diagnostic("IMP001", None, {"reason": phrase("book.no-units")}), *notes.found()])
    packages = {package.uid: package for package in parse_packages(book, notes)}
    used = _used(units, packages, notes)
    missing = list(unresolved_targets(used, packages))
    if missing:
        raise UnreadableError(missing)
    wanted = {uid for unit in used for uid in unit.packages}
    for uid, package in packages.items():
        if uid not in wanted:
            notes.add("unused-package", package.hint or uid)
    return Parts(units=used, packages=tuple(package for uid, package in packages.items() if uid in wanted))


def _used(
    units: tuple[BookUnit, ...], packages: Mapping[str, BookPackage], notes: ReadingNotes
) -> tuple[BookUnit, ...]:
    """Give the units without the packages that the book does not have."""
    found: list[BookUnit] = []
    for unit in units:
        for uid in unit.packages:
            if uid not in packages:
                notes.add("unknown-package", unit.name, package=uid)
        found.append(replace(unit, packages=tuple(uid for uid in unit.packages if uid in packages)))
    return tuple(found)


def _header(book: Raw, games: tuple[BookGame, ...], collection: str | None, notes: ReadingNotes) -> dict[str, object]:
    """Write what a faction file begins with."""
    name, version = clean(book["name"]), clean(book.get("versionString"))[:_LONGEST_VERSION]
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
