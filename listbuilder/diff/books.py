"""Two versions of an army book compared: what a player who owns the army wants to know.

Which thing of one version of a book is which of the other: by foreign id, else by id, else by what it says.

What became of a thing between two versions, for books and lists alike.

Which rules and spells two versions of a book put in other words: known by the hashes of their sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, TypeVar

from listbuilder.model import (
    BaseSize,
    Faction,
    Item,
    Option,
    RuleId,
    RuleRef,
    Section,
    Spell,
    Stack,
    Text,
    Thing,
    Unit,
    by_kind,
)
from listbuilder.model.notation import format_stack
from listbuilder.rules.labels import option_label, section_label


class Keyed(Protocol):
    """Something with an id of ours and perhaps ids of other programs."""

    @property
    def id(self) -> str:
        """Our id."""

    @property
    def keys(self) -> tuple[str, ...]:
        """Foreign ids."""


K = TypeVar("K", bound=Keyed)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PlacedOption:
    """An option and the section it stands in."""

    section: Section
    option: Option


def match_pairs(old: Sequence[K], new: Sequence[K]) -> Iterator[tuple[K | None, K | None]]:
    """Pair things by foreign id, then by id; what is left has no partner. New order first, then what is gone."""
    return _pairs(old, new, (_key, _id))


def section_pairs(old: Unit, new: Unit) -> Iterator[tuple[Section | None, Section | None]]:
    """Pair the sections of two versions of a unit."""
    return _pairs(old.sections, new.sections, (_key, _id))


def option_pairs(old: Unit, new: Unit) -> Iterator[tuple[PlacedOption | None, PlacedOption | None]]:
    """Pair the options: by foreign id, then by place and id, then by heading and gains, then by gains alone."""
    signs: tuple[Callable[[PlacedOption], Hashable], ...] = (
        lambda placed: _key(placed.option),
        lambda placed: (placed.section.id, placed.option.id),
        lambda placed: (section_label(placed.section, "en"), option_label(placed.option, "en")),
        lambda placed: option_label(placed.option, "en"),
        lambda placed: placed.option.id,
    )
    return _pairs(_placed(old), _placed(new), signs)


def tidy(thing: Thing) -> Thing:
    """Give a thing with what is in its brackets in one order, and without its base: it is still the same thing."""
    ordered = thing.with_rules(lambda rules: tuple(sorted(rules, key=lambda rule: rule.label)))
    return by_kind(ordered, rule=_same, weapon=_same, item=_tidy_item)


def _same(thing: Thing) -> Thing:
    return thing


def _tidy_item(item: Item) -> Thing:
    return replace(item, weapons=tuple(sorted(item.weapons, key=lambda armed: armed.thing.name)), base=None)


def _placed(unit: Unit) -> list[PlacedOption]:
    return [PlacedOption(section, option) for section in unit.sections for option in section.options]


def _key(thing: Keyed) -> Hashable:
    return thing.keys[0] if thing.keys else None


def _id(thing: Keyed) -> Hashable:
    return thing.id


def _pairs(
    old: Sequence[T], new: Sequence[T], signs: Sequence[Callable[[T], Hashable]]
) -> Iterator[tuple[T | None, T | None]]:
    """Pair by one sign after the other; a sign that is None says nothing."""
    partners: dict[int, int] = {}
    taken: set[int] = set()
    for sign in signs:
        waiting: dict[Hashable, list[int]] = {}
        for number, thing in enumerate(old):
            if number not in taken and sign(thing) is not None:
                waiting.setdefault(sign(thing), []).append(number)
        for number, thing in enumerate(new):
            if number not in partners and waiting.get(sign(thing)):
                partners[number] = waiting[sign(thing)].pop(0)
                taken.add(partners[number])
    for number, thing in enumerate(new):
        yield (old[partners[number]] if number in partners else None, thing)
    for number, thing in enumerate(old):
        if number not in taken:
            yield (thing, None)


_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: its kind (the last part of a catalogue key), and what is to be said about it."""

    kind: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Became(Generic[_T]):
    """What became of one thing; it is new where it has no old form, gone where it has no new one."""

    old: _T | None
    new: _T | None
    changes: tuple[Change, ...] = ()

    @property
    def status(self) -> str:
        """Whether it was added, removed or changed."""
        if self.old is None:
            return "added"
        return "removed" if self.new is None else "changed"

    @property
    def latest(self) -> _T:
        """The thing as it is now, or as it was last."""
        latest = self.old if self.new is None else self.new
        assert latest is not None
        return latest


def reworded_rules(old: Faction, new: Faction) -> Iterator[Change]:
    """Find rules that both versions have and word differently, by name."""
    names = _names(new)
    changed = [key for key, said in new.wordings.items() if key in old.wordings and old.wordings[key][0] != said[0]]
    for key in sorted(changed):
        yield Change("rule-reworded", {"rule": names.get(key, Text(key))})


def reworded_spells(old: Faction, new: Faction) -> Iterator[Change]:
    """Find spells that both versions have and word differently."""
    before = {spell.id: spell.wordings for spell in old.spells}
    for spell in new.spells:
        if spell.wordings and before.get(spell.id) and before[spell.id] != spell.wordings:
            yield Change("spell-reworded", {"spell": spell.name})


def _names(faction: Faction) -> dict[RuleId, Text]:
    """Name the rules of a faction: by its own entries, else as its units name them."""
    used = {rule.id: Text(rule.name) for thing in _things(faction) for rule in thing.every_rule}
    return {**used, **{key: rule.name for key, rule in faction.rules.items()}}


def _things(faction: Faction) -> Iterator[Thing]:
    for unit in faction.units.values():
        yield from unit.rules
        yield from (stack.thing for stack in unit.equipment)
        for section in unit.sections:
            for option in section.options:
                yield from (stack.thing for stack in option.gains)


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
        kind = "option-rearmed" if _names_book_diff(old) == _names_book_diff(new) else "option-renamed"
        yield Change(kind, {"section": section, "old": Offer(old), "new": Offer(new)})
    before, after = old.cost_for(old_unit.id), new.cost_for(new_unit.id)
    if before != after:
        yield Change("option-repriced", {"section": section, "option": Offer(new), "old": before, "new": after})


def _gains(option: Option) -> Iterator[Stack]:
    return (Stack(stack.count, tidy(stack.thing)) for stack in option.gains)


def _names_book_diff(option: Option) -> Sequence[str]:
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
