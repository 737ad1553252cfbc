"""The books and the system that a share text is for: by its header, else by the units in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from listbuilder.diagnostics import Diagnostic, Severity
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.saved.books import choose_system, find_systems, newest_first
from listbuilder.importers.army_forge.text.parser import TextBook, TextList
from listbuilder.importers.base import unreadable
from listbuilder.library import FactionHeader, Library, SystemHeader
from listbuilder.model import Faction, System
from listbuilder.model.text import phrase
from listbuilder.textutil.fuzzy import closest


@dataclass(frozen=True, slots=True)
class TextBooks:
    """The system and the factions of a text, with the versions its header names."""

    title: str
    """What the header calls the first book that is not known, else the first; empty where it names none for certain."""
    system: System
    factions: tuple[Faction, ...]
    versions: tuple[tuple[Faction, str | None], ...]
    findings: tuple[Diagnostic, ...]
    missing: bool = False
    """Whether the header names a book that is not at hand: what no other book knows may be in that one."""


def find_text_books(parsed: TextList, library: Library) -> TextBooks:
    """Find the books of a share text; raise UnreadableError where there is no system at all."""
    findings: list[Diagnostic] = []
    systems = find_systems(library, parsed.head.game) if parsed.head.game else _all_systems(library)
    if not systems:
        systems = _all_systems(library)
        params = {"what": parsed.head.game, "where": phrase("where.systems"), "suggestion": ""}
        findings.append(Diagnostic("IMP002", None, params, severity_override=Severity.UNCHECKED))
    if not systems:
        raise unreadable("import.no-systems")
    known = _headers(library, systems)
    found: list[tuple[FactionHeader, str | None]] = []
    unknown: list[TextBook] = []
    for book in parsed.head.books:
        header = _named(book, known)
        if header is not None:
            found.append((header, book.version))
        else:
            unknown.append(book)
    headers = [header for header, _ in found]
    if not headers and (guessed := _guessed(parsed, known, library)) is not None:
        headers = [guessed]
        found = [(guessed, None)]
        unknown = []
        findings = [Diagnostic("IMP005", None, {"assumption": phrase("assumed.book"), "value": guessed.name})]
    system = choose_system(systems, headers)
    assert system is not None
    game = library.system(system).title
    if not parsed.head.game or _serve_more(headers, systems):
        findings.append(Diagnostic("IMP005", None, {"assumption": phrase("assumed.system"), "value": game}))
    missing = (_unknown(book, known, game if parsed.head.game else phrase("where.library")) for book in unknown)
    findings += [finding for finding in missing if finding is not None]
    loaded = [(faction, version) for header, version in found if (faction := _load(header, library)) is not None]
    stated = [book.name for book in unknown if _is_stated(book, library)]
    title = next(iter((*stated, *(header.name.en for header in headers))), "")
    factions = tuple(faction for faction, _ in loaded)
    return TextBooks(title, library.system(system), factions, tuple(loaded), tuple(findings), bool(unknown))


def _serve_more(headers: Sequence[FactionHeader], systems: Sequence[SystemHeader]) -> bool:
    """Tell whether the books are played in more than one edition of the game: a text does not say which."""
    return bool(headers) and sum(all(system.id in book.systems for book in headers) for system in systems) > 1


def _is_stated(book: TextBook, library: Library) -> bool:
    """Tell whether a header means a book: without a version what stands there may as well be the list's own name."""
    return book.version is not None or any(each.name.en == book.name for each in library.factions())


def _unknown(book: TextBook, known: Sequence[FactionHeader], where: object) -> Diagnostic | None:
    near = closest(book.name, [each.name.en for each in known]) or ""
    if book.version is None and not near:
        return None  # the list's own name
    params = {"what": book.name, "where": where, "suggestion": near}
    return Diagnostic("IMP002", None, params, severity_override=Severity.UNCHECKED)


def _all_systems(library: Library) -> tuple[SystemHeader, ...]:
    """Give all systems, those that the other program plays first."""
    return tuple(sorted(library.systems(), key=lambda header: (not header.keys, header.keys)))


def _headers(library: Library, systems: Sequence[SystemHeader]) -> list[FactionHeader]:
    """Give the factions of some systems: those of likelier games first, and of one game the newest."""
    found = {header.file: header for system in systems for header in newest_first(library.factions(system.id))}
    return list(found.values())


def _named(book: TextBook, known: Sequence[FactionHeader]) -> FactionHeader | None:
    """Find a book by its name, the version that the text names before others."""
    fitting = [header for header in known if header.name.en.casefold() == book.name.casefold()]
    return min(fitting, key=lambda header: header.version != book.version, default=None)


def _guessed(parsed: TextList, known: Sequence[FactionHeader], library: Library) -> FactionHeader | None:
    """Find the one book, in its newest edition, that has the most of the units, if it has at least half of them."""
    names = {unit.name.casefold() for unit in parsed.units}
    newest = {(header.id, header.systems): header for header in reversed(known)}
    scores = [(_score(header, names, library), header) for header in reversed(newest.values())]
    if not scores:
        return None
    score, best = max(scores, key=lambda row: row[0])
    return best if score * 2 >= max(len(names), 1) else None


def _score(header: FactionHeader, names: set[str], library: Library) -> int:
    return len(names & set(_unit_names(header, library)))


def _unit_names(header: FactionHeader, library: Library) -> Iterator[str]:
    faction = _load(header, library)
    if faction is not None:
        yield from (unit.name.en.casefold() for unit in faction.units.values())


def _load(header: FactionHeader, library: Library) -> Faction | None:
    try:
        return library.faction(header.id, header.systems[0], header.version)
    except UnreadableError:
        return None
