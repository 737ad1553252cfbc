"""Which entries are casters, how many spell tokens they get, and when they can cast each spell."""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.model import Faction, Loadout, RosterEntry, Spell, System


@dataclass(frozen=True, slots=True)
class CasterSpell:
    """A spell of the army book for one caster."""

    spell: Spell
    first_round: int | None
    """The first round with enough tokens; None if there never are, or if the game has no tokens."""


def is_caster(entry: RosterEntry, system: System, faction: Faction) -> bool:
    """Return whether an entry is a caster."""
    return any(_caster_levels(half, system, faction) for half in entry.halves)


def caster_tokens(entry: RosterEntry, system: System, faction: Faction) -> int:
    """Return the tokens that an entry gets each round; 0 if it is not a caster or the game has no tokens."""
    maximum = system.tracking.max_spell_tokens
    if not maximum:
        return 0
    levels = [_caster_levels(half, system, faction) for half in entry.halves]
    in_groups = sum(half.models for half, own in zip(entry.halves, levels, strict=True) if None in own)
    return min(maximum, max([in_groups, *(level for own in levels for level in own if level is not None)]))


def caster_spells(entry: RosterEntry, system: System, faction: Faction) -> tuple[CasterSpell, ...]:
    """Return the spells of the army book for an entry; empty if it is not a caster."""
    if not is_caster(entry, system, faction):
        return ()
    tokens, maximum = caster_tokens(entry, system, faction), system.tracking.max_spell_tokens
    return tuple(
        # it keeps unused tokens up to the maximum
        CasterSpell(spell, max(1, -(-spell.cost // tokens)) if tokens and spell.cost <= maximum else None)
        for spell in faction.spells
    )


def _caster_levels(half: Loadout, system: System, faction: Faction) -> list[int | None]:
    """Return the level of each caster rule of a half; None if each model with the rule adds a level."""
    levels: list[int | None] = []
    for rule in half.rules:
        known = faction.rules.get(rule.id) or system.rules.get(rule.id)
        source = "rating" if rule.id == system.roles.caster else known and known.caster_level_source
        if source is not None:
            rating = rule.rating if isinstance(rule.rating, int) else 0
            levels.append(None if source == "models" else rating)
    return levels
