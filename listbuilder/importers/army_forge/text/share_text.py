"""Import share text of Army Forge (2022 to today). Units are found by name, upgrades by what they give."""

from __future__ import annotations

from listbuilder.diagnostics import Diagnostic, Place, Severity, build_report
from listbuilder.importers.army_forge.text.book_detection import find_text_books
from listbuilder.importers.army_forge.text.entry_builder import EntryBuilder
from listbuilder.importers.army_forge.text.parser import (
    TextList,
    looks_like_share_text,
    parse_share_text,
    split_share_texts,
)
from listbuilder.importers.base import (
    FORCE_ORG,
    LARGEST_TEXT,
    POINTS,
    UNSTATED,
    Imported,
    Source,
    assumed_force_org,
    assumed_size,
    unreadable,
)
from listbuilder.importers.partial_factions import make_faction, told, with_factions
from listbuilder.library import Library
from listbuilder.model import ArmyList, Book

_MAX_UNREAD_LINES = 50


class ShareTextImporter:
    """Reads share text."""

    id = "army-forge-text"

    def recognises(self, source: Source) -> bool:
        """Return whether a line has the numbers of a unit."""
        return looks_like_share_text(source.text[:LARGEST_TEXT])

    def read(self, source: Source, library: Library) -> list[Imported]:
        """Return the lists in the text, one for each header."""
        if len(source.raw) > LARGEST_TEXT:
            raise unreadable("import.too-large", source.name)
        parsed = [parse_share_text(text) for text in split_share_texts(source.text)]
        if not any(text_list.units for text_list in parsed):
            raise unreadable("import.no-list", source.name)
        return [_import_list(text_list, source, library) for text_list in parsed]


def _import_list(parsed: TextList, source: Source, library: Library) -> Imported:
    books = find_text_books(parsed, library)
    builder = EntryBuilder(books, library.loader.glossary({"systems": [books.system.id]}), source.name)
    entries = builder.entries(parsed.units)
    findings = [*books.findings, *builder.findings]
    findings += [_unread_line_finding(line, source.name) for line in parsed.lost[:_MAX_UNREAD_LINES]]
    # text around a list that is pasted into a mail is not a problem of the list
    findings += [_unread_line_finding(line, source.name, Severity.NOTE) for line in parsed.aside[:_MAX_UNREAD_LINES]]
    partial = [make_faction(raw, library) for raw in builder.made]
    findings += [told(faction) for faction in partial]
    army = ArmyList(
        name=parsed.head.name,
        system=books.system.id,
        points=assumed_size(books.system, parsed.head.points, findings),
        force_org=assumed_force_org(books.system, findings),
        books={book.id: Book(version) for book, version in books.versions if version},
        entries=entries,
    )
    return Imported(
        army=with_factions(army, builder.made, partial),
        report=build_report(findings),
        stated_points=parsed.head.points,
        factions=tuple(partial),
        unstated=UNSTATED | {POINTS, FORCE_ORG},
    )


def _unread_line_finding(line: tuple[int, str], name: str, severity: Severity | None = None) -> Diagnostic:
    number, text = line
    params = {"line": number, "text": text[:120]}
    return Diagnostic("IMP004", None, params, place=Place(name, number), severity_override=severity)
