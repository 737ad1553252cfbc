"""Many copies of a unit: combined two by two, and as few taken out as must go even so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from listbuilder.diagnostics import Fix
from listbuilder.model import Roster, RosterEntry
from listbuilder.rules.edits import Remove
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.phrases import listed
from listbuilder.validation.remedies.grouping import may_combine, merge
from listbuilder.validation.remedies.ranking import least_missed
from listbuilder.validation.remedies.registry import repair

_Pair: TypeAlias = tuple[RosterEntry, RosterEntry]


def pair_up(inspection: Inspection, same: Sequence[RosterEntry], over: int) -> Iterator[Fix]:
    """Propose pairs of copies where one pair is not enough; those that are missed least go where pairs are too few."""
    able = [worked for worked in same if may_combine(inspection, worked)]
    too_many = max(0, 2 * over - len(able))
    if over > 1 and too_many < over:
        gone = _least_missed(inspection.roster, able)[:too_many]
        kept = [worked for worked in able if worked not in gone]
        yield _proposal(_two_by_two(kept)[: over - too_many][::-1], gone)


def _proposal(pairs: list[_Pair], gone: list[RosterEntry]) -> Fix:
    together = [merge(*pair) for pair in pairs]
    units = listed(worked for pair in pairs for worked in pair)
    if not gone:
        return repair("pair-up", *together, units=units)
    removed = [Remove(worked.id, subject=worked.title) for worked in gone]
    return repair("pair-up-some", *together, *removed, units=units, gone=listed(gone))


def _least_missed(roster: Roster, entries: Sequence[RosterEntry]) -> list[RosterEntry]:
    return [worked for (worked,) in least_missed(roster, [(worked,) for worked in entries])]


def _two_by_two(entries: Sequence[RosterEntry]) -> list[_Pair]:
    """Make pairs, what was added last first; those with the same picks go together, as far as there are such."""
    pairs: list[_Pair] = []
    alone: dict[object, RosterEntry] = {}
    for worked in reversed(entries):
        other = alone.pop(worked.entry.upgrades, None)
        if other is None:
            alone[worked.entry.upgrades] = worked
        else:
            pairs.append((worked, other))
    unlike = list(alone.values())
    return [*pairs, *zip(unlike[1::2], unlike[::2], strict=False)]
