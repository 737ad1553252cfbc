"""Edits for the actions of a player: take and remove upgrades, combine, split, attach and detach.

An action without meaning returns a `Refusal`. An action that breaks a rule is allowed; the report shows the finding.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from listbuilder.i18n import translate
from listbuilder.model import (
    EntryId,
    MissingTarget,
    Option,
    Roster,
    RosterEntry,
    Section,
    Unit,
)
from listbuilder.rules.edits import Combine, Edit, Join, Leave, PutBack, Several, Split, Take
from listbuilder.rules.labels import option_name, unknown_unit
from listbuilder.rules.roster import rework
from listbuilder.rules.section_capacity import section_capacity


def taking(entry: RosterEntry, section: Section, option: Option, half: int = 0) -> Take:
    """Build the edit that takes an option.

    It changes both halves if the section affects all models, and replaces other options if only one is allowed.
    """
    replaced = sorted(_references(entry.unit, section)) if section_capacity(section, entry.unit).one_of else ()
    return Take(
        entry.id,
        entry.unit.reference(section.id, option.id),
        halves=touched_halves(entry, section, half),
        instead_of=tuple(replaced),
        subject=option_name(option),
    )


def putting_back(entry: RosterEntry, section: Section, option: Option, half: int = 0) -> PutBack:
    """Build the edit that removes an option once, in both halves if the section affects all models."""
    halves = tuple(index for index in touched_halves(entry, section, half) if picks_of(entry, section, option, index))
    reference = written_name(entry, section, option, halves[0] if halves else half)
    return PutBack(entry.id, reference, halves=halves or (half,), subject=option_name(option))


def combining(entry: RosterEntry) -> Combine:
    """Build the edit that adds a second half with the upgrades that affect all models."""
    shared = tuple(upgrade.pick for upgrade in entry.halves[0].taken if upgrade.section.affects_all)
    return Combine(entry.id, shared, subject=entry.title)


def touched_halves(entry: RosterEntry, section: Section, half: int = 0) -> tuple[int, ...]:
    """Return the halves that an upgrade of a section affects."""
    return tuple(range(len(entry.halves))) if section.affects_all else (half,)


def picks_of(entry: RosterEntry, section: Section, option: Option, half: int = 0) -> int:
    """Return how often a half has an option."""
    return sum(
        upgrade.count for upgrade in entry.halves[half].taken if upgrade.option is option and upgrade.section is section
    )


def picks_in(entry: RosterEntry, section: Section, half: int = 0) -> int:
    """Return how many upgrades of a section a half has."""
    return sum(upgrade.count for upgrade in entry.halves[half].taken if upgrade.section is section)


def written_name(entry: RosterEntry, section: Section, option: Option, half: int) -> str:
    """Return the reference to an option as the list has it, with or without its section."""
    for upgrade in entry.halves[half].taken:
        if upgrade.option is option and upgrade.section is section:
            return upgrade.pick.option
    return entry.unit.reference(section.id, option.id)


def _references(unit: Unit, section: Section) -> set[str]:
    """Return all references to options of a section that a list may use."""
    references = {f"{section.id}/{option.id}" for option in section.options}
    return references | {option.id for option in section.options if len(unit.find(option.id)) == 1}


class Why(Enum):
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
class Refused:
    """A reason with its subject, as a message argument."""

    why: Why
    subject: object = ""

    def to(self, language: str) -> str:
        """Return the reason as a sentence."""
        return translate(language, f"refused.{self.why.value}", subject=self.subject)


Deed: TypeAlias = Edit | Refused


@dataclass(frozen=True, slots=True)
class OptionAt:
    """An option in a section of an entry; None stands for no option."""

    entry: EntryId
    section: Section
    option: Option | None
    half: int = 0


def toggle(roster: Roster, slot: OptionAt) -> Deed:
    """Take an option, or remove it if it is taken and no more of it are allowed."""
    entry = _find_entry(roster, slot)
    if isinstance(entry, Refused):
        return entry
    if slot.option is None:
        return clear(roster, slot)
    if picks_of(entry, slot.section, slot.option, slot.half) and _is_full(roster, entry, slot):
        return putting_back(entry, slot.section, slot.option, slot.half)
    return more(roster, slot)


def more(roster: Roster, slot: OptionAt) -> Deed:
    """Take an option once more."""
    entry = _find_entry(roster, slot)
    if isinstance(entry, Refused):
        return entry
    if slot.option is None:
        return Refused(Why.NOT_TAKEN)
    section, option, half = slot.section, slot.option, slot.half
    capacity = section_capacity(section, entry.unit)
    if picks_of(entry, section, option, half) and (capacity.each == 1 or capacity.one_of):
        return Refused(Why.FULL, option_name(option))
    edit = taking(entry, section, option, half)
    missing = _missing_target(roster, entry, slot, edit)
    return edit if missing is None else Refused(Why.NO_TARGET, missing)


def fewer(roster: Roster, slot: OptionAt) -> Deed:
    """Remove an option once."""
    entry = _find_entry(roster, slot)
    if isinstance(entry, Refused):
        return entry
    if slot.option is None or not picks_of(entry, slot.section, slot.option, slot.half):
        return Refused(Why.NOT_TAKEN, option_name(slot.option) if slot.option is not None else "")
    return putting_back(entry, slot.section, slot.option, slot.half)


def clear(roster: Roster, slot: OptionAt) -> Deed:
    """Remove all upgrades of a section."""
    entry = _find_entry(roster, slot)
    if isinstance(entry, Refused):
        return entry
    section, half = slot.section, slot.half
    options = [option for option in section.options if picks_of(entry, section, option, half)]
    if not options:
        return Refused(Why.NOT_TAKEN)
    edits: list[PutBack] = []
    for option in options:
        edits += [putting_back(entry, section, option, half)] * picks_of(entry, section, option, half)
    return Several(tuple(edits), PutBack.label, subject=tuple(option_name(option) for option in options))


def combine(roster: Roster, entry: EntryId, other: EntryId | None = None) -> Deed:
    """Combine an entry with a new second half, or with another entry of the same unit."""
    first = roster.find(entry)
    if first is None:
        return Refused(Why.GONE, entry)
    if first.entry.combined is not None:
        return Refused(Why.COMBINED, _name(first))
    return combining(first) if other is None else _combine_entries(roster, first, other)


def _combine_entries(roster: Roster, first: RosterEntry, other: EntryId) -> Deed:
    second = roster.find(other)
    if second is None:
        return Refused(Why.GONE, other)
    if second.id == first.id:
        return Refused(Why.ITSELF, _name(second))
    if second.unit is not first.unit:
        return Refused(Why.OTHER_UNIT, _name(second))
    if second.entry.combined is not None:
        return Refused(Why.COMBINED, _name(second))
    return Combine(first.id, other=second.id, subject=_name(first))


def split(roster: Roster, entry: EntryId) -> Deed:
    """Split a combined unit."""
    combined = roster.find(entry)
    if combined is None:
        return Refused(Why.GONE, entry)
    name = _name(combined)
    return Split(entry, subject=name) if len(combined.halves) > 1 else Refused(Why.SINGLE, name)


def join(roster: Roster, entry: EntryId, host: EntryId) -> Deed:
    """Attach a hero to a unit."""
    hero = roster.find(entry)
    if hero is None or roster.find(host) is None:
        return Refused(Why.GONE, host if hero is not None else entry)
    return Join(entry, host, subject=_name(hero)) if entry != host else Refused(Why.ITSELF, _name(hero))


def part(roster: Roster, entry: EntryId) -> Deed:
    """Detach a hero from its unit."""
    listed = roster.army.entry(entry)
    if listed is None:
        return Refused(Why.GONE, entry)
    hero = roster.find(entry)
    name = unknown_unit(listed) if hero is None else _name(hero)
    return Leave(entry, subject=name) if listed.joins is not None else Refused(Why.ALONE, name)


def _find_entry(roster: Roster, slot: OptionAt) -> RosterEntry | Refused:
    entry = roster.find(slot.entry)
    if entry is None:
        return Refused(Why.GONE, slot.entry)
    return entry if 0 <= slot.half < len(entry.halves) else Refused(Why.NO_HALF, _name(entry))


def _is_full(roster: Roster, entry: RosterEntry, slot: OptionAt) -> bool:
    """Return whether no more of an option are allowed."""
    assert slot.option is not None
    section, option, half = slot.section, slot.option, slot.half
    capacity = section_capacity(section, entry.unit)
    if capacity.one_of or (capacity.each is not None and picks_of(entry, section, option, half) >= capacity.each):
        return True
    if capacity.total is not None and picks_in(entry, section, half) >= capacity.total:
        return True
    return _missing_target(roster, entry, slot, taking(entry, section, option, half)) is not None


def _missing_target(roster: Roster, entry: RosterEntry, slot: OptionAt, edit: Take) -> str | None:
    """Return the name of the target that the option would miss, or None."""
    tried = rework(roster, edit(roster.army)).find(entry.id)
    errors = [] if tried is None else [error for half in edit.halves for error in tried.halves[half].troubles]
    missing = (error for error in errors if isinstance(error, MissingTarget) and error.option is slot.option)
    return next((error.target.name for error in missing), None)


def _name(entry: RosterEntry) -> object:
    return entry.entry.name or entry.unit.name
