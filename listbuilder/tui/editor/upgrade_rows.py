"""The rows of upgrades: which section and option each stands for, and what a key does to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from listbuilder.model import Loadout, Option, Roster, RosterEntry, Section
from listbuilder.rules import upgrade_actions
from listbuilder.rules.section_capacity import section_capacity
from listbuilder.rules.upgrade_actions import Deed, OptionAt, Refused, picks_in, picks_of, touched_halves


@dataclass(frozen=True, slots=True)
class OptionPlace:
    """A row of upgrades: its section and option, in one half or in each of two; no option stands for none of them."""

    section: Section
    option: Option | None
    halves: tuple[int, ...] = (0,)

    @property
    def key(self) -> str:
        """The key of its row."""
        return f"pick:{self.section.id}:{self.option.id if self.option is not None else ''}"

    def taken(self, worked: RosterEntry) -> tuple[int, ...]:
        """Count how often the option is taken, in each half of the row."""
        if self.option is None:
            return tuple(int(not picks_in(worked, self.section, half)) for half in self.halves)
        return tuple(picks_of(worked, self.section, self.option, half) for half in self.halves)

    def choice(self, worked: RosterEntry, half: int) -> OptionAt:
        """Name the row in one half."""
        return OptionAt(worked.id, self.section, self.option, half)


def places(worked: RosterEntry) -> Iterator[OptionPlace]:
    """Give every row of upgrades that is shown now, in order; the halves of a combined unit share their rows."""
    for section, halves in _shown_sections(worked):
        if section_capacity(section, worked.unit).one_of and len(section.options) > 1:
            yield OptionPlace(section, None, halves)
        for option in section.options:
            yield OptionPlace(section, option, halves)


def find_place(worked: RosterEntry, key: str | None) -> OptionPlace | None:
    """Find what a row stands for."""
    return next((place for place in places(worked) if place.key == key), None)


def toggle(roster: Roster, worked: RosterEntry, place: OptionPlace, half: int = 0) -> Deed:
    """Take or put back, in the first or the second half that the row has marks for."""
    return upgrade_actions.toggle(roster, place.choice(worked, place.halves[half]))


def more(roster: Roster, worked: RosterEntry, place: OptionPlace) -> Deed:
    """Take one more, in the first half that has room for it."""
    half = _with_room(roster, worked, place)
    return upgrade_actions.more(roster, place.choice(worked, place.halves[0] if half is None else half))


def fewer(roster: Roster, worked: RosterEntry, place: OptionPlace) -> Deed:
    """Put one back, in the last half that has it."""
    having = [half for half, count in zip(place.halves, place.taken(worked), strict=True) if count]
    return upgrade_actions.fewer(roster, place.choice(worked, having[-1] if having else place.halves[0]))


def _with_room(roster: Roster, worked: RosterEntry, place: OptionPlace) -> int | None:
    capacity = section_capacity(place.section, worked.unit)
    for half in place.halves:
        full = capacity.total is not None and picks_in(worked, place.section, half) >= capacity.total
        if not full and not isinstance(upgrade_actions.more(roster, place.choice(worked, half)), Refused):
            return half
    return None


def _shown_sections(worked: RosterEntry) -> Iterator[tuple[Section, tuple[int, ...]]]:
    """Give the sections that concern the unit as it is: their targets are there, or something is picked."""
    for section in worked.unit.sections:
        halves = (0,) if len(touched_halves(worked, section)) > 1 else tuple(range(len(worked.halves)))
        if any(picks_in(worked, section, half) or _has_targets(worked.halves[half], section) for half in halves):
            yield section, halves


def _has_targets(loadout: Loadout, section: Section) -> bool:
    keys = {carried.weapon.key for carried in loadout.weapons} | {gear.item.key for gear in loadout.items}
    return all(target.key in keys for target in section.targets)
