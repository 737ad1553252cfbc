"""Convert an Army Forge book to a faction file or a faction: names and numbers, but none of the book's sentences."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from listbuilder.datafiles.checks import check_document
from listbuilder.datafiles.reader import Document, load_document, read_document
from listbuilder.diagnostics import Diagnostic, Place, Report, Severity, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.book.faction_mapping import BookParts, format_book_parts, format_faction_yaml
from listbuilder.importers.army_forge.book.import_context import BookContext, build_book_glossary, load_book_context
from listbuilder.importers.army_forge.book.rule_glossary import (
    RuleTextCount,
    count_rule_texts,
    hash_wordings,
    resolve_rules,
    with_book_wordings,
)
from listbuilder.importers.army_forge.book.spells import format_spells
from listbuilder.importers.army_forge.book.unique_ids import collect_previous_ids, short_slug
from listbuilder.importers.army_forge.book.unit_mapping import keep_known_packages, parse_book_units
from listbuilder.importers.army_forge.book.upgrade_mapping import find_unresolved_targets, parse_book_packages
from listbuilder.importers.army_forge.json_access import (
    BookNotes,
    JsonObject,
    as_object,
    clean_name,
    collect_ids,
    is_army_book,
    parse_whole_number,
)
from listbuilder.library import Library
from listbuilder.library.build_faction import build_faction, compile_faction
from listbuilder.library.cache import content_hash
from listbuilder.model import Faction
from listbuilder.model.text import build_catalogue_text

_MAX_VERSION_LENGTH = 40


@dataclass(frozen=True, slots=True)
class ImportedBook:
    """A book as the mapping of a faction file, with findings about dropped or corrected values."""

    faction: Mapping[str, object]
    notes: tuple[Diagnostic, ...] = ()
    rule_texts: RuleTextCount = field(default_factory=RuleTextCount)


def import_book(
    path: Path | str, *, library: Library | None = None, previous: Mapping[str, object] | None = None
) -> tuple[str, Report, RuleTextCount]:
    """Import a book file; return the text of the faction file, the findings and how many rules have a text.

    The ids of a previous version of the faction file are kept. Raise UnreadableError if the file is not a book.
    """
    document = load_document(path)
    background = load_book_context(Library.open() if library is None else library)
    book = parse_book(require_unique_keys(document), source=os.fspath(path), context=background, previous=previous)
    return format_faction_yaml(book.faction), build_report(list(book.notes)), book.rule_texts


def require_unique_keys(document: Document) -> object:
    """Return the JSON of a book; raise UnreadableError for duplicate keys, because prices must be unambiguous."""
    if document.problems:
        raise UnreadableError(document.problems)
    return document.value


def load_faction_file(path: Path | str, library: Library) -> Faction:
    """Load a faction file or an Army Forge book without installing it; raise UnreadableError if it has errors."""
    document = load_document(path)
    if is_army_book(document.value):
        book = parse_book(require_unique_keys(document), source=document.name, context=load_book_context(library))
        document = read_document(format_faction_yaml(book.faction).encode(), f"{document.name}.yaml")
    findings = check_document(document, "faction", library.loader)
    if errors := [finding for finding in findings if finding.severity is Severity.ERROR]:
        raise UnreadableError(errors)
    value = document.value
    assert isinstance(value, Mapping)
    compiled = compile_faction(value, library.loader.build_glossary(value), library.loader.load_spell_texts())
    return build_faction(compiled, content_hash(document.text.encode()))


def parse_book(
    raw: object, *, source: str, context: BookContext | None = None, previous: Mapping[str, object] | None = None
) -> ImportedBook:
    """Convert the JSON of a book to a faction mapping; `source` is the file name for findings.

    Raises:
        UnreadableError: The value is not a book, or its system is unknown.
    """
    known = load_book_context(Library.open()) if context is None else context
    try:
        book = _convert_book(raw, known, previous or {})
    except UnreadableError as error:
        raise UnreadableError([replace(finding, place=Place(source)) for finding in error.diagnostics]) from None
    return replace(book, notes=tuple(replace(note, place=Place(source)) for note in book.notes))


def _convert_book(raw: object, context: BookContext, previous: Mapping[str, object]) -> ImportedBook:
    book = as_object(raw)
    if not is_army_book(raw) or not short_slug(clean_name(book["name"])) or not isinstance(book["units"], list):
        raise UnreadableError([Diagnostic("IMP001", None, {"reason": build_catalogue_text("book.no-book")})])
    game = parse_whole_number(book.get("gameSystemId"), 0, 10_000)
    enabled = book.get("enabledGameSystems")
    numbers = [parse_whole_number(value, 0, 10_000) for value in enabled[:100]] if isinstance(enabled, list) else []
    games = context.systems_for(str(game), {str(number) for number in numbers if number is not None})
    if not games:
        title = clean_name(book.get("gameSystemKey")) or clean_name(book.get("gameSystemSlug")) or str(game)
        known = tuple(listed.system for listed in context.systems)
        raise UnreadableError([Diagnostic("IMP009", None, {"game": title, "number": game, "known": known})])
    notes = BookNotes()
    parts = _parse_parts(book, notes)
    shared = context.shared_glossary_for(str(game))
    name, version = clean_name(book["name"]), clean_name(book.get("versionString"))[:_MAX_VERSION_LENGTH]
    if not version:
        notes.add("no-version", name)
    faction: dict[str, object] = {
        "format": 1,
        "id": short_slug(name),
        "systems": [game.system for game in games],
        "version": version or "?",
        "name": name,
        "collection": shared.collection if shared else None,
        "source": f"Army Forge, {name} v{version}" if version else f"Army Forge, {name}",
        "keys": collect_ids(book, "uid"),
    }
    glossary = build_book_glossary(games, shared)
    resolved = resolve_rules(book, parts, glossary, notes)
    wordings = hash_wordings(book, context.wordings, notes)
    faction |= {"rules": resolved.own_rules, "wordings": wordings, "spells": format_spells(book, notes)}
    texts = with_book_wordings(glossary, resolved.own_rules, wordings, context.wordings)
    faction |= format_book_parts(resolved.parts, games, collect_previous_ids(previous), notes)
    filled = {key: value for key, value in faction.items() if value is not None and value not in ([], {})}
    counts = count_rule_texts(resolved.rule_names, texts, notes, version or "?")
    return ImportedBook(filled, notes.findings(), counts)


def _parse_parts(book: JsonObject, notes: BookNotes) -> BookParts:
    """Parse units and packages; raise UnreadableError if there is no unit or a target cannot be found."""
    units = parse_book_units(book, notes)
    if not units:
        no_units = Diagnostic("IMP001", None, {"reason": build_catalogue_text("book.no-units")})
        raise UnreadableError([no_units, *notes.findings()])
    packages = {package.uid: package for package in parse_book_packages(book, notes)}
    for unit in units:
        for uid in unit.packages:
            if uid not in packages:
                notes.add("unknown-package", unit.name, package=uid)
    units = keep_known_packages(units, packages)
    missing = list(find_unresolved_targets(units, packages))
    if missing:
        raise UnreadableError(missing)
    used = {uid for unit in units for uid in unit.packages}
    for uid, package in packages.items():
        if uid not in used:
            notes.add("unused-package", package.hint or uid)
    return BookParts(units=units, packages=tuple(package for uid, package in packages.items() if uid in used))
