"""What an importer is, what it is given, and what it gives back.

What a foreign list leaves unsaid and the game decides.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from listbuilder.datafiles.json_reader import parse_json
from listbuilder.diagnostics import Diagnostic, Place, Report
from listbuilder.errors import UnreadableError
from listbuilder.library import Library
from listbuilder.model import ArmyList, Faction, System
from listbuilder.model.text import phrase

if TYPE_CHECKING:
    from listbuilder.listfiles.files import LoadedList

MOST_PARTS = 200_000
"""Objects and lists in a JSON text; the largest list there is has a hundredth of it."""
LARGEST_TEXT = 300_000
"""Bytes of a text that is not JSON; a thousand units with all they have need less."""


_PDF = b"%PDF-"
_SHARED = re.compile(rb"<rdf:li>(lb[0-9]{1,4}\.[A-Za-z0-9_-]+)</rdf:li>")
"""A list in the XMP of a PDF that we printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A list from another program: the choices, what was found on the way in, and what the file states itself."""

    army: ArmyList
    report: Report
    stated_points: int | None = None
    factions: tuple[Faction, ...] = ()
    """Partial factions, worked out from the file because no book was at hand; they travel with the list."""
    loaded: LoadedList | None = None
    """For our own files: what is needed to save the list again."""
    unstated: frozenset[str] = frozenset()
    """The fields of a list that this format has no room for, so that nobody can be blamed for leaving them out."""


@dataclass(frozen=True)
class Source:
    """A file as importers look at it: name, bytes, and the text in them."""

    name: str
    raw: bytes = field(repr=False)

    @cached_property
    def text(self) -> str:
        """The text; empty where the bytes are none. Of a print of ours it is what the file carries of its lists."""
        if self.raw.startswith(_PDF):
            return b"\n".join(_SHARED.findall(self.raw)).decode()
        return decode(self.raw) or ""

    @cached_property
    def value(self) -> object:
        """The value, for a file that looks like JSON and is; None otherwise (`problems` says why)."""
        return self._parsed[0]

    @cached_property
    def problems(self) -> tuple[Diagnostic, ...]:
        """Why a file that looks like JSON could not be read."""
        return self._parsed[1]

    @property
    def doubled(self) -> tuple[Diagnostic, ...]:
        """Keys that stand twice in one place of the JSON: who reads the other one reads another list."""
        return self._parsed[2]

    @cached_property
    def _parsed(self) -> tuple[object, tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
        if self.text.lstrip()[:1] not in ("{", "["):
            return None, (), ()
        if len(self.text) > MOST_PARTS and self.text.count("{") + self.text.count("[") > MOST_PARTS:
            return None, unreadable("import.too-large", self.name).diagnostics, ()
        try:
            value, doubled = parse_json(self.text, self.name)
        except UnreadableError as error:
            return None, error.diagnostics, ()
        return value, (), doubled

    @property
    def assumed_encoding(self) -> bool:
        """Whether the bytes are not UTF-8 and were read as the old Western encoding."""
        if self.raw.isascii() or self.raw.startswith(_PDF):
            return False
        return _utf(self.raw) is None and bool(self.text)


class Importer(Protocol):
    """Reads one format of lists, found by its content."""

    @property
    def id(self) -> str:
        """The name of the format."""

    def recognises(self, source: Source) -> bool:
        """Tell whether a file is of this format, by a look at it."""

    def read(self, source: Source, library: Library) -> list[Imported]:
        """Read the lists in a file; raise UnreadableError where nothing can be made of it."""


def decode(raw: bytes) -> str | None:
    """Give the text of a file: UTF-8, UTF-16 with its mark, or the old Western encoding of mails; None for no text."""
    text = _utf(raw)
    if text is None and b"\0" not in raw:
        text = raw.decode("cp1252", "replace")
    if text is None or "\0" in text:
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _utf(raw: bytes) -> str | None:
    try:
        if raw[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
            return raw.decode("utf-16")
        return raw.removeprefix(BOM_UTF8).decode()
    except UnicodeDecodeError:
        return None


def unreadable(reason: str, name: str = "", code: str = "IMP001", **values: object) -> UnreadableError:
    """Build the refusal of a file; `reason` is a key of the catalogues."""
    place = Place(name) if name else None
    return UnreadableError([Diagnostic(code, None, {"reason": phrase(reason), **values}, place=place)])


UNSTATED = frozenset({"player", "notes", "books"})
"""The fields of a list that no format of Army Forge has room for."""
POINTS, FORCE_ORG = "points", "force_org"
"""The fields that are assumed where a file does not state them; an event may answer both."""


def assumed_force_org(system: System, findings: list[Diagnostic]) -> bool:
    """Use force organisation where the game has it, and say so; an event that says otherwise goes before."""
    if not system.default_force_org:
        return False
    params = {"assumption": phrase("assumed.force-org"), "value": system.title, "field": FORCE_ORG}
    findings.append(Diagnostic("IMP005", None, params))
    return True


def assumed_size(system: System, spent: int | None, findings: list[Diagnostic]) -> int | None:
    """Take the smallest usual game that has room for the points spent, and say so; None where there is none.

    Limits counted from the points spent would be too strict for everyone who left a few points over.
    """
    size = min((size for size in system.suggested_points if spent is not None and size >= spent), default=None)
    if size is not None:
        params = {"assumption": phrase("assumed.size"), "value": size, "field": POINTS}
        findings.append(Diagnostic("IMP005", None, params))
    return size
