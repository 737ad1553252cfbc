"""Which rules and spells two versions of a book put in other words: known by the hashes of their sentences."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model import Faction, RuleId, Text, Thing
from listbuilder.rules.change import Change


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
