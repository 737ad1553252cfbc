"""Typed access to the fields of a list file, with a finding for each field that is unknown, missing or wrong.

Also the findings for lists that are longer than any real list, whatever their format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Sized
from dataclasses import replace
from typing import TypeVar

from listbuilder.datafiles.correction_hints import type_slip
from listbuilder.datafiles.document import Document
from listbuilder.datafiles.positions import DataPath, format_path, too_long
from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.model import ArmyList, Entry, EntryId, Half
from listbuilder.model.army_list import LARGEST_COUNT, LONGEST_NAME, MOST_ENTRIES, MOST_PICKS, MOST_PICKS_OF_ONE
from listbuilder.model.text import phrase
from listbuilder.textutil.fuzzy import closest

_MAX_NUMBER = 1_000_000_000
MOST_POINTS = 1_000_000
_MAX_VALUE_LENGTH = 60
_MAX_FINDINGS = 500
_WHOLE_NUMBER = re.compile(r"\s*[+-]?\d{1,9}\s*")

_T = TypeVar("_T")
_SCHEMA_TYPES = {"number": ("integer",), "flag": ("boolean",), "list": ("array",)}
"""The types of the JSON schema, for which correction hints are found."""


class Findings:
    """Collects the findings about one file; with its document they have a line and column."""

    def __init__(self, document: Document | None = None) -> None:
        self._document = document
        self.diagnostics: list[Diagnostic] = []

    def add(self, code: str, path: DataPath, *, key: bool = False, **params: object) -> None:
        """Add a finding at a path in the file; with `key`, at the key and not at its value."""
        if len(self.diagnostics) >= _MAX_FINDINGS:
            return
        place = self._document.place(path, key=key) if self._document is not None else None
        self.diagnostics.append(Diagnostic(code, format_path(path) or None, params, place=place))

    def missing(self, key: str, path: DataPath) -> None:
        """Add the finding that a key is missing."""
        self.add("DAT007", (*path, key), missing=key)

    def wrong_type(self, path: DataPath, expected: str, value: object) -> None:
        """Add the finding that a value has the wrong type, with a correction hint if there is one."""
        hint = type_slip(value, _SCHEMA_TYPES.get(expected, ()), str(path[-1]) if path else "")
        if hint is not None:
            self.add("DAT035", path, value=shown(value), reason=hint.reason, instead=hint.instead)
        else:
            self.add("DAT008", path, wanted=phrase(f"type.{expected}"), found=shown(value))

    def beyond(self, path: DataPath, value: object, allowed: str) -> None:
        """Add the finding that a value is out of range."""
        self.add("DAT009", path, value=value, allowed=allowed)

    def too_long(self, path: DataPath, value: Sized, max_length: int) -> None:
        """Add the finding that a text or a list is too long."""
        self.add("DAT009", path, **too_long(path, value, max_length))

    def fields(self, raw: object, known: Sequence[str], path: DataPath) -> Fields:
        """Return a reader for a mapping; unknown keys are reported and kept."""
        if not isinstance(raw, Mapping):
            self.wrong_type(path, "mapping", raw)
            raw = {}
        extra: dict[str, object] = {}
        for key, value in raw.items() if raw.keys() - known else ():
            name = str(key)
            if name not in known:
                extra[name] = value
                near = closest(name, known) or ""
                self.add("LST001", (*path, name), key=True, value=shown(name), suggestion=near)
        return Fields(self, raw, path, extra)


class Fields:
    """Reads a mapping field by field; a value of a wrong type is reported and moved to `extra`."""

    def __init__(
        self, findings: Findings, raw: Mapping[object, object], path: DataPath, extra: dict[str, object]
    ) -> None:
        self._findings = findings
        self._raw = raw
        self._path = path
        self.extra = extra

    def raw(self, key: str) -> object:
        """Return the unchecked value."""
        return self._raw.get(key)

    def text(self, key: str, max_length: int = LONGEST_NAME) -> str | None:
        """Return a text; any single value is one (`name: 1984`). A text that is too long is reported and kept."""
        value = self._raw.get(key)
        if value is None:
            return None
        if not isinstance(value, str):
            if isinstance(value, Mapping | list):
                return self._reject(key, "text", None)
            value = str(value)
        if len(value) > max_length:
            self._findings.too_long((*self._path, key), value, max_length)
        return value

    def needed(self, key: str, max_length: int = LONGEST_NAME) -> str:
        """Return a text; report a missing one."""
        text = self.text(key, max_length)
        if not text and not isinstance(self._raw.get(key), Mapping | list):
            self._findings.missing(key, self._path)
        return text or ""

    def size_of_game(self, key: str) -> int | None:
        """Return the points limit; a number that cannot be one is reported and moved to `extra`."""
        value = self.number(key)
        if value is not None and not 1 <= value <= MOST_POINTS:
            self._findings.add("LST010", (*self._path, key), value=value, most=MOST_POINTS)
            self.extra[key] = value
            return None
        return value

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
            self._findings.beyond((*self._path, key), value, f"≤ {_MAX_NUMBER}")
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
                self._findings.too_long((*self._path, key), value, max_length)
            return value
        return [] if value is None else self._reject(key, "list", [])

    def mapping(self, key: str) -> list[tuple[object, object]]:
        """Return the pairs of a mapping; a missing one is empty."""
        value = self._raw.get(key)
        return list(value.items()) if isinstance(value, Mapping) else self._reject(key, "mapping", [])

    def _reject(self, key: str, expected: str, default: _T) -> _T:
        """Report and keep a value of a wrong type, if there is one; return the default."""
        value = self._raw.get(key)
        if value is not None:
            self._findings.wrong_type((*self._path, key), expected, value)
            self.extra[key] = value
        return default


def shown(value: object) -> str:
    """Return a foreign value as files write it, on one short line, for a message."""
    try:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    except (TypeError, ValueError):  # unsupported keys and circular references
        text = str(value)
    text = " ".join(text.split())
    return text if len(text) <= _MAX_VALUE_LENGTH else text[: _MAX_VALUE_LENGTH - 1] + "…"


def too_long_sizes(army: ArmyList, name: str) -> Iterator[Diagnostic]:
    """Yield findings for a list with more entries or upgrades than any real list has."""
    counts = [_count_upgrades(entry, entry.combined) for entry in army.entries]
    place = Place(name)
    if len(army.entries) > MOST_ENTRIES:
        yield replace(too_many_entries(len(army.entries)), place=place)
    if sum(counts) > MOST_PICKS:
        yield Diagnostic("DAT024", None, {"n": sum(counts), "most": MOST_PICKS}, place=place)
    for entry, count in zip(army.entries, counts, strict=True):
        if count > MOST_PICKS_OF_ONE:
            yield replace(too_many_picks(count, entry.id), place=place)


def too_many_entries(number: int) -> Diagnostic:
    """Return the finding that a list has more entries than are read."""
    return Diagnostic("DAT023", None, {"n": number, "most": MOST_ENTRIES})


def too_many_picks(number: int, entry: EntryId | None = None) -> Diagnostic:
    """Return the finding that an entry has more upgrades than are read."""
    return Diagnostic("DAT024", entry, {"n": number, "most": MOST_PICKS_OF_ONE})


def _count_upgrades(*halves: Entry | Half | None) -> int:
    """Count upgrades as often as they are applied; an invalid count is applied once."""
    counts = [upgrade.count for half in halves if half is not None for upgrade in half.upgrades]
    return sum([count if 1 <= count <= LARGEST_COUNT else 1 for count in counts])
