"""Picks that could not be applied: one class for each reason. Checks turn them into findings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from listbuilder.model.army_list import Pick
from listbuilder.model.upgrade import Option, Section, Target


@dataclass(frozen=True, slots=True)
class UnknownPick:
    """No section of the unit offers the option."""

    pick: Pick


@dataclass(frozen=True, slots=True)
class AmbiguousPick:
    """Several sections have an option of that name."""

    pick: Pick


@dataclass(frozen=True, slots=True)
class BadCount:
    """No option can be taken that often."""

    pick: Pick
    section: Section
    option: Option


@dataclass(frozen=True, slots=True)
class MissingTarget:
    """What the pick swaps or improves is not there, or no longer."""

    pick: Pick
    section: Section
    option: Option
    target: Target
    """What is missing."""
    short: int
    """How many of the picks found none."""
    place: int
    """Where the pick stands among the unit's picks; an equal one may stand elsewhere."""
    behind: int
    """How many picks were taken before it."""


Trouble: TypeAlias = UnknownPick | AmbiguousPick | BadCount | MissingTarget
