"""Load and save list files. Loading reports every problem; saving never loses data."""

from __future__ import annotations

import hashlib
import os
from codecs import BOM_UTF8
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from listbuilder.datafiles.json_reader import parse_json
from listbuilder.datafiles.reader import Document, load_bytes, read_document
from listbuilder.diagnostics import Diagnostic, Place, Report, build_report
from listbuilder.disk import Stamp, write_atomically
from listbuilder.errors import UnreadableError
from listbuilder.listfiles.field_reader import FileFindings, format_value, too_many_entries_finding
from listbuilder.listfiles.serialization import LIST_FORMAT, build_list, migrate_format, parse_format
from listbuilder.listfiles.writer import NO_COMMENTS, Comments, find_comments, format_list_json, format_list_yaml
from listbuilder.model import ArmyList
from listbuilder.model.army_list import MAX_ENTRIES

MAX_YAML_BYTES = 300_000
"""In bytes; 500 entries with all their upgrades need less."""
MAX_JSON_BYTES = 1_000_000
"""In bytes; JSON has more spacing."""


@dataclass(frozen=True, slots=True)
class LoadedList:
    """A list with the findings about its file and everything that is needed to save it again."""

    army: ArmyList
    report: Report
    sha256: str | None
    """The hash of the file content; None if there is no file."""
    comments: Comments = NO_COMMENTS
    migrated_from: tuple[int, ...] = ()
    """The older formats that the file was migrated from; saving writes the current one."""
    document: Document | None = None
    """The parsed file; None if there is no file."""

    @property
    def stamp(self) -> Stamp:
        """The state of the file when it was read, to detect changes before saving."""
        return Stamp(self.sha256)

    def line_of_entry(self, entry: str) -> int | None:
        """Return the line where an entry begins; None if there is no file or no such entry."""
        ids = [str(listed.id) for listed in self.army.entries]
        if entry not in ids or self.document is None:
            return None
        return self.document.place_of(("units", ids.index(entry))).line


def load_list(path: Path | str) -> LoadedList:
    """Load a list file; raise UnreadableError if it is not a list."""
    return read_list(load_bytes(path), os.fspath(path))


def read_list(raw: bytes, name: str = "", *, comments: bool = True, parsed: Document | None = None) -> LoadedList:
    """Read a list file from bytes, as YAML or JSON depending on its content.

    Only saving needs `comments`; `parsed` is the JSON in the bytes, if it was parsed already.
    """
    document = _open_document(raw, name, parsed)
    army, report, migrated = _build(document.value, document)
    has_comments = comments and document.syntax != "json" and "#" in document.text
    found_comments = find_comments(document.text, [entry.id for entry in army.entries]) if has_comments else NO_COMMENTS
    return LoadedList(army, report, hashlib.sha256(raw).hexdigest(), found_comments, migrated, document)


def parse_list(source: str | Mapping[Any, object], name: str = "") -> LoadedList:
    """Read a list from text or plain data; raise UnreadableError if it is not a list."""
    if isinstance(source, str):
        return read_list(source.encode("utf-8", "replace"), name)
    army, report, migrated = _build(source, None)
    return LoadedList(army, report, None, migrated_from=migrated)


def _open_document(raw: bytes, name: str, known: Document | None = None) -> Document:
    """Parse a document as JSON if it looks like JSON whatever its name, otherwise by its name."""
    is_named_json = name.lower().endswith(".json")
    looks_like_json = raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{"
    limit = MAX_JSON_BYTES if is_named_json or looks_like_json else MAX_YAML_BYTES
    if len(raw) > limit:
        raise UnreadableError([Diagnostic("DAT003", None, {"most": limit}, place=Place(name))])
    if known is not None and known.text.encode("utf-8", "replace") == raw.removeprefix(BOM_UTF8):
        return known  # reuse the parsed JSON only if the bytes were UTF-8
    if looks_like_json and not is_named_json:
        try:
            text = raw.decode("utf-8-sig")
            value, problems = parse_json(text, name)
        except (UnreadableError, UnicodeDecodeError):
            return read_document(raw, name)  # a YAML flow mapping begins the same way
        return Document(name, text, value, "json", problems)
    return read_document(raw, name)


def _build(value: object, document: Document | None) -> tuple[ArmyList, Report, tuple[int, ...]]:
    findings = FileFindings(document)
    if not isinstance(value, Mapping):
        findings.add_wrong_type((), "mapping", value)
        raise UnreadableError(findings.diagnostics)
    number = parse_format(value)
    if number is None:
        findings.add("DAT009", ("format",), value=format_value(value["format"]), allowed=f"1 … {LIST_FORMAT}")
    elif number > LIST_FORMAT:
        findings.add("LST004", ("format",), found=number, known=LIST_FORMAT)
        raise UnreadableError(findings.diagnostics)
    units = value.get("units")
    if isinstance(units, list) and len(units) > MAX_ENTRIES:
        place = document.place_of(("units",)) if document is not None else None
        raise UnreadableError([replace(too_many_entries_finding(len(units)), place=place)])
    raw, migrated = migrate_format(value)
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
    """Save a list atomically and return the new stamp; the previous version stays as a backup.

    Args:
        army: The list.
        path: The file; a name that ends in `.json` is written as JSON, any other as YAML.
        expected: The stamp from loading or the last save, to detect changes by others.
        comments: The comments to write; by default those of the file that is overwritten.
        new: Whether the file must not exist yet.

    Raises:
        ChangedOnDiskError: The file is not as expected.
        UnsavedError: The file cannot be written.
    """
    path = Path(path)
    if path.suffix.lower() == ".json":
        text = format_list_json(army)
    else:
        if comments is None:
            with suppress(UnreadableError):
                comments = load_list(path).comments
        text = format_list_yaml(army, comments or NO_COMMENTS)
    return write_atomically(path, text.encode("utf-8", "replace"), expected=expected, new=new)
