"""The odds of one attack or spell: volleys against a defense, wounds on models, open choices and dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from listbuilder.model import RuleId, Spell, System
from listbuilder.model.effects import FACES, Lean, Side
from listbuilder.model.text import phrase
from listbuilder.odds.active_effects import Caveat, Open, Traits, Ways, asks_about_target
from listbuilder.odds.casualties import aftermath, summed
from listbuilder.odds.combatant import Party
from listbuilder.odds.defense import Shield, read_defenders, read_traits
from listbuilder.odds.dice import Chances, mixed
from listbuilder.odds.result import ChosenWay, Odds
from listbuilder.odds.situation import Mode, Situation, outnumbered
from listbuilder.odds.volleys import Turn, Volley, read_attackers, spell_volley

_MAX_OPEN_CHOICES = 4
"""How many open choices and dice are followed; no unit has more."""
_ANY_TARGET = Traits()
"""The traits of a target that no rule asks about."""


def attack(
    attacker: Party,
    target: Party,
    system: System,
    situation: Situation,
    *,
    turn: Turn | None = None,
    muted: RuleId | None = None,
) -> Odds:
    """Return the odds of one attack.

    `order` limits it to the volleys that strike first, normally or last in a melee. `ignored_rule` is a rule of the
    attacker to leave out.
    """
    asks_for_traits, _ = asks_about_target(attacker)
    situation = situated(attacker, target, situation)
    traits = read_traits(target, situation) if asks_for_traits else _ANY_TARGET
    attackers = read_attackers(attacker, situation, traits, (), muted)
    defenders = read_defenders(target, system, situation)
    caveats = attackers.notes | defenders.notes | _system_caveats(system, situation, attacker)
    request = _Attack(attacker, target, system, situation, traits, turn, muted, caveats)
    return _choose_best(request, [*attackers.open, *defenders.open][:_MAX_OPEN_CHOICES])


def situated(attacker: Party, target: Party, situation: Situation) -> Situation:
    """Return the situation, marked as outnumbered if that is so and a rule of the attacker asks for it."""
    _, asks_for_numbers = asks_about_target(attacker)
    return outnumbered(situation) if asks_for_numbers and target.models > attacker.models else situation


def _system_caveats(system: System, situation: Situation, attacker: Party) -> frozenset[Caveat]:
    """Return the rules of the system that no effect can express."""
    combat = system.combat
    texts = [(combat.without, Lean.UNSURE)]
    texts += [(combat.melee_without, Lean.UNSURE)] if situation.exchange else []
    if situation.mode.melee and _has_rear_models(attacker, system):
        texts.append((phrase("odds.without.rear-models"), Lean.LESS))
    return frozenset(Caveat(text.en, lean=lean, text=text) for text, lean in texts if text is not None)


def _has_rear_models(combatant: Party, system: System) -> bool:
    """Return whether some models are behind the rows that strike."""
    if system.combat.rows is None or system.formation is None:
        return False
    return combatant.models > system.combat.rows * max(row.width for row in system.formation.rows)


@dataclass(frozen=True, slots=True)
class _Attack:
    """All that is the same for every way that open choices and dice can go."""

    attacker: Party
    target: Party
    system: System
    situation: Situation
    traits: Traits
    turn: Turn | None
    muted: RuleId | None
    notes: frozenset[Caveat]


def _choose_best(request: _Attack, open_choices: list[Open]) -> Odds:
    """Average over dice, and let each side choose what is best for it by the mean wounds."""
    choices = [choice for choice in open_choices if choice.ways[0].faces is None]
    dice = [choice for choice in open_choices if choice.ways[0].faces is not None]
    attacker_choices = [choice for choice in choices if choice.side is Side.ATTACK]
    target_choices = [choice for choice in choices if choice.side is Side.TARGET]

    def best_for_target(ways: Ways) -> Odds:
        answers = (_average_over_dice(request, dice, (*ways, *more)) for more in _all_ways(target_choices))
        return min(answers, key=lambda odds: odds.mean_wounds)

    return max((best_for_target(ways) for ways in _all_ways(attacker_choices)), key=lambda odds: odds.mean_wounds)


def _all_ways(choices: Iterable[Open]) -> Iterator[Ways]:
    return product(*([(choice.rule, index) for index in range(len(choice.ways))] for choice in choices))


def _average_over_dice(request: _Attack, dice: list[Open], ways: Ways) -> Odds:
    """Mix the results of dice that choose for the whole unit."""
    if not dice:
        return _resolve(request, ways)
    die = dice[0]
    parts: list[tuple[float, Odds]] = []
    left = FACES
    for index, way in enumerate(die.ways):
        assert way.faces is not None
        faces = way.faces.most - way.faces.least + 1
        left -= faces
        parts.append((faces / FACES, _average_over_dice(request, dice[1:], (*ways, (die.rule, index)))))
    if left:
        parts.append((left / FACES, _average_over_dice(request, dice[1:], ways)))
    return _mix_odds(parts)


def _mix_odds(parts: list[tuple[float, Odds]]) -> Odds:
    return replace(
        parts[0][1],
        wounds=mixed([(weight, odds.wounds) for weight, odds in parts]),
        models=mixed([(weight, odds.models) for weight, odds in parts]),
        standing=mixed([(weight, odds.standing) for weight, odds in parts]),
        half=sum(weight * odds.half for weight, odds in parts),
        stunned=sum(weight * odds.stunned for weight, odds in parts),
        own_wounds=sum(weight * odds.own_wounds for weight, odds in parts),
        volleys=tuple(dict.fromkeys(volley for _, odds in parts for volley in odds.volleys)),
        parts=tuple(parts),
    )


def _resolve(request: _Attack, ways: Ways) -> Odds:
    """Compute the attack with every choice and die decided."""
    situation = request.situation
    attackers = read_attackers(request.attacker, situation, request.traits, ways, request.muted)
    defenders = read_defenders(request.target, request.system, situation, ways)
    in_turn = [volley for volley in attackers.volleys if request.turn in (None, volley.turn)]
    volleys = _without_blocked_impact(in_turn, defenders.shield)
    after = aftermath(volleys, defenders, fatigued=situation.fatigued and situation.mode.melee)
    odds = summed(after, request.target, request.system, volleys)
    decided = dict(ways)
    chosen = tuple(
        _chosen_way(choice, decided[choice.rule])
        for choice in (*attackers.open, *defenders.open)
        if choice.ways[0].faces is None and choice.rule in decided
    )
    return replace(odds, notes=odds.notes | request.notes, chosen=chosen, ways=ways)


def _chosen_way(choice: Open, index: int) -> ChosenWay:
    effects = choice.ways[index].effects
    return ChosenWay(
        choice.label, index, tuple((verb, effect.amount(verb)) for effect in effects for verb in effect.verbs)
    )


def _without_blocked_impact(volleys: list[Volley], shield: Shield) -> tuple[Volley, ...]:
    """Remove the Impact dice that the target takes from its chargers."""
    left = shield.impact
    remaining = []
    for volley in volleys:
        blocked = min(left, volley.dice) if volley.impact else 0
        left -= blocked
        if volley.dice > blocked:
            remaining.append(replace(volley, dice=volley.dice - blocked) if blocked else volley)
    return tuple(remaining)


def cast_chance(system: System) -> float:
    """Return the chance to cast a spell if nobody spends extra tokens; 0 if the system has no such roll."""
    return 0.0 if system.combat.cast is None else (FACES + 1 - system.combat.cast) / FACES


def spell_odds(caster: Party, spell: Spell, target: Party, system: System) -> Odds | None:
    """Return the odds of one attempt to cast a spell; None if it deals no hits or the system has no casting roll."""
    chance = cast_chance(system)
    if spell.strike is None or not chance:
        return None
    situation = Situation(mode=Mode.SPELL)
    volley, caveats = spell_volley(spell.name.en, spell.strike, caster.find, situation, read_traits(target, situation))
    defenders = read_defenders(target, system, situation)
    odds = summed(aftermath((volley,), defenders, fatigued=False), target, system, (volley,))

    def after_casting(chances: Chances) -> Chances:
        return (1 - chance + chance * chances[0], *(chance * rest for rest in chances[1:]))

    return replace(
        odds,
        wounds=after_casting(odds.wounds),
        models=after_casting(odds.models),
        standing=after_casting(odds.standing),
        half=chance * odds.half,
        stunned=chance * odds.stunned,
        notes=odds.notes | caveats | defenders.notes | {Caveat(spell.name.en, "tokens", text=spell.name)},
    )
