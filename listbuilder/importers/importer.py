"""The interface of importers: the source file and the imported list.

Also what foreign formats leave open: the system and books that a list means, and defaults for fields that it lacks.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Protocol

from listbuilder.datafiles.json_reader import parse_json
from listbuilder.diagnostics import Diagnostic, Place, Report, Severity
from listbuilder.errors import UnreadableError
from listbuilder.library import FactionHeader, Library, SystemHeader, version_key
from listbuilder.model import ArmyList, Faction, System, SystemId
from listbuilder.model.text import build_catalogue_text

if TYPE_CHECKING:
    from listbuilder.listfiles.files import LoadedList

_MAX_JSON_NODES = 200_000
"""Objects and lists in a JSON text; the largest real list has a hundredth of it."""
MAX_TEXT_BYTES = 300_000
"""In bytes, for text that is not JSON; a thousand full units need less."""


_PDF_MAGIC = b"%PDF-"
_PDF_SHARE_STRING = re.compile(rb"<rdf:li>(lb[0-9]{1,4}\.[A-Za-z0-9_-]+)</rdf:li>")
"""A list in the XMP metadata of a PDF that this program printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedList:
    """A list from a file, with the findings of the import and what the file itself states."""

    army: ArmyList
    report: Report
    stated_points: int | None = None
    partial_factions: tuple[Faction, ...] = ()
    """Partial factions, built from the file because a book is not installed; they are saved with the list."""
    loaded: LoadedList | None = None
    """What is needed to save one of our own files again."""
    unstated_fields: frozenset[str] = frozenset()
    """Fields that the format cannot hold, so that they are not reported as missing."""


@dataclass(frozen=True)
class SourceFile:
    """The name, bytes and text of a file, parsed on demand."""

    name: str
    raw: bytes = field(repr=False)

    @cached_property
    def text(self) -> str:
        """The text; empty if the bytes are not text. For our own PDF it is the share strings in it."""
        if self.raw.startswith(_PDF_MAGIC):
            return b"\n".join(_PDF_SHARE_STRING.findall(self.raw)).decode()
        return decode_text(self.raw) or ""

    @cached_property
    def json_value(self) -> object:
        """The JSON value; None if the file is not JSON (`json_problems` says why)."""
        return self._parsed[0]

    @cached_property
    def json_problems(self) -> tuple[Diagnostic, ...]:
        """Why a file that looks like JSON could not be parsed."""
        return self._parsed[1]

    @property
    def duplicate_keys(self) -> tuple[Diagnostic, ...]:
        """Keys that appear twice in one JSON object: other programs may read the other value."""
        return self._parsed[2]

    @cached_property
    def _parsed(self) -> tuple[object, tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
        if self.text.lstrip()[:1] not in ("{", "["):
            return None, (), ()
        if len(self.text) > _MAX_JSON_NODES and self.text.count("{") + self.text.count("[") > _MAX_JSON_NODES:
            return None, unreadable_error("import.too-large", self.name).diagnostics, ()
        try:
            value, duplicates = parse_json(self.text, self.name)
        except UnreadableError as error:
            return None, error.diagnostics, ()
        return value, (), duplicates

    @property
    def is_encoding_guessed(self) -> bool:
        """Whether the bytes are not UTF-8 and were decoded as Windows-1252."""
        if self.raw.isascii() or self.raw.startswith(_PDF_MAGIC):
            return False
        return _decode_unicode(self.raw) is None and bool(self.text)


class Importer(Protocol):
    """Reads one file format, which it recognises by content."""

    @property
    def id(self) -> str:
        """The name of the format."""

    def recognises(self, source: SourceFile) -> bool:
        """Return whether a file has this format."""

    def read(self, source: SourceFile, library: Library) -> list[ImportedList]:
        """Return the lists in a file; raise UnreadableError if it holds none."""


def decode_text(raw: bytes) -> str | None:
    """Decode UTF-8, UTF-16 with a byte order mark, or Windows-1252; return None if it is not text."""
    text = _decode_unicode(raw)
    if text is None and b"\0" not in raw:
        text = raw.decode("cp1252", "replace")
    if text is None or "\0" in text:
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _decode_unicode(raw: bytes) -> str | None:
    try:
        if raw[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
            return raw.decode("utf-16")
        return raw.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError:
        return None


def unreadable_error(reason: str, name: str = "", code: str = "IMP001", **values: object) -> UnreadableError:
    """Return the error for a file that cannot be read; `reason` is a catalogue key."""
    place = Place(name) if name else None
    return UnreadableError([Diagnostic(code, None, {"reason": build_catalogue_text(reason), **values}, place=place)])


def not_installed_finding(what: object, where: object, suggestion: str = "") -> Diagnostic:
    """Return the finding that a book or system is not installed, so that the list cannot be checked in full."""
    params = {"what": what, "where": where, "suggestion": suggestion}
    return Diagnostic("IMP002", None, params, severity_override=Severity.UNCHECKED)


def assumption_finding(assumption: str, value: object, **more: object) -> Diagnostic:
    """Return the finding that something was assumed; `assumption` is a catalogue key."""
    return Diagnostic("IMP005", None, {"assumption": build_catalogue_text(assumption), "value": value, **more})


UNSTATED_FIELDS = frozenset({"player", "notes", "books"})
"""Fields of a list that no Army Forge format can hold."""
POINTS_FIELD, FORCE_ORG_FIELD = "points", "force_org"
"""Fields that get a default if a file does not state them; an event may decide both."""


def assume_force_org(system: System, findings: list[Diagnostic]) -> bool:
    """Return whether the system uses force organisation by default, and report the assumption."""
    if not system.default_force_org:
        return False
    findings.append(assumption_finding("assumed.force-org", system.title, field=FORCE_ORG_FIELD))
    return True


def assume_points_limit(system: System, spent: int | None, findings: list[Diagnostic]) -> int | None:
    """Return the smallest usual points limit that fits the points spent, and report the assumption.

    None if no limit fits. Limits counted from the points spent would be too strict for a list that leaves points over.
    """
    size = min((size for size in system.suggested_points if spent is not None and size >= spent), default=None)
    if size is not None:
        findings.append(assumption_finding("assumed.size", size, field=POINTS_FIELD))
    return size


@lru_cache(maxsize=64)
def find_systems(library: Library, tag: str) -> tuple[SystemHeader, ...]:
    """Return the systems that a tag such as `aof` or `GFF` may mean, most likely first.

    Systems that Army Forge has come first (they have its key), then later editions before earlier ones.
    """
    folded = tag.strip().casefold()
    matching = [header for header in library.systems() if header.short.casefold() == folded or folded in header.keys]
    return tuple(sorted(matching, key=lambda header: (bool(header.keys), version_key(header.edition)), reverse=True))


def choose_system(systems: Sequence[SystemHeader], books: Sequence[FactionHeader]) -> SystemId | None:
    """Return the first system that all books serve, or the most likely one."""
    for header in systems:
        if all(header.id in book.systems for book in books):
            return header.id
    return systems[0].id if systems else None


def find_books(library: Library, key: str, systems: Sequence[SystemHeader]) -> list[FactionHeader]:
    """Return the factions with an Army Forge id that serve one of the systems, newest first."""
    ids = {header.id for header in systems}
    matching = [header for header in library.factions_by_key(key) if not ids.isdisjoint(header.systems)]
    return sort_newest_first(matching) if len(matching) > 1 else matching


def sort_newest_first(books: Iterable[FactionHeader]) -> list[FactionHeader]:
    """Sort books by version, newest first; the user's before bundled ones of the same version."""
    return sorted(books, key=lambda header: (version_key(header.version), not header.bundled), reverse=True)
