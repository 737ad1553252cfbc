"""Two versions of an army book compared: what a player who owns the army wants to know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from listbuilder.model import BaseSize, Faction, Option, RuleRef, Section, Spell, Stack, Thing, Unit
from listbuilder.model.notation import format_stack
from listbuilder.rules.book_matching import match_pairs, option_pairs, section_pairs, tidy
from listbuilder.rules.book_rewording import reworded_rules, reworded_spells
from listbuilder.rules.change import Became, Change
from listbuilder.rules.labels import option_label, section_label


@dataclass(frozen=True, slots=True)
class BookHeading:
    """A section's heading in whatever language it is asked for."""

    section: Section

    def to(self, language: str) -> str:
        """Give it in a language."""
        return section_label(self.section, language)


@dataclass(frozen=True, slots=True)
class Offer:
    """An option's label in whatever language it is asked for."""

    option: Option

    def to(self, language: str) -> str:
        """Give it in a language."""
        return option_label(self.option, language)


class UnitDiff(Became[Unit]):
    """What became of one unit."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class BookDiff:
    """Everything that differs between two versions of a faction."""

    old: Faction
    new: Faction
    units: tuple[UnitDiff, ...]
    spells: tuple[Change, ...] = ()
    rules: tuple[Change, ...] = ()
    """Rules that the book puts in other words."""

    @property
    def differs(self) -> bool:
        """Whether anything but the version has changed."""
        return bool(self.units or self.spells or self.rules)

    def counted(self) -> Mapping[str, int]:
        """Count the changes by kind."""
        inside = Counter(change.kind for unit in self.units for change in unit.changes)
        return dict(sorted((inside + Counter(change.kind for change in (*self.spells, *self.rules))).items()))


def compare_books(old: Faction, new: Faction) -> BookDiff:
    """Compare two versions of a faction; things are the same if they share a foreign id, or else their id."""
    pairs = match_pairs(list(old.units.values()), list(new.units.values()))
    units = (_unit(before, after) for before, after in pairs)
    changed = tuple(unit for unit in units if unit.changes)
    spells = (*_spells(old.spells, new.spells), *reworded_spells(old, new))
    return BookDiff(old, new, changed, spells, tuple(reworded_rules(old, new)))


def _unit(old: Unit | None, new: Unit | None) -> UnitDiff:
    if old is None or new is None:
        unit = new or old
        assert unit is not None
        kind = "unit-added" if old is None else "unit-removed"
        return UnitDiff(old, new, (Change(kind, {"models": unit.size, "cost": unit.cost}),))
    return UnitDiff(old, new, (*_profile(old, new), *_equipment(old, new), *_sections(old, new), *_options(old, new)))


def _profile(old: Unit, new: Unit) -> Iterator[Change]:
    """Compare name, numbers and base."""
    numbers: tuple[tuple[str, Callable[[Unit], object]], ...] = (
        ("unit-renamed", lambda unit: unit.name),
        ("unit-repriced", lambda unit: unit.cost),
        ("unit-size", lambda unit: unit.size),
        ("unit-quality", lambda unit: unit.quality),
        ("unit-defense", lambda unit: unit.defense),
        ("unit-base", lambda unit: _base(unit.base)),
    )
    for kind, value in numbers:
        before, after = value(old), value(new)
        if before != after:
            yield Change(kind, {"old": before, "new": after})


def _base(base: BaseSize | None) -> str:
    if base is None:
        return "–"
    return " / ".join(dict.fromkeys(size for size in (base.round, base.square) if size))


def _equipment(old: Unit, new: Unit) -> Iterator[Change]:
    """Compare rules, weapons and items."""
    yield from _gains_and_losses("rules", _rules(old.rules), _rules(new.rules))
    yield from _gains_and_losses("arms", _arms(old.equipment), _arms(new.equipment))


def _rules(rules: Iterable[RuleRef]) -> Counter[Thing]:
    return Counter(rules)


def _arms(stacks: Iterable[Stack]) -> Counter[Thing]:
    counted: Counter[Thing] = Counter()
    for stack in stacks:
        counted[tidy(stack.thing)] += stack.count
    return counted


def _gains_and_losses(what: str, old: Counter[Thing], new: Counter[Thing]) -> Iterator[Change]:
    for kind, left in ((f"{what}-lost", old - new), (f"{what}-gained", new - old)):
        if left:
            yield Change(kind, {"things": tuple(format_stack(Stack(count, thing)) for thing, count in left.items())})


def _sections(old: Unit, new: Unit) -> Iterator[Change]:
    """Tell which headings say something else than before."""
    for before, after in section_pairs(old, new):
        if before is not None and after is not None and section_label(before, "en") != section_label(after, "en"):
            yield Change("section-changed", {"old": BookHeading(before), "new": BookHeading(after)})


def _options(old: Unit, new: Unit) -> Iterator[Change]:
    for before, after in option_pairs(old, new):
        if before is None and after is not None:
            yield _listed("option-added", after.section, after.option, new)
        elif after is None and before is not None:
            yield _listed("option-removed", before.section, before.option, old)
        elif before is not None and after is not None:
            yield from _option(before.option, after.option, BookHeading(after.section), old, new)


def _listed(kind: str, section: Section, option: Option, unit: Unit) -> Change:
    values = {"section": BookHeading(section), "option": Offer(option), "cost": option.cost_for(unit.id)}
    return Change(kind, values)


def _option(old: Option, new: Option, section: BookHeading, old_unit: Unit, new_unit: Unit) -> Iterator[Change]:
    if Counter(_gains(old)) != Counter(_gains(new)):
        kind = "option-rearmed" if _names(old) == _names(new) else "option-renamed"
        yield Change(kind, {"section": section, "old": Offer(old), "new": Offer(new)})
    before, after = old.cost_for(old_unit.id), new.cost_for(new_unit.id)
    if before != after:
        yield Change("option-repriced", {"section": section, "option": Offer(new), "old": before, "new": after})


def _gains(option: Option) -> Iterator[Stack]:
    return (Stack(stack.count, tidy(stack.thing)) for stack in option.gains)


def _names(option: Option) -> Sequence[str]:
    return sorted(stack.thing.name for stack in option.gains)


def _spells(old: Sequence[Spell], new: Sequence[Spell]) -> Iterator[Change]:
    before = {spell.id: spell for spell in old}
    after = {spell.id: spell for spell in new}
    for kind, spells, others in (("spell-removed", before, after), ("spell-added", after, before)):
        for key, spell in spells.items():
            if key not in others:
                yield Change(kind, {"spell": spell.name, "cost": spell.cost})
    for key, spell in after.items():
        if key in before and before[key].cost != spell.cost:
            yield Change("spell-recosted", {"spell": spell.name, "old": before[key].cost, "new": spell.cost})
