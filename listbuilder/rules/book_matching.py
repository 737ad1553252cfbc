"""Which thing of one version of a book is which of the other: by foreign id, else by id, else by what it says."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from listbuilder.model import Item, Option, Section, Thing, Unit, by_kind
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
