"""What a fault is: a change to a legal list, and the code that must tell it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from listbuilder.model import ArmyList, Roster, RosterEntry, Upgrade
from listbuilder.rules.edits import change_entry
from proof.generating import Table

T = TypeVar("T")


@dataclass(frozen=True)
class Field:
    """A legal list in which a fault is to be sown."""

    table: Table
    roster: Roster
    dice: random.Random

    @property
    def army(self) -> ArmyList:
        """The list as chosen."""
        return self.roster.army

    def any(self, things: Iterable[T]) -> T | None:
        """Choose one of several things; None where there is none."""
        found = list(things)
        return self.dice.choice(found) if found else None

    def entry(self, fits: Callable[[RosterEntry], bool] = lambda _: True) -> RosterEntry | None:
        """Choose an entry that fits."""
        return self.any(worked for worked in self.roster.entries if fits(worked))

    def change(self, worked: RosterEntry, **changes: object) -> ArmyList:
        """Give the list with one entry changed."""
        return change_entry(self.army, worked.id, lambda entry: replace(entry, **changes))  # type: ignore[arg-type]

    def picked(self, worked: RosterEntry, *picks: Upgrade) -> ArmyList:
        """Give the list with more picks for one entry."""
        return self.change(worked, upgrades=(*worked.entry.upgrades, *picks))


Sower = Callable[[Field], ArmyList | None]
FAULTS: dict[str, tuple[str, Sower]] = {}
"""By name: the code that must be found, and who sows it."""


def fault(code: str) -> Callable[[Sower], Sower]:
    """Register a kind of fault under the name of its function."""

    def register(sower: Sower) -> Sower:
        FAULTS[sower.__name__.replace("_", "-")] = (code, sower)
        return sower

    return register


def is_plain(worked: RosterEntry) -> bool:
    """Tell whether an entry is neither a hero nor in another unit."""
    return not worked.is_hero and worked.entry.joins is None
