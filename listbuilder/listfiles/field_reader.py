"""What reading a list finds: fields taken one by one, with a diagnostic for each that is unknown or of a wrong type.

Lists that are longer than any: a finding in place of the list, whatever its format.
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
from listbuilder.model.army_list import LARGEST_COUNT, MOST_ENTRIES, MOST_PICKS, MOST_PICKS_OF_ONE
from listbuilder.model.text import phrase
from listbuilder.textutil.fuzzy import closest

LARGEST_NUMBER = 1_000_000_000
MOST_POINTS = 1_000_000
LONGEST_NAME = 200
_SHOWN = 60
_WHOLE = r"\s*[+-]?\d{1,9}\s*"  # compiled when it is needed: numbers are seldom written as texts
_MOST = 500

_T = TypeVar("_T")
_TYPES = {"number": ("integer",), "flag": ("boolean",), "list": ("array",)}
"""What a wanted value is called where slips of the pen are looked for."""


class Findings:
    """Collects diagnostics about one file; with its document they know line and column."""

    def __init__(self, document: Document | None = None) -> None:
        self._document = document
        self.diagnostics: list[Diagnostic] = []

    def add(self, code: str, path: DataPath, *, key: bool = False, **params: object) -> None:
        """Note a finding at a path inside the file; with `key`, at the key and not at its value."""
        if len(self.diagnostics) >= _MOST:
            return
        place = self._document.place(path, key=key) if self._document is not None else None
        self.diagnostics.append(Diagnostic(code, format_path(path) or None, params, place=place))

    def missing(self, key: str, path: DataPath) -> None:
        """Note that a key is not there."""
        self.add("DAT007", (*path, key), missing=key)

    def wrong_type(self, path: DataPath, wanted: str, value: object) -> None:
        """Note that a value is of another type than it should be, and what was meant where that can be told."""
        slip = type_slip(value, _TYPES.get(wanted, ()), str(path[-1]) if path else "")
        if slip is not None:
            self.add("DAT035", path, value=shown(value), reason=slip.reason, instead=slip.instead)
        else:
            self.add("DAT008", path, wanted=phrase(f"type.{wanted}"), found=shown(value))

    def beyond(self, path: DataPath, value: object, allowed: str) -> None:
        """Note that a value is larger, longer or smaller than it may be."""
        self.add("DAT009", path, value=value, allowed=allowed)

    def too_long(self, path: DataPath, value: Sized, most: int) -> None:
        """Note that a text has more letters, or a list more in it, than it may have."""
        self.add("DAT009", path, **too_long(path, value, most))

    def fields(self, raw: object, known: Sequence[str], path: DataPath) -> Fields:
        """Open a mapping for reading; unknown keys are reported and kept."""
        if type(raw) is not dict and not isinstance(raw, Mapping):  # it nearly always is, and its type is seen at once
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
    """A mapping being read, field by field; a value of a wrong type is reported and moves to `extra`."""

    def __init__(
        self, findings: Findings, raw: Mapping[object, object], path: DataPath, extra: dict[str, object]
    ) -> None:
        self._findings = findings
        self._raw = raw
        self._path = path
        self.extra = extra

    def raw(self, key: str) -> object:
        """Give a value as it stands."""
        return self._raw.get(key)

    def text(self, key: str, longest: int = LONGEST_NAME) -> str | None:
        """Give a text; any single value will do, since `name: 1984` is a name. One too long is reported and kept."""
        value = self._raw.get(key)
        if value is None:
            return None
        if not isinstance(value, str):
            if isinstance(value, Mapping | list):
                return self._odd(key, "text", None)
            value = str(value)
        if len(value) > longest:
            self._findings.too_long((*self._path, key), value, longest)
        return value

    def needed(self, key: str, longest: int = LONGEST_NAME) -> str:
        """Give a text that must be there."""
        text = self.text(key, longest)
        if not text and not isinstance(self._raw.get(key), Mapping | list):
            self._findings.missing(key, self._path)
        return text or ""

    def size_of_game(self, key: str) -> int | None:
        """Give the agreed points; what is no size of a game is reported and kept, and no limit is counted from it."""
        value = self.number(key)
        if value is not None and not 1 <= value <= MOST_POINTS:
            self._findings.add("LST010", (*self._path, key), value=value, most=MOST_POINTS)
            self.extra[key] = value
            return None
        return value

    def number(self, key: str) -> int | None:
        """Give a whole number, written as one or as text."""
        value = self._raw.get(key)
        if value is None:
            return None
        if isinstance(value, str) and re.fullmatch(_WHOLE, value):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            return self._odd(key, "number", None)
        if abs(value) > LARGEST_NUMBER:
            self._findings.beyond((*self._path, key), value, f"≤ {LARGEST_NUMBER}")
            self.extra[key] = value
            return None
        return value

    def flag(self, key: str) -> bool:
        """Give a yes or no; left out means no."""
        value = self._raw.get(key)
        return value if isinstance(value, bool) else self._odd(key, "flag", False)

    def items(self, key: str, most: int) -> list[object]:
        """Give a list; left out means an empty one. One too long is reported and kept."""
        value = self._raw.get(key)
        if isinstance(value, list):
            if len(value) > most:
                self._findings.too_long((*self._path, key), value, most)
            return value
        return [] if value is None else self._odd(key, "list", [])

    def mapping(self, key: str) -> list[tuple[object, object]]:
        """Give the pairs of a mapping; left out means none."""
        value = self._raw.get(key)
        return list(value.items()) if isinstance(value, Mapping) else self._odd(key, "mapping", [])

    def _odd(self, key: str, wanted: str, instead: _T) -> _T:
        """Report a value of a wrong type and keep it; a missing one is no trouble."""
        value = self._raw.get(key)
        if value is not None:
            self._findings.wrong_type((*self._path, key), wanted, value)
            self.extra[key] = value
        return instead


def shown(value: object) -> str:
    """Write a foreign value briefly and in one line, for a message: as files have it, null and not None."""
    try:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    except (TypeError, ValueError):  # keys that JSON has not, and circles
        text = str(value)
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def too_long_sizes(army: ArmyList, name: str) -> Iterator[Diagnostic]:
    """Report a list of more entries or picks than any list has."""
    counts = [pick.count for entry in army.entries for pick in entry.upgrades]
    counts += [pick.count for entry in army.entries if entry.combined is not None for pick in entry.combined.upgrades]
    if len(army.entries) <= MOST_ENTRIES and max([1, *counts]) * len(counts) <= MOST_PICKS_OF_ONE:
        return  # as of every army
    picks = [_picks([entry] if entry.combined is None else [entry, entry.combined]) for entry in army.entries]
    place = Place(name)
    if len(army.entries) > MOST_ENTRIES:
        yield replace(too_many_entries(len(army.entries)), place=place)
    if sum(picks) > MOST_PICKS:
        yield Diagnostic("DAT024", None, {"n": sum(picks), "most": MOST_PICKS}, place=place)
    for entry, count in zip(army.entries, picks, strict=True):
        if count > MOST_PICKS_OF_ONE:
            yield replace(too_many_picks(count, entry.id), place=place)


def too_many_entries(number: int) -> Diagnostic:
    """Say that a list has more entries than are read."""
    return Diagnostic("DAT023", None, {"n": number, "most": MOST_ENTRIES})


def too_many_picks(number: int, entry: EntryId | None = None) -> Diagnostic:
    """Say that an entry has more picks than are read."""
    return Diagnostic("DAT024", entry, {"n": number, "most": MOST_PICKS_OF_ONE})


def _picks(halves: Sequence[Entry | Half]) -> int:
    """Count picks, each as often as it is applied; a count that is none is told by its check, and not applied."""
    counts = [pick.count for half in halves for pick in half.upgrades]
    return sum([count if 1 <= count <= LARGEST_COUNT else 1 for count in counts])
