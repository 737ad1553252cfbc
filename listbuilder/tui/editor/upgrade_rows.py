"""The rows of upgrades: the section and option of each, and what keys do to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from listbuilder.model import Loadout, Option, Roster, RosterEntry, Section
from listbuilder.rules import upgrade_actions
from listbuilder.rules.loadout import section_capacity
from listbuilder.rules.upgrade_actions import (
    EditOrRefusal,
    Refusal,
    UpgradeSlot,
    affected_halves,
    count_option,
    count_section,
)


@dataclass(frozen=True, slots=True)
class UpgradeRow:
    """A row of upgrades: a section and an option, or none of its options, with a mark for each half."""

    section: Section
    option: Option | None
    halves: tuple[int, ...] = (0,)

    @property
    def key(self) -> str:
        """The key of the row."""
        return f"pick:{self.section.id}:{self.option.id if self.option is not None else ''}"

    def counts(self, entry: RosterEntry) -> tuple[int, ...]:
        """Return how often the option is taken in each half of the row."""
        if self.option is None:
            return tuple(int(not count_section(entry, self.section, half)) for half in self.halves)
        return tuple(count_option(entry, self.section, self.option, half) for half in self.halves)

    def slot(self, entry: RosterEntry, half: int) -> UpgradeSlot:
        """Return the slot of the row in one half."""
        return UpgradeSlot(entry.id, self.section, self.option, half)


def list_upgrade_rows(entry: RosterEntry) -> Iterator[UpgradeRow]:
    """Yield the visible rows of upgrades in order; the halves of a combined unit share their rows."""
    for section, halves in _visible_sections(entry):
        if section_capacity(section, entry.unit).is_exclusive and len(section.options) > 1:
            yield UpgradeRow(section, None, halves)
        for option in section.options:
            yield UpgradeRow(section, option, halves)


def find_upgrade_row(entry: RosterEntry, key: str | None) -> UpgradeRow | None:
    """Return the row with this key, or None."""
    return next((upgrade_row for upgrade_row in list_upgrade_rows(entry) if upgrade_row.key == key), None)


def toggle_upgrade(roster: Roster, entry: RosterEntry, upgrade_row: UpgradeRow, half: int = 0) -> EditOrRefusal:
    """Take or remove the option, in the first or second half that the row has marks for."""
    return upgrade_actions.toggle_option(roster, upgrade_row.slot(entry, upgrade_row.halves[half]))


def add_upgrade(roster: Roster, entry: RosterEntry, upgrade_row: UpgradeRow) -> EditOrRefusal:
    """Take the option once more, in the first half with room for it."""
    half = _half_with_room(roster, entry, upgrade_row)
    return upgrade_actions.add_one(roster, upgrade_row.slot(entry, upgrade_row.halves[0] if half is None else half))


def remove_upgrade(roster: Roster, entry: RosterEntry, upgrade_row: UpgradeRow) -> EditOrRefusal:
    """Remove the option once, in the last half that has it."""
    halves = [half for half, count in zip(upgrade_row.halves, upgrade_row.counts(entry), strict=True) if count]
    return upgrade_actions.remove_one(roster, upgrade_row.slot(entry, halves[-1] if halves else upgrade_row.halves[0]))


def _half_with_room(roster: Roster, entry: RosterEntry, upgrade_row: UpgradeRow) -> int | None:
    capacity = section_capacity(upgrade_row.section, entry.unit)
    for half in upgrade_row.halves:
        is_full = (
            capacity.max_total is not None and count_section(entry, upgrade_row.section, half) >= capacity.max_total
        )
        if not is_full and not isinstance(upgrade_actions.add_one(roster, upgrade_row.slot(entry, half)), Refusal):
            return half
    return None


def _visible_sections(entry: RosterEntry) -> Iterator[tuple[Section, tuple[int, ...]]]:
    """Yield the sections that apply to the unit: it has their targets, or an option is taken."""
    for section in entry.unit.sections:
        halves = (0,) if len(affected_halves(entry, section)) > 1 else tuple(range(len(entry.halves)))
        if any(count_section(entry, section, half) or _has_targets(entry.halves[half], section) for half in halves):
            yield section, halves


def _has_targets(loadout: Loadout, section: Section) -> bool:
    keys = {carried.weapon.key for carried in loadout.weapons} | {gear.item.key for gear in loadout.items}
    return all(target.key in keys for target in section.targets)
