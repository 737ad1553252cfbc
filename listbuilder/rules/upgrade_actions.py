"""Edits for the actions of a player: take and remove upgrades, combine, split, attach and detach.

An action without meaning returns a `Refusal`. An action that breaks a rule is allowed; the report shows the finding.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from listbuilder.i18n import translate
from listbuilder.model import EntryId, MissingUpgradeTarget, Option, Roster, RosterEntry, Section
from listbuilder.rules.edits import (
    AddUpgrade,
    AttachHero,
    CombineEntry,
    CompositeEdit,
    DetachHero,
    Edit,
    RemoveUpgrade,
    SplitEntry,
)
from listbuilder.rules.loadout import section_capacity
from listbuilder.rules.roster_builder import rebuild_roster
from listbuilder.rules.unit_labels import option_name, unresolved_unit


def build_add_edit(entry: RosterEntry, section: Section, option: Option, half: int = 0) -> AddUpgrade:
    """Build the edit that takes an option.

    It changes both halves if the section affects all models, and replaces other options if only one is allowed.
    """
    replaced: set[str] = set()
    if section_capacity(section, entry.unit).is_exclusive:  # a list may refer to an option with or without its section
        replaced = {f"{section.id}/{other.id}" for other in section.options}
        replaced |= {other.id for other in section.options if len(entry.unit.find_options(other.id)) == 1}
    return AddUpgrade(
        entry.id,
        entry.unit.option_reference(section.id, option.id),
        halves=affected_halves(entry, section, half),
        instead_of=tuple(sorted(replaced)),
        subject=option_name(option),
    )


def build_remove_edit(entry: RosterEntry, section: Section, option: Option, half: int = 0) -> RemoveUpgrade:
    """Build the edit that removes an option once, in both halves if the section affects all models."""
    halves = tuple(
        index for index in affected_halves(entry, section, half) if count_option(entry, section, option, index)
    )
    references = (
        upgrade.upgrade.option
        for upgrade in entry.halves[halves[0] if halves else half].upgrades
        if upgrade.option is option and upgrade.section is section
    )
    reference = next(references, entry.unit.option_reference(section.id, option.id))
    return RemoveUpgrade(entry.id, reference, halves=halves or (half,), subject=option_name(option))


def build_combine_edit(entry: RosterEntry) -> CombineEntry:
    """Build the edit that adds a second half with the upgrades that affect all models."""
    shared = tuple(upgrade.upgrade for upgrade in entry.halves[0].upgrades if upgrade.section.affects_all)
    return CombineEntry(entry.id, shared, subject=entry.title)


def affected_halves(entry: RosterEntry, section: Section, half: int = 0) -> tuple[int, ...]:
    """Return the halves that an upgrade of a section affects."""
    return tuple(range(len(entry.halves))) if section.affects_all else (half,)


def count_option(entry: RosterEntry, section: Section, option: Option, half: int = 0) -> int:
    """Return how often a half has an option."""
    return sum(
        upgrade.count
        for upgrade in entry.halves[half].upgrades
        if upgrade.option is option and upgrade.section is section
    )


def count_section(entry: RosterEntry, section: Section, half: int = 0) -> int:
    """Return how many upgrades of a section a half has."""
    return sum(upgrade.count for upgrade in entry.halves[half].upgrades if upgrade.section is section)


class RefusalReason(Enum):
    """Why an action has no meaning; the catalogues have a `refused.…` sentence for each."""

    GONE = "gone"
    """The entry is not in the list, or its unit is unknown."""
    NO_HALF = "no-half"
    NO_TARGET = "no-target"
    """The unit does not have, or no longer has, what the option replaces or improves."""
    NOT_TAKEN = "not-taken"
    FULL = "full"
    """The option is taken and can be taken only once."""
    ITSELF = "itself"
    OTHER_UNIT = "other-unit"
    """Only two copies of the same unit can be combined."""
    COMBINED = "combined"
    """It is already combined."""
    SINGLE = "single"
    """It is not combined."""
    ALONE = "alone"
    """It is not attached to a unit."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason with its subject, as a message argument."""

    reason: RefusalReason
    subject: object = ""

    def to(self, language: str) -> str:
        """Return the reason as a sentence."""
        return translate(language, f"refused.{self.reason.value}", subject=self.subject)


EditOrRefusal: TypeAlias = Edit | Refusal


@dataclass(frozen=True, slots=True)
class UpgradeSlot:
    """An option in a section of an entry; None stands for no option."""

    entry: EntryId
    section: Section
    option: Option | None
    half: int = 0


def toggle_option(roster: Roster, slot: UpgradeSlot) -> EditOrRefusal:
    """Take an option, or remove it if it is taken and no more of it are allowed."""
    entry = _find_entry(roster, slot)
    if isinstance(entry, Refusal):
        return entry
    if slot.option is None:
        return clear_section(roster, slot)
    section, option, half = slot.section, slot.option, slot.half
    count, capacity = count_option(entry, section, option, half), section_capacity(section, entry.unit)
    full = (
        capacity.is_exclusive
        or (capacity.max_each is not None and count >= capacity.max_each)
        or (capacity.max_total is not None and count_section(entry, section, half) >= capacity.max_total)
    )
    if count and (full or _missing_target(roster, slot, build_add_edit(entry, section, option, half)) is not None):
        return build_remove_edit(entry, section, option, half)
    return add_one(roster, slot)


def add_one(roster: Roster, slot: UpgradeSlot) -> EditOrRefusal:
    """Take an option once more."""
    entry = _find_entry(roster, slot)
    if isinstance(entry, Refusal):
        return entry
    if slot.option is None:
        return Refusal(RefusalReason.NOT_TAKEN)
    section, option, half = slot.section, slot.option, slot.half
    capacity = section_capacity(section, entry.unit)
    if count_option(entry, section, option, half) and (capacity.max_each == 1 or capacity.is_exclusive):
        return Refusal(RefusalReason.FULL, option_name(option))
    edit = build_add_edit(entry, section, option, half)
    missing = _missing_target(roster, slot, edit)
    return edit if missing is None else Refusal(RefusalReason.NO_TARGET, missing)


def remove_one(roster: Roster, slot: UpgradeSlot) -> EditOrRefusal:
    """Remove an option once."""
    entry = _find_entry(roster, slot)
    if isinstance(entry, Refusal):
        return entry
    if slot.option is None or not count_option(entry, slot.section, slot.option, slot.half):
        return Refusal(RefusalReason.NOT_TAKEN, option_name(slot.option) if slot.option is not None else "")
    return build_remove_edit(entry, slot.section, slot.option, slot.half)


def clear_section(roster: Roster, slot: UpgradeSlot) -> EditOrRefusal:
    """Remove all upgrades of a section."""
    entry = _find_entry(roster, slot)
    if isinstance(entry, Refusal):
        return entry
    section, half = slot.section, slot.half
    options = [option for option in section.options if count_option(entry, section, option, half)]
    if not options:
        return Refusal(RefusalReason.NOT_TAKEN)
    edits = (
        build_remove_edit(entry, section, option, half)
        for option in options
        for _ in range(count_option(entry, section, option, half))
    )
    return CompositeEdit(tuple(edits), RemoveUpgrade.label, subject=tuple(map(option_name, options)))


def combine_entry(roster: Roster, entry: EntryId, other: EntryId | None = None) -> EditOrRefusal:
    """Combine an entry with a new second half, or with another entry of the same unit."""
    first = roster.find_entry(entry)
    if first is None:
        return Refusal(RefusalReason.GONE, entry)
    if first.entry.combined is not None:
        return Refusal(RefusalReason.COMBINED, _name(first))
    return build_combine_edit(first) if other is None else _combine_entries(roster, first, other)


def _combine_entries(roster: Roster, first: RosterEntry, other: EntryId) -> EditOrRefusal:
    second = roster.find_entry(other)
    if second is None:
        return Refusal(RefusalReason.GONE, other)
    if second.id == first.id:
        return Refusal(RefusalReason.ITSELF, _name(second))
    if second.unit is not first.unit:
        return Refusal(RefusalReason.OTHER_UNIT, _name(second))
    if second.entry.combined is not None:
        return Refusal(RefusalReason.COMBINED, _name(second))
    return CombineEntry(first.id, other=second.id, subject=_name(first))


def split_entry(roster: Roster, entry: EntryId) -> EditOrRefusal:
    """Split a combined unit."""
    combined = roster.find_entry(entry)
    if combined is None:
        return Refusal(RefusalReason.GONE, entry)
    name = _name(combined)
    return SplitEntry(entry, subject=name) if len(combined.halves) > 1 else Refusal(RefusalReason.SINGLE, name)


def attach_hero(roster: Roster, entry: EntryId, host: EntryId) -> EditOrRefusal:
    """Attach a hero to a unit."""
    hero = roster.find_entry(entry)
    if hero is None or roster.find_entry(host) is None:
        return Refusal(RefusalReason.GONE, host if hero is not None else entry)
    return AttachHero(entry, host, subject=_name(hero)) if entry != host else Refusal(RefusalReason.ITSELF, _name(hero))


def detach_hero(roster: Roster, entry: EntryId) -> EditOrRefusal:
    """Detach a hero from its unit."""
    listed = roster.army.find_entry(entry)
    if listed is None:
        return Refusal(RefusalReason.GONE, entry)
    hero = roster.find_entry(entry)
    name = unresolved_unit(listed) if hero is None else _name(hero)
    return DetachHero(entry, subject=name) if listed.joins is not None else Refusal(RefusalReason.ALONE, name)


def _find_entry(roster: Roster, slot: UpgradeSlot) -> RosterEntry | Refusal:
    entry = roster.find_entry(slot.entry)
    if entry is None:
        return Refusal(RefusalReason.GONE, slot.entry)
    return entry if 0 <= slot.half < len(entry.halves) else Refusal(RefusalReason.NO_HALF, _name(entry))


def _missing_target(roster: Roster, slot: UpgradeSlot, edit: AddUpgrade) -> str | None:
    """Return the name of the target that the option would miss, or None."""
    tried = rebuild_roster(roster, edit(roster.army)).find_entry(slot.entry)
    errors = [] if tried is None else [error for half in edit.halves for error in tried.halves[half].errors]
    missing = (error for error in errors if isinstance(error, MissingUpgradeTarget) and error.option is slot.option)
    return next((error.target.name for error in missing), None)


def _name(entry: RosterEntry) -> object:
    return entry.entry.name or entry.unit.name
