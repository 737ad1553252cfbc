"""Upgrades: whether each section's picks stay within the numbers of its heading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import Loadout, Option, OptionId, RosterEntry, Section, Taken, Unit
from listbuilder.rules.labels import Heading, option_name
from listbuilder.rules.section_capacity import Capacity, section_capacity
from listbuilder.validation.command import commands
from listbuilder.validation.inspection import Inspection
from listbuilder.validation.phrases import titled
from listbuilder.validation.registry import check_entry


@dataclass(frozen=True, slots=True)
class _Filled:
    """A section of one copy of a unit, with what was taken from it."""

    worked: RosterEntry
    half: int
    section: Section
    taken: list[Taken]

    @property
    def capacity(self) -> Capacity:
        return section_capacity(self.section, self.worked.unit)

    def about(self) -> dict[str, Any]:
        unit = titled(self.worked, self.half)
        return {"unit": unit, "half": self.half + 1, "section": Heading(self.section)}


def _name(taken: Taken) -> object:
    return option_name(taken.option)


def _is_crowded(worked: RosterEntry) -> bool:
    """Tell whether a section may hold too much: any holds one."""
    return worked.halves[0].crowded or worked.halves[-1].crowded


@check_entry("UPG002", "UPG003", "UPG005", only=_is_crowded)
def too_many_picks(inspection: Inspection, worked: RosterEntry) -> Iterator[Diagnostic]:
    """A section gives as many picks as its heading says, and each option as often as it allows."""
    for half, loadout in enumerate(worked.halves):
        for section, taken in _by_section(loadout).items():
            if not _fits(taken, section, worked.unit):
                filled = _Filled(worked, half, section, taken)
                within, beyond = _sorted_out(filled)
                yield from _repeated(inspection, filled, beyond)
                yield from _too_many(inspection, filled, within)


def _by_section(loadout: Loadout) -> dict[Section, list[Taken]]:
    sections: dict[Section, list[Taken]] = {}
    for taken in loadout.taken:
        if taken.section in sections:
            sections[taken.section].append(taken)
        else:
            sections[taken.section] = [taken]
    return sections


def _fits(all_taken: list[Taken], section: Section, unit: Unit) -> bool:
    """Tell whether picks are within a section's numbers; nearly all are, and are looked at no further."""
    if len(all_taken) == 1 == all_taken[0].count:
        return True
    capacity = section_capacity(section, unit)
    counts: dict[Option, int] = {}
    for taken in all_taken:
        counts[taken.option] = counts.get(taken.option, 0) + taken.count
    in_all = capacity.total is None or sum(counts.values()) <= capacity.total
    return in_all and (capacity.each is None or max(counts.values()) <= capacity.each)


def _sorted_out(filled: _Filled) -> tuple[list[Taken], list[Taken]]:
    """Tell single picks within the number of each option from those beyond it, in the order taken."""
    each = filled.capacity.each
    within: list[Taken] = []
    beyond: list[Taken] = []
    counts: Counter[OptionId] = Counter()
    for taken in filled.taken:
        for _ in range(taken.count):
            counts[taken.option.id] += 1
            (within if each is None or counts[taken.option.id] <= each else beyond).append(taken)
    return within, beyond


def _repeated(inspection: Inspection, filled: _Filled, beyond: list[Taken]) -> Iterator[Diagnostic]:
    """Report options taken too often; a command group is counted for the whole unit, by its own check."""
    most = filled.capacity.each or 0
    counted = Counter(taken.option for taken in beyond if not commands(inspection.system, taken))
    for option, over in counted.items():
        name = option_name(option)
        yield inspection.found(
            "UPG005", filled.worked.id, **filled.about(), option=name, n=most + over, most=most, over=over
        )


def _too_many(inspection: Inspection, filled: _Filled, within: list[Taken]) -> Iterator[Diagnostic]:
    """Report more picks than the section holds; what was picked first is kept."""
    most = filled.capacity.total
    if most is not None and len(within) > most:
        yield inspection.found(
            "UPG003" if filled.capacity.one_of else "UPG002",
            filled.worked.id,
            **filled.about(),
            options=tuple(_name(taken) for taken in within),
            n=len(within),
            most=most,
            over=len(within) - most,
        )
