"""Who fights: the models of a unit in the order in which they fall, with what each of them carries.

Plain models fall first, then those with gear of their own, then the tougher ones, heroes last. What only some models
have is dealt out from the last model on, each stack to those that have least of the kind already.

Targets that are nobody's unit: `10xD4+T1`, ten models of Defense 4+ and Tough 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from listbuilder.model import Loadout, RosterEntry, Rule, RuleId, RuleRef, System, Unit, Weapon, kinds_of, slug
from listbuilder.model.effects import Reach, as_number
from listbuilder.model.notation import NotationError, parse_rule, split_parts

Find: TypeAlias = Callable[[RuleId], "Rule | None"]
"""Finds the glossary entry of a rule."""
_Place: TypeAlias = tuple[bool, int, int]
"""The place of a model in the order of falling: whether it is a hero, its wounds, what gear of its own it has."""


def _as_it_is(name: str, language: str) -> str:
    del language
    return name


@dataclass(frozen=True, slots=True)
class Rank:
    """So many models that are alike."""

    models: int
    wounds: int
    quality: int
    defense: int
    weapons: tuple[tuple[int, Weapon], ...] = ()
    """What each of them carries."""
    rules: tuple[RuleRef, ...] = ()
    hero: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Party:
    """A unit on the table, with heroes in it: its ranks, the first to fall first."""

    name: str
    ranks: tuple[Rank, ...]
    find: Find
    cost: int = 0
    given: tuple[RuleRef, ...] = ()
    """What others have given to the whole unit: a spell, an aura of somebody near, a mark on its target."""
    hurt: int = 0
    """The wounds that its first model has taken already."""
    term: Callable[[str, str], str] = _as_it_is
    """Gives the name of a weapon in a language, as its book has it."""

    @property
    def models(self) -> int:
        """How many there are."""
        return sum(rank.models for rank in self.ranks)

    @property
    def capacities(self) -> tuple[int, ...]:
        """The wounds that each model can still take, the first to fall first."""
        whole = [rank.wounds for rank in self.ranks for _ in range(rank.models)]
        return (whole[0] - self.hurt, *whole[1:])

    def capacities_in(self, system: System) -> tuple[int, ...]:
        """The same in one game: where wounds are rolled for, the last model takes markers until no die can save it."""
        own, roll = self.capacities, system.combat.wound_roll
        if roll is None:
            return own
        return (*own[:-1], roll.certain(self.ranks[-1].wounds) - (self.hurt if len(own) == 1 else 0))

    def called(self, label: str, language: str) -> str:
        """Give what a rule or a weapon is called in a language."""
        name, bracket, rating = label.partition("(")
        rule = self.find(RuleId(slug(name)))
        return self.term(label, language) if rule is None else rule.name.to(language) + bracket + rating

    def without_first(self, lost: int, hurt: int = 0) -> Party:
        """Give what is left when so many models have fallen and the next one is hurt."""
        left: list[Rank] = []
        for rank in self.ranks:
            gone = min(lost, rank.models)
            lost -= gone
            if gone < rank.models:
                left.append(replace(rank, models=rank.models - gone) if gone else rank)
        return replace(self, ranks=tuple(left), hurt=hurt)

    def with_given(self, rules: Iterable[RuleRef]) -> Party:
        """Give it with more rules from others."""
        return replace(self, given=(*self.given, *rules))


def build_party(
    worked: RosterEntry, system: System, find: Find, language: str = "en", heroes: Iterable[RosterEntry] = ()
) -> Party:
    """Give the models of an entry, both halves together, and of the heroes in it."""
    ranks: list[tuple[_Place, Rank]] = []
    cost = 0
    for one in (worked, *heroes):
        cost += one.cost
        for half in one.halves:
            ranks += _ranks(one.unit, half, system, find, hero=one.hero)
    ordered = [rank for _, rank in sorted(ranks, key=lambda keyed: keyed[0])]
    title = worked.entry.name or worked.unit.name.to(language)
    return Party(title, tuple(_joined(ordered)), find, cost)


def _joined(ranks: Iterable[Rank]) -> Iterator[Rank]:
    """Put models that are alike and fall one after the other together."""
    last: Rank | None = None
    for rank in ranks:
        if last is not None and replace(last, models=rank.models) == rank:
            last = replace(last, models=last.models + rank.models)
            continue
        if last is not None:
            yield last
        last = rank
    if last is not None:
        yield last


def _ranks(unit: Unit, half: Loadout, system: System, find: Find, *, hero: bool) -> Iterator[tuple[_Place, Rank]]:
    """Give each model of one copy with its place in the order of falling."""
    models = [_Model(unit.rules) for _ in range(half.models)]
    _deal(models, half)
    for model in models:
        rules = tuple(model.rules)
        wounds = _wounds(rules, unit, system, find)
        weapons = tuple((model.weapons.count(weapon), weapon) for weapon in dict.fromkeys(model.weapons))
        rank = Rank(1, wounds, unit.quality, unit.defense, weapons, rules, hero)
        yield (hero, wounds, model.special), rank


class _Model:
    """One model while gear is dealt out."""

    __slots__ = ("rules", "special", "weapons")

    def __init__(self, rules: Iterable[RuleRef]) -> None:
        self.rules = list(rules)
        self.weapons: list[Weapon] = []
        self.special = 0


def _deal(models: list[_Model], half: Loadout) -> None:
    """Deal out what one copy has: items with their weapons, rules that were bought, then all other weapons."""
    dealer = _Dealer(models)
    left = {carried.weapon: carried.count for carried in half.weapons}
    for gear in sorted(half.items, key=lambda gear: gear.count):
        for model in dealer.give(gear.count):
            model.rules += gear.item.borne
            for armed in gear.item.weapons:
                if left.get(armed.thing, 0) >= armed.count:  # else an upgrade has changed or replaced it
                    left[armed.thing] -= armed.count
                    model.weapons += [armed.thing] * armed.count
    for count, rule in _bought(half):
        for model in dealer.give(count):
            model.rules.append(rule)
    for weapon, count in sorted(left.items(), key=lambda held: held[1]):
        for model in dealer.give(count):
            model.weapons.append(weapon)


class _Dealer:
    """Deals stacks out from the last model on; a stack that is short goes on where the one before it ended."""

    def __init__(self, models: list[_Model]) -> None:
        self._models = models
        self._next = 0

    def give(self, count: int) -> Iterator[_Model]:
        size = len(self._models)
        whole, rest = divmod(count, size)
        for _ in range(whole):
            yield from self._models
        for place in range(self._next, self._next + rest):
            model = self._models[size - 1 - place % size]
            model.special += 1
            yield model
        self._next += rest


def _bought(half: Loadout) -> Iterator[tuple[int, RuleRef]]:
    """Give the rules that picks brought by themselves, and how many models have each; others went onto a weapon."""
    for taken in half.taken:
        many = half.models if taken.section.affects_all or half.models == 1 else taken.count
        yield from ((many, rule) for rule in kinds_of(taken.option.gains).rules if rule.id in half.rule_ids)


def _wounds(rules: Iterable[RuleRef], unit: Unit, system: System, find: Find) -> int:
    """Give the wounds that a model takes: the game's own number for it, or what its rules add up to."""
    own = unit.fields.get(system.wounds_field or "", 0)
    if own:
        return own
    total = 0
    for carried in rules:
        rule = find(carried.id)
        for effect in (rule.effects if rule is not None else None) or ():
            if effect.to is Reach.MODEL and "tough" in effect.verbs:
                total += as_number(carried.rating) if effect.verbs["tough"] == "X" else effect.amount("tough")
    return max(1, total)


_PROFILE = re.compile(r"^(?:(\d{1,3})\s*[x×]\s*)?D([2-6])\+?(?:\s*T(\d{1,2}))?(?:\s*:\s*(.+))?$", re.IGNORECASE)
TARGET_QUALITY = 4
"""The Quality of somebody who is only there to be hit."""
_MOST_MODELS, _MOST_TOUGH = 100, 30
"""More than any unit has: a target without end would take a time without end."""
DEFENSES = (2, 3, 4, 5, 6)
FIELD = ((10, 1), (5, 3), (3, 6), (1, 12))
"""The targets of a table: so many models of such Tough."""


def parse_profile(text: str, find: Find) -> Party | None:
    """Read a profile, with rules behind a colon; None where the text is none: `5xD3+T3: Regeneration, Stealth`."""
    found = _PROFILE.match(text.strip())
    if found is None:
        return None
    models, defense, tough = int(found[1] or 1), int(found[2]), int(found[3] or 1)
    rules = _rules(found[4])
    if not 1 <= models <= _MOST_MODELS or not 1 <= tough <= _MOST_TOUGH or rules is None:
        return None
    rank = Rank(models, tough, TARGET_QUALITY, defense, (), rules)
    return Party(f"{models}xD{defense}+T{tough}", (rank,), find)


def _rules(text: str | None) -> tuple[RuleRef, ...] | None:
    try:
        return tuple(parse_rule(part) for part in split_parts(text or ""))
    except NotationError:
        return None


def plain_target(models: int, defense: int, tough: int, find: Find) -> Party:
    """Give a target without rules."""
    return Party(f"{models}xD{defense}+T{tough}", (Rank(models, tough, TARGET_QUALITY, defense),), find)
