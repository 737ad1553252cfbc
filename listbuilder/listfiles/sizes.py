"""Lists that are longer than any: a finding in place of the list, whatever its format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.model import ArmyList, Entry, EntryId
from listbuilder.model.sizes import LARGEST_COUNT, MOST_ENTRIES, MOST_PICKS, MOST_PICKS_OF_ONE


def too_long(army: ArmyList, name: str) -> Iterator[Diagnostic]:
    """Report a list of more entries or picks than any list has."""
    picks = [_picks(entry) if entry.upgrades or entry.combined is not None else 0 for entry in army.entries]
    if len(picks) <= MOST_ENTRIES and sum(picks) <= MOST_PICKS_OF_ONE:
        return  # as of every army
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


def _picks(entry: Entry) -> int:
    picks = entry.upgrades if entry.combined is None else (*entry.upgrades, *entry.combined.upgrades)
    # each as often as it is applied; a count that is none is told by its check, and applied not at all
    return sum([pick.count if 1 <= pick.count <= LARGEST_COUNT else 1 for pick in picks])
