"""How many upgrades a section allows for one copy of a unit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from listbuilder.model import Amount, Quantifier, Section, Unit, Variant


@dataclass(frozen=True, slots=True)
class SectionCapacity:
    """The maximum number of upgrades in all and of each option; None means that only targets limit them."""

    max_total: int | None
    max_each: int | None

    @property
    def is_exclusive(self) -> bool:
        """Whether only one option may be taken."""
        return self.max_total == 1


@lru_cache(maxsize=16384)  # enough for the sections of a hundred books
def section_capacity(section: Section, unit: Unit) -> SectionCapacity:
    """Return how many upgrades a section allows."""
    if section.per_model:
        return SectionCapacity(unit.size, None)
    if section.variant is Variant.REPLACE:
        return _replace_capacity(section)
    affects, select = section.affects, section.select
    if affects is not None and (affects.quantifier is Quantifier.UP_TO or _is_one_per_model(section)):
        return SectionCapacity(affects.number, 1)
    if affects is not None and affects.quantifier is Quantifier.ANY:
        maximum = None if section.targets else unit.size
        any_number = select is not None and select.quantifier is Quantifier.ANY
        return SectionCapacity(None if any_number else maximum, maximum)
    if select is None or select.quantifier in (Quantifier.ANY, Quantifier.ALL):
        return SectionCapacity(None, 1)
    return SectionCapacity(select.number, None if select.number > 1 else 1)


def _is_one_per_model(section: Section) -> bool:
    """Return whether a given number of models take one option each: "Upgrade two models with one"."""
    per_model = not section.targets and section.affects is not None and section.affects.quantifier is Quantifier.EXACTLY
    return per_model and section.select == Amount(Quantifier.EXACTLY, 1)


def _replace_capacity(section: Section) -> SectionCapacity:
    affects = section.affects
    if affects is not None and affects.quantifier is Quantifier.ANY:
        return SectionCapacity(None, None)
    if affects is not None and affects.quantifier is Quantifier.UP_TO:
        return SectionCapacity(affects.number, None)
    return SectionCapacity(1, 1)
