"""Differences between two versions of an army book, and the change records that list comparisons share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeAlias, TypeVar

from listbuilder.diff.loadouts import pair_by_keys
from listbuilder.model import BaseSize, Equipment, EquipmentCount, Faction, Item, Option, Section, Spell, Text, Unit
from listbuilder.model.notation import format_equipment_count
from listbuilder.rules.unit_labels import SectionHeading, option_label, section_label

_KeyedT = TypeVar("_KeyedT", Section, Unit)
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class PlacedOption:
    """An option with its section."""

    section: Section
    option: Option


def _pair_by_id(old: Sequence[_KeyedT], new: Sequence[_KeyedT]) -> Iterator[tuple[_KeyedT | None, _KeyedT | None]]:
    """Yield pairs by foreign id, then by id, in the new order; removed objects come last."""
    return pair_by_keys(old, new, (_first_foreign_id, lambda keyed: keyed.id))


def normalise_equipment(equipment: Equipment) -> Equipment:
    """Return equipment with sorted contents and without its base, for comparison."""
    ordered = equipment.map_rules(lambda rules: tuple(sorted(rules, key=lambda rule: rule.label)))
    if isinstance(ordered, Item):
        weapons = tuple(sorted(ordered.weapons, key=lambda armed: armed.equipment.name))
        return replace(ordered, weapons=weapons, base=None)
    return ordered


def _first_foreign_id(keyed: Unit | Section | Option) -> str | None:
    return keyed.foreign_ids[0] if keyed.foreign_ids else None


@dataclass(frozen=True, slots=True)
class Change:
    """One change: its kind (the last part of a catalogue key) and the values of its sentence."""

    kind: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Difference(Generic[_T]):
    """An old and a new version of something; one of them is None if it was added or removed."""

    old: _T | None
    new: _T | None
    changes: tuple[Change, ...] = ()

    @property
    def status(self) -> str:
        """`added`, `removed` or `changed`."""
        if self.old is None:
            return "added"
        return "removed" if self.new is None else "changed"

    @property
    def latest(self) -> _T:
        """The new version, or the old one if it was removed."""
        latest = self.old if self.new is None else self.new
        assert latest is not None
        return latest


def _reworded_rules(old: Faction, new: Faction) -> Iterator[Change]:
    names = {rule.id: Text(rule.name) for equipment in _all_equipment(new) for rule in equipment.all_rules}
    names |= {key: rule.name for key, rule in new.rules.items()}
    both = old.wording_hashes.keys() & new.wording_hashes.keys()
    for rule in sorted(rule for rule in both if old.wording_hashes[rule][0] != new.wording_hashes[rule][0]):
        yield Change("rule-reworded", {"rule": names.get(rule, Text(rule))})


def _all_equipment(faction: Faction) -> Iterator[Equipment]:
    for unit in faction.units.values():
        yield from unit.rules
        yield from (stack.equipment for stack in unit.equipment)
        for section in unit.sections:
            for option in section.options:
                yield from (gain.equipment for gain in option.gains)


@dataclass(frozen=True, slots=True)
class OptionLabel:
    """The label of an option as a message argument."""

    option: Option

    def to(self, language: str) -> str:
        """Return the label in a language."""
        return option_label(self.option, language)


UnitDiff: TypeAlias = Difference[Unit]
"""The changes of one unit."""


@dataclass(frozen=True, slots=True)
class BookDiff:
    """All differences between two versions of an army book."""

    old: Faction
    new: Faction
    units: tuple[UnitDiff, ...]
    spells: tuple[Change, ...] = ()
    rules: tuple[Change, ...] = ()
    """Rules with a different wording."""

    @property
    def differs(self) -> bool:
        """Whether anything except the version has changed."""
        return bool(self.units or self.spells or self.rules)

    def count_by_kind(self) -> Mapping[str, int]:
        """Return the number of changes of each kind."""
        of_units = (change for unit in self.units for change in unit.changes)
        return dict(sorted(Counter(change.kind for change in (*of_units, *self.spells, *self.rules)).items()))


def compare_books(old: Faction, new: Faction) -> BookDiff:
    """Compare two versions of an army book. Units and options are paired by foreign id or id."""
    pairs = _pair_by_id(list(old.units.values()), list(new.units.values()))
    units = (_compare_units(before, after) for before, after in pairs)
    changed = tuple(unit for unit in units if unit.changes)
    return BookDiff(old, new, changed, tuple(_compare_spells(old.spells, new.spells)), tuple(_reworded_rules(old, new)))


def _compare_units(old: Unit | None, new: Unit | None) -> UnitDiff:
    if old is None or new is None:
        unit = new or old
        assert unit is not None
        kind = "unit-added" if old is None else "unit-removed"
        return Difference(old, new, (Change(kind, {"models": unit.size, "cost": unit.cost}),))
    changes = (
        *_compare_profiles(old, new),
        *_compare_counts("rules", Counter(old.rules), Counter(new.rules)),
        *_compare_counts("arms", _count_equipment(old.equipment), _count_equipment(new.equipment)),
        *(
            Change("section-changed", {"old": SectionHeading(before), "new": SectionHeading(after)})
            for before, after in _pair_by_id(old.sections, new.sections)
            if before is not None and after is not None and section_label(before, "en") != section_label(after, "en")
        ),
        *_compare_options(old, new),
    )
    return Difference(old, new, changes)


def _compare_profiles(old: Unit, new: Unit) -> Iterator[Change]:
    values: tuple[tuple[str, Callable[[Unit], object]], ...] = (
        ("unit-renamed", lambda unit: unit.name),
        ("unit-repriced", lambda unit: unit.cost),
        ("unit-size", lambda unit: unit.size),
        ("unit-quality", lambda unit: unit.quality),
        ("unit-defense", lambda unit: unit.defense),
        ("unit-base", lambda unit: _format_base(unit.base)),
    )
    for kind, value in values:
        before, after = value(old), value(new)
        if before != after:
            yield Change(kind, {"old": before, "new": after})


def _format_base(base: BaseSize | None) -> str:
    if base is None:
        return "–"
    return " / ".join(dict.fromkeys(size for size in (base.round, base.square) if size))


def _count_equipment(stacks: Iterable[EquipmentCount]) -> Counter[Equipment]:
    counts: Counter[Equipment] = Counter()
    for stack in stacks:
        counts[normalise_equipment(stack.equipment)] += stack.count
    return counts


def _compare_counts(prefix: str, old: Counter[Equipment], new: Counter[Equipment]) -> Iterator[Change]:
    for kind, difference in ((f"{prefix}-lost", old - new), (f"{prefix}-gained", new - old)):
        if difference:
            labels = tuple(
                format_equipment_count(EquipmentCount(count, equipment)) for equipment, count in difference.items()
            )
            yield Change(kind, {"things": labels})


def _compare_options(old: Unit, new: Unit) -> Iterator[Change]:
    keys: tuple[Callable[[PlacedOption], Hashable], ...] = (
        lambda placed: _first_foreign_id(placed.option),
        lambda placed: (placed.section.id, placed.option.id),
        lambda placed: (section_label(placed.section, "en"), option_label(placed.option, "en")),
        lambda placed: option_label(placed.option, "en"),
        lambda placed: placed.option.id,
    )
    old_options, new_options = (
        [PlacedOption(section, option) for section in unit.sections for option in section.options]
        for unit in (old, new)
    )
    for before, after in pair_by_keys(old_options, new_options, keys):
        if before is None and after is not None:
            yield _option_change("option-added", after, new)
        elif after is None and before is not None:
            yield _option_change("option-removed", before, old)
        elif before is not None and after is not None:
            yield from _compare_option(before.option, after, old, new)


def _option_change(kind: str, placed: PlacedOption, unit: Unit) -> Change:
    cost = placed.option.cost_for(unit.id)
    return Change(kind, {"section": SectionHeading(placed.section), "option": OptionLabel(placed.option), "cost": cost})


def _compare_option(old: Option, placed: PlacedOption, old_unit: Unit, new_unit: Unit) -> Iterator[Change]:
    section, new = SectionHeading(placed.section), placed.option
    if _count_gains(old) != _count_gains(new):
        kind = "option-rearmed" if _gain_names(old) == _gain_names(new) else "option-renamed"
        yield Change(kind, {"section": section, "old": OptionLabel(old), "new": OptionLabel(new)})
    before, after = old.cost_for(old_unit.id), new.cost_for(new_unit.id)
    if before != after:
        yield Change("option-repriced", {"section": section, "option": OptionLabel(new), "old": before, "new": after})


def _count_gains(option: Option) -> Counter[EquipmentCount]:
    return Counter(EquipmentCount(gain.count, normalise_equipment(gain.equipment)) for gain in option.gains)


def _gain_names(option: Option) -> list[str]:
    return sorted(gain.equipment.name for gain in option.gains)


def _compare_spells(old: Sequence[Spell], new: Sequence[Spell]) -> Iterator[Change]:
    before = {spell.id: spell for spell in old}
    after = {spell.id: spell for spell in new}
    for kind, spells, others in (("spell-removed", before, after), ("spell-added", after, before)):
        for spell_id, spell in spells.items():
            if spell_id not in others:
                yield Change(kind, {"spell": spell.name, "cost": spell.cost})
    for spell_id, spell in after.items():
        if spell_id in before and before[spell_id].cost != spell.cost:
            yield Change("spell-recosted", {"spell": spell.name, "old": before[spell_id].cost, "new": spell.cost})
    for spell in new:
        hashes = before[spell.id].wording_hashes if spell.id in before else ()
        if spell.wording_hashes and hashes and hashes != spell.wording_hashes:
            yield Change("spell-reworded", {"spell": spell.name})
