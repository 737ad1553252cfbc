"""Read the JSON of a book without trusting it: every value is checked, and unusable ones are noted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from listbuilder.diagnostics import Diagnostic
from listbuilder.i18n import languages, translate
from listbuilder.model import build_text

JsonObject: TypeAlias = Mapping[str, object]

_MAX_NAME_LENGTH = 80
MAX_NOTES = 200
_BOOK_KEYS = ("name", "units", "gameSystemId")
_SPACES = re.compile(r"\s+")
_WHOLE_NUMBER = re.compile(r"[-+]?[0-9]{1,9}")
_BRACKETS = re.compile(r"[()]")
_LEADING_COUNT = re.compile(r"^\s*(?:\d+x\s+)+")


class BookNotes:
    """Findings about values of a book that were dropped or corrected, each reported once."""

    def __init__(self) -> None:
        self._findings: dict[tuple[str, str, str], Diagnostic] = {}

    def add(self, what: str, on: str, **values: object) -> None:
        """Add an IMP011 finding; `what` is the catalogue key of the reason."""
        reasons = {language: translate(language, f"book.{what}", **values) for language in languages()}
        self._store((what, on, str(values)), Diagnostic("IMP011", on, {"where": on, "reason": build_text(reasons)}))

    def add_finding(self, code: str, on: str, **values: object) -> None:
        """Add a finding with a code of its own."""
        self._store((code, on, str(values)), Diagnostic(code, on, values))

    def _store(self, identity: tuple[str, str, str], finding: Diagnostic) -> None:
        if len(self._findings) < MAX_NOTES:
            self._findings.setdefault(identity, finding)

    def findings(self) -> tuple[Diagnostic, ...]:
        """Return the findings in the order they were added."""
        return tuple(self._findings.values())


def is_army_book(raw: object) -> bool:
    """Return whether a JSON value looks like a book of any system."""
    return isinstance(raw, Mapping) and all(key in raw for key in _BOOK_KEYS)


def as_object(value: object) -> JsonObject:
    """Return the value if it is an object, otherwise an empty one."""
    return value if isinstance(value, Mapping) else {}


def as_objects(value: object) -> list[JsonObject]:
    """Return the objects of a list; empty if the value is not a list."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def read_objects(raw: JsonObject, key: str, limit: int, notes: BookNotes, on: str) -> Iterator[JsonObject]:
    """Yield the objects of a list; other values and those beyond the limit are noted."""
    value = raw.get(key)
    if value is None:
        return
    if not isinstance(value, list):
        notes.add("not-a-list", on, key=key)
        return
    if len(value) > limit:
        notes.add("too-many", on, key=key, most=limit, count=len(value))
    for item in value[:limit]:
        if isinstance(item, Mapping):
            yield item
        else:
            notes.add("not-an-object", on, key=key)


def read_texts(raw: JsonObject, key: str, limit: int) -> list[str]:
    """Return the clean texts of a list."""
    value = raw.get(key)
    return list(filter(None, map(clean_name, value[:limit]))) if isinstance(value, list) else []


def clean_name(value: object) -> str:
    """Return a printable name with single spaces and limited length; empty if the value is not a text."""
    if not isinstance(value, str):
        return ""
    spaced = _SPACES.sub(" ", value[: _MAX_NAME_LENGTH * 4])
    printable = "".join(letter for letter in spaced if unicodedata.category(letter)[0] != "C")
    return printable.strip()[:_MAX_NAME_LENGTH].strip()


def to_notation_name(value: object, *, allow_commas: bool = True) -> str:
    """Return a name that fits the rulebook notation: without brackets and without a leading count.

    An item may have commas in its name, unless it is written inside brackets.
    """
    name = _BRACKETS.sub(" ", _LEADING_COUNT.sub("", clean_name(value)))
    if not allow_commas:
        name = name.replace(",", " ")
    if name.count("[") != name.count("]"):
        name = name.replace("[", " ").replace("]", " ")
    return _SPACES.sub(" ", name).strip()


def parse_whole_number(value: object, minimum: int, maximum: int) -> int | None:
    """Return a whole number, even if it is written as text (`"02"`) or as 3.0; None if it is out of range."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        value = int(value) if value.is_integer() and abs(value) <= maximum + abs(minimum) else None
    if isinstance(value, str):
        value = int(value) if _WHOLE_NUMBER.fullmatch(value.strip()) else None
    return value if isinstance(value, int) and minimum <= value <= maximum else None


def collect_ids(raw: JsonObject, *names: str) -> list[str]:
    """Return the Army Forge ids of an object, each once."""
    return list(dict.fromkeys(filter(None, (clean_name(raw.get(name)) for name in names))))
