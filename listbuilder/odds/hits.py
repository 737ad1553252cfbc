"""One die of a volley against a shield: the chances of the wounds that come of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from listbuilder.model.effects import FACES
from listbuilder.odds.defense import Shield
from listbuilder.odds.dice import NOTHING, Chances, chance_of, mixed, repeated, together
from listbuilder.odds.volleys import DieKind, Volley

_SIXTH = 1 / FACES


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit on its way to the target."""

    ap: int
    wounds: int = 0
    """Wounds more, where it is not blocked."""
    lasting: bool = False


def needed_to_hit(volley: Volley, shield: Shield, *, fatigued: bool) -> int:
    """Tell what a die must show to hit: a 6 always does, a 1 never."""
    if volley.kind is not DieKind.ATTACK:
        return 1
    if fatigued:
        return FACES
    return _within(volley.quality - hit_bonus(volley, shield))


def hit_bonus(volley: Volley, shield: Shield) -> int:
    """Tell what is added to hit rolls, by the attacker and by the target."""
    against = shield.hit + (0 if volley.uncovered else shield.cover_hit)
    return volley.hit + (max(0, against) if volley.steady else against)


def needed_to_block(volley: Volley, shield: Shield, ap: int) -> int:
    """Tell what the target's die must show to block a hit of such AP."""
    lessened = 0 if volley.steady else min(0, shield.ap)
    pierced = max(0, ap + lessened) + max(0, shield.ap) + (shield.blast_ap if volley.blast > 1 else 0)
    return _within(shield.defense + pierced - block_bonus(volley, shield, ap))


def block_bonus(volley: Volley, shield: Shield, ap: int) -> int:
    """Tell what is added to defense rolls against a hit of such AP."""
    guard = shield.guard + volley.defense + (0 if volley.uncovered else shield.cover_guard)
    return guard + (0 if ap or volley.blast > 1 else shield.plain_guard)


def _within(needed: int) -> int:
    return min(FACES, max(2, needed))


def hits_of(volley: Volley, face: int) -> tuple[Hit, ...]:
    """Give the hits that a die which hits with this face brings; only the first is what was rolled."""
    on = [trigger for trigger in volley.on_hit if face >= trigger.least]
    plain = max(volley.ap, volley.ap_least)
    ap = max([volley.ap + sum(trigger.ap for trigger in on), plain, *(trigger.ap_least for trigger in on)])
    lasting = volley.lasting or any(trigger.lasting for trigger in on)
    first = Hit(ap, sum(trigger.wounds for trigger in on), lasting)
    return (first, *[Hit(plain, 0, volley.lasting)] * sum(trigger.hits for trigger in on))


def multiplied(volley: Volley, shield: Shield) -> int:
    """Tell how many hits each hit becomes."""
    return min(volley.blast, shield.models) if volley.capped else volley.blast


@lru_cache(maxsize=65536)
def die_wounds(volley: Volley, shield: Shield, fatigued: bool, most: int, breeding: bool = True) -> Chances:
    """Give the chances of wounds of one die; attacks that it brings are thrown too, but bring no further ones.

    For deadly volleys, wounds are those that are not ignored whole.
    """
    if volley.kind is DieKind.WOUNDS:
        dealt = repeated(_counting(shield, volley, lasting=volley.lasting), volley.deals, most)
        return _on_success(volley, dealt)
    again = die_wounds(volley, shield, fatigued, most, False) if breeding and _breeds(volley) else None
    need = needed_to_hit(volley, shield, fatigued=fatigued)
    faces = [_face(volley, shield, face, again, most) if face >= need else NOTHING for face in range(1, FACES + 1)]
    whole = mixed([(_SIXTH, chances) for chances in faces])
    return _on_success(volley, repeated(whole, volley.deals, most)) if volley.kind is DieKind.HITS else whole


def _on_success(volley: Volley, dealt: Chances) -> Chances:
    """Give the chances for a die that deals something if it shows enough."""
    chance = chance_of(volley.each)
    return mixed([(1 - chance, NOTHING), (chance, dealt)])


def _breeds(volley: Volley) -> bool:
    return any(one.attacks for one in volley.on_hit) or any(one.attacks for one in volley.on_block)


def _face(volley: Volley, shield: Shield, face: int, again: Chances | None, most: int) -> Chances:
    times = multiplied(volley, shield)
    found = NOTHING
    for hit in hits_of(volley, face):
        found = together(found, repeated(hit_wounds(volley, shield, hit, again, most), times, most), most)
    attacks = sum(trigger.attacks for trigger in volley.on_hit if face >= trigger.least)
    if again is not None and attacks:
        found = together(found, repeated(again, attacks, most), most)
    return found


@lru_cache(maxsize=65536)
def hit_wounds(volley: Volley, shield: Shield, hit: Hit, again: Chances | None, most: int) -> Chances:
    """Give the chances of wounds of one hit: one die to block it, rolled again where it must be."""
    need = needed_to_block(volley, shield, hit.ap)
    parts: list[tuple[float, Chances]] = []
    blocked = 0.0
    for face, chance in enumerate(block_faces(need, volley.reroll), 1):
        if face >= need:
            blocked += chance
            continue
        on = [trigger for trigger in volley.on_block if face <= trigger.most]
        wounds = 1 + hit.wounds + sum(trigger.wounds for trigger in on)
        suffered = repeated(_counting(shield, volley, lasting=hit.lasting), wounds, most)
        attacks = sum(trigger.attacks for trigger in on)
        if again is not None and attacks:
            suffered = together(suffered, repeated(again, attacks, most), most)
        parts.append((chance, suffered))
    return mixed([(blocked, NOTHING), *parts])


def block_faces(need: int, reroll: int) -> list[float]:
    """Give the chances of each face of a block, those that must be rolled again thrown once more."""
    first = [_SIXTH] * FACES
    again = range(max(need, reroll), FACES + 1)
    for face in again:
        first[face - 1] = 0.0
    return [chance + len(again) * _SIXTH * _SIXTH for chance in first]


def _counting(shield: Shield, volley: Volley, *, lasting: bool) -> Chances:
    """Give the chances that a wound counts; a deadly one does if any of those that it becomes does."""
    ignored = 0.0 if lasting else shield.ignored**volley.deadly
    return ignored, 1 - ignored
