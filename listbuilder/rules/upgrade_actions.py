"""What a key does to a list: an edit, or the reason why it would have no meaning. Nothing is refused for a rule.

    deed = toggle(roster, Choice(entry_id, section, option, half=0))      # also more, fewer, clear
    deed = combine(roster, entry_id, other_id)                            # also split, join, part
    workspace.do(deed) if not isinstance(deed, Refused) else show(deed.to("en"))

An edit that breaks a rule is given like any other: `validation.ghost.Foresight` tells before, the report tells after.

Edits that need to know the unit: taking an option as a player means it.

How many picks a section holds, for one copy of a unit.
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
    Pick,
    Roster,
    RosterEntry,
    Section,
    Unit,
)
from listbuilder.rules.edits import Combine, Edit, Join, Leave, PutBack, Several, Split, Take
from listbuilder.rules.labels import option_name, unknown_unit
from listbuilder.rules.roster import rework
from listbuilder.rules.section_capacity import section_capacity


def taking(worked: RosterEntry, section: Section, option: Option, half: int = 0) -> Take:
    """Build the edit that takes an option: in both halves where it affects all models, and instead of its rivals."""
    unit = worked.unit
    rivals: tuple[str, ...] = ()
    if section_capacity(section, unit).one_of:
        rivals = tuple(sorted(_names(unit, section)))
    return Take(
        worked.id,
        unit.reference(section.id, option.id),
        halves=touched_halves(worked, section, half),
        instead_of=rivals,
        subject=option_name(option),
    )


def putting_back(worked: RosterEntry, section: Section, option: Option, half: int = 0) -> PutBack:
    """Build the edit that takes one pick of an option off, in both halves where it affects all models."""
    halves = tuple(index for index in touched_halves(worked, section, half) if picks_of(worked, section, option, index))
    written = written_name(worked, section, option, halves[0] if halves else half)
    return PutBack(worked.id, written, halves=halves or (half,), subject=option_name(option))


def combining(worked: RosterEntry) -> Combine:
    """Build the edit that doubles an entry: the second half gets the picks that affect all models."""
    shared = tuple(
        Pick(taken.pick.option, taken.pick.count) for taken in worked.halves[0].taken if taken.section.affects_all
    )
    return Combine(worked.id, shared, subject=worked.title)


def touched_halves(worked: RosterEntry, section: Section, half: int = 0) -> tuple[int, ...]:
    """Tell which halves a pick of this section concerns."""
    return tuple(range(len(worked.halves))) if section.affects_all else (half,)


def picks_of(worked: RosterEntry, section: Section, option: Option, half: int = 0) -> int:
    """Count how often an option is taken in a half."""
    return sum(
        taken.count for taken in worked.halves[half].taken if taken.option is option and taken.section is section
    )


def picks_in(worked: RosterEntry, section: Section, half: int = 0) -> int:
    """Count how many picks of a section are taken in a half."""
    return sum(taken.count for taken in worked.halves[half].taken if taken.section is section)


def written_name(worked: RosterEntry, section: Section, option: Option, half: int) -> str:
    """Give the name under which the list has the option: plain, or with its section."""
    for taken in worked.halves[half].taken:
        if taken.option is option and taken.section is section:
            return taken.pick.option
    return worked.unit.reference(section.id, option.id)


def _names(unit: Unit, section: Section) -> set[str]:
    """Give every name under which a list may have an option of this section."""
    names = {f"{section.id}/{option.id}" for option in section.options}
    return names | {option.id for option in section.options if len(unit.find(option.id)) == 1}


class Why(Enum):
    """Why something has no meaning; the sentences are `refused.…` of the catalogues."""

    GONE = "gone"
    """The entry is not in the list, or nobody knows its unit."""
    NO_HALF = "no-half"
    NO_TARGET = "no-target"
    """What the option swaps or improves is not there, or no longer."""
    NOT_TAKEN = "not-taken"
    FULL = "full"
    """It is taken, and can be taken only once."""
    ITSELF = "itself"
    OTHER_UNIT = "other-unit"
    """Only two copies of one unit can be one."""
    COMBINED = "combined"
    """It is combined already."""
    SINGLE = "single"
    """It is not combined."""
    ALONE = "alone"
    """It has joined nobody."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A reason, with what it is about."""

    why: Why
    subject: object = ""

    def to(self, language: str) -> str:
        """Say it in a sentence."""
        return translate(language, f"refused.{self.why.value}", subject=self.subject)


Deed: TypeAlias = Edit | Refused


@dataclass(frozen=True, slots=True)
class OptionAt:
    """A row of upgrades: which entry, half, section and option; no option stands for none of them."""

    entry: EntryId
    section: Section
    option: Option | None
    half: int = 0


def toggle(roster: Roster, choice: OptionAt) -> Deed:
    """Take an option, or put it back where it is taken and no more of it fits."""
    worked = _chosen(roster, choice)
    if isinstance(worked, Refused):
        return worked
    if choice.option is None:
        return clear(roster, choice)
    if picks_of(worked, choice.section, choice.option, choice.half) and _is_full(roster, worked, choice):
        return putting_back(worked, choice.section, choice.option, choice.half)
    return more(roster, choice)


def more(roster: Roster, choice: OptionAt) -> Deed:
    """Take an option once, or once more."""
    worked = _chosen(roster, choice)
    if isinstance(worked, Refused) or choice.option is None:
        return worked if isinstance(worked, Refused) else Refused(Why.NOT_TAKEN)
    section, option, half = choice.section, choice.option, choice.half
    capacity = section_capacity(section, worked.unit)
    if picks_of(worked, section, option, half) and (capacity.each == 1 or capacity.one_of):
        return Refused(Why.FULL, option_name(option))
    edit = taking(worked, section, option, half)
    missing = _missing(roster, worked, choice, edit)
    return edit if missing is None else Refused(Why.NO_TARGET, missing)


def fewer(roster: Roster, choice: OptionAt) -> Deed:
    """Put one pick of an option back."""
    worked = _chosen(roster, choice)
    if isinstance(worked, Refused):
        return worked
    if choice.option is None or not picks_of(worked, choice.section, choice.option, choice.half):
        return Refused(Why.NOT_TAKEN, option_name(choice.option) if choice.option is not None else "")
    return putting_back(worked, choice.section, choice.option, choice.half)


def clear(roster: Roster, choice: OptionAt) -> Deed:
    """Put back everything of a section."""
    worked = _chosen(roster, choice)
    if isinstance(worked, Refused):
        return worked
    section, half = choice.section, choice.half
    taken = [option for option in section.options if picks_of(worked, section, option, half)]
    if not taken:
        return Refused(Why.NOT_TAKEN)
    edits: list[PutBack] = []
    for option in taken:
        edits += [putting_back(worked, section, option, half)] * picks_of(worked, section, option, half)
    return Several(tuple(edits), PutBack.label, subject=tuple(option_name(option) for option in taken))


def combine(roster: Roster, entry: EntryId, other: EntryId | None = None) -> Deed:
    """Make an entry two copies in one: with a fresh copy, or with another entry of the same unit."""
    worked = roster.find(entry)
    if worked is None:
        return Refused(Why.GONE, entry)
    if worked.entry.combined is not None:
        return Refused(Why.COMBINED, _name(worked))
    return combining(worked) if other is None else _combine_with(roster, worked, other)


def _combine_with(roster: Roster, worked: RosterEntry, other: EntryId) -> Deed:
    partner = roster.find(other)
    if partner is None:
        return Refused(Why.GONE, other)
    reasons = (
        (partner.id == worked.id, Why.ITSELF),
        (partner.unit is not worked.unit, Why.OTHER_UNIT),
        (partner.entry.combined is not None, Why.COMBINED),
    )
    for holds, why in reasons:
        if holds:
            return Refused(why, _name(partner))
    return Combine(worked.id, other=partner.id, subject=_name(worked))


def split(roster: Roster, entry: EntryId) -> Deed:
    """Take a combined entry apart."""
    worked = roster.find(entry)
    if worked is None:
        return Refused(Why.GONE, entry)
    return Split(entry, subject=_name(worked)) if len(worked.halves) > 1 else Refused(Why.SINGLE, _name(worked))


def join(roster: Roster, entry: EntryId, host: EntryId) -> Deed:
    """Let an entry join another."""
    worked, wanted = roster.find(entry), roster.find(host)
    if worked is None or wanted is None:
        return Refused(Why.GONE, host if worked is not None else entry)
    return Join(entry, host, subject=_name(worked)) if entry != host else Refused(Why.ITSELF, _name(worked))


def part(roster: Roster, entry: EntryId) -> Deed:
    """Let an entry leave what it joined."""
    found = roster.army.entry(entry)
    if found is None:
        return Refused(Why.GONE, entry)
    worked = roster.find(entry)
    name = unknown_unit(found) if worked is None else _name(worked)
    return Leave(entry, subject=name) if found.joins is not None else Refused(Why.ALONE, name)


def _chosen(roster: Roster, choice: OptionAt) -> RosterEntry | Refused:
    worked = roster.find(choice.entry)
    if worked is None:
        return Refused(Why.GONE, choice.entry)
    return worked if 0 <= choice.half < len(worked.halves) else Refused(Why.NO_HALF, _name(worked))


def _is_full(roster: Roster, worked: RosterEntry, choice: OptionAt) -> bool:
    """Tell whether the section holds no more of an option that is taken already."""
    assert choice.option is not None
    section, option, half = choice.section, choice.option, choice.half
    capacity = section_capacity(section, worked.unit)
    if capacity.one_of or (capacity.each is not None and picks_of(worked, section, option, half) >= capacity.each):
        return True
    if capacity.total is not None and picks_in(worked, section, half) >= capacity.total:
        return True
    return _missing(roster, worked, choice, taking(worked, section, option, half)) is not None


def _missing(roster: Roster, worked: RosterEntry, choice: OptionAt, edit: Take) -> str | None:
    """Give the name of what the option would swap or improve and does not find."""
    tried = rework(roster, edit(roster.army)).find(worked.id)
    troubles = [] if tried is None else [trouble for half in edit.halves for trouble in tried.halves[half].troubles]
    found = (one for one in troubles if isinstance(one, MissingTarget) and one.option is choice.option)
    return next((one.target.name for one in found), None)


def _name(worked: RosterEntry) -> object:
    return worked.entry.name or worked.unit.name
