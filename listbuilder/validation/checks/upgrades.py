"""Picks: whether each is on offer, is taken a sensible number of times, and finds its target.

Picks that bring nothing new: a rule without a number counts once.

Upgrades: whether each section's picks stay within the numbers of its heading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from listbuilder.diagnostics import Diagnostic
from listbuilder.model import (
    AmbiguousPick,
    BadCount,
    Loadout,
    MissingTarget,
    Option,
    OptionId,
    RosterEntry,
    RuleId,
    Section,
    Taken,
    Text,
    Trouble,
    Unit,
    UnknownPick,
    Variant,
)
from listbuilder.model.army_list import LARGEST_COUNT
from listbuilder.rules.labels import Heading, gained_keys, option_name
from listbuilder.rules.section_capacity import Capacity, section_capacity
from listbuilder.rules.special_rules import rule_gains
from listbuilder.validation.checks.command_group import commands
from listbuilder.validation.message_arguments import Word, titled
from listbuilder.validation.registry import Inspection, check_entry, is_troubled


@check_entry("UPG001", "UPG004", "UPG006", "UPG007", "UPG008", only=is_troubled)
def picks_that_cannot_be_applied(inspection: Inspection, worked: RosterEntry) -> Iterator[Diagnostic]:
    """Every pick names one option of its unit, a sensible number of times, and its target is there."""
    for half, loadout in enumerate(worked.halves):
        for trouble in loadout.troubles:
            yield _finding(inspection, worked, half, trouble)


def _finding(inspection: Inspection, worked: RosterEntry, half: int, trouble: Trouble) -> Diagnostic:
    match trouble:
        case UnknownPick():
            return _unknown(inspection, worked, half, trouble)
        case AmbiguousPick():
            return _ambiguous(inspection, worked, half, trouble)
        case BadCount():
            return _bad_count(inspection, worked, half, trouble)
        case MissingTarget():
            return _missing_target(inspection, worked, half, trouble)


def _about(worked: RosterEntry, half: int) -> dict[str, Any]:
    return {"unit": titled(worked, half), "half": half + 1}


def _unknown(inspection: Inspection, worked: RosterEntry, half: int, trouble: UnknownPick) -> Diagnostic:
    wanted = trouble.pick.option
    owners = tuple(
        unit.name
        for unit in inspection.roster.factions[worked.unit.faction].units.values()
        if unit is not worked.unit and unit.find(wanted)
    )
    if owners:
        return inspection.found("UPG008", worked.id, **_about(worked, half), option=wanted, owners=owners[:3])
    return inspection.found("UPG001", worked.id, **_about(worked, half), option=wanted)


def _ambiguous(inspection: Inspection, worked: RosterEntry, half: int, trouble: AmbiguousPick) -> Diagnostic:
    wanted = trouble.pick.option
    ways = tuple(f"{section.id}/{option.id}" for section, option in worked.unit.find(wanted))
    return inspection.found("UPG007", worked.id, **_about(worked, half), option=wanted, ways=ways)


def _bad_count(inspection: Inspection, worked: RosterEntry, half: int, trouble: BadCount) -> Diagnostic:
    name, n = option_name(trouble.option), trouble.pick.count
    return inspection.found("UPG006", worked.id, **_about(worked, half), option=name, n=n, most=LARGEST_COUNT)


def _missing_target(inspection: Inspection, worked: RosterEntry, half: int, trouble: MissingTarget) -> Diagnostic:
    taker = _taker(worked.halves[half].taken, trouble)
    return inspection.found(
        "UPG004",
        worked.id,
        **_about(worked, half),
        option=option_name(trouble.option),
        target=trouble.target.words or trouble.target.name,
        over=trouble.short,
        taker=option_name(taker.option) if taker is not None else "",
        suppliers=tuple(_suppliers(worked, trouble)) or Word("suppliers.none"),
    )


def _taker(all_taken: tuple[Taken, ...], trouble: MissingTarget) -> Taken | None:
    """Find the pick that swapped the last target away: an earlier one, or the same where it was taken too often."""
    keys = {target.key for target in trouble.section.targets}
    itself = all_taken[trouble.behind]
    if trouble.short < itself.count:
        return itself
    found = None
    for taken in all_taken[: trouble.behind]:
        uses_up = taken.section.variant is Variant.REPLACE or taken.section is trouble.section
        if uses_up and any(target.key in keys for target in taken.section.targets):
            found = taken
    return found


def _suppliers(worked: RosterEntry, trouble: MissingTarget) -> Iterator[Heading]:
    """Name the sections whose options bring what is missing."""
    for section in worked.unit.sections:
        if any(trouble.target.key in gained_keys(option) for option in section.options):
            yield Heading(section)


def _has_doubles(worked: RosterEntry) -> bool:
    """Tell whether a pick may bring what is there already."""
    return any(rule_gains(worked.unit, half).repeated for half in worked.halves)


@check_entry("UPG009", only=_has_doubles)
def picks_that_bring_nothing_new(inspection: Inspection, worked: RosterEntry) -> Iterator[Diagnostic]:
    """A pick that brings only rules which the unit has already, none with a number, is paid for nothing."""
    command = inspection.system.command_group.rules  # these have a check of their own
    for half, loadout in enumerate(worked.halves):
        needless: list[Option] = []
        for taken in reversed(loadout.taken):  # of two that bring the same the later is too much
            rules = _only_rules(taken) if taken.cost > 0 else ()
            if rules and command.isdisjoint(rules):
                without = (taken.option, *needless)
                others = [other for other in loadout.taken if other.option not in without]
                if _rules_of(worked.unit, others).issuperset(rules):
                    yield _found(inspection, worked, half, taken, rules)
                    needless.append(taken.option)


def _only_rules(taken: Taken) -> tuple[RuleId, ...]:
    """Give the rules of a pick that brings nothing but rules without a number."""
    if taken.section.variant is Variant.REPLACE or taken.section.targets:
        return ()
    for stack in taken.option.gains:
        thing = stack.thing
        if thing.arms or thing.base or any(rule.rating is not None for rule in thing.borne):
            return ()
    return taken.brings


def _rules_of(unit: Unit, picks: list[Taken]) -> frozenset[str]:
    """Give the rules of the whole unit: those it was born with, and those that picks bring to every model."""
    alone = unit.size == 1
    whole = [taken for taken in picks if (alone or taken.section.affects_all) and not taken.section.targets]
    return unit.rule_ids.union(*[taken.brings for taken in whole])


def _found(
    inspection: Inspection, worked: RosterEntry, half: int, taken: Taken, rules: tuple[RuleId, ...]
) -> Diagnostic:
    return inspection.found(
        "UPG009",
        worked.id,
        unit=titled(worked, half),
        option=option_name(taken.option),
        cost=taken.cost,
        rules=tuple(_rule_name(inspection, worked.unit, rule) for rule in dict.fromkeys(rules)),
    )


def _rule_name(inspection: Inspection, unit: Unit, rule: RuleId) -> Text:
    own = inspection.roster.factions[unit.faction].rules.get(rule)
    return own.name if own is not None else inspection.system.rule_name(rule)


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
    return any(
        len({taken.section for taken in half.taken}) < sum([taken.count for taken in half.taken])
        for half in worked.halves
    )


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
