"""What still differs between a share text and the nearest choices that were found for it, in its own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from listbuilder.importers.army_forge.text.combinations import Profile, Wanted, profile
from listbuilder.importers.army_forge.text.search import Solution, Worker, compare_rules
from listbuilder.importers.army_forge.text.things import UnitBlock
from listbuilder.model import RuleRef, Weapon, target_key
from listbuilder.model.notation import format_weapon


@dataclass(frozen=True, slots=True)
class Differences:
    """Weapons and rules that only the text shows, and those that only the list has."""

    text: tuple[str, ...]
    list: tuple[str, ...]
    strange: tuple[str, ...]
    """Words of the text that are no rule at all: a greeting, the number of a page."""


def find_differences(
    best: Solution, block: UnitBlock, wanted: Wanted, work: Worker, known: Callable[[RuleRef], bool]
) -> Differences:
    """Compare a block with what the choices for it amount to; `known` tells whether there is such a rule."""
    loadouts = [work(picks) for picks in best.halves]
    carried = [(each.count, each.weapon) for loadout in loadouts for each in loadout.weapons]
    rules = list(dict.fromkeys(rule for loadout in loadouts for rule in loadout.rules))
    items = {gear.item.key: gear.item.rules for loadout in loadouts for gear in loadout.items}
    shown, had = compare_rules(rules, wanted, items)
    real = [rule for rule in block.rules if known(rule)]
    return Differences(
        (*_weapons(block.weapons, carried), *_named(shown, real)),
        (*_weapons(carried, block.weapons), *_named(had, rules)),
        tuple(_named(shown, [rule for rule in block.rules if rule not in real])),
    )


def _weapons(ours: Iterable[tuple[int, Weapon]], theirs: Iterable[tuple[int, Weapon]]) -> list[str]:
    """Write the weapons of which there are more on our side."""
    ours = list(ours)
    names = {profile(weapon): format_weapon(weapon) for _, weapon in ours}
    return [f"{count}x {names[each]}" for each, count in (_counted(ours) - _counted(theirs)).items()]


def _counted(weapons: Iterable[tuple[int, Weapon]]) -> Counter[Profile]:
    counts = Counter[Profile]()
    for count, weapon in weapons:
        counts[profile(weapon)] += count
    return counts


def _named(keys: frozenset[str], rules: Iterable[RuleRef]) -> list[str]:
    labels = {target_key(rule.name): rule.label for rule in rules}
    return [label for key, label in labels.items() if key in keys]
