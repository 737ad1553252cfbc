"""One attack from end to end: volleys against a shield, wounds onto models, and the ways that stand open.

Spells that deal hits: what they do, and the chance to cast them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from listbuilder.model import RuleId, Spell, System
from listbuilder.model.effects import FACES, Lean, Side
from listbuilder.odds.active_effects import Caveat, Open, Traits, Ways, asks_about_target, caveat_text
from listbuilder.odds.casualties import aftermath, summed
from listbuilder.odds.combatant import Party
from listbuilder.odds.defense import Defenders, Shield, read_defenders, read_traits
from listbuilder.odds.dice import Chances
from listbuilder.odds.result import ChosenWay, Odds
from listbuilder.odds.situation import Mode, Situation, outnumbered
from listbuilder.odds.volleys import Attackers, Turn, Volley, read_attackers, spell_volley

_MOST_OPEN = 4
"""Choices and dice that are followed in full; nobody has more."""
_ANYBODY = Traits()
"""A target of which nothing is asked."""


def attack(
    attacker: Party,
    target: Party,
    system: System,
    situation: Situation,
    *,
    turn: Turn | None = None,
    muted: RuleId | None = None,
) -> Odds:
    """Give the odds of one attack, of all that is thrown or of what has its turn in a melee."""
    curious, _ = asks_about_target(attacker)
    situation = situated(attacker, target, situation)
    traits = read_traits(target, situation) if curious else _ANYBODY
    found = read_attackers(attacker, situation, traits, (), muted)
    met = read_defenders(target, system, situation)
    notes = found.notes | met.notes | _left_out(system, situation, attacker)
    asked = _Asked(attacker, target, system, situation, traits, turn, muted, notes)
    return _best(asked, [*found.open, *met.open][:_MOST_OPEN])


def situated(attacker: Party, target: Party, situation: Situation) -> Situation:
    """Give the situation as these two are in it: whether the attacker is outnumbered, where somebody asks for that."""
    _, counting = asks_about_target(attacker)
    return outnumbered(situation) if counting and target.models > attacker.models else situation


def _left_out(system: System, situation: Situation, attacker: Party) -> frozenset[Caveat]:
    """Give what a game does that no effect can say."""
    combat = system.combat
    texts = [(combat.without, Lean.UNSURE)]
    texts += [(combat.melee_without, Lean.UNSURE)] if situation.exchange else []
    if situation.mode.melee and _stands_behind(attacker, system):
        texts.append((caveat_text("rear-models"), Lean.LESS))
    return frozenset(Caveat(text.en, lean=lean, text=text) for text, lean in texts if text is not None)


def _stands_behind(party: Party, system: System) -> bool:
    """Tell whether some models stand behind the rows that strike."""
    if system.combat.rows is None or system.formation is None:
        return False
    return party.models > system.combat.rows * max(row.width for row in system.formation.rows)


@dataclass(frozen=True, slots=True)
class _Asked:
    attacker: Party
    target: Party
    system: System
    situation: Situation
    traits: Traits
    turn: Turn | None
    muted: RuleId | None
    notes: frozenset[Caveat]


def _best(asked: _Asked, stand_open: list[Open]) -> Odds:
    """Let dice fall as they may, and let each side choose what is best for it by the mean."""
    chosen = [one for one in stand_open if one.ways[0].faces is None]
    rolled = [one for one in stand_open if one.ways[0].faces is not None]
    own = [one for one in chosen if one.side is Side.ATTACK]
    others = [one for one in chosen if one.side is Side.TARGET]

    def weighed(ways: Ways) -> Odds:
        return _rolled(asked, rolled, ways)

    def answered(ways: Ways) -> Odds:
        return min((weighed((*ways, *more)) for more in _ways(others)), key=lambda odds: odds.mean_wounds)

    return max((answered(ways) for ways in _ways(own)), key=lambda odds: odds.mean_wounds)


def _ways(stand_open: Iterable[Open]) -> Iterator[Ways]:
    return product(*([(one.rule, place) for place in range(len(one.ways))] for one in stand_open))


def _rolled(asked: _Asked, rolled: list[Open], ways: Ways) -> Odds:
    """Mix the results of dice that choose for the whole unit."""
    if not rolled:
        return _resolve(asked, ways)
    die = rolled[0]
    parts: list[tuple[float, Odds]] = []
    left = FACES
    for place, way in enumerate(die.ways):
        assert way.faces is not None
        faces = way.faces.most - way.faces.least + 1
        left -= faces
        parts.append((faces / FACES, _rolled(asked, rolled[1:], (*ways, (die.rule, place)))))
    if left:
        parts.append((left / FACES, _rolled(asked, rolled[1:], ways)))
    return _mixed(parts)


def _mixed(parts: list[tuple[float, Odds]]) -> Odds:
    first = parts[0][1]
    return replace(
        first,
        wounds=_blend([(weight, odds.wounds) for weight, odds in parts]),
        models=_blend([(weight, odds.models) for weight, odds in parts]),
        standing=_blend([(weight, odds.standing) for weight, odds in parts]),
        half=sum(weight * odds.half for weight, odds in parts),
        stunned=sum(weight * odds.stunned for weight, odds in parts),
        own_wounds=sum(weight * odds.own_wounds for weight, odds in parts),
        volleys=tuple(dict.fromkeys(volley for _, odds in parts for volley in odds.volleys)),
        parts=tuple(parts),
    )


def _blend(parts: list[tuple[float, Chances]]) -> Chances:
    return tuple(sum(weight * chances[place] for weight, chances in parts) for place in range(len(parts[0][1])))


def _resolve(asked: _Asked, ways: Ways) -> Odds:
    """Work the attack out with every way settled."""
    found = read_attackers(asked.attacker, asked.situation, asked.traits, ways, asked.muted)
    met = read_defenders(asked.target, asked.system, asked.situation, ways)
    volleys = _lessened([one for one in found.volleys if asked.turn in (None, one.turn)], met.shield)
    after = aftermath(volleys, met, fatigued=_tired(asked.situation))
    odds = summed(after, asked.target, asked.system, volleys)
    return replace(odds, notes=odds.notes | asked.notes, chosen=_chosen(found, met, ways), ways=ways)


def _tired(situation: Situation) -> bool:
    return situation.fatigued and situation.mode.melee


def _chosen(found: Attackers, met: Defenders, ways: Ways) -> tuple[ChosenWay, ...]:
    settled = dict(ways)
    chosen = [one for one in (*found.open, *met.open) if one.ways[0].faces is None and one.rule in settled]
    return tuple(_taken(one, settled[one.rule]) for one in chosen)


def _taken(one: Open, place: int) -> ChosenWay:
    effects = one.ways[place].effects
    return ChosenWay(
        one.label, place, tuple((verb, effect.amount(verb)) for effect in effects for verb in effect.verbs)
    )


def _lessened(volleys: list[Volley], shield: Shield) -> tuple[Volley, ...]:
    """Take the dice of impact away that the target costs its chargers."""
    left = shield.impact
    found = []
    for volley in volleys:
        if volley.impact and left:
            gone = min(left, volley.dice)
            left -= gone
            volley = replace(volley, dice=volley.dice - gone)  # noqa: PLW2901 - the same volley, shorter
        if volley.dice:
            found.append(volley)
    return tuple(found)


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
