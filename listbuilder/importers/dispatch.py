"""Lists from anywhere: a file's bytes in, every list in them out, whatever the format.

What a file is that is no list: a print, a picture, a document, a book, data. Asked only where none could be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from listbuilder.crash_guard import guarded
from listbuilder.datafiles.reader import LARGEST, read_document
from listbuilder.diagnostics import Diagnostic, Place, Report, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.json_access import is_book
from listbuilder.importers.base import Imported, Importer, Source, unreadable
from listbuilder.importers.native import ExportImporter, ListFileImporter, ShareImporter
from listbuilder.library import Library
from listbuilder.library.headers import kind_of
from listbuilder.listfiles.field_reader import too_long_sizes as too_long
from listbuilder.model import ArmyList
from listbuilder.model.text import phrase

ZIP = (b"PK\x03\x04", b"PK\x05\x06")
"""How an archive begins, and one that holds nothing."""


def importers() -> Iterator[Importer]:
    """Yield the importers in the order they are asked: the first that recognises a file reads it.

    Foreign formats are imported only when our own do not recognise a file: they double the time of a cold start.
    """
    yield from (ExportImporter(), ListFileImporter(), ShareImporter())
    from listbuilder.importers.army_forge.saved.saved_list import SavedImporter  # noqa: PLC0415
    from listbuilder.importers.army_forge.saved.tabletop_export import ResolvedImporter  # noqa: PLC0415
    from listbuilder.importers.army_forge.text.share_text import ShareTextImporter  # noqa: PLC0415

    yield from (SavedImporter(), ResolvedImporter(), ShareTextImporter())


@dataclass(frozen=True, slots=True)
class ReadList:
    """One list of a file, or the reason why there is none: `imported` is None for what is no list."""

    path: str
    report: Report
    imported: Imported | None = None

    @property
    def army(self) -> ArmyList | None:
        """The list, if there is one."""
        return self.imported.army if self.imported is not None else None


def read_any(raw: bytes, name: str, library: Library) -> list[ReadList]:
    """Read every list in a file's bytes."""
    if len(raw) > LARGEST:
        return [_refused(name, Diagnostic("DAT003", None, {"most": LARGEST}, place=Place(name)))]
    if not raw.startswith(ZIP):
        return _read_one(raw, name, library)
    try:
        # each member has a time of its own, so that a slow one does not cost the others theirs
        found = guarded(lambda: list(_read_archive(raw, name, library)), name, limited=False)
    except UnreadableError as error:
        return [_refused(name, *error.diagnostics)]
    if isinstance(found, Diagnostic):
        return [_refused(name, found)]
    return found or [_refused(name, *unreadable("archive.empty", name).diagnostics)]


def _read_archive(raw: bytes, name: str, library: Library) -> Iterator[ReadList]:
    from listbuilder.importers.containers import read_members  # noqa: PLC0415  # few files are archives

    for path, content in read_members(raw, name):
        if isinstance(content, Diagnostic):
            yield _refused(path, content)
        else:
            yield from _read_one(content, path, library)


def _read_one(raw: bytes, name: str, library: Library) -> list[ReadList]:
    source = Source(name, raw)
    try:
        found = guarded(lambda: _importer(source).read(source, library), name)
    except UnreadableError as error:
        return [_refused(name, *(_stranger(source) or error.diagnostics))]
    if isinstance(found, Diagnostic):
        return [_refused(name, found)]
    if any(not imported.army.system for imported in found) and (stranger := _stranger(source)):
        return [_refused(name, *stranger)]
    return [_finished(imported, source) for imported in found]


def _stranger(source: Source) -> tuple[Diagnostic, ...]:
    """Tell what a file is that is no list, where that is known: what it lacks to be one then helps nobody."""
    key = recognise_stranger(source)
    return () if key is None else unreadable(key, source.name).diagnostics


def _importer(source: Source) -> Importer:
    """Find the importer for a file; raise UnreadableError where none recognises it."""
    if source.raw.startswith(ZIP):
        raise unreadable("archive.nested", source.name)
    if not source.text.strip():
        raise unreadable("import.no-text" if source.raw.strip() else "import.empty", source.name)
    for importer in importers():
        if importer.recognises(source):
            return importer
    if source.problems:
        broken = unreadable("import.broken-json", source.name).diagnostics
        raise UnreadableError([*broken, *source.problems] if source.problems[0].code == "DAT004" else source.problems)
    raise unreadable("import.no-list", source.name)


def _finished(imported: Imported, source: Source) -> ReadList:
    """Say what was assumed about the file itself, and what stands in it twice; a list that is too long is none."""
    if long := list(too_long(imported.army, source.name)):
        return _refused(source.name, *long)
    report = imported.report
    if source.doubled:
        report = build_report([*report, *(found for found in source.doubled if found not in report.diagnostics)])
    if source.assumed_encoding:
        assumed = Diagnostic("IMP005", None, {"assumption": phrase("assumed.encoding"), "value": ""})
        report = build_report([*report, assumed])
    return ReadList(source.name, report, imported)


def _refused(name: str, *findings: Diagnostic) -> ReadList:
    return ReadList(name, build_report(list(findings)))


_BEGINNINGS: Mapping[bytes, str] = {
    b"%PDF-": "import.print",
    b"\x89PNG": "import.picture",
    b"\xff\xd8\xff": "import.picture",
    b"GIF8": "import.picture",
    b"RIFF": "import.picture",
    b"<!doctype html": "import.page",
    b"<html": "import.page",
    b"\xd0\xcf\x11\xe0": "import.document",  # .doc and .xls of old, and Outlook's .msg
    b"\x78\x9f\x3e\x22": "import.document",  # winmail.dat
}
_ZIP = b"PK\x03\x04"
_HEIC = b"ftyp"
"""What pictures of telephones have after four bytes."""
_DATA: Mapping[str, str] = {"faction": "import.faction", "system": "import.system", "event": "import.event"}


def recognise_stranger(source: Source) -> str | None:
    """Give the key of the sentence about what a file is, if it is something that people take for a list."""
    begun = source.raw[:64].lstrip().lower()
    told = next((key for start, key in _BEGINNINGS.items() if begun.startswith(start.lower())), None)
    if told is not None:
        return told
    if source.raw.startswith(_ZIP):
        from listbuilder.importers.containers import is_document  # noqa: PLC0415  # few files are archives

        return "import.document" if is_document(source.raw) else None
    return "import.picture" if source.raw[4:8] == _HEIC else _data(source)


def _data(source: Source) -> str | None:
    """Tell data by its keys: it has an id, which a list has not, however broken it is."""
    if is_book(source.value):
        return "import.book"
    try:
        value = source.value or read_document(source.raw, source.name).value
    except UnreadableError:
        return None
    if not isinstance(value, dict) or "id" not in value:
        return None
    return _DATA.get(kind_of(value, PurePath()) or "")
