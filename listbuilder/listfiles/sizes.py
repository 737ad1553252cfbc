"""Lists that are longer than any: a finding in place of the list, whatever its format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from listbuilder.diagnostics import Diagnostic, Place
from listbuilder.model import ArmyList, Entry, EntryId, Half
from listbuilder.model.army_list import LARGEST_COUNT, MOST_ENTRIES, MOST_PICKS, MOST_PICKS_OF_ONE


def too_long(army: ArmyList, name: str) -> Iterator[Diagnostic]:
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
