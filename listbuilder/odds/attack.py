"""The odds of one attack or spell: volleys against a defense, wounds on models, open choices and dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from listbuilder.model import RuleId, Spell, System
from listbuilder.model.effects import DIE_FACES, Bias, Side
from listbuilder.model.text import build_catalogue_text
from listbuilder.odds.active_effects import Caveat, ChosenWays, OpenChoice, TargetTraits, asks_about_target
from listbuilder.odds.casualties import resolve_volleys, summarise_states
from listbuilder.odds.combatant import Combatant
from listbuilder.odds.defense import DefenseProfile, read_target_defense, read_target_traits
from listbuilder.odds.dice import Chances, mix_distributions
from listbuilder.odds.result import ChosenWay, Odds
from listbuilder.odds.situation import AttackMode, Situation, mark_outnumbered
from listbuilder.odds.volleys import StrikeOrder, Volley, read_volleys, spell_volley

_MAX_OPEN_CHOICES = 4
"""How many open choices and dice are followed; no unit has more."""
_ANY_TARGET = TargetTraits()
"""The traits of a target that no rule asks about."""


def attack_odds(
    attacker: Combatant,
    target: Combatant,
    system: System,
    situation: Situation,
    *,
    order: StrikeOrder | None = None,
    ignored_rule: RuleId | None = None,
) -> Odds:
    """Return the odds of one attack.

    `order` limits it to the volleys that strike first, normally or last in a melee. `ignored_rule` is a rule of the
    attacker to leave out.
    """
    asks_for_traits, _ = asks_about_target(attacker)
    situation = resolve_situation(attacker, target, situation)
    traits = read_target_traits(target, situation) if asks_for_traits else _ANY_TARGET
    attackers = read_volleys(attacker, situation, traits, (), ignored_rule)
    defenders = read_target_defense(target, system, situation)
    caveats = attackers.caveats | defenders.caveats | _system_caveats(system, situation, attacker)
    request = _Attack(attacker, target, system, situation, traits, order, ignored_rule, caveats)
    return _choose_best(request, [*attackers.open_choices, *defenders.open_choices][:_MAX_OPEN_CHOICES])


def resolve_situation(attacker: Combatant, target: Combatant, situation: Situation) -> Situation:
    """Return the situation, marked as outnumbered if that is so and a rule of the attacker asks for it."""
    _, asks_for_numbers = asks_about_target(attacker)
    return mark_outnumbered(situation) if asks_for_numbers and target.models > attacker.models else situation


def _system_caveats(system: System, situation: Situation, attacker: Combatant) -> frozenset[Caveat]:
    """Return the rules of the system that no effect can express."""
    combat = system.combat
    texts = [(combat.unmodelled_note, Bias.UNKNOWN)]
    texts += [(combat.unmodelled_melee_note, Bias.UNKNOWN)] if situation.exchange else []
    if situation.mode.is_melee and _has_rear_models(attacker, system):
        texts.append((build_catalogue_text("odds.without.rear-models"), Bias.LESS))
    return frozenset(Caveat(text.en, bias=lean, text=text) for text, lean in texts if text is not None)


def _has_rear_models(combatant: Combatant, system: System) -> bool:
    """Return whether some models are behind the rows that strike."""
    if system.combat.melee_rows is None or system.formation is None:
        return False
    return combatant.models > system.combat.melee_rows * max(row.width for row in system.formation.rows)


@dataclass(frozen=True, slots=True)
class _Attack:
    """All that is the same for every way that open choices and dice can go."""

    attacker: Combatant
    target: Combatant
    system: System
    situation: Situation
    traits: TargetTraits
    turn: StrikeOrder | None
    muted: RuleId | None
    notes: frozenset[Caveat]


def _choose_best(request: _Attack, open_choices: list[OpenChoice]) -> Odds:
    """Average over dice, and let each side choose what is best for it by the mean wounds."""
    choices = [choice for choice in open_choices if choice.ways[0].faces is None]
    dice = [choice for choice in open_choices if choice.ways[0].faces is not None]
    attacker_choices = [choice for choice in choices if choice.side is Side.ATTACK]
    target_choices = [choice for choice in choices if choice.side is Side.TARGET]

    def best_for_target(ways: ChosenWays) -> Odds:
        answers = (_average_over_dice(request, dice, (*ways, *more)) for more in _all_ways(target_choices))
        return min(answers, key=lambda odds: odds.mean_wounds)

    return max((best_for_target(ways) for ways in _all_ways(attacker_choices)), key=lambda odds: odds.mean_wounds)


def _all_ways(choices: Iterable[OpenChoice]) -> Iterator[ChosenWays]:
    return product(*([(choice.rule, index) for index in range(len(choice.ways))] for choice in choices))


def _average_over_dice(request: _Attack, dice: list[OpenChoice], ways: ChosenWays) -> Odds:
    """Mix the results of dice that choose for the whole unit."""
    if not dice:
        return _resolve(request, ways)
    die = dice[0]
    parts: list[tuple[float, Odds]] = []
    left = DIE_FACES
    for index, way in enumerate(die.ways):
        assert way.faces is not None
        faces = way.faces.maximum - way.faces.minimum + 1
        left -= faces
        parts.append((faces / DIE_FACES, _average_over_dice(request, dice[1:], (*ways, (die.rule, index)))))
    if left:
        parts.append((left / DIE_FACES, _average_over_dice(request, dice[1:], ways)))
    return replace(
        parts[0][1],
        wounds=mix_distributions([(weight, odds.wounds) for weight, odds in parts]),
        models=mix_distributions([(weight, odds.models) for weight, odds in parts]),
        standing=mix_distributions([(weight, odds.standing) for weight, odds in parts]),
        half=sum(weight * odds.half for weight, odds in parts),
        stunned=sum(weight * odds.stunned for weight, odds in parts),
        own_wounds=sum(weight * odds.own_wounds for weight, odds in parts),
        volleys=tuple(dict.fromkeys(volley for _, odds in parts for volley in odds.volleys)),
        parts=tuple(parts),
    )


def _resolve(request: _Attack, ways: ChosenWays) -> Odds:
    """Compute the attack with every choice and die decided."""
    situation = request.situation
    attackers = read_volleys(request.attacker, situation, request.traits, ways, request.muted)
    defenders = read_target_defense(request.target, request.system, situation, ways)
    in_turn = [volley for volley in attackers.volleys if request.turn in (None, volley.strike_order)]
    volleys = _without_blocked_impact(in_turn, defenders.unit)
    after = resolve_volleys(volleys, defenders, fatigued=situation.fatigued and situation.mode.is_melee)
    odds = summarise_states(after, request.target, request.system, volleys)
    decided = dict(ways)
    chosen = tuple(
        _chosen_way(choice, decided[choice.rule])
        for choice in (*attackers.open_choices, *defenders.open_choices)
        if choice.ways[0].faces is None and choice.rule in decided
    )
    return replace(odds, notes=odds.notes | request.notes, chosen=chosen, ways=ways)


def _chosen_way(choice: OpenChoice, index: int) -> ChosenWay:
    effects = choice.ways[index].effects
    return ChosenWay(
        choice.label, index, tuple((verb, effect.amount(verb)) for effect in effects for verb in effect.verbs)
    )


def _without_blocked_impact(volleys: list[Volley], shield: DefenseProfile) -> tuple[Volley, ...]:
    """Remove the Impact dice that the target takes from its chargers."""
    left = shield.impact_reduction
    remaining = []
    for volley in volleys:
        blocked = min(left, volley.dice) if volley.is_impact else 0
        left -= blocked
        if volley.dice > blocked:
            remaining.append(replace(volley, dice=volley.dice - blocked) if blocked else volley)
    return tuple(remaining)


def cast_chance(system: System) -> float:
    """Return the chance to cast a spell if nobody spends extra tokens; 0 if the system has no such roll."""
    return 0.0 if system.combat.min_cast_roll is None else (DIE_FACES + 1 - system.combat.min_cast_roll) / DIE_FACES


def spell_odds(caster: Combatant, spell: Spell, target: Combatant, system: System) -> Odds | None:
    """Return the odds of one attempt to cast a spell; None if it deals no hits or the system has no casting roll."""
    chance = cast_chance(system)
    if spell.attack is None or not chance:
        return None
    situation = Situation(mode=AttackMode.SPELL)
    volley, caveats = spell_volley(
        spell.name.en, spell.attack, caster.find_rule, situation, read_target_traits(target, situation)
    )
    defenders = read_target_defense(target, system, situation)
    odds = summarise_states(resolve_volleys((volley,), defenders, fatigued=False), target, system, (volley,))

    def after_casting(chances: Chances) -> Chances:
        return (1 - chance + chance * chances[0], *(chance * rest for rest in chances[1:]))

    return replace(
        odds,
        wounds=after_casting(odds.wounds),
        models=after_casting(odds.models),
        standing=after_casting(odds.standing),
        half=chance * odds.half,
        stunned=chance * odds.stunned,
        notes=odds.notes | caveats | defenders.caveats | {Caveat(spell.name.en, "tokens", text=spell.name)},
    )
