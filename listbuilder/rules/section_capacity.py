"""How many upgrades a section allows for one copy of a unit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from listbuilder.model import Amount, Extent, Section, Unit, Variant


@dataclass(frozen=True, slots=True)
class Capacity:
    """The maximum number of upgrades in all and of each option; None means that only targets limit them."""

    total: int | None
    each: int | None

    @property
    def one_of(self) -> bool:
        """Whether only one option may be taken."""
        return self.total == 1


@lru_cache(maxsize=16384)  # enough for the sections of a hundred books
def section_capacity(section: Section, unit: Unit) -> Capacity:
    """Return how many upgrades a section allows."""
    if section.model:
        return Capacity(unit.size, None)
    if section.variant is Variant.REPLACE:
        return _replace_capacity(section)
    affects, select = section.affects, section.select
    if affects is not None and (affects.reach is Extent.UP_TO or _is_one_per_model(section)):
        return Capacity(affects.number, 1)
    if affects is not None and affects.reach is Extent.ANY:
        maximum = None if section.targets else unit.size
        any_number = select is not None and select.reach is Extent.ANY
        return Capacity(None if any_number else maximum, maximum)
    if select is None or select.reach in (Extent.ANY, Extent.ALL):
        return Capacity(None, 1)
    return Capacity(select.number, None if select.number > 1 else 1)


def _is_one_per_model(section: Section) -> bool:
    """Return whether a given number of models take one option each: "Upgrade two models with one"."""
    per_model = not section.targets and section.affects is not None and section.affects.reach is Extent.EXACTLY
    return per_model and section.select == Amount(Extent.EXACTLY, 1)


def _replace_capacity(section: Section) -> Capacity:
    affects = section.affects
    if affects is not None and affects.reach is Extent.ANY:
        return Capacity(None, None)
    if affects is not None and affects.reach is Extent.UP_TO:
        return Capacity(affects.number, None)
    return Capacity(1, 1)
