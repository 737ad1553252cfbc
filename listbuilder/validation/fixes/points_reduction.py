"""Getting rid of points: the sets of picks, halves and units that save enough and lose the least.

Which totals can be reached, touching so many entries, is kept as the bits of a number; that is exact and quick. A set
is then read off from the bits, beginning with the entry that a player would give first.

What an entry can do without: picks that no other pick needs, its second half, itself.

Points: what could go so that the list is within its limit, and a limit where there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from listbuilder.diagnostics import Fix
from listbuilder.model import Loadout, Roster, RosterEntry, Taken
from listbuilder.rules.edits import Edit, PutBack, Remove, Split, details
from listbuilder.rules.labels import gained_keys, option_name
from listbuilder.rules.loadout import build_loadout
from listbuilder.rules.upgrade_actions import touched_halves
from listbuilder.validation.fixes.ranking import care
from listbuilder.validation.fixes.registry import Case, remedy, repair
from listbuilder.validation.message_arguments import Word, listed, priced, titled


@dataclass(frozen=True, slots=True)
class Saving:
    """What giving up a pick saves, with those that need it, and how often it can be given up."""

    edits: tuple[PutBack, ...]
    points: int
    times: int = 1

    @property
    def parts(self) -> set[tuple[str, int]]:
        """The options that are given up, with the half."""
        return {(edit.option, half) for edit in self.edits for half in edit.halves}


def named(edits: Iterable[PutBack]) -> tuple[object, ...]:
    """Name what is given up, with how often it is where that is more than once."""
    counts = Counter(edit.subject for edit in edits)
    return tuple(name if n == 1 else Word("part.times", {"n": n, "option": name}) for name, n in counts.items())


def savings(worked: RosterEntry) -> Iterator[Saving]:
    """Give every pick of an entry with the points that it would save; picks that need it go with it."""
    together = []
    for half, loadout in enumerate(worked.halves):
        for taken in loadout.taken:
            halves = _halves(worked, taken, half)
            if half == halves[0]:
                needing = _needing([taken], loadout.taken)
                if len(needing) == 1 or _can_go(worked, loadout, taken):
                    yield _single(worked, taken, halves)
                else:
                    together.append(_together(worked, needing, half))
    yield from together


def _can_go(worked: RosterEntry, loadout: Loadout, gone: Taken) -> bool:
    """Tell whether other picks find their targets without this one, which brings some of the kind."""
    left = [taken.pick for taken in reversed(loadout.taken)]
    left.remove(gone.pick)  # of several the one that was picked last, as it is put back
    return not build_loadout(worked.unit, reversed(left)).troubles


def _halves(worked: RosterEntry, taken: Taken, half: int) -> tuple[int, ...]:
    """Tell in which halves a pick is given up at once: in both where it is for all models and both have it."""
    halves = touched_halves(worked, taken.section, half)
    return halves if all(_matching(worked, taken, index) for index in halves) else (half,)


def _matching(worked: RosterEntry, taken: Taken, half: int) -> list[Taken]:
    return [other for other in worked.halves[half].taken if other.pick.option == taken.pick.option]


def _single(worked: RosterEntry, taken: Taken, halves: tuple[int, ...]) -> Saving:
    same = [other for half in halves for other in _matching(worked, taken, half)[-1:]]
    edit = PutBack(worked.id, taken.pick.option, halves, subject=option_name(taken.option))
    return Saving((edit,), sum(other.cost // other.count for other in same), min(other.count for other in same))


def _together(worked: RosterEntry, needing: list[Taken], half: int) -> Saving:
    edits: list[PutBack] = []
    points = 0
    for taken in reversed(needing):
        halves = _halves(worked, taken, half)
        points += sum(other.cost for index in halves for other in _matching(worked, taken, index))
        edit = PutBack(worked.id, taken.pick.option, halves, every=True, subject=option_name(taken.option))
        edits += [edit] if edit not in edits else []
    return Saving(tuple(edits), points)


def _needing(picks: list[Taken], all_taken: tuple[Taken, ...]) -> list[Taken]:
    """Add the picks whose section asks for what these bring, and those that need them in turn."""
    given = {key for taken in picks for key in gained_keys(taken.option)}
    more = [
        other
        for other in all_taken
        if other not in picks and any(target.key in given for target in other.section.targets)
    ]
    return _needing([*picks, *more], all_taken) if more else picks


def without(worked: RosterEntry) -> Fix:
    """Propose to take an entry out."""
    return repair("remove", Remove(worked.id, subject=worked.title), unit=priced(worked))


def without_all(several: tuple[RosterEntry, ...]) -> Fix:
    """Propose to take several entries out."""
    if len(several) == 1:
        return without(several[0])
    edits = [Remove(worked.id, subject=worked.title) for worked in several]
    return repair("remove-all", *edits, units=listed(several))


def halved(worked: RosterEntry) -> Iterator[Fix]:
    """Propose to do without the second half of a combined entry."""
    if len(worked.halves) > 1:
        edit = Split(worked.id, drop=True, subject=worked.title)
        half = Word("part.half", {"unit": titled(worked)})
        yield repair("give-up", edit, what=half, saved=worked.halves[1].cost)


def apart(worked: RosterEntry) -> Iterator[Fix]:
    """Propose to make a combined entry two."""
    if len(worked.halves) > 1:
        yield repair("split", Split(worked.id, subject=worked.title), unit=titled(worked))


def last_resorts(worked: RosterEntry) -> Iterator[Fix]:
    """Propose what ends all trouble with an entry: two of it, half of it, none of it."""
    yield from apart(worked)
    yield from halved(worked)
    yield without(worked)


def lighter(worked: RosterEntry) -> Iterator[Fix]:
    """Propose to give up each pick of an entry, one at a time."""
    for saving in savings(worked):
        halves = {edit.halves for edit in saving.edits}
        half = saving.edits[0].halves[0] if halves in ({(0,)}, {(1,)}) else None
        yield repair("put-back", *saving.edits, option=named(saving.edits), unit=titled(worked, half))


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
            yield _together_shedding(parts)
    singles = [bundle for group in offered for bundle in group if bundle.points >= need]
    for bundle in sorted(singles, key=lambda bundle: bundle.points)[:_MOST_TOTALS]:
        yield _together_shedding([bundle])
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


def _together_shedding(parts: Sequence[Bundle]) -> Fix:
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


def agree_on(case: Case, points: int) -> Fix:
    """Propose a size of the game."""
    return repair("set-points", details(subject=case.army.name, points=points), points=points)


@remedy("PTS001")
def spend_less(case: Case) -> Iterator[Fix]:
    """Give up what makes the list too large."""
    yield from shed(case.roster, case.roster.entries, case.number("over"))


def usual_games(case: Case) -> list[Fix]:
    """Propose the usual sizes of game that the list has room in, the smallest first."""
    sizes = sorted(case.inspection.system.suggested_points)
    return [agree_on(case, points) for points in sizes if points >= case.roster.cost]


@remedy("PTS002")
def agree_on_a_size(case: Case) -> Iterator[Fix]:
    """Agree on the next usual size of game, which is what is played; else on as many points as were spent."""
    yield from usual_games(case)[:1]
    yield agree_on(case, case.roster.cost)
