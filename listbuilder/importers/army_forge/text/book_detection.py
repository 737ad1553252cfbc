"""Find the books and the system of a share text: by its header, else by its units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from listbuilder.diagnostics import Diagnostic
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.text.text_parser import TextBook, TextList
from listbuilder.importers.importer import (
    assumption_finding,
    choose_system,
    find_systems,
    not_installed_finding,
    sort_newest_first,
    unreadable_error,
)
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
    # the systems that Army Forge has come first
    systems = tuple(sorted(library.systems(), key=lambda header: (not header.keys, header.keys)))
    stated_game = parsed.header.game
    if stated_game and (matching := find_systems(library, stated_game)):
        systems = matching
    elif stated_game:
        findings.append(not_installed_finding(stated_game, build_catalogue_text("where.systems")))
    if not systems:
        raise unreadable_error("import.no-systems")
    # in the order of the systems and newest first
    by_file = {header.file: header for system in systems for header in sort_newest_first(library.factions(system.id))}
    installed = list(by_file.values())
    matched: list[tuple[FactionHeader, str | None]] = []
    unknown: list[TextBook] = []
    for book in parsed.header.books:
        namesakes = [header for header in installed if header.name.en.casefold() == book.name.casefold()]
        if namesakes:
            matched.append((min(namesakes, key=lambda header: header.version != book.version), book.version))
        else:
            unknown.append(book)
    if not matched and (guessed := _guess_book(parsed, installed, library)) is not None:
        matched, unknown = [(guessed, None)], []
        findings = [assumption_finding("assumed.book", guessed.name)]
    headers = [header for header, _ in matched]
    system_id = choose_system(systems, headers)
    assert system_id is not None
    system = library.system(system_id)
    if not stated_game or _fits_several_systems(headers, systems):
        findings.append(assumption_finding("assumed.system", system.title))
    names = [header.name.en for header in installed]
    where = system.title if stated_game else build_catalogue_text("where.library")
    for book in unknown:
        suggestion = find_closest(book.name, names) or ""
        if book.version is not None or suggestion:  # otherwise it is the name of the list
            findings.append(not_installed_finding(book.name, where, suggestion))
    loaded = ((_load_faction(header, library), version) for header, version in matched)
    versions = tuple((faction, version) for faction, version in loaded if faction is not None)
    all_names = {header.name.en for header in library.factions()}
    # without a version it may be the name of the list
    titles = [book.name for book in unknown if book.version is not None or book.name in all_names]
    title = next(iter((*titles, *(header.name.en for header in headers))), "")
    factions = tuple(faction for faction, _ in versions)
    return TextBooks(title, system, factions, versions, tuple(findings), bool(unknown))


def _fits_several_systems(headers: Sequence[FactionHeader], systems: Sequence[SystemHeader]) -> bool:
    """Return whether the books belong to more than one system; a text does not say which."""
    return bool(headers) and sum(all(system.id in book.systems for book in headers) for system in systems) > 1


def _guess_book(parsed: TextList, installed: Sequence[FactionHeader], library: Library) -> FactionHeader | None:
    """Return the newest version of the book with the most units of the text, if it has at least half of them."""
    names = {unit.name.casefold() for unit in parsed.units}
    newest = {(header.id, header.systems): header for header in reversed(installed)}
    best, best_score = None, 0
    for header in reversed(newest.values()):
        faction = _load_faction(header, library)
        units = {unit.name.en.casefold() for unit in faction.units.values()} if faction is not None else set()
        if best is None or len(names & units) > best_score:
            best, best_score = header, len(names & units)
    return best if best_score * 2 >= max(len(names), 1) else None


def _load_faction(header: FactionHeader, library: Library) -> Faction | None:
    try:
        return library.faction(header.id, header.systems[0], header.version)
    except UnreadableError:
        return None
