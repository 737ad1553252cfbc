"""Names for the identifiers, so that a unit's id cannot stand where a faction's belongs."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NewType

SystemId = NewType("SystemId", str)
FactionId = NewType("FactionId", str)
UnitId = NewType("UnitId", str)
"""A unit inside its faction; a list names it `faction/unit` (a UnitRef)."""
UnitRef = NewType("UnitRef", str)
SectionId = NewType("SectionId", str)
OptionId = NewType("OptionId", str)
RuleId = NewType("RuleId", str)
EntryId = NewType("EntryId", str)
EventId = NewType("EventId", str)

_OTHER = re.compile(r"[^a-z0-9]+")


def slug(name: str) -> str:
    """Give the id that belongs to an English name: `Hit & Run` becomes `hit-and-run`."""
    plain = name if name.isascii() else unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    plain = plain.lower().replace("'", "").replace("`", "").replace("&", " and ").replace("+", " plus ")
    return _OTHER.sub("-", plain).strip("-")


@lru_cache(maxsize=4096)  # every list names the units of a few books, and each entry's is asked for several times
def split_ref(ref: str) -> tuple[FactionId, UnitId]:
    """Take `faction/unit` apart; a reference without a slash has an empty faction."""
    faction, _, unit = ref.rpartition("/")
    return FactionId(faction), UnitId(unit)


def unit_ref(faction: str, unit: str) -> UnitRef:
    """Put a unit's full name together as lists write it."""
    return UnitRef(f"{faction}/{unit}")
