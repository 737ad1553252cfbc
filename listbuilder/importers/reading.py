"""Lists from anywhere: a file's bytes in, every list in them out, whatever the format."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from listbuilder.diagnostics import Diagnostic, Place, Report, build_report
from listbuilder.errors import UnreadableError
from listbuilder.importers.archive import SIGNATURE, read_members
from listbuilder.importers.army_forge.resolved import ResolvedImporter
from listbuilder.importers.army_forge.saved import SavedImporter
from listbuilder.importers.army_forge.share_text import ShareTextImporter
from listbuilder.importers.base import Imported, Importer, Source, unreadable
from listbuilder.importers.own import ExportImporter, ListFileImporter, ShareImporter
from listbuilder.importers.totals import check_total
from listbuilder.library import Library
from listbuilder.library.phrases import phrase
from listbuilder.library.reader import LARGEST, load_bytes
from listbuilder.model import ArmyList

IMPORTERS: tuple[Importer, ...] = (
    ExportImporter(),
    SavedImporter(),
    ResolvedImporter(),
    ListFileImporter(),
    ShareImporter(),
    ShareTextImporter(),
)
"""In the order they are asked; the first that recognises a file reads it."""


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


def load_any(path: Path | str, library: Library) -> list[ReadList]:
    """Load every list in a file of any format; what cannot be read is a ReadList without a list, never an exception."""
    name = os.fspath(path)
    try:
        raw = load_bytes(path)
    except UnreadableError as error:
        return [ReadList(name, build_report(list(error.diagnostics)))]
    return read_any(raw, name, library)


def read_any(raw: bytes, name: str, library: Library) -> list[ReadList]:
    """Read every list in a file's bytes."""
    if len(raw) > LARGEST:
        return [_refused(name, Diagnostic("DAT003", None, {"most": LARGEST}, place=Place(name)))]
    if not raw.startswith(SIGNATURE):
        return _read_one(raw, name, library)
    try:
        return list(_read_archive(raw, name, library)) or [
            _refused(name, Diagnostic("IMP001", None, {"reason": phrase("archive.empty")}, place=Place(name)))
        ]
    except UnreadableError as error:
        return [_refused(name, *error.diagnostics)]


def _read_archive(raw: bytes, name: str, library: Library) -> Iterator[ReadList]:
    for path, content in read_members(raw, name):
        if isinstance(content, Diagnostic):
            yield _refused(path, content)
        else:
            yield from _read_one(content, path, library)


def _read_one(raw: bytes, name: str, library: Library) -> list[ReadList]:
    source = Source(name, raw)
    try:
        found = _importer(source).read(source, library)
    except UnreadableError as error:
        return [_refused(name, *error.diagnostics)]
    return [_finished(imported, source, library) for imported in found]


def _importer(source: Source) -> Importer:
    """Find the importer for a file; raise UnreadableError where none recognises it."""
    if not source.text.strip():
        raise unreadable("import.no-text" if source.raw.strip() else "import.empty", source.name)
    for importer in IMPORTERS:
        if importer.recognises(source):
            return importer
    if source.problems:
        raise UnreadableError([*unreadable("import.broken-json", source.name).diagnostics, *source.problems])
    raise unreadable("import.no-list", source.name)


def _finished(imported: Imported, source: Source, library: Library) -> ReadList:
    """Compare the stated total, and say what was assumed about the file itself."""
    findings = [*imported.report, *check_total(imported, library)]
    if source.assumed_encoding:
        findings.append(Diagnostic("IMP005", None, {"assumption": phrase("assumed.encoding")}))
    report = build_report(findings)
    return ReadList(source.name, report, replace(imported, report=report))


def _refused(name: str, *findings: Diagnostic) -> ReadList:
    return ReadList(name, build_report(list(findings)))
