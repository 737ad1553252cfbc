"""Types for identifiers, and functions to build and split them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from string import ascii_lowercase
from typing import NewType

SystemId = NewType("SystemId", str)
FactionId = NewType("FactionId", str)
UnitId = NewType("UnitId", str)
"""The id of a unit in its faction; lists use `faction/unit`, a UnitRef."""
UnitRef = NewType("UnitRef", str)
SectionId = NewType("SectionId", str)
OptionId = NewType("OptionId", str)
RuleId = NewType("RuleId", str)
EntryId = NewType("EntryId", str)
EventId = NewType("EventId", str)

_SEPARATORS = re.compile(r"[^a-z0-9]+")


def slugify(name: str) -> str:
    """Return the id for an English name: `Hit & Run` becomes `hit-and-run`."""
    plain = name if name.isascii() else unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    plain = plain.lower().replace("'", "").replace("`", "").replace("&", " and ").replace("+", " plus ")
    return _SEPARATORS.sub("-", plain).strip("-")


@lru_cache(maxsize=4096)  # asked several times for each entry
def split_unit_ref(ref: str) -> tuple[FactionId, UnitId]:
    """Split `faction/unit` into its ids; the faction is empty if there is no slash."""
    faction, _, unit = ref.rpartition("/")
    return FactionId(faction), UnitId(unit)


def build_unit_ref(faction: str, unit: str) -> UnitRef:
    """Build the reference to a unit that lists use."""
    return UnitRef(f"{faction}/{unit}")


@lru_cache(maxsize=64)
def first_entry_ids(count: int) -> tuple[EntryId, ...]:
    """Return the ids of the first `count` entries."""
    return tuple([EntryId(column_letters(number)) for number in range(count)])


@lru_cache(maxsize=1024)
def column_letters(number: int) -> str:
    """Return a number, from 0, as spreadsheets name columns: a, b, … z, aa."""
    text = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, len(ascii_lowercase))
        text = ascii_lowercase[digit] + text
    return text
