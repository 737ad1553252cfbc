"""How long a list may be: far more than any table holds, and few enough to be judged in a moment."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.model import ArmyList, Entry, Pick
from listbuilder.rules.loadout import MOST_PICKS as LARGEST_COUNT

MOST_ENTRIES = 500
MOST_PICKS = 2_000
MOST_PICKS_OF_ONE = 200
"""Picks of one entry with both its halves; what may be picked next depends on each of them."""


def too_long(army: ArmyList, name: str) -> Iterator[Diagnostic]:
    """Report a list of more entries or picks than any list has."""
    place = Place(name)
    if len(army.entries) > MOST_ENTRIES:
        yield Diagnostic("DAT023", None, {"n": len(army.entries), "most": MOST_ENTRIES}, place=place)
    picks = [(entry.id, _picks(entry)) for entry in army.entries]
    total = sum(count for _, count in picks)
    if total > MOST_PICKS:
        yield Diagnostic("DAT024", None, {"n": total, "most": MOST_PICKS}, place=place)
    for entry, count in picks:
        if count > MOST_PICKS_OF_ONE:
            yield Diagnostic("DAT024", entry, {"n": count, "most": MOST_PICKS_OF_ONE}, place=place)


def _picks(entry: Entry) -> int:
    halves = (entry, entry.combined) if entry.combined is not None else (entry,)
    return sum(_times(pick) for half in halves for pick in half.upgrades)


def _times(pick: Pick) -> int:
    """Count a pick as often as it is applied; a count that is none is told by its check, and applied not at all."""
    return pick.count if 1 <= pick.count <= LARGEST_COUNT else 1
