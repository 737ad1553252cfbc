"""Words that tools, countries and organisers write differently: headings of a table of players, and what they mean."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypedDict

_WORDS = Path(__file__).with_name("words.json")
_BLANKS = str.maketrans(dict.fromkeys('_/()[]"„“', " "))
_ASKED = ("name", "first", "last", "mail", "team", "faction", "paid")
"""Columns that a form asks for in a whole sentence."""


class KnownWords(TypedDict):
    """What headings, cells and lines mean."""

    columns: dict[str, list[str]]
    yes: list[str]
    no: list[str]
    sender: list[str]
    """How mail programs begin the line that names the writer of a mail that is quoted."""


@cache
def known_words() -> KnownWords:
    """Give the words that are known."""
    found: KnownWords = json.loads(_WORDS.read_text(encoding="utf-8"))
    return found


def columns_of(heads: Sequence[str]) -> Mapping[str, str]:
    """Tell which column each heading is of; of two for one column the better word counts, a nickname the least."""
    folded = {head: _folded(head) for head in heads}
    meaning: dict[str, str] = {}
    for column, names in known_words()["columns"].items():
        fitting = [head for name in names for head in folded if folded[head] == name]
        meaning |= {fitting[0]: column} if fitting else {}
    for head, text in folded.items():
        asked = _asked_for(text) if head not in meaning else None
        if asked is not None and asked not in meaning.values():
            meaning[head] = asked
    return meaning


def _asked_for(text: str) -> str | None:
    """Find the column that a sentence asks for: “What is your name”; where two are as likely, none."""
    known = known_words()["columns"]
    found = {column: _longest(text, known[column]) for column in _ASKED}
    best = max(found.values())
    likely = [column for column, length in found.items() if length == best]
    return likely[0] if best and len(likely) == 1 else None


def _longest(text: str, names: Sequence[str]) -> int:
    return max((len(name) for name in names if f" {name} " in f" {text} "), default=0)


def _folded(head: str) -> str:
    plain = unicodedata.normalize("NFKC", head).casefold()
    return " ".join(plain.translate(_BLANKS).split()).strip(" .:*?!")
