"""Special rules of an entry: which it has, how repeated ratings merge, and how glossary entries are found by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import add
from typing import NamedTuple, TypeAlias

from listbuilder.model import Chapter, Faction, Loadout, Rule, RuleId, RuleRef, System, Text, Unit, slugify


class RuleGains(NamedTuple):
    """The rules that equipment and upgrades may give to a copy of a unit, known without computing its contents."""

    rule_ids: frozenset[RuleId]
    repeated: bool
    """Whether an upgrade may give a rule that the copy already has."""


@lru_cache(maxsize=8192)  # several checks ask for every entry
def rule_gains(unit: Unit, loadout: Loadout) -> RuleGains:
    """Return the rules that equipment and upgrades may give to a copy of a unit."""
    rule_ids = _equipment_rules(unit)
    repeated = False
    for upgrade in loadout.upgrades:
        gained = upgrade.granted_rule_ids
        if gained:
            new = frozenset(gained)
            twice = len(gained) * upgrade.count > len(new)
            repeated = repeated or twice or not (new.isdisjoint(rule_ids) and new.isdisjoint(unit.rule_ids))
            rule_ids |= new
    return RuleGains(rule_ids, repeated)


@lru_cache(maxsize=4096)
def _equipment_rules(unit: Unit) -> frozenset[RuleId]:
    return frozenset([rule.id for stack in unit.equipment for rule in stack.equipment.granted_rules])


def has_rule(unit: Unit, halves: tuple[Loadout, ...], rule: RuleId | None) -> bool:
    """Return whether an entry has a rule in at least one half."""
    if rule is None or rule in unit.rule_ids:
        return rule is not None
    # Another upgrade may have replaced the item with the rule.
    return _may_gain_rule(unit, halves, rule) and any(rule in half.rule_ids for half in halves)


def highest_rating(unit: Unit, halves: tuple[Loadout, ...], rule: RuleId | None) -> int:
    """Return the highest rating of a rule in the halves, or 0 if the rule or a number is missing."""
    if rule is None:
        return 0
    ratings = [known.rating for known in unit.rules if known.id == rule]
    if len(ratings) > 1 or _may_gain_rule(unit, halves, rule):
        return max([half.rating(rule) for half in halves])
    return ratings[0] if ratings and isinstance(ratings[0], int) else 0


def _may_gain_rule(unit: Unit, halves: tuple[Loadout, ...], rule: RuleId) -> bool:
    return any(rule in rule_gains(unit, half).rule_ids for half in halves)


def sum_ratings(rules: Iterable[RuleRef], rule: str | None) -> int:
    """Return the sum of the ratings of a rule; text ratings do not count."""
    return sum(known.rating for known in rules if known.id == rule and isinstance(known.rating, int))


RatingMerger: TypeAlias = Callable[[int, int], int]
"""Merges two ratings into one."""

_MERGERS: Mapping[str, RatingMerger] = {"highest": max, "lowest": min}

Stacking: TypeAlias = Callable[[RuleId], RatingMerger]
"""Returns how repeated ratings of a rule are merged."""


def add_ratings(_rule: RuleId) -> RatingMerger:
    """Return addition for every rule."""
    return add


def find_stacking(system: System, faction: Faction) -> Stacking:
    """Return how rules stack for units of a faction in a system."""

    def combining(rule: RuleId) -> RatingMerger:
        known = system.rules.get(rule) or faction.rules.get(rule)
        return add if known is None else _MERGERS.get(known.stacking, add)

    return combining


def merge_highest(rules: Iterable[RuleRef]) -> tuple[RuleRef, ...]:
    """Merge rules of several bearers, such as two halves; the highest rating counts."""
    return merge_rules(rules, lambda _rule: max)


def merge_rules(rules: Iterable[RuleRef], stacking: Stacking) -> tuple[RuleRef, ...]:
    """Merge repeated rules of one bearer, in the order of their first occurrence. Text ratings are not merged."""
    rules = tuple(rules)
    if len({rule.id for rule in rules}) == len(rules):
        return rules
    merged: dict[object, RuleRef] = {}
    for rule in rules:
        rating = rule.rating
        key = (rule.id, rating) if isinstance(rating, str) else rule.id
        first = merged.get(key)
        if first is None:
            merged[key] = rule
        elif rating is not None and not isinstance(rating, str):
            new = stacking(rule.id)(first.rating, rating) if isinstance(first.rating, int) else rating
            merged[key] = replace(first, rating=new)
    return tuple(merged.values())


GlossaryEntry: TypeAlias = Rule | Chapter
_BRACKET = re.compile(r"\s*\((\d{0,3})[^()]*\)?\s*$")


@dataclass(frozen=True, slots=True)
class GlossaryMatch:
    """A rule or chapter that matches a search, with the rating that was typed after the name."""

    entry: GlossaryEntry
    rating: int | None = None

    @property
    def title(self) -> Text:
        """The name of the rule or the title of the chapter."""
        return self.entry.name if isinstance(self.entry, Rule) else self.entry.title


def find_glossary_entries(entries: Iterable[GlossaryEntry], text: str) -> tuple[GlossaryMatch, ...]:
    """Return the entries that match a text best: by the whole name, else by its beginning, else by a part of it.

    Names match in every language; a rating such as `(3)` may follow.
    """
    keyed = [(entry, {entry.id, *map(_search_key, _names(GlossaryMatch(entry).title))}) for entry in entries]
    bracket = _BRACKET.search(text)
    rating = int(bracket[1]) if bracket is not None and bracket[1] else None
    sought = _search_key(_BRACKET.sub("", text))
    for matches in (str.__eq__, str.startswith, str.__contains__):
        best = [entry for entry, keys in keyed if sought and any(matches(key, sought) for key in keys)]
        if best:
            return tuple(GlossaryMatch(entry, rating) for entry in best)
    return ()


def glossary_names(system: System) -> tuple[str, ...]:
    """Return all names of rules and chapters of a system, in all languages."""
    return match_names(map(GlossaryMatch, glossary_entries(system)))


def match_names(matches: Iterable[GlossaryMatch]) -> tuple[str, ...]:
    """Return the names of matches in all their languages, each once."""
    return tuple(dict.fromkeys(name for match in matches for name in _names(match.title)))


def glossary_entries(system: System) -> Iterator[GlossaryEntry]:
    """Yield all rules and chapters of a system."""
    yield from system.rules.values()
    yield from system.reference.values()


def _search_key(name: str) -> str:
    return slugify(name.casefold())  # folds ß to ss, as on keyboards without ß


def _names(text: Text) -> list[str]:
    return [text.to(language) for language in sorted(text.languages())]
