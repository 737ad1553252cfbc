"""What an entry can do without: picks that no other pick needs, its second half, itself."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.diagnostics import Fix
from listbuilder.model import RosterEntry, Taken
from listbuilder.rules.edits import PutBack, Remove, Split
from listbuilder.rules.picking import gained_keys, option_name, touched_halves
from listbuilder.validation.phrases import Word, priced, titled
from listbuilder.validation.remedies.registry import repair
from listbuilder.values import dataclass


@dataclass(frozen=True, slots=True)
class Saving:
    """What giving up one pick saves, and how often it can be given up."""

    worked: RosterEntry
    edit: PutBack
    points: int
    times: int = 1


def savings(worked: RosterEntry) -> Iterator[Saving]:
    """Give every pick of an entry that no other pick needs, with the points it would save."""
    for half, loadout in enumerate(worked.halves):
        for taken in loadout.taken:
            halves = touched_halves(worked, taken.section, half)
            if half != halves[0] or supplies_others(taken, loadout.taken):
                continue
            written = taken.pick.option
            matching = [
                other for index in halves for other in worked.halves[index].taken if other.pick.option == written
            ]
            if len(matching) != len(halves):
                halves, matching = (half,), [taken]
            points = sum(other.cost // other.count for other in matching)
            edit = PutBack(worked.id, written, halves=halves, subject=option_name(taken.option))
            yield Saving(worked, edit, points, min(other.count for other in matching))


def supplies_others(taken: Taken, others: tuple[Taken, ...]) -> bool:
    """Tell whether a pick gives something that another pick's section asks for, or that its own swap gives back."""
    given = gained_keys(taken.option)
    return any(target.key in given for other in others if other is not taken for target in other.section.targets)


def without(worked: RosterEntry) -> Fix:
    """Propose to take an entry out."""
    return repair("remove", Remove(worked.id, subject=worked.title), unit=priced(worked))


def without_all(several: tuple[RosterEntry, ...]) -> Fix:
    """Propose to take several entries out."""
    if len(several) == 1:
        return without(several[0])
    edits = [Remove(worked.id, subject=worked.title) for worked in several]
    return repair("remove-all", *edits, units=tuple(priced(worked) for worked in several))


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


def lighter(worked: RosterEntry) -> Iterator[Fix]:
    """Propose to give up each pick of an entry, one at a time."""
    for saving in savings(worked):
        half = saving.edit.halves[0] if len(saving.edit.halves) == 1 else None
        about = {"option": saving.edit.subject, "unit": titled(worked, half)}
        yield repair("put-back", saving.edit, **about)
