"""Which rules an entry has after all picks, and with which number.

Nobody loses a rule that they were born with, and most picks bring none: what an entry carries is laid out only where
one of them may have brought the rule.

Repeated rules made one: ratings add up, unless the glossary says that the highest or the lowest counts.

One rule or one chapter of a game, found by what people type: any language, part of a name, with or without (X).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import add
from typing import TypeAlias

from listbuilder.model import Chapter, Faction, Loadout, Rule, RuleId, RuleRef, System, Text, Unit, slug


def bears(unit: Unit, halves: tuple[Loadout, ...], rule: RuleId | None) -> bool:
    """Tell whether an entry has a rule, in one of its halves at least."""
    if rule is None or rule in unit.rule_ids:
        return rule is not None
    # what may have come may have been swapped for something else
    return _may_come(halves, rule) and any(rule in half.rule_ids for half in halves)


def highest_rating(unit: Unit, halves: tuple[Loadout, ...], rule: RuleId | None) -> int:
    """Give the number of a rule, of two halves the higher one; 0 where the rule or the number is missing."""
    if rule is None:
        return 0
    born = [known.rating for known in unit.rules if known.id == rule]
    if len(born) > 1 or _may_come(halves, rule):
        return max([half.rating(rule) for half in halves])
    return born[0] if born and isinstance(born[0], int) else 0


def _may_come(halves: tuple[Loadout, ...], rule: RuleId) -> bool:
    """Tell whether anything that an entry has or has bought may bring a rule; of one half the first is the last."""
    return rule in halves[0].brought or rule in halves[-1].brought


Combining: TypeAlias = Callable[[int, int], int]
"""Makes one rating of two."""

_EXCEPTIONS: Mapping[str, Combining] = {"highest": max, "lowest": min}

Stacking: TypeAlias = Callable[[RuleId], Combining]
"""Tells what becomes of the repeated ratings of a rule."""


def all_add(_rule: RuleId) -> Combining:
    """Add repeated ratings up, whatever the rule."""
    return add


def stacking_rules(system: System, faction: Faction) -> Stacking:
    """Give how rules stack for units of a faction in a system; only rules that somebody has twice are looked up."""

    def combining(rule: RuleId) -> Combining:
        known = system.rules.get(rule) or faction.rules.get(rule)
        return add if known is None else _EXCEPTIONS.get(known.stacks, add)

    return combining


def merge_rules(rules: Iterable[RuleRef], stacking: Stacking) -> tuple[RuleRef, ...]:
    """Merge the repeated rules of one bearer, each in the place where it first stood."""
    return _merge(rules, stacking)


def unite_rules(rules: Iterable[RuleRef]) -> tuple[RuleRef, ...]:
    """Merge the rules of several bearers, as of two halves: nothing adds up, the highest rating stands for all."""
    return _merge(rules, lambda _rule: max)


def _merge(rules: Iterable[RuleRef], stacking: Stacking) -> tuple[RuleRef, ...]:
    """Make one of each rule; ratings that are words stay apart."""
    rules = tuple(rules)
    if len({rule.id for rule in rules}) == len(rules):
        return rules
    merged: dict[object, RuleRef] = {}
    for rule in rules:
        rating = rule.rating
        key = (rule.id, rating) if isinstance(rating, str) else rule.id
        before = merged.get(key)
        if before is None:
            merged[key] = rule
        elif rating is not None and not isinstance(rating, str):
            new = stacking(rule.id)(before.rating, rating) if isinstance(before.rating, int) else rating
            merged[key] = replace(before, rating=new)
    return tuple(merged.values())


Thing: TypeAlias = Rule | Chapter
_BRACKET = re.compile(r"\s*\((\d{0,3})[^()]*\)?\s*$")


@dataclass(frozen=True, slots=True)
class FoundRule:
    """What was asked for, with the number that was typed in brackets behind it."""

    thing: Thing
    rating: int | None = None

    @property
    def title(self) -> Text:
        """The name under which it was found."""
        return self.thing.name if isinstance(self.thing, Rule) else self.thing.title


def look_up(things: Iterable[Thing], wanted: str) -> tuple[FoundRule, ...]:
    """Find what a name can mean, by the best kind of match: the whole name, else how one begins, else a part of it."""
    things = tuple(things)
    bracket = _BRACKET.search(wanted)
    rating = int(bracket[1]) if bracket is not None and bracket[1] else None
    sought = _key(_BRACKET.sub("", wanted))
    for matches in (str.__eq__, str.startswith, str.__contains__):
        found = [thing for thing in things if sought and any(matches(key, sought) for key in _keys(thing))]
        if found:
            return tuple(FoundRule(thing, rating) for thing in found)
    return ()


def known_names(system: System) -> tuple[str, ...]:
    """Give every name that can be looked up, in all languages."""
    return spoken_names(map(FoundRule, things_of(system)))


def spoken_names(found: Iterable[FoundRule]) -> tuple[str, ...]:
    """Give the names of some things in all their languages, each once."""
    return tuple(dict.fromkeys(name for one in found for name in _names(one.title)))


def things_of(system: System) -> Iterator[Thing]:
    """Give all that a game itself explains."""
    yield from system.rules.values()
    yield from system.reference.values()


def _keys(thing: Thing) -> set[str]:
    return {thing.id, *map(_key, _names(FoundRule(thing).title))}


def _key(words: str) -> str:
    return slug(words.casefold())  # a folded ß is ss, as it is typed where there is no ß


def _names(text: Text) -> list[str]:
    return [text.to(language) for language in sorted(text.languages())]
