"""List files on disk: load with all that was found about them, save without ever losing anything."""

from __future__ import annotations

import hashlib
import os
from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.datafiles.document import Document
from listbuilder.datafiles.json_reader import parse_json
from listbuilder.datafiles.reader import load_bytes, read_document
from listbuilder.diagnostics import Diagnostic, Place, Report, build_report
from listbuilder.disk import Stamp, write_atomically
from listbuilder.errors import UnreadableError
from listbuilder.listfiles.field_reader import Findings, shown, too_many_entries
from listbuilder.listfiles.serialization import FORMAT, bring_up_to_date, build_list, format_of, is_newer, odd_format
from listbuilder.listfiles.writer import NO_COMMENTS, Comments, find_comments, format_list, format_list_json
from listbuilder.model import ArmyList
from listbuilder.model.army_list import MOST_ENTRIES

if TYPE_CHECKING:
    from listbuilder.disk import Stamp

LARGEST_YAML = 300_000
"""Bytes; a thousand entries with all their upgrades need less."""
LARGEST_JSON = 1_000_000
"""The same, written with more spacing."""


@dataclass(frozen=True, slots=True)
class LoadedList:
    """A list that was read, what was found about the file, and what is needed to save it again."""

    army: ArmyList
    report: Report
    sha256: str | None
    """The hash of the file's content; None where there was no file."""
    comments: Comments = NO_COMMENTS
    migrated: tuple[int, ...] = ()
    """The older formats that the file passed through; saving writes the present one."""
    document: Document | None = None
    """The file as it was read, where there is one."""

    @property
    def stamp(self) -> Stamp:
        """What the file was when it was read, for who saves the list again."""
        return Stamp(self.sha256)

    def line_of(self, entry: str) -> int | None:
        """Give the line at which an entry begins, None where there is no file or no such entry."""
        place = next((place for place, found in enumerate(self.army.entries) if found.id == entry), None)
        if place is None or self.document is None:
            return None
        return self.document.line_of_item("units", place)


def load_list(path: Path | str) -> LoadedList:
    """Load one of our own list files; raise UnreadableError where it is none."""
    return read_list(load_bytes(path), os.fspath(path))


def read_list(raw: bytes, name: str = "", *, comments: bool = True, known: Document | None = None) -> LoadedList:
    """Read the bytes of a list file, YAML or JSON by their look; who only judges it needs no comments.

    `known` is the JSON in them, where somebody has read it already.
    """
    document = open_document(raw, name, known)
    army, report, migrated = _build(document.value, document)
    found = _comments(document, army) if comments else NO_COMMENTS
    return LoadedList(army, report, hashlib.sha256(raw).hexdigest(), found, migrated, document)


def _comments(document: Document, army: ArmyList) -> Comments:
    if document.syntax == "json" or "#" not in document.text:
        return NO_COMMENTS
    return find_comments(document.text, [entry.id for entry in army.entries])


def parse_list(source: str | Mapping[Any, object], name: str = "") -> LoadedList:
    """Read a list from a text or from plain data."""
    if isinstance(source, str):
        return read_list(source.encode("utf-8", "replace"), name)
    army, report, migrated = _build(source, None)
    return LoadedList(army, report, None, migrated=migrated)


def open_document(raw: bytes, name: str, known: Document | None = None) -> Document:
    """Read JSON where it is JSON whatever the file is called, otherwise as the name says."""
    named_json = name.lower().endswith(".json")
    looks_json = raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"
    most = LARGEST_JSON if named_json or looks_json else LARGEST_YAML
    if len(raw) > most:
        raise UnreadableError([Diagnostic("DAT003", None, {"most": most}, place=Place(name))])
    if known is not None and known.text.encode("utf-8", "replace") == raw.removeprefix(BOM_UTF8):
        return known  # the text of other bytes, an old encoding's, is another one here
    if looks_json and not named_json:
        try:
            text = raw.decode("utf-8-sig")
            value, problems = parse_json(text, name)
        except (UnreadableError, UnicodeDecodeError):
            return read_document(raw, name)  # a flow mapping of YAML begins the same way
        return Document(name, text, value, "json", problems)
    return read_document(raw, name)


def _build(value: object, document: Document | None) -> tuple[ArmyList, Report, tuple[int, ...]]:
    findings = Findings(document)
    if not isinstance(value, Mapping):
        findings.wrong_type((), "mapping", value)
        raise UnreadableError(findings.diagnostics)
    if is_newer(value):
        findings.add("LST004", ("format",), found=format_of(value), known=FORMAT)
        raise UnreadableError(findings.diagnostics)
    if (problem := odd_format(value)) is not None:
        findings.add("DAT009", ("format",), value=shown(problem), allowed=f"1 … {FORMAT}")
    units = value.get("units")
    if isinstance(units, list) and len(units) > MOST_ENTRIES:
        place = document.place(("units",)) if document is not None else None
        raise UnreadableError([replace(too_many_entries(len(units)), place=place)])
    raw, migrated = bring_up_to_date(value)
    army = build_list(raw, findings)
    problems: list[Diagnostic] = [*(document.problems if document is not None else ()), *findings.diagnostics]
    return army, build_report(problems), migrated


def save_list(
    army: ArmyList,
    path: Path | str,
    *,
    expected: Stamp | None = None,
    comments: Comments | None = None,
    new: bool = False,
) -> Stamp:
    """Save a list, as JSON where the name ends so and otherwise as YAML; the previous version stays as a backup.

    With `expected` (the stamp from loading or the last save), a file that somebody else has changed meanwhile is not
    overwritten: ChangedOnDiskError; with `new` none that is there. Comments are kept from the file that is overwritten
    unless they are given.
    """
    path = Path(path)
    if path.suffix.lower() == ".json":
        text = format_list_json(army)
    else:
        text = format_list(army, comments_in(path) if comments is None else comments)
    return write_atomically(path, text.encode("utf-8", "replace"), expected=expected, new=new)


def comments_in(path: Path) -> Comments:
    """Give the comments of a list file; none where it cannot be read."""
    try:
        return load_list(path).comments
    except UnreadableError:
        return NO_COMMENTS
