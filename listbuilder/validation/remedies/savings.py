"""What an entry can do without: picks that no other pick needs, its second half, itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from listbuilder.diagnostics import Fix
from listbuilder.model import Loadout, RosterEntry, Taken
from listbuilder.rules.edits import PutBack, Remove, Split
from listbuilder.rules.labels import gained_keys, option_name
from listbuilder.rules.loadout import build_loadout
from listbuilder.rules.upgrade_actions import touched_halves
from listbuilder.validation.phrases import Word, listed, priced, titled
from listbuilder.validation.remedies.registry import repair


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
