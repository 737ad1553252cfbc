"""Edits to the picks of an entry, in one half or in both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from listbuilder.errors import EditError
from listbuilder.model import ArmyList, Entry, EntryId, Pick
from listbuilder.rules.edits.base import BaseEdit, change_entry


@dataclass(frozen=True, slots=True)
class Take(BaseEdit):
    """Take an option, in one half or in several; options named in `instead_of` are taken off first."""

    label: ClassVar[str] = "edit.take"
    entry: EntryId
    option: str
    halves: tuple[int, ...] = (0,)
    instead_of: tuple[str, ...] = ()

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the pick."""

        def picked(picks: tuple[Pick, ...]) -> tuple[Pick, ...]:
            return add_pick(tuple(pick for pick in picks if pick.option not in self.instead_of), self.option)

        return _change_halves(army, self.entry, self.halves, picked)


@dataclass(frozen=True, slots=True)
class PutBack(BaseEdit):
    """Take one pick of an option off again, in one half or in several; `every` takes off all of them."""

    label: ClassVar[str] = "edit.put-back"
    entry: EntryId
    option: str
    halves: tuple[int, ...] = (0,)
    every: bool = False

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list without the pick."""
        return _change_halves(
            army, self.entry, self.halves, lambda picks: drop_pick(picks, self.option, every=self.every)
        )


@dataclass(frozen=True, slots=True)
class SetPicks(BaseEdit):
    """Exchange all picks of one half."""

    label: ClassVar[str] = "edit.set-picks"
    entry: EntryId
    picks: tuple[Pick, ...]
    half: int = 0

    def __call__(self, army: ArmyList) -> ArmyList:
        """Give the list with the picks."""
        return _change_halves(army, self.entry, (self.half,), lambda _: self.picks)


def add_pick(picks: tuple[Pick, ...], option: str) -> tuple[Pick, ...]:
    """Add one pick; a second of the same kind right behind the first is counted, not written again."""
    if picks and picks[-1].option == option:
        return (*picks[:-1], Pick(option, picks[-1].count + 1))
    return (*picks, Pick(option))


def drop_pick(picks: tuple[Pick, ...], option: str, *, every: bool = False) -> tuple[Pick, ...]:
    """Take off the last pick of an option, or every one."""
    if every:
        return tuple(pick for pick in picks if pick.option != option)
    for place in reversed(range(len(picks))):
        pick = picks[place]
        if pick.option == option:
            left = (Pick(option, pick.count - 1),) if pick.count > 1 else ()
            return picks[:place] + left + picks[place + 1 :]
    raise EditError(option)


def _change_halves(
    army: ArmyList, wanted: EntryId, halves: tuple[int, ...], change: Callable[[tuple[Pick, ...]], tuple[Pick, ...]]
) -> ArmyList:
    def changed(entry: Entry) -> Entry:
        for half in halves:
            if half == 0:
                entry = replace(entry, upgrades=change(entry.upgrades))
            elif half == 1 and entry.combined is not None:
                entry = replace(entry, combined=replace(entry.combined, upgrades=change(entry.combined.upgrades)))
            else:
                raise EditError(wanted)
        return entry

    return change_entry(army, wanted, changed)
