"""Read every list in a file, whatever its format, and recognise common files that are not lists.

Our own formats are read here: list files, JSON exports and share strings, even inside exported text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath

from listbuilder.crash_guard import run_guarded
from listbuilder.datafiles.reader import MAX_FILE_SIZE, Document, read_document
from listbuilder.diagnostics import Diagnostic, Place, Report, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers import containers
from listbuilder.importers.army_forge.json_access import as_object, as_objects, is_army_book
from listbuilder.importers.importer import (
    MAX_TEXT_BYTES,
    ImportedList,
    Importer,
    SourceFile,
    assumption_finding,
    unreadable_error,
)
from listbuilder.importers.partial_factions import with_partial_factions
from listbuilder.library import Library
from listbuilder.library.index import detect_kind
from listbuilder.listfiles.field_reader import check_list_size
from listbuilder.listfiles.files import parse_list, read_list
from listbuilder.listfiles.share_string import decode_share_string, is_share_string
from listbuilder.model import ArmyList

ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
"""How an archive begins, and an empty one."""


_LIST_KEY = re.compile(r"^(format|name|player|system|points|limit|book|units|force_org|books)[ \t]*:", re.MULTILINE)
_MIN_KEYS = 2
_TELLING_KEYS = ("system", "units", "format")
"""Every list has at least one of these keys."""
_SHARE_STRING = re.compile(r"lb\d{1,4}\.[A-Za-z0-9_-]+")
_CONTINUATION = re.compile(r"[\s>|]*([A-Za-z0-9_-]+)")
_MAX_LINES = 60
_MAX_SHARE_STRINGS = 100
_MAX_EXPORTED_LISTS = 1_000


class ListFileImporter:
    """Reads list files."""

    id = "listbuilder"

    def recognises(self, source: SourceFile) -> bool:
        """Return whether the file has the keys of a list."""
        if isinstance(source.json_value, dict):
            return "units" in source.json_value and "system" in source.json_value
        keys: set[str] = set()
        for match in _LIST_KEY.finditer(source.text):
            keys.add(match[1])
            if len(keys) >= _MIN_KEYS and not keys.isdisjoint(_TELLING_KEYS):
                return True
        return False

    def read(self, source: SourceFile, library: Library) -> list[ImportedList]:
        """Return the list in the file."""
        value = source.json_value
        known = Document(source.name, source.text, value, "json", source.duplicate_keys) if as_object(value) else None
        loaded = read_list(source.raw, source.name, comments=False, parsed=known)
        imported = ImportedList(army=loaded.army, report=loaded.report, loaded=loaded)
        return [with_partial_factions(imported, library, source.name)]


class JsonExportImporter:
    """Reads the choices in our JSON exports; the roster is built again."""

    id = "listbuilder-export"

    def recognises(self, source: SourceFile) -> bool:
        """Return whether the file states the kind of our exports."""
        return isinstance(source.json_value, dict) and source.json_value.get("kind") == self.id

    def read(self, source: SourceFile, library: Library) -> list[ImportedList]:
        """Return every list in the export."""
        lists: list[ImportedList] = []
        for exported in as_objects(as_object(source.json_value).get("lists")):
            choices, points = exported.get("choices"), as_object(exported.get("roster")).get("points")
            if isinstance(choices, Mapping):
                loaded = parse_list(choices)
                stated = points if isinstance(points, int) and not isinstance(points, bool) else None
                lists.append(ImportedList(army=loaded.army, report=loaded.report, stated_points=stated))
            if len(lists) > _MAX_EXPORTED_LISTS:
                raise unreadable_error("import.too-large", source.name)
        if not lists:
            raise unreadable_error("import.no-choices", source.name)
        return [with_partial_factions(imported, library, source.name) for imported in lists]


class ShareStringImporter:
    """Reads share strings, alone or at the end of our text and Markdown exports."""

    id = "listbuilder-share"

    def recognises(self, source: SourceFile) -> bool:
        """Return whether the text holds a share string; in JSON of other programs it is only a note."""
        if isinstance(source.json_value, dict):
            return False
        return is_share_string(source.text) or _SHARE_STRING.search(source.text) is not None

    def read(self, source: SourceFile, library: Library) -> list[ImportedList]:
        """Return every list that the text has a share string for."""
        if is_share_string(source.text):
            armies = [decode_share_string(source.text)]
        else:
            matches = islice(_SHARE_STRING.finditer(source.text[:MAX_TEXT_BYTES]), _MAX_SHARE_STRINGS)
            armies = [army for match in matches if (army := _decode_wrapped(source.text, match)) is not None]
        if not armies:
            raise unreadable_error("share.damaged", source.name)
        lists = [ImportedList(army=army, report=Report()) for army in armies]
        return [with_partial_factions(imported, library, source.name) for imported in lists]


def _decode_wrapped(text: str, match: re.Match[str]) -> ArmyList | None:
    """Decode a share string, adding text from the following lines until its checksum fits."""
    word, end = match[0], match.end()
    for _ in range(_MAX_LINES):
        try:
            return decode_share_string(word)
        except UnreadableError:
            more = _CONTINUATION.match(text, end)
            if more is None:
                return None
            word, end = word + more[1], more.end()
    return None


def iter_importers() -> Iterator[Importer]:
    """Yield the importers in order; the first that recognises a file reads it.

    Foreign formats are imported only if those before do not recognise a file: they double the time of a cold start.
    """
    yield from (JsonExportImporter(), ListFileImporter(), ShareStringImporter())
    from listbuilder.importers.army_forge.saved.saved_list import SavedListImporter  # noqa: PLC0415

    yield SavedListImporter()
    from listbuilder.importers.army_forge.saved.tabletop_export import TabletopExportImporter  # noqa: PLC0415

    yield TabletopExportImporter()
    from listbuilder.importers.army_forge.text.share_text import ShareTextImporter  # noqa: PLC0415

    yield ShareTextImporter()


@dataclass(frozen=True, slots=True)
class ReadResult:
    """One list of a file, or the report why there is none."""

    path: str
    report: Report
    imported: ImportedList | None = None
    """None if there is no list."""

    @property
    def army(self) -> ArmyList | None:
        """The list, if there is one."""
        return self.imported.army if self.imported is not None else None


def read_lists(raw: bytes, name: str, library: Library) -> list[ReadResult]:
    """Return every list in a file; a file without a list gives one result that says why."""
    if len(raw) > MAX_FILE_SIZE:
        return [_refuse(name, Diagnostic("DAT003", None, {"most": MAX_FILE_SIZE}, place=Place(name)))]
    if not raw.startswith(ZIP_MAGIC):
        return _read_file(raw, name, library)
    try:
        # each member has its own time limit, so that a slow one does not affect the others
        results = run_guarded(lambda: list(_read_archive(raw, name, library)), name, limited=False)
    except UnreadableError as error:
        return [_refuse(name, *error.diagnostics)]
    if isinstance(results, Diagnostic):
        return [_refuse(name, results)]
    return results or [_refuse(name, *unreadable_error("archive.empty", name).diagnostics)]


def _read_archive(raw: bytes, name: str, library: Library) -> Iterator[ReadResult]:
    for path, content in containers.read_archive(raw, name):
        if isinstance(content, Diagnostic):
            yield _refuse(path, content)
        else:
            yield from _read_file(content, path, library)


def _read_file(raw: bytes, name: str, library: Library) -> list[ReadResult]:
    source = SourceFile(name, raw)
    try:
        lists = run_guarded(lambda: _choose_importer(source).read(source, library), name)
    except UnreadableError as error:
        return [_refuse(name, *(_non_list_findings(source) or error.diagnostics))]
    if isinstance(lists, Diagnostic):
        return [_refuse(name, lists)]
    if any(not imported.army.system for imported in lists) and (findings := _non_list_findings(source)):
        return [_refuse(name, *findings)]
    return [_build_result(imported, source) for imported in lists]


def _non_list_findings(source: SourceFile) -> tuple[Diagnostic, ...]:
    """Return the finding that names a file that is not a list; empty if its kind is unknown."""
    key = describe_non_list(source)
    return () if key is None else unreadable_error(key, source.name).diagnostics


def _choose_importer(source: SourceFile) -> Importer:
    """Return the importer for a file; raise UnreadableError if none recognises it."""
    if source.raw.startswith(ZIP_MAGIC):
        raise unreadable_error("archive.nested", source.name)
    if not source.text.strip():
        raise unreadable_error("import.no-text" if source.raw.strip() else "import.empty", source.name)
    for importer in iter_importers():
        if importer.recognises(source):
            return importer
    problems = source.json_problems
    if problems and problems[0].code == "DAT004":
        raise UnreadableError([*unreadable_error("import.broken-json", source.name).diagnostics, *problems])
    raise UnreadableError(problems) if problems else unreadable_error("import.no-list", source.name)


def _build_result(imported: ImportedList, source: SourceFile) -> ReadResult:
    """Add the findings about the file itself; a list that is too long is refused."""
    if too_long := list(check_list_size(imported.army, source.name)):
        return _refuse(source.name, *too_long)
    findings = [finding for finding in source.duplicate_keys if finding not in imported.report.diagnostics]
    if source.is_encoding_guessed:
        findings.append(assumption_finding("assumed.encoding", ""))
    report = build_report([*imported.report, *findings]) if findings else imported.report
    return ReadResult(source.name, report, imported)


def _refuse(name: str, *findings: Diagnostic) -> ReadResult:
    return ReadResult(name, build_report(list(findings)))


_MAGIC_NUMBERS: Mapping[bytes, str] = {
    b"%PDF-": "import.print",
    b"\x89PNG": "import.picture",
    b"\xff\xd8\xff": "import.picture",
    b"GIF8": "import.picture",
    b"RIFF": "import.picture",
    b"<!doctype html": "import.page",
    b"<html": "import.page",
    b"\xd0\xcf\x11\xe0": "import.document",  # old .doc and .xls, and Outlook's .msg
    b"\x78\x9f\x3e\x22": "import.document",  # winmail.dat
}
_HEIC_BRAND = b"ftyp"
"""Phone pictures have it after four bytes."""
_DATA_FILE_KEYS: Mapping[str, str] = {"faction": "import.faction", "system": "import.system", "event": "import.event"}


def describe_non_list(source: SourceFile) -> str | None:
    """Return the catalogue key that describes a file that is not a list; None if its kind is unknown."""
    beginning = source.raw[:64].lstrip().lower()
    for magic, key in _MAGIC_NUMBERS.items():
        if beginning.startswith(magic.lower()):
            return key
    if source.raw.startswith(ZIP_MAGIC[0]):
        return "import.document" if containers.is_office_document(source.raw) else None
    if source.raw[4:8] == _HEIC_BRAND:
        return "import.picture"
    if is_army_book(source.json_value):
        return "import.book"
    value = source.json_value
    if not value:
        with suppress(UnreadableError):
            value = read_document(source.raw, source.name).value
    # unlike a list, a data file has an id, however broken it is
    is_data_file = isinstance(value, dict) and "id" in value
    return _DATA_FILE_KEYS.get(detect_kind(value, PurePath()) or "") if is_data_file else None
