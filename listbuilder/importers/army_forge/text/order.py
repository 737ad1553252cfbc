"""The order in which a unit's sections are best gone through when picks are looked for."""

from __future__ import annotations

from functools import lru_cache

from listbuilder.model import Section, Unit


@lru_cache(maxsize=4096)
def sections_in_order(unit: Unit) -> tuple[Section, ...]:
    """Give sections so that what supplies a target comes before what swaps it, and single swaps before swaps of all."""
    supplied = {id(section): _supplies(section) for section in unit.sections}
    waiting = sorted(unit.sections, key=lambda section: section.affects_all and bool(section.targets))
    ordered: list[Section] = []
    while waiting:
        free = next((section for section in waiting if not _waits(section, waiting, supplied)), waiting[0])
        waiting.remove(free)
        ordered.append(free)
    return tuple(ordered)


def _waits(section: Section, waiting: list[Section], supplied: dict[int, frozenset[str]]) -> bool:
    wanted = {target.key for target in section.targets}
    return any(wanted & supplied[id(other)] for other in waiting if other is not section)


def _supplies(section: Section) -> frozenset[str]:
    return frozenset(gear.key for option in section.options for stack in option.gains for gear in stack.thing.gear)
