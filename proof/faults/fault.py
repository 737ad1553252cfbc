"""Faults: changes to a legal list, registered with the code of the expected finding."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from listbuilder.model import ArmyList, Roster, RosterEntry, Upgrade
from listbuilder.rules.edits import change_entry
from proof.generated_lists import ListSource

T = TypeVar("T")


@dataclass(frozen=True)
class FaultContext:
    """A legal list that gets a fault."""

    source: ListSource
    roster: Roster
    rng: random.Random

    @property
    def army(self) -> ArmyList:
        """The list without the fault."""
        return self.roster.army

    def choose(self, items: Iterable[T]) -> T | None:
        """Return a random item; None if there is none."""
        choices = list(items)
        return self.rng.choice(choices) if choices else None

    def entry(self, fits: Callable[[RosterEntry], bool] = lambda _: True) -> RosterEntry | None:
        """Return a random entry that fits."""
        return self.choose(entry for entry in self.roster.entries if fits(entry))

    def change(self, entry: RosterEntry, **changes: object) -> ArmyList:
        """Return the list with one entry changed."""
        return change_entry(self.army, entry.id, lambda old: replace(old, **changes))  # type: ignore[arg-type]

    def add_upgrades(self, entry: RosterEntry, *upgrades: Upgrade) -> ArmyList:
        """Return the list with more upgrades for one entry."""
        return self.change(entry, upgrades=(*entry.entry.upgrades, *upgrades))


FaultFunction = Callable[[FaultContext], ArmyList | None]
FAULTS: dict[str, tuple[str, FaultFunction]] = {}
"""The code of the expected finding and the function, by name."""


def fault(code: str) -> Callable[[FaultFunction], FaultFunction]:
    """Register a kind of fault under the name of its function."""

    def register(function: FaultFunction) -> FaultFunction:
        FAULTS[function.__name__.replace("_", "-")] = (code, function)
        return function

    return register


def is_plain(entry: RosterEntry) -> bool:
    """Return whether an entry is neither a hero nor attached."""
    return not entry.is_hero and entry.entry.joins is None
