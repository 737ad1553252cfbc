"""Find the books and the system of a share text: by its header, else by its units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.saved.book_lookup import choose_system, find_systems, sort_newest_first
from listbuilder.importers.army_forge.text.text_parser import TextBook, TextList
from listbuilder.importers.importer import unreadable_error
from listbuilder.library import FactionHeader, Library, SystemHeader
from listbuilder.model import Faction, System
from listbuilder.model.text import build_catalogue_text
from listbuilder.textutil.fuzzy import find_closest


@dataclass(frozen=True, slots=True)
class TextBooks:
    """The system and the factions of a text, with the versions that its header states."""

    title: str
    """The first unknown book in the header, else the first book; empty if none is certain."""
    system: System
    factions: tuple[Faction, ...]
    versions: tuple[tuple[Faction, str | None], ...]
    findings: tuple[Diagnostic, ...]
    has_missing_book: bool = False
    """Whether the header names a book that is not installed, which may hold the unknown units."""


def detect_books(parsed: TextList, library: Library) -> TextBooks:
    """Return the books of a share text; raise UnreadableError if no system is installed."""
    findings: list[Diagnostic] = []
    systems = find_systems(library, parsed.header.game) if parsed.header.game else _all_systems(library)
    if not systems:
        systems = _all_systems(library)
        params = {"what": parsed.header.game, "where": build_catalogue_text("where.systems"), "suggestion": ""}
        findings.append(Diagnostic("IMP002", None, params, severity_override=Severity.UNCHECKED))
    if not systems:
        raise unreadable_error("import.no-systems")
    installed = _list_factions(library, systems)
    matched: list[tuple[FactionHeader, str | None]] = []
    unknown: list[TextBook] = []
    for book in parsed.header.books:
        header = _find_by_name(book, installed)
        if header is not None:
            matched.append((header, book.version))
        else:
            unknown.append(book)
    headers = [header for header, _ in matched]
    if not headers and (guessed := _guess_book(parsed, installed, library)) is not None:
        headers = [guessed]
        matched = [(guessed, None)]
        unknown = []
        findings = [
            Diagnostic("IMP005", None, {"assumption": build_catalogue_text("assumed.book"), "value": guessed.name})
        ]
    system = choose_system(systems, headers)
    assert system is not None
    game = library.system(system).title
    if not parsed.header.game or _fits_several_systems(headers, systems):
        findings.append(
            Diagnostic("IMP005", None, {"assumption": build_catalogue_text("assumed.system"), "value": game})
        )
    missing = (
        _unknown_book_finding(book, installed, game if parsed.header.game else build_catalogue_text("where.library"))
        for book in unknown
    )
    findings += [finding for finding in missing if finding is not None]
    loaded = [
        (faction, version) for header, version in matched if (faction := _load_faction(header, library)) is not None
    ]
    stated = [book.name for book in unknown if _is_book_name(book, library)]
    title = next(iter((*stated, *(header.name.en for header in headers))), "")
    factions = tuple(faction for faction, _ in loaded)
    return TextBooks(title, library.system(system), factions, tuple(loaded), tuple(findings), bool(unknown))


def _fits_several_systems(headers: Sequence[FactionHeader], systems: Sequence[SystemHeader]) -> bool:
    """Return whether the books belong to more than one system; a text does not say which."""
    return bool(headers) and sum(all(system.id in book.systems for book in headers) for system in systems) > 1


def _is_book_name(book: TextBook, library: Library) -> bool:
    """Return whether a header names a book; without a version it may be the name of the list."""
    return book.version is not None or any(header.name.en == book.name for header in library.factions())


def _unknown_book_finding(book: TextBook, installed: Sequence[FactionHeader], where: object) -> Diagnostic | None:
    suggestion = find_closest(book.name, [header.name.en for header in installed]) or ""
    if book.version is None and not suggestion:
        return None  # it is the name of the list
    params = {"what": book.name, "where": where, "suggestion": suggestion}
    return Diagnostic("IMP002", None, params, severity_override=Severity.UNCHECKED)


def _all_systems(library: Library) -> tuple[SystemHeader, ...]:
    """Return all systems, those that Army Forge has first."""
    return tuple(sorted(library.systems(), key=lambda header: (not header.keys, header.keys)))


def _list_factions(library: Library, systems: Sequence[SystemHeader]) -> list[FactionHeader]:
    """Return the factions of some systems, in the order of the systems and newest first."""
    factions = {header.file: header for system in systems for header in sort_newest_first(library.factions(system.id))}
    return list(factions.values())


def _find_by_name(book: TextBook, installed: Sequence[FactionHeader]) -> FactionHeader | None:
    """Return a book by name, preferably in the stated version."""
    matching = [header for header in installed if header.name.en.casefold() == book.name.casefold()]
    return min(matching, key=lambda header: header.version != book.version, default=None)


def _guess_book(parsed: TextList, installed: Sequence[FactionHeader], library: Library) -> FactionHeader | None:
    """Return the newest version of the book with the most units of the text, if it has at least half of them."""
    names = {unit.name.casefold() for unit in parsed.units}
    newest = {(header.id, header.systems): header for header in reversed(installed)}
    scores = [(_count_known_units(header, names, library), header) for header in reversed(newest.values())]
    if not scores:
        return None
    score, best = max(scores, key=lambda row: row[0])
    return best if score * 2 >= max(len(names), 1) else None


def _count_known_units(header: FactionHeader, names: set[str], library: Library) -> int:
    faction = _load_faction(header, library)
    return 0 if faction is None else len(names & {unit.name.en.casefold() for unit in faction.units.values()})


def _load_faction(header: FactionHeader, library: Library) -> Faction | None:
    try:
        return library.faction(header.id, header.systems[0], header.version)
    except UnreadableError:
        return None
