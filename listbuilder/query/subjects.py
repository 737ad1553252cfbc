"""What a query looks into: the names, rules, weapons and numbers of a unit, of an entry, or of anything with a name.

unit_subject(unit, faction, system, "de")                      a unit as the book offers it, and what it may take
entry_subject(worked, faction, system, "de")                   an entry as it stands in the army
plain_subject("a.yaml", ["The Vale"], ["legal"], {Number.POINTS: 1500})   a list of the home screen
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache

from listbuilder.model import (
    Entry,
    EntryId,
    Faction,
    Loadout,
    RosterEntry,
    RuleRef,
    System,
    Thing,
    Unit,
    Weapon,
)
from listbuilder.query.matching import Folded, fold, squeeze
from listbuilder.query.parser import Key, Number
from listbuilder.rules.moves import worked_moves
from listbuilder.rules.roster import build_entry
from listbuilder.rules.trackers import total_wounds


class Field(IntEnum):
    """Where a word is found, the foremost first."""

    NAME = 0
    WORD = 1
    """What else is said of a thing: its game, its verdict."""
    RULE = 2
    GEAR = 3
    OFFERED = 4
    """What a unit does not have but may take."""


@dataclass(frozen=True, slots=True)
class Facet:
    """One text of a thing."""

    field: Field
    text: str
    folded: Folded


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """One weapon by its numbers."""

    name: str
    field: Field
    numbers: Mapping[Key, int]


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A thing to be found, by a key of its owner's."""

    key: str
    facets: tuple[Facet, ...]
    numbers: Mapping[Key, int]
    offered: tuple[tuple[Key, int], ...] = ()
    """Numbers that it would have by an option."""
    arms: tuple[Arm, ...] = ()
    said: str = field(init=False, repr=False)
    """All its texts in one, to see quickly that a word begins none of theirs."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "said", "".join(facet.folded.letters for facet in self.facets))

    def known(self) -> Iterator[Key]:
        """Give everything that it can be compared by."""
        yield from self.numbers
        yield from (key for key, _ in self.offered)
        for arm in self.arms:
            yield from arm.numbers


def plain_subject(
    key: str, names: Iterable[str], words: Iterable[str] = (), numbers: Mapping[Key, int] | None = None
) -> Subject:
    """Give a thing that has names, other words and perhaps numbers: a list with its faction, its game, its verdict."""
    facets = (*_facets(Field.NAME, names), *_facets(Field.WORD, words))
    return Subject(key, facets, numbers or {})


@lru_cache(maxsize=1024)
def unit_subject(unit: Unit, faction: Faction, system: System, language: str) -> Subject:
    """Give a unit as the book offers it, with what its options would bring; its key is the unit's full name."""
    bare = build_entry(Entry(id=EntryId(""), unit=unit.ref), unit, faction, system)
    tongue = _Tongue(faction, system, language)
    things = [stack.thing for section in unit.sections for option in section.options for stack in option.gains]
    own = _subject(bare, unit.ref, tongue)
    weapons = dict.fromkeys(weapon for thing in things for weapon in thing.arms)
    ratings = (pair for thing in things for rule in thing.borne for pair in tongue.ratings((rule,)).items())
    return Subject(
        own.key,
        (*own.facets, *_facets(Field.OFFERED, dict.fromkeys(name for thing in things for name in tongue.parts(thing)))),
        own.numbers,
        tuple(dict.fromkeys(ratings)),
        (*own.arms, *(tongue.arm(weapon, Field.OFFERED) for weapon in weapons)),
    )


@lru_cache(maxsize=1024)
def entry_subject(worked: RosterEntry, faction: Faction, system: System, language: str) -> Subject:
    """Give an entry as it stands in the army; its key is the entry's id."""
    return _subject(worked, worked.id, _Tongue(faction, system, language))


def _subject(worked: RosterEntry, key: str, tongue: _Tongue) -> Subject:
    unit = worked.unit
    rules = dict.fromkeys(rule for half in worked.halves for rule in half.rules)
    weapons = dict.fromkeys(carried.weapon for half in worked.halves for carried in half.weapons)
    gear = dict.fromkeys(name for half in worked.halves for name in tongue.gear(half))
    names = (worked.entry.name or "", unit.name.to(tongue.language), unit.name.en)
    facets = (
        *_facets(Field.NAME, names),
        *_facets(Field.RULE, (name for rule in rules for name in tongue.labels(rule))),
        *_facets(Field.GEAR, (*(name for weapon in weapons for name in tongue.parts(weapon)), *gear)),
    )
    numbers = {**tongue.ratings(rules), **tongue.fields(unit), **_numbers(worked, tongue.system, tongue.faction)}
    return Subject(key, facets, numbers, (), tuple(tongue.arm(weapon, Field.GEAR) for weapon in weapons))


def _numbers(worked: RosterEntry, system: System, faction: Faction) -> dict[Key, int]:
    unit, moves = worked.unit, worked_moves(worked, system, faction)
    found: dict[Key, int] = {
        Number.POINTS: worked.cost,
        Number.MODELS: worked.models,
        Number.QUALITY: unit.quality,
        Number.DEFENSE: unit.defense,
        Number.WOUNDS: total_wounds(worked, system),
    }
    return found if moves is None else {**found, Number.MOVE: moves.advance}


def _facets(field: Field, texts: Iterable[str]) -> tuple[Facet, ...]:
    return tuple(Facet(field, text, fold(text)) for text in dict.fromkeys(texts) if text)


@dataclass(frozen=True, slots=True)
class _Tongue:
    """What things are called, in the reader's language and in English."""

    faction: Faction
    system: System
    language: str

    def parts(self, thing: Thing) -> Iterator[str]:
        """Give the names of a thing and of all that is in it."""
        for gear in thing.gear:
            yield from self.terms(gear.name)
        for rule in thing.every_rule:
            yield from self.labels(rule)

    def gear(self, half: Loadout) -> Iterator[str]:
        """Give the names of the items of a copy."""
        for gear in half.items:
            yield from self.terms(gear.item.name)

    def terms(self, name: str) -> tuple[str, str]:
        """Give a weapon's or an item's names."""
        return self.faction.term(name, self.language), name

    def names(self, rule: RuleRef) -> tuple[str, ...]:
        """Give a rule's names."""
        known = self.faction.rules.get(rule.id) or self.system.rules.get(rule.id)
        return (rule.name,) if known is None else (known.name.to(self.language), known.name.en, rule.name)

    def labels(self, rule: RuleRef) -> Iterator[str]:
        """Give a rule as it is borne, with its rating."""
        rating = "" if rule.rating is None else f"({rule.rating})"
        return (f"{name}{rating}" for name in self.names(rule))

    def ratings(self, rules: Iterable[RuleRef]) -> dict[Key, int]:
        """Give the numbers of rules, by each of their names; the highest where a unit has two."""
        found: dict[Key, int] = {}
        for rule in rules:
            if isinstance(rule.rating, int):
                for name in self.names(rule):
                    found[squeeze(name)] = max(rule.rating, found.get(squeeze(name), rule.rating))
        return found

    def fields(self, unit: Unit) -> dict[Key, int]:
        """Give the numbers that the game has beyond those of all games."""
        return {
            squeeze(name): number
            for field in self.system.fields
            if (number := unit.fields.get(field.id, field.default)) is not None
            for text in (field.name, field.short)
            for name in (text.to(self.language), text.en)
        }

    def arm(self, weapon: Weapon, field: Field) -> Arm:
        """Give a weapon by its numbers; one for melee has no range."""
        reach: dict[Key, int] = {Number.RANGE: weapon.range} if weapon.range else {}
        numbers = {**self.ratings(weapon.rules), Number.ATTACKS: weapon.attacks, **reach}
        return Arm(self.terms(weapon.name)[0], field, numbers)
