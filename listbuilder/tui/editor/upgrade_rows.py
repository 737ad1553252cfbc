"""The rows of upgrades: the section and option of each, and what keys do to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from listbuilder.model import Loadout, Option, Roster, RosterEntry, Section
from listbuilder.rules import upgrade_actions
from listbuilder.rules.section_capacity import section_capacity
from listbuilder.rules.upgrade_actions import Deed, OptionAt, Refused, picks_in, picks_of, touched_halves


@dataclass(frozen=True, slots=True)
class OptionPlace:
    """A row of upgrades: a section and an option, or none of its options, with a mark for each half."""

    section: Section
    option: Option | None
    halves: tuple[int, ...] = (0,)

    @property
    def key(self) -> str:
        """The key of the row."""
        return f"pick:{self.section.id}:{self.option.id if self.option is not None else ''}"

    def taken(self, entry: RosterEntry) -> tuple[int, ...]:
        """Return how often the option is taken in each half of the row."""
        if self.option is None:
            return tuple(int(not picks_in(entry, self.section, half)) for half in self.halves)
        return tuple(picks_of(entry, self.section, self.option, half) for half in self.halves)

    def choice(self, entry: RosterEntry, half: int) -> OptionAt:
        """Return the slot of the row in one half."""
        return OptionAt(entry.id, self.section, self.option, half)


def places(entry: RosterEntry) -> Iterator[OptionPlace]:
    """Yield the visible rows of upgrades in order; the halves of a combined unit share their rows."""
    for section, halves in _visible_sections(entry):
        if section_capacity(section, entry.unit).one_of and len(section.options) > 1:
            yield OptionPlace(section, None, halves)
        for option in section.options:
            yield OptionPlace(section, option, halves)


def find_place(entry: RosterEntry, key: str | None) -> OptionPlace | None:
    """Return the row with this key, or None."""
    return next((upgrade_row for upgrade_row in places(entry) if upgrade_row.key == key), None)


def toggle(roster: Roster, entry: RosterEntry, upgrade_row: OptionPlace, half: int = 0) -> Deed:
    """Take or remove the option, in the first or second half that the row has marks for."""
    return upgrade_actions.toggle(roster, upgrade_row.choice(entry, upgrade_row.halves[half]))


def more(roster: Roster, entry: RosterEntry, upgrade_row: OptionPlace) -> Deed:
    """Take the option once more, in the first half with room for it."""
    half = _half_with_room(roster, entry, upgrade_row)
    return upgrade_actions.more(roster, upgrade_row.choice(entry, upgrade_row.halves[0] if half is None else half))


def fewer(roster: Roster, entry: RosterEntry, upgrade_row: OptionPlace) -> Deed:
    """Remove the option once, in the last half that has it."""
    halves = [half for half, count in zip(upgrade_row.halves, upgrade_row.taken(entry), strict=True) if count]
    return upgrade_actions.fewer(roster, upgrade_row.choice(entry, halves[-1] if halves else upgrade_row.halves[0]))


def _half_with_room(roster: Roster, entry: RosterEntry, upgrade_row: OptionPlace) -> int | None:
    capacity = section_capacity(upgrade_row.section, entry.unit)
    for half in upgrade_row.halves:
        is_full = capacity.total is not None and picks_in(entry, upgrade_row.section, half) >= capacity.total
        if not is_full and not isinstance(upgrade_actions.more(roster, upgrade_row.choice(entry, half)), Refused):
            return half
    return None


def _visible_sections(entry: RosterEntry) -> Iterator[tuple[Section, tuple[int, ...]]]:
    """Yield the sections that apply to the unit: it has their targets, or an option is taken."""
    for section in entry.unit.sections:
        halves = (0,) if len(touched_halves(entry, section)) > 1 else tuple(range(len(entry.halves)))
        if any(picks_in(entry, section, half) or _has_targets(entry.halves[half], section) for half in halves):
            yield section, halves


def _has_targets(loadout: Loadout, section: Section) -> bool:
    keys = {carried.weapon.key for carried in loadout.weapons} | {gear.item.key for gear in loadout.items}
    return all(target.key in keys for target in section.targets)
