"""Getting rid of points: the sets of picks, halves and units that save enough and lose the least.

Which totals can be reached, touching so many entries, is kept as the bits of a number; that is exact and quick. A set
is then read off from the bits, beginning with the entry that a player would give first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from listbuilder.diagnostics import Fix
from listbuilder.model import Roster, RosterEntry
from listbuilder.rules.edits import Edit, Remove, Split
from listbuilder.validation.phrases import Word, priced, titled
from listbuilder.validation.remedies.ranking import care
from listbuilder.validation.remedies.registry import repair
from listbuilder.validation.remedies.savings import Saving, named, savings, without_all

_MOST_TOTALS = 12
_MOST_ENTRIES = 12
_MOST_BUNDLES = 80
_MOST_POINTS = 20_000
"""Beyond any game; a list that lies about its size is not worth an exact sum."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """What can go from one entry at once, and what that saves."""

    worked: RosterEntry
    points: int
    picks: tuple[Saving, ...] = ()
    half: bool = False

    @property
    def whole(self) -> bool:
        """Whether the entry itself goes."""
        return not self.picks and not self.half

    def edits(self) -> Iterator[Edit]:
        """Give the edits that let it go."""
        if self.whole:
            yield Remove(self.worked.id, subject=self.worked.title)
        elif self.half:
            yield Split(self.worked.id, drop=True, subject=self.worked.title)
        else:
            yield from (edit for saving in self.picks for edit in saving.edits)

    def words(self) -> object:
        """Name what goes."""
        if self.whole:
            return priced(self.worked)
        if self.half:
            return Word("part.half", {"unit": titled(self.worked)})
        names = named(edit for saving in self.picks for edit in saving.edits)
        return Word("part.picks", {"option": names, "unit": titled(self.worked)})


def bundles(worked: RosterEntry) -> list[Bundle]:
    """Give what can go from an entry, by the points it saves: picks, then its half, then itself.

    Of the picks that save the same, the fewest go, and of as many those that were taken last.
    """
    sums: dict[int, tuple[Saving, ...]] = {0: ()}
    for saving in savings(worked):
        if saving.points > 0:
            for _ in range(min(saving.times, _MOST_BUNDLES)):
                for points, picks in list(sums.items()):
                    if _goes_with(saving, picks):
                        _note(sums, points + saving.points, (*picks, saving))
    found = [Bundle(worked, points, picks) for points, picks in sums.items() if picks]
    if len(worked.halves) > 1:
        found.append(Bundle(worked, worked.halves[1].cost, half=True))
    if worked.cost > 0:
        found.append(Bundle(worked, worked.cost))
    return [bundle for bundle in found if bundle.points > 0]


def _note(sums: dict[int, tuple[Saving, ...]], points: int, picks: tuple[Saving, ...]) -> None:
    """Keep a way to save so many points, unless a smaller one is known or there are ways enough."""
    known = sums.get(points)
    if _size(picks) <= _size(known) if known is not None else len(sums) < _MOST_BUNDLES:
        sums[points] = picks


def _size(picks: tuple[Saving, ...]) -> int:
    """Count what goes: a pick that others need takes them along."""
    return sum([len(saving.edits) for saving in picks])


def _goes_with(saving: Saving, picks: tuple[Saving, ...]) -> bool:
    """Tell whether something can still be given up beside what is given up already."""
    gone = {part for other in picks if other != saving for part in other.parts}
    return picks.count(saving) < saving.times and gone.isdisjoint(saving.parts)


def shed(roster: Roster, entries: Sequence[RosterEntry], need: int) -> Iterator[Fix]:
    """Propose what could go from some entries so that they cost less by so many points, the least loss first."""
    places = {worked.id: place for place, worked in enumerate(roster.entries)}
    order = sorted(entries, key=lambda worked: (-care(roster, worked), places[worked.id]))
    offered = [bundles(worked) for worked in order]
    if need <= _MOST_POINTS:
        for parts in islice(_sets(offered, need), _MOST_TOTALS):
            yield _together(parts)
    singles = [bundle for group in offered for bundle in group if bundle.points >= need]
    for bundle in sorted(singles, key=lambda bundle: bundle.points)[:_MOST_TOTALS]:
        yield _together([bundle])
    yield without_all(_largest(order[::-1], need))


def _sets(offered: list[list[Bundle]], need: int) -> Iterator[list[Bundle]]:
    """Give one set for each total that is enough, the smallest total first, with the fewest entries."""
    most = max((bundle.points for group in offered for bundle in group if bundle.points <= _MOST_POINTS), default=0)
    mask = (1 << (need + most + 1)) - 1
    reached = [[1] + [0] * min(len(offered), _MOST_ENTRIES)]
    for group in offered:
        before = reached[-1]
        sums = {bundle.points for bundle in group if bundle.points <= most}
        after = list(before)
        for used in range(1, len(before)):
            for points in sums:
                after[used] |= before[used - 1] << points & mask
        reached.append(after)
    last = reached[-1]
    for total in range(need, mask.bit_length()):
        fewest = next((used for used in range(1, len(last)) if last[used] >> total & 1), None)
        if fewest is not None:
            yield _read_off(offered, reached, fewest, total)


def _read_off(offered: list[list[Bundle]], reached: list[list[int]], used: int, total: int) -> list[Bundle]:
    """Find a set that makes a total, from the entry that goes first to the one that goes last."""
    parts: list[Bundle] = []
    for place in reversed(range(len(offered))):
        before = reached[place]
        for bundle in offered[place]:
            rest = total - bundle.points
            if used > 0 and rest >= 0 and before[used - 1] >> rest & 1:
                parts.append(bundle)
                used, total = used - 1, rest
                break
    return parts


def _together(parts: Sequence[Bundle]) -> Fix:
    edits = [edit for bundle in parts for edit in bundle.edits()]
    if all(bundle.whole for bundle in parts):
        return without_all(tuple(bundle.worked for bundle in parts))
    saved = sum(bundle.points for bundle in parts)
    return repair("give-up", *edits, what=tuple(bundle.words() for bundle in parts), saved=saved)


def _largest(entries: Sequence[RosterEntry], need: int) -> tuple[RosterEntry, ...]:
    """Choose the fewest entries that are enough; of those that cost the same, the ones that come first."""
    gone: list[RosterEntry] = []
    for worked in sorted(entries, key=lambda worked: -worked.cost):
        if sum(other.cost for other in gone) < need:
            gone.append(worked)
    return tuple(gone)
