"""Who casts, with how many tokens, and which spells when.

caster_tokens(worked, system, faction)     2 for Caster(2), 5 for a Caster Group of 5 models, 0 for anybody else
caster_spells(worked, system, faction)     each spell of the book with the round in which it can first be paid for
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from listbuilder.model import Faction, Loadout, RosterEntry, RuleRef, Spell, System

_MODELS = "models"


@dataclass(frozen=True, slots=True)
class CasterSpell:
    """A spell as one caster has it."""

    spell: Spell
    payable_in: int | None
    """The first round in which its tokens suffice: 1 is at once; None where they never do, or where there are none."""

    @property
    def at_once(self) -> bool:
        """Whether it can be cast in the first round."""
        return self.payable_in == 1


def is_caster(worked: RosterEntry, system: System, faction: Faction) -> bool:
    """Tell whether an entry casts spells."""
    return any(True for half in worked.halves for _ in _castings(half, system, faction))


def caster_tokens(worked: RosterEntry, system: System, faction: Faction) -> int:
    """Give the tokens that an entry gets as each round begins; 0 for no caster, or where the game has no tokens."""
    most = system.tracking.spell_tokens
    if not most:
        return 0
    groups = sum(half.models for half in worked.halves if (True, 0) in _castings(half, system, faction))
    ratings = [rating for half in worked.halves for group, rating in _castings(half, system, faction) if not group]
    return min(most, max([groups, *ratings]))


def caster_spells(worked: RosterEntry, system: System, faction: Faction) -> tuple[CasterSpell, ...]:
    """Give the spells of the book as an entry has them; none where it is no caster."""
    if not is_caster(worked, system, faction):
        return ()
    tokens, most = caster_tokens(worked, system, faction), system.tracking.spell_tokens
    return tuple(CasterSpell(spell, _payable_in(spell.cost, tokens, most)) for spell in faction.spells)


def _payable_in(cost: int, tokens: int, most: int) -> int | None:
    """Tokens that are not spent are kept, up to the most that a caster may hold."""
    return max(1, -(-cost // tokens)) if tokens and cost <= most else None


def _castings(half: Loadout, system: System, faction: Faction) -> Iterator[tuple[bool, int]]:
    """Give what makes a copy a caster: whether its models count, and otherwise the number of the rule."""
    for rule in half.rules:
        how = _how(rule, system, faction)
        if how is not None:
            group = how == _MODELS
            yield group, rule.rating if isinstance(rule.rating, int) and not group else 0


def _how(rule: RuleRef, system: System, faction: Faction) -> str | None:
    """Tell how a rule makes its bearer a caster: the game's own rule by its number, others as the glossary says."""
    if rule.id == system.roles.caster:
        return "rating"
    known = faction.rules.get(rule.id) or system.rules.get(rule.id)
    return known.casts if known is not None else None
