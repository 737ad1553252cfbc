"""Import share text of Army Forge (2022 to today). Units are found by name, upgrades by what they give."""

from __future__ import annotations

from listbuilder.diagnostics import Diagnostic, Place, Severity, build_report
from listbuilder.importers.army_forge.text.book_detection import detect_books
from listbuilder.importers.army_forge.text.entry_builder import EntryBuilder
from listbuilder.importers.army_forge.text.text_parser import (
    TextList,
    is_share_text,
    parse_share_text,
    split_share_texts,
)
from listbuilder.importers.importer import (
    FORCE_ORG_FIELD,
    MAX_TEXT_BYTES,
    POINTS_FIELD,
    UNSTATED_FIELDS,
    ImportedList,
    SourceFile,
    assume_force_org,
    assume_points_limit,
    unreadable_error,
)
from listbuilder.importers.partial_factions import add_partial_factions, build_partial_faction, partial_faction_finding
from listbuilder.library import Library
from listbuilder.model import ArmyList, BookPin

_MAX_UNREAD_LINES = 50


class ShareTextImporter:
    """Reads share text."""

    id = "army-forge-text"

    def recognises(self, source: SourceFile) -> bool:
        """Return whether a line has the numbers of a unit."""
        return is_share_text(source.text[:MAX_TEXT_BYTES])

    def read(self, source: SourceFile, library: Library) -> list[ImportedList]:
        """Return the lists in the text, one for each header."""
        if len(source.raw) > MAX_TEXT_BYTES:
            raise unreadable_error("import.too-large", source.name)
        parsed = [parse_share_text(text) for text in split_share_texts(source.text)]
        if not any(text_list.units for text_list in parsed):
            raise unreadable_error("import.no-list", source.name)
        return [_import_list(text_list, source, library) for text_list in parsed]


def _import_list(parsed: TextList, source: SourceFile, library: Library) -> ImportedList:
    books = detect_books(parsed, library)
    builder = EntryBuilder(books, library.loader.build_glossary({"systems": [books.system.id]}), source.name)
    entries = builder.build_entries(parsed.units)
    findings = [*books.findings, *builder.findings]
    findings += [_unread_line_finding(line, source.name) for line in parsed.unread_lines[:_MAX_UNREAD_LINES]]
    # text around a list that is pasted into a mail is not a problem of the list
    findings += [
        _unread_line_finding(line, source.name, Severity.NOTE) for line in parsed.outside_lines[:_MAX_UNREAD_LINES]
    ]
    partial = [build_partial_faction(raw, library) for raw in builder.partial_mappings]
    findings += [partial_faction_finding(faction) for faction in partial]
    army = ArmyList(
        name=parsed.header.name,
        system=books.system.id,
        points=assume_points_limit(books.system, parsed.header.points, findings),
        force_org=assume_force_org(books.system, findings),
        books={book.id: BookPin(version) for book, version in books.versions if version},
        entries=entries,
    )
    return ImportedList(
        army=add_partial_factions(army, builder.partial_mappings, partial),
        report=build_report(findings),
        stated_points=parsed.header.points,
        partial_factions=tuple(partial),
        unstated_fields=UNSTATED_FIELDS | {POINTS_FIELD, FORCE_ORG_FIELD},
    )


def _unread_line_finding(line: tuple[int, str], name: str, severity: Severity | None = None) -> Diagnostic:
    number, text = line
    params = {"line": number, "text": text[:120]}
    return Diagnostic("IMP004", None, params, place=Place(name, number), severity_override=severity)
