"""What fixes may cost: one purse for a whole report, so that no list makes its reader wait, however broken it is.

Work is counted, not timed, so that the same list always gets the same fixes. A unit is about fifteen microseconds.
"""

from __future__ import annotations

from listbuilder.model import ArmyList

MOST_WORK = 32_000
_PART = 3
"""A finding takes at most this part of what is left: the worst go first, and something stays for the others."""


class Purse:
    """Work that may still be done."""

    def __init__(self, left: int = MOST_WORK, whole: Purse | None = None) -> None:
        self._left = left
        self._whole = whole

    def share(self) -> Purse:
        """Give a part of it to one finding; what that does not spend stays here."""
        return Purse(self._left // _PART, self)

    def spend(self, work: int) -> bool:
        """Take some work out; tell whether there was anything left."""
        if self._left <= 0 or (self._whole is not None and not self._whole.spend(work)):
            return False
        self._left -= work
        return True


class Budget:
    """The work for a report: so much for the first fix of every finding, and as much again for further ones."""

    def __init__(self) -> None:
        self.first = Purse()
        self.further = Purse()


def work_to_propose(army: ArmyList) -> int:
    """Tell what it costs to find a proposal for a list, or to carry out one edit of it."""
    return 1 + _size(army) // 8


def work_to_judge(army: ArmyList, findings: int) -> int:
    """Tell what it costs to judge a list that has so many findings."""
    return 2 + _size(army) // 16 + 4 * findings


def _size(army: ArmyList) -> int:
    return len(army.entries) + sum(len(entry.upgrades) for entry in army.entries)
