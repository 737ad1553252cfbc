"""A book's JSON, read without trust: every fact is looked at before it is used, and what cannot be used is noted."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from listbuilder.diagnostics import Diagnostic
from listbuilder.i18n import languages, translate
from listbuilder.model import build_text

Raw: TypeAlias = Mapping[str, object]

LONGEST_NAME = 80
MOST_NOTES = 200
_PARTS_OF_A_BOOK = ("name", "units", "gameSystemId")
_BLANKS = re.compile(r"\s+")
_WHOLE = re.compile(r"[-+]?[0-9]{1,9}")
_BRACKETS = re.compile(r"[()]")
_COUNTED = re.compile(r"^\s*(?:\d+x\s+)+")


class ReadingNotes:
    """What was dropped or put right while a book was read, each once, with its place in the book."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], Diagnostic] = {}

    def add(self, what: str, on: str, **values: object) -> None:
        """Note a fact: `what` is the catalogue key of the reason."""
        reasons = {language: translate(language, f"book.{what}", **values) for language in languages()}
        self._keep((what, on, str(values)), Diagnostic("IMP011", on, {"where": on, "reason": build_text(reasons)}))

    def find(self, code: str, on: str, **values: object) -> None:
        """Note a finding that has a code of its own."""
        self._keep((code, on, str(values)), Diagnostic(code, on, values))

    def _keep(self, sign: tuple[str, str, str], finding: Diagnostic) -> None:
        if len(self._found) < MOST_NOTES:
            self._found.setdefault(sign, finding)

    def found(self) -> tuple[Diagnostic, ...]:
        """Give the notes in the order they were made."""
        return tuple(self._found.values())


def is_book(raw: object) -> bool:
    """Tell whether a file's value looks like a book, of whatever game."""
    return isinstance(raw, Mapping) and all(key in raw for key in _PARTS_OF_A_BOOK)


def mapping(value: object) -> Raw:
    """Give an object of the book, an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def mappings(raw: Raw, key: str, most: int, notes: ReadingNotes, on: str) -> Iterator[Raw]:
    """Give the objects of a list; anything else in it, and whatever is too much, is noted."""
    value = raw.get(key)
    if value is None:
        return
    if not isinstance(value, list):
        notes.add("not-a-list", on, key=key)
        return
    if len(value) > most:
        notes.add("too-many", on, key=key, most=most, count=len(value))
    for item in value[:most]:
        if isinstance(item, Mapping):
            yield item
        else:
            notes.add("not-an-object", on, key=key)


def texts(raw: Raw, key: str, most: int) -> list[str]:
    """Give the clean texts of a list."""
    value = raw.get(key)
    found = (clean(item) for item in value[:most]) if isinstance(value, list) else iter(())
    return [text for text in found if text]


def clean(value: object) -> str:
    """Give a name as it should be: printable, single blanks, not endless; empty where it is no text."""
    if not isinstance(value, str):
        return ""
    blank = _BLANKS.sub(" ", value[: LONGEST_NAME * 4])
    printable = "".join(letter for letter in blank if unicodedata.category(letter)[0] != "C")
    return printable.strip()[:LONGEST_NAME].strip()


def notation_name(value: object, *, commas: bool = True) -> str:
    """Give a name that can stand in the rulebook's notation: without brackets and without a count in front.

    Commas may stand in the name of an item, but not in one that stands inside of brackets itself.
    """
    name = _BRACKETS.sub(" ", _COUNTED.sub("", clean(value)))
    if not commas:
        name = name.replace(",", " ")
    if name.count("[") != name.count("]"):
        name = name.replace("[", " ").replace("]", " ")
    return _BLANKS.sub(" ", name).strip()


def whole(value: object, least: int, most: int) -> int | None:
    """Give a whole number, also where it is written as a text (`"02"`) or as 3.0; None outside of its bounds."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        value = int(value) if value.is_integer() and abs(value) <= most + abs(least) else None
    if isinstance(value, str):
        value = int(value) if _WHOLE.fullmatch(value.strip()) else None
    return value if isinstance(value, int) and least <= value <= most else None


def key_of(raw: Raw, *names: str) -> list[str]:
    """Give the foreign ids of a thing, each once."""
    found = (raw.get(name) for name in names)
    texts_found = (clean(value) for value in found if isinstance(value, str))
    return list(dict.fromkeys(text for text in texts_found if text))
