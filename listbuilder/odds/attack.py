"""The odds of one attack or spell: volleys against a defense, wounds on models, open choices and dice.

The state of a target is the number of wounds taken, in the order in which models are removed. A wound that kills a
model without carrying over jumps to the end of that model. In some systems the last model rolls against its wounds in
the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import comb
from typing import NamedTuple, TypeAlias

from listbuilder.model import RuleId, Spell, System, WoundRoll
from listbuilder.model.effects import DIE_FACES, Bias, Side
from listbuilder.model.text import build_catalogue_text
from listbuilder.odds.active_effects import Caveat, ChosenWays, OpenChoice, TargetTraits, asks_about_target
from listbuilder.odds.combatant import Combatant
from listbuilder.odds.defense import DefenseProfile, TargetDefense, read_target_defense, read_target_traits
from listbuilder.odds.dice import ALWAYS_ZERO, Chances, add_distributions, mix_distributions, sum_of_dice
from listbuilder.odds.hits import die_wounds
from listbuilder.odds.result import ChosenWay, Odds
from listbuilder.odds.situation import AttackMode, Situation, mark_outnumbered
from listbuilder.odds.volleys import DieKind, StrikeOrder, Volley, read_volleys, spell_volley

_MAX_OPEN_CHOICES = 4
"""How many open choices and dice are followed; no unit has more."""
_ANY_TARGET = TargetTraits()
"""The traits of a target that no rule asks about."""
_BEFORE_ATTACK = "before"
"""The order of volleys that are resolved before all others."""


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
    if situation.mode.is_melee and combat.melee_rows is not None and system.formation is not None:
        striking = combat.melee_rows * max(row.width for row in system.formation.rows)
        if attacker.models > striking:
            texts.append((build_catalogue_text("odds.without.rear-models"), Bias.LESS))
    return frozenset(Caveat(text.en, bias=lean, text=text) for text, lean in texts if text is not None)


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
    faces_left = DIE_FACES
    for index, way in enumerate(die.ways):
        assert way.faces is not None
        faces = way.faces.maximum - way.faces.minimum + 1
        faces_left -= faces
        parts.append((faces / DIE_FACES, _average_over_dice(request, dice[1:], (*ways, (die.rule, index)))))
    if faces_left:
        parts.append((faces_left / DIE_FACES, _average_over_dice(request, dice[1:], ways)))
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
    chosen = []
    for choice in (*attackers.open_choices, *defenders.open_choices):
        if choice.ways[0].faces is None and choice.rule in decided:
            effects = choice.ways[decided[choice.rule]].effects
            verbs = tuple((verb, effect.amount(verb)) for effect in effects for verb in effect.verbs)
            chosen.append(ChosenWay(choice.label, decided[choice.rule], verbs))
    return replace(odds, notes=odds.notes | request.notes, chosen=tuple(chosen), ways=ways)


def _without_blocked_impact(volleys: list[Volley], shield: DefenseProfile) -> tuple[Volley, ...]:
    """Remove the Impact dice that the target takes from its chargers."""
    reduction_left = shield.impact_reduction
    remaining = []
    for volley in volleys:
        blocked = min(reduction_left, volley.dice) if volley.is_impact else 0
        reduction_left -= blocked
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

    failed = (1 - chance, ALWAYS_ZERO)
    return replace(
        odds,
        wounds=mix_distributions([failed, (chance, odds.wounds)]),
        models=mix_distributions([failed, (chance, odds.models)]),
        standing=mix_distributions([failed, (chance, odds.standing)]),
        half=chance * odds.half,
        stunned=chance * odds.stunned,
        notes=odds.notes | caveats | defenders.caveats | {Caveat(spell.name.en, "tokens", text=spell.name)},
    )


@lru_cache(maxsize=4096)
def model_ends(capacities: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each state the state in which the model that takes the next wound is dead."""
    ends: list[int] = []
    total = 0
    for capacity in capacities:
        total += capacity
        ends += [total] * capacity
    return tuple(ends)


def add_wounds(states: Chances, wounds: Chances, total: int) -> Chances:
    """Add wounds that carry over to the next model; in the last state the unit is destroyed."""
    result = [0.0] * (total + 1)
    for state, chance in enumerate(states):
        if chance:
            for number, more in enumerate(wounds[: total - state]):
                result[state + number] += chance * more
    result[total] = max(0.0, sum(states) - sum(result[:total]))
    return tuple(result)


def add_deadly_wounds(states: Chances, wounds: Chances, times: int, ignored: float, ends: tuple[int, ...]) -> Chances:
    """Add wounds that are each multiplied on one model; each of the resulting wounds may be ignored."""
    total = len(ends)
    any_left = 1 - ignored**times
    amounts = [  # the chances of how many are not ignored, given that at least one is not
        (number, comb(times, number) * (1 - ignored) ** number * ignored ** (times - number) / any_left)
        for number in range(1 if ignored else times, times + 1)
    ]
    result = [0.0] * (total + 1)
    now = list(states)
    chance_left = 1.0
    for chance in wounds[:total]:
        chance_left -= chance
        for state, here in enumerate(now):
            result[state] += chance * here
        now = _add_one_deadly(now, amounts, ends)
    for state, here in enumerate(now):
        result[state] += max(0.0, chance_left) * here
    return tuple(result)


def _add_one_deadly(now: list[float], amounts: list[tuple[int, float]], ends: tuple[int, ...]) -> list[float]:
    then = [*(0.0 for _ in ends), now[-1]]
    for state, (here, end) in enumerate(zip(now[:-1], ends, strict=True)):
        if here:
            for number, chance in amounts:
                then[min(state + number, end)] += here * chance
    return then


def add_single_model_wounds(states: Chances, wounds: Chances, ends: tuple[int, ...]) -> Chances:
    """Add wounds that all go to the model that takes the next wound, and do not carry over."""
    result = [*(0.0 for _ in ends), states[-1]]
    for state, (here, end) in enumerate(zip(states[:-1], ends, strict=True)):
        survived = wounds[: end - state]
        for number, chance in enumerate(survived):
            result[state + number] += here * chance
        result[end] += here * max(0.0, 1 - sum(survived))
    return tuple(result)


@lru_cache(maxsize=4096)
def models_lost(capacities: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each state how many models are lost."""
    lost = [index for index, capacity in enumerate(capacities) for _ in range(capacity)]
    return (*lost, len(capacities))


WoundStates: TypeAlias = list[tuple[int, tuple[int, ...], Chances]]
"""The state of a target after an attack.

For each number of wounds on a picked model: the remaining capacities, and the chances of the states.
"""


def resolve_volleys(volleys: tuple[Volley, ...], defenders: TargetDefense, *, fatigued: bool) -> WoundStates:
    """Resolve volleys in order: those before the attack, those that pick a model, deadly ones, all others."""
    capacities, shield = defenders.capacities, defenders.unit
    total = sum(capacities)
    states: Chances = ALWAYS_ZERO + (0.0,) * total
    early = [volley for volley in volleys if volley.order == _BEFORE_ATTACK]
    if early:
        states = add_wounds(states, _total_wounds(early, shield, total, fatigued=fatigued), total)
    picking = [volley for volley in volleys if volley.picks_model and volley.order != _BEFORE_ATTACK]
    rest = [volley for volley in volleys if not volley.picks_model and volley.order != _BEFORE_ATTACK]
    if picking and capacities[-1] > capacities[0]:
        # the picked model is the last one to be removed, so its wounds are tracked apart from the others
        picked = _wounds_on_one(picking, defenders.last_model, capacities[-1], fatigued=fatigued)
        parts: WoundStates = []
        for hurt, chance in enumerate((*picked, 1 - sum(picked))):
            capacities_left = (*capacities[:-1], capacities[-1] - hurt)
            capacities_left = capacities_left if capacities_left[-1] else capacities_left[:-1]
            begun = add_wounds(tuple(chance * state for state in states), ALWAYS_ZERO, sum(capacities_left))
            parts.append((hurt, capacities_left, _apply(rest, begun, capacities_left, shield, fatigued=fatigued)))
        return parts
    if picking:
        picked = _wounds_on_one(picking, replace(shield, models=1), capacities[0], fatigued=fatigued)
        states = add_single_model_wounds(states, picked, model_ends(capacities))
    return [(0, capacities, _apply(rest, states, capacities, shield, fatigued=fatigued))]


def _wounds_on_one(volleys: list[Volley], shield: DefenseProfile, capacity: int, *, fatigued: bool) -> Chances:
    """Return the chances of wounds on one model that survives."""
    return _apply(volleys, ALWAYS_ZERO + (0.0,) * capacity, (capacity,), shield, fatigued=fatigued)[:-1]


def _apply(
    volleys: list[Volley], states: Chances, capacities: tuple[int, ...], shield: DefenseProfile, *, fatigued: bool
) -> Chances:
    """Add the wounds of volleys, deadly ones first, the deadliest in front."""
    total = sum(capacities)
    if not total:
        return (sum(states),)
    plain = [volley for volley in volleys if volley.deadly == 1]
    deadly = [volley for volley in volleys if volley.deadly > 1]
    for volley in sorted(deadly, key=lambda volley: -volley.deadly):
        wounds = _total_wounds([volley], shield, total, fatigued=fatigued)
        ignored = 0.0 if volley.unignorable else shield.ignore_chance
        states = add_deadly_wounds(states, wounds, volley.deadly, ignored, model_ends(capacities))
    return add_wounds(states, _total_wounds(plain, shield, total, fatigued=fatigued), total) if plain else states


def _total_wounds(volleys: list[Volley], shield: DefenseProfile, length: int, *, fatigued: bool) -> Chances:
    """Return the chances of the wounds of several volleys together."""
    total = ALWAYS_ZERO
    for volley in volleys:
        wounds = sum_of_dice(die_wounds(volley, shield, fatigued, length), volley.dice, length)
        total = wounds if total is ALWAYS_ZERO else add_distributions(total, wounds, length)
    return total


def summarise_states(after: WoundStates, target: Combatant, system: System, volleys: tuple[Volley, ...]) -> Odds:
    """Return the odds that result from the final states of a target."""
    roll = system.combat.wound_roll
    tally = _Tally(target, target.capacities_in(system))
    bonus = min((volley.wound_roll_bonus for volley in volleys), default=0)
    for ending in _endings(after):
        tally.wounds[ending.wounds] += ending.chance
        out = tally.out_chance(ending, roll, bonus) if roll is not None else None
        if out is None:
            tally.add(ending.chance, ending.wounds, ending.lost)
            continue
        tally.add(ending.chance * out, ending.wounds, ending.lost + 1)
        tally.add(ending.chance * (1 - out), ending.wounds, ending.lost)
        tally.stunned += ending.chance * (1 - out)
    own = sum(volley.dice * volley.own_wounds / DIE_FACES for volley in volleys if volley.kind is DieKind.ATTACK)
    return Odds(
        wounds=tuple(tally.wounds),
        models=tuple(tally.models),
        standing=tuple(tally.standing),
        half=tally.half,
        rolled=roll is not None,
        stunned=tally.stunned,
        notes=frozenset(_wound_roll_caveats(volleys, target)) if roll is not None else frozenset(),
        volleys=volleys,
        own_wounds=own,
    )


class _Ending(NamedTuple):
    """One way an attack can end."""

    chance: float
    wounds: int
    lost: int
    on_last_model: int
    """The wounds that the last model has taken in this attack, if it survived until its end."""


def _endings(after: WoundStates) -> Iterator[_Ending]:
    size = max(len(capacities) for _, capacities, _ in after)
    for hurt, capacities, states in after:
        gone = size - len(capacities)
        start_of_last = sum(capacities[:-1])
        for state, lost in enumerate(models_lost(capacities)):
            if states[state]:
                on_last_model = 0 if gone else hurt + max(0, state - start_of_last)
                yield _Ending(states[state], state + hurt, lost + gone, on_last_model)


class _Tally:
    """Sums up endings."""

    def __init__(self, target: Combatant, capacities: tuple[int, ...]) -> None:
        self.target = target
        self.size = len(capacities)
        self.total = sum(capacities)
        self.wounds = [0.0] * (self.total + 1)
        self.standing = [0.0] * (self.total + 1)
        self.models = [0.0] * (self.size + 1)
        self.half = 0.0
        self.stunned = 0.0

    def out_chance(self, ending: _Ending, roll: WoundRoll, bonus: int) -> float | None:
        """Return the chance that the last model is taken out by its wound roll; None if it does not roll."""
        wounds = ending.on_last_model + (self.target.wounds_taken if self.size == 1 else 0)
        tough = self.target.groups[-1].wounds
        if not ending.on_last_model or wounds < tough or ending.lost == self.size:
            return None
        return roll.chance(wounds, tough, bonus)

    def add(self, chance: float, wounds: int, lost: int) -> None:
        """Add an ending after which nothing more is rolled."""
        self.models[lost] += chance
        self.standing[self.total if lost == self.size else wounds] += chance
        if self.size > 1 or lost:
            is_half = 2 * (self.size - lost) <= self.size
        else:
            is_half = 2 * (self.total - wounds) <= self.target.groups[0].wounds
        if is_half:
            self.half += chance


def _wound_roll_caveats(volleys: tuple[Volley, ...], target: Combatant) -> Iterator[Caveat]:
    """Yield what is left out in systems with a wound roll."""
    if target.models > 1 and any(volley.picks_model for volley in volleys):
        text = build_catalogue_text("odds.without.picked-model")
        yield Caveat(text.en, bias=Bias.UNKNOWN, text=text)
    if len({volley.wound_roll_bonus for volley in volleys}) > 1:
        text = build_catalogue_text("odds.without.wound-rolls")
        yield Caveat(text.en, bias=Bias.MORE, text=text)
