"""Picks that can be given up without pulling others down with them."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model import Item, Option, RosterEntry, Taken, Weapon
from listbuilder.rules.edits import PutBack
from listbuilder.rules.picking import option_name, touched_halves
from listbuilder.values import dataclass


@dataclass(frozen=True, slots=True)
class Saving:
    """What giving up one pick saves."""

    worked: RosterEntry
    edit: PutBack
    points: int


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
                continue
            points = sum(other.cost // other.count for other in matching)
            edit = PutBack(worked.id, written, halves=halves, subject=option_name(taken.option))
            yield Saving(worked, edit, points)


def supplies_others(taken: Taken, others: tuple[Taken, ...]) -> bool:
    """Tell whether a pick gives something that another pick's section asks for, or that its own swap gives back."""
    given = gained_keys(taken.option)
    return any(target.key in given for other in others if other is not taken for target in other.section.targets)


def gained_keys(option: Option) -> set[str]:
    """Give the names under which sections can ask for what an option brings."""
    return {key for stack in option.gains for key in _keys(stack.thing)}


def _keys(thing: object) -> Iterator[str]:
    if isinstance(thing, Weapon):
        yield thing.key
    elif isinstance(thing, Item):
        yield thing.key
        for armed in thing.weapons:
            yield armed.thing.key
