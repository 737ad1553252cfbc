"""Combatants for tests: real units with seeded upgrades, and small handmade ones."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from listbuilder.library import Library
from listbuilder.library.build_faction import build_effects
from listbuilder.model import (
    Entry,
    EntryId,
    Faction,
    RosterEntry,
    Rule,
    RuleId,
    System,
    Text,
    Unit,
    UnitId,
    UnitRef,
    Upgrade,
    Weapon,
    slugify,
)
from listbuilder.model.effects import Bias
from listbuilder.model.notation import parse_notation, parse_rule, split_at_commas
from listbuilder.odds.combatant import Combatant, CombatGroup, RuleLookup, build_combatant
from listbuilder.odds.result import Odds
from listbuilder.rules.roster_builder import build_roster_entry

SYSTEM = "aof-3.5"


@cache
def library() -> Library:
    """Open the bundled data once."""
    return Library.open(user=False)


@cache
def game() -> System:
    """Return the game of the tests."""
    return library().system(SYSTEM)


@cache
def books() -> tuple[Faction, ...]:
    """Return all books of the game."""
    return tuple(library().faction(header.id, SYSTEM) for header in library().newest_factions(SYSTEM))


def finder(faction: Faction) -> RuleLookup:
    """Return the rule lookup of a faction."""

    def find(rule: RuleId) -> Rule | None:
        return faction.rules.get(rule) or game().rules.get(rule)

    return find


def entry_of(faction: Faction, unit: Unit, picks: tuple[str, ...] = ()) -> RosterEntry:
    """Build an entry."""
    chosen = tuple(Upgrade(option) for option in picks)
    return build_roster_entry(Entry(id=EntryId("a"), unit=UnitRef(unit.ref), upgrades=chosen), unit, faction, game())


def party_of(faction: str, unit: str, *picks: str) -> Combatant:
    """Return the combatant of one unit."""
    book = library().faction(faction, SYSTEM)
    return build_combatant(entry_of(book, book.units[UnitId(unit)], picks), game(), finder(book))


def seeded_entries(random: Random) -> tuple[Faction, RosterEntry, RosterEntry | None]:
    """Return a random unit with random upgrades, perhaps with a hero."""
    faction = random.choice(books())
    units = list(faction.units.values())
    roster_entry = _add_random_upgrades(faction, random.choice(units), random)
    heroes = [unit for unit in units if "hero" in unit.rule_ids]
    if roster_entry.models > 1 and not roster_entry.is_hero and heroes and random.random() < 0.3:
        return faction, roster_entry, _add_random_upgrades(faction, random.choice(heroes), random)
    return faction, roster_entry, None


def seeded_party(random: Random) -> Combatant:
    """Return such a unit as a combatant."""
    return as_party(*seeded_entries(random))


def as_party(faction: Faction, roster_entry: RosterEntry, hero: RosterEntry | None) -> Combatant:
    """Return a unit with a hero as a combatant."""
    return build_combatant(roster_entry, game(), finder(faction), heroes=[hero] if hero is not None else [])


def _add_random_upgrades(faction: Faction, unit: Unit, random: Random) -> RosterEntry:
    picks: tuple[str, ...] = ()
    roster_entry = entry_of(faction, unit)
    for section in unit.sections:
        if random.random() < 0.5:
            tried = (*picks, unit.option_reference(section.id, random.choice(section.options).id))
            candidate = entry_of(faction, unit, tried)
            if not candidate.halves[0].errors:
                picks, roster_entry = tried, candidate
    return roster_entry


@cache
def all_rules() -> dict[RuleId, Rule]:
    """Return the rules of all books and of the game, by id."""
    rules: dict[RuleId, Rule] = {}
    for book in books():
        rules |= {key: rule for key, rule in book.rules.items() if rule.effects is not None}
    return {**rules, **game().rules}


def build_party(
    models: int = 1,
    *,
    tough: int = 1,
    quality: int = 4,
    defense: int = 4,
    weapon: str = "Sword (A1)",
    rules: str = "",
    hero: bool = False,
) -> Combatant:
    """Build a combatant of identical models, with one weapon and rules from the books."""
    equipment = parse_notation(weapon)
    assert isinstance(equipment, Weapon)
    carried = tuple(parse_rule(text) for text in split_at_commas(rules))
    rank = CombatGroup(models, tough, quality, defense, ((1, equipment),), carried, hero)
    return Combatant("made", (rank,), all_rules().get)


def list_general_biases(odds: Odds) -> list[Bias]:
    """Return the direction of each general caveat, leaving out those about a named rule."""
    return [note.bias for note in odds.notes if note.bias is not None and note.text is not None]


def join_parties(*parties: Combatant) -> Combatant:
    """Join combatants into one unit, the first casualties first."""
    return Combatant("joined", tuple(rank for party in parties for rank in party.groups), all_rules().get)


def with_rule_effects(party: Combatant, **rules: list[dict[str, Any]] | None) -> Combatant:
    """Return a combatant for which these rules have different effects, by rule name."""
    own = {
        RuleId(slugify(name)): Rule(id=RuleId(slugify(name)), name=Text(name), effects=build_effects(effects))
        for name, effects in rules.items()
    }

    def find(rule: RuleId) -> Rule | None:
        return own.get(rule) or all_rules().get(rule)

    return replace(party, find_rule=find)
