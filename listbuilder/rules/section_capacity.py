"""How many picks a section holds, for one copy of a unit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from listbuilder.model import Amount, Extent, Section, Unit, Variant


@dataclass(frozen=True, slots=True)
class Capacity:
    """The most picks in all and of each option; None means as long as there are targets."""

    total: int | None
    each: int | None

    @property
    def one_of(self) -> bool:
        """Whether the options exclude each other: one may be taken."""
        return self.total == 1


@lru_cache(maxsize=16384)  # every section of a hundred books for each of its units
def section_capacity(section: Section, unit: Unit) -> Capacity:
    """Tell how many picks a section holds, from its four fields."""
    if section.model:
        return Capacity(unit.size, None)
    if section.variant is Variant.REPLACE:
        return _replace_capacity(section)
    affects, select = section.affects, section.select
    if affects is not None and (affects.reach is Extent.UP_TO or _one_for_each(section)):
        return Capacity(affects.number, 1)
    if affects is not None and affects.reach is Extent.ANY:
        most = None if section.targets else unit.size
        several = select is not None and select.reach is Extent.ANY
        return Capacity(None if several else most, most)
    if select is None or select.reach in (Extent.ANY, Extent.ALL):
        return Capacity(None, 1)
    return Capacity(select.number, None if select.number > 1 else 1)


def _one_for_each(section: Section) -> bool:
    """Tell whether each of so many models takes one: "Upgrade two models with one"."""
    by_model = not section.targets and section.affects is not None and section.affects.reach is Extent.EXACTLY
    return by_model and section.select == Amount(Extent.EXACTLY, 1)


def _replace_capacity(section: Section) -> Capacity:
    affects = section.affects
    if affects is not None and affects.reach is Extent.ANY:
        return Capacity(None, None)
    if affects is not None and affects.reach is Extent.UP_TO:
        return Capacity(affects.number, None)
    return Capacity(1, 1)
