"""Spells that deal hits: what they do, and the chance to cast them."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.model import Spell, System
from listbuilder.model.effects import FACES
from listbuilder.odds.falling import aftermath, summed
from listbuilder.odds.party import Party
from listbuilder.odds.result import Odds
from listbuilder.odds.shield import read_defenders, read_traits
from listbuilder.odds.situation import Mode, Situation
from listbuilder.odds.sources import Caveat
from listbuilder.odds.volleys import spell_volley


def cast_chance(system: System) -> float:
    """Give the chance that a spell works when nobody spends more tokens; 0 where the game has no such roll."""
    return 0.0 if system.combat.cast is None else (FACES + 1 - system.combat.cast) / FACES


def spell_odds(caster: Party, spell: Spell, target: Party, system: System) -> Odds | None:
    """Give the odds of one try to cast a spell; None where it deals no hits or the game does not say how."""
    chance = cast_chance(system)
    if spell.strike is None or not chance:
        return None
    situation = Situation(mode=Mode.SPELL)
    volley, notes = spell_volley(spell.name.en, spell.strike, caster.find, situation, read_traits(target, situation))
    met = read_defenders(target, system, situation)
    odds = summed(aftermath((volley,), met, fatigued=False), target, system, (volley,))
    failed = 1 - chance
    return replace(
        odds,
        wounds=(failed + chance * odds.wounds[0], *(chance * one for one in odds.wounds[1:])),
        models=(failed + chance * odds.models[0], *(chance * one for one in odds.models[1:])),
        standing=(failed + chance * odds.standing[0], *(chance * one for one in odds.standing[1:])),
        half=chance * odds.half,
        stunned=chance * odds.stunned,
        notes=odds.notes | notes | met.notes | {Caveat(spell.name.en, "tokens", text=spell.name)},
    )
