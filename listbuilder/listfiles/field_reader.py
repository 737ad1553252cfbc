"""Typed access to the fields of a list file, with a finding for each field that is unknown, missing or wrong.

Also the findings for lists that are longer than any real list, whatever their format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Sized
from dataclasses import replace
from typing import TypeVar

from listbuilder.datafiles.correction_hints import type_hint
from listbuilder.datafiles.positions import DataPath, format_path, length_params
from listbuilder.datafiles.reader import Document
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.model import ArmyList, EntryId
from listbuilder.model.army_list import (
    MAX_ENTRIES,
    MAX_NAME_LENGTH,
    MAX_UPGRADE_COUNT,
    MAX_UPGRADES,
    MAX_UPGRADES_PER_ENTRY,
)
from listbuilder.model.text import build_catalogue_text
from listbuilder.textutil.fuzzy import find_closest

_MAX_NUMBER = 1_000_000_000
MAX_POINTS = 1_000_000
_MAX_VALUE_LENGTH = 60
_MAX_FINDINGS = 500
_WHOLE_NUMBER = re.compile(r"\s*[+-]?\d{1,9}\s*")

_T = TypeVar("_T")
_SCHEMA_TYPES = {"number": ("integer",), "flag": ("boolean",), "list": ("array",)}
"""The types of the JSON schema, for which correction hints are found."""


class FileFindings:
    """Collects the findings about one file; with its document they have a line and column."""

    def __init__(self, document: Document | None = None) -> None:
        self._document = document
        self.diagnostics: list[Diagnostic] = []

    def add(self, code: str, path: DataPath, *, key: bool = False, **params: object) -> None:
        """Add a finding at a path in the file; with `key`, at the key and not at its value."""
        if len(self.diagnostics) >= _MAX_FINDINGS:
            return
        place = self._document.place_of(path, key=key) if self._document is not None else None
        self.diagnostics.append(Diagnostic(code, format_path(path) or None, params, place=place))

    def add_missing(self, key: str, path: DataPath) -> None:
        """Add the finding that a key is missing."""
        self.add("DAT007", (*path, key), missing=key)

    def add_wrong_type(self, path: DataPath, expected: str, value: object) -> None:
        """Add the finding that a value has the wrong type, with a correction hint if there is one."""
        hint = type_hint(value, _SCHEMA_TYPES.get(expected, ()), str(path[-1]) if path else "")
        if hint is not None:
            self.add("DAT035", path, value=format_value(value), reason=hint.reason, instead=hint.instead)
        else:
            self.add("DAT008", path, wanted=build_catalogue_text(f"type.{expected}"), found=format_value(value))

    def add_too_long(self, path: DataPath, value: Sized, max_length: int) -> None:
        """Add the finding that a text or a list is too long."""
        self.add("DAT009", path, **length_params(path, value, max_length))

    def read_fields(self, raw: object, known: Sequence[str], path: DataPath) -> FieldReader:
        """Return a reader for a mapping; unknown keys are reported and kept."""
        if not isinstance(raw, Mapping):
            self.add_wrong_type(path, "mapping", raw)
            raw = {}
        extra: dict[str, object] = {}
        for key, value in raw.items() if raw.keys() - known else ():
            name = str(key)
            if name not in known:
                extra[name] = value
                near = find_closest(name, known) or ""
                self.add("LST001", (*path, name), key=True, value=format_value(name), suggestion=near)
        return FieldReader(self, raw, path, extra)


class FieldReader:
    """Reads a mapping field by field; a value of a wrong type is reported and moved to `extra`."""

    def __init__(
        self, findings: FileFindings, raw: Mapping[object, object], path: DataPath, extra: dict[str, object]
    ) -> None:
        self._findings = findings
        self._raw = raw
        self._path = path
        self.extra = extra

    def raw(self, key: str) -> object:
        """Return the unchecked value."""
        return self._raw.get(key)

    def text(self, key: str, max_length: int = MAX_NAME_LENGTH) -> str | None:
        """Return a text; any single value is one (`name: 1984`). A text that is too long is reported and kept."""
        value = self._raw.get(key)
        if value is None:
            return None
        if isinstance(value, Mapping | list):
            return self._reject(key, "text", None)
        text = str(value)
        if len(text) > max_length:
            self._findings.add_too_long((*self._path, key), text, max_length)
        return text

    def required_text(self, key: str, max_length: int = MAX_NAME_LENGTH) -> str:
        """Return a text; report a missing one."""
        text = self.text(key, max_length)
        if not text and not isinstance(self._raw.get(key), Mapping | list):
            self._findings.add_missing(key, self._path)
        return text or ""

    def points_limit(self, key: str) -> int | None:
        """Return the points limit; a number that cannot be one is reported and moved to `extra`."""
        value = self.number(key)
        if value is None or 1 <= value <= MAX_POINTS:
            return value
        self._findings.add("LST010", (*self._path, key), value=value, most=MAX_POINTS)
        self.extra[key] = value
        return None

    def number(self, key: str) -> int | None:
        """Return a whole number, even if it is written as text."""
        value = self._raw.get(key)
        if value is None:
            return None
        if isinstance(value, str) and _WHOLE_NUMBER.fullmatch(value):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            return self._reject(key, "number", None)
        if abs(value) > _MAX_NUMBER:
            self._findings.add("DAT009", (*self._path, key), value=value, allowed=f"≤ {_MAX_NUMBER}")
            self.extra[key] = value
            return None
        return value

    def flag(self, key: str) -> bool:
        """Return a boolean; a missing one is False."""
        value = self._raw.get(key)
        return value if isinstance(value, bool) else self._reject(key, "flag", False)

    def items(self, key: str, max_length: int) -> list[object]:
        """Return a list; a missing one is empty. A list that is too long is reported and kept."""
        value = self._raw.get(key)
        if isinstance(value, list):
            if len(value) > max_length:
                self._findings.add_too_long((*self._path, key), value, max_length)
            return value
        return [] if value is None else self._reject(key, "list", [])

    def pairs(self, key: str) -> list[tuple[object, object]]:
        """Return the pairs of a mapping; a missing one is empty."""
        value = self._raw.get(key)
        return list(value.items()) if isinstance(value, Mapping) else self._reject(key, "mapping", [])

    def _reject(self, key: str, expected: str, default: _T) -> _T:
        """Report and keep a value of a wrong type, if there is one; return the default."""
        value = self._raw.get(key)
        if value is not None:
            self._findings.add_wrong_type((*self._path, key), expected, value)
            self.extra[key] = value
        return default


def format_value(value: object) -> str:
    """Return a foreign value as files write it, on one short line, for a message."""
    try:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    except (TypeError, ValueError):  # unsupported keys and circular references
        text = str(value)
    text = " ".join(text.split())
    return text if len(text) <= _MAX_VALUE_LENGTH else text[: _MAX_VALUE_LENGTH - 1] + "…"


def check_list_size(army: ArmyList, name: str) -> Iterator[Diagnostic]:
    """Yield findings for a list with more entries or upgrades than any real list has."""
    counts: list[int] = []
    for entry in army.entries:
        half = entry.combined
        upgrades = entry.upgrades if half is None else (*entry.upgrades, *half.upgrades)
        # an invalid count is applied once
        counts.append(sum([count if 1 <= count <= MAX_UPGRADE_COUNT else 1 for _, count in upgrades]))
    place = Place(name)
    if len(army.entries) > MAX_ENTRIES:
        yield replace(too_many_entries_finding(len(army.entries)), place=place)
    if sum(counts) > MAX_UPGRADES:
        yield Diagnostic("DAT024", None, {"n": sum(counts), "most": MAX_UPGRADES}, place=place)
    for entry, count in zip(army.entries, counts, strict=True):
        if count > MAX_UPGRADES_PER_ENTRY:
            yield replace(too_many_upgrades_finding(count, entry.id), place=place)


def too_many_entries_finding(number: int) -> Diagnostic:
    """Return the finding that a list has more entries than are read."""
    return Diagnostic("DAT023", None, {"n": number, "most": MAX_ENTRIES})


def too_many_upgrades_finding(number: int, entry: EntryId | None = None) -> Diagnostic:
    """Return the finding that an entry has more upgrades than are read."""
    return Diagnostic("DAT024", entry, {"n": number, "most": MAX_UPGRADES_PER_ENTRY})
