"""Edits that need to know the unit: taking an option as a player means it."""

from __future__ import annotations

from listbuilder.model import Option, Pick, RosterEntry, Section, Unit
from listbuilder.rules.capacity import section_capacity
from listbuilder.rules.edits import Combine, PutBack, Take
from listbuilder.rules.labels import option_name


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
