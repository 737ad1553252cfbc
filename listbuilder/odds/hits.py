"""One die of a volley against a defense: the chances of the wounds it deals."""

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
    """A hit that the target may still block."""

    ap: int
    wounds: int = 0
    """The extra wounds if it is not blocked."""
    lasting: bool = False
    """Whether its wounds cannot be ignored."""


def needed_to_hit(volley: Volley, shield: Shield, *, fatigued: bool) -> int:
    """Return the roll that hits; a 6 always hits and a 1 never does."""
    if volley.kind is not DieKind.ATTACK:
        return 1
    if fatigued:
        return FACES
    return _clamp_roll(volley.quality - hit_bonus(volley, shield))


def hit_bonus(volley: Volley, shield: Shield) -> int:
    """Return the modifier to hit rolls, from attacker and target."""
    from_target = shield.hit + (0 if volley.uncovered else shield.cover_hit)
    return volley.hit + (max(0, from_target) if volley.steady else from_target)


def needed_to_block(volley: Volley, shield: Shield, ap: int) -> int:
    """Return the roll that blocks a hit with this AP."""
    reduction = 0 if volley.steady else min(0, shield.ap)
    total_ap = max(0, ap + reduction) + max(0, shield.ap) + (shield.blast_ap if volley.blast > 1 else 0)
    return _clamp_roll(shield.defense + total_ap - block_bonus(volley, shield, ap))


def block_bonus(volley: Volley, shield: Shield, ap: int) -> int:
    """Return the bonus to block rolls against a hit with this AP."""
    bonus = shield.guard + volley.defense + (0 if volley.uncovered else shield.cover_guard)
    return bonus + (0 if ap or volley.blast > 1 else shield.plain_guard)


def _clamp_roll(needed: int) -> int:
    return min(FACES, max(2, needed))


def hits_of(volley: Volley, face: int) -> tuple[Hit, ...]:
    """Return the hits of a die that hits with this face; triggers apply to the first, the others are extra hits."""
    triggers = [trigger for trigger in volley.on_hit if face >= trigger.least]
    plain_ap = max(volley.ap, volley.ap_least)
    added_ap = volley.ap + sum(trigger.ap for trigger in triggers)
    ap = max([added_ap, plain_ap, *(trigger.ap_least for trigger in triggers)])
    unignorable = volley.lasting or any(trigger.lasting for trigger in triggers)
    first = Hit(ap, sum(trigger.wounds for trigger in triggers), unignorable)
    return (first, *[Hit(plain_ap, 0, volley.lasting)] * sum(trigger.hits for trigger in triggers))


def multiplied(volley: Volley, shield: Shield) -> int:
    """Return how many hits each hit becomes through Blast."""
    return min(volley.blast, shield.models) if volley.capped else volley.blast


@lru_cache(maxsize=65536)
def die_wounds(volley: Volley, shield: Shield, fatigued: bool, length: int, extra_attacks: bool = True) -> Chances:
    """Return the chances of wounds from one die, with its extra attacks, which give no further ones.

    For deadly volleys these are the wounds before multiplication, of which at least a part is not ignored.
    """
    if volley.kind is DieKind.WOUNDS:
        dealt = repeated(_unignored(shield, volley, unignorable=volley.lasting), volley.deals, length)
        return _if_successful(volley, dealt)
    extra = None
    attacks_given = [trigger.attacks for trigger in volley.on_hit] + [trigger.attacks for trigger in volley.on_block]
    if extra_attacks and any(attacks_given):
        extra = die_wounds(volley, shield, fatigued, length, False)
    need = needed_to_hit(volley, shield, fatigued=fatigued)
    misses = [NOTHING] * (need - 1)
    hits = [_face_wounds(volley, shield, face, extra, length) for face in range(need, FACES + 1)]
    whole = mixed([(_SIXTH, chances) for chances in (*misses, *hits)])
    return _if_successful(volley, repeated(whole, volley.deals, length)) if volley.kind is DieKind.HITS else whole


def _if_successful(volley: Volley, dealt: Chances) -> Chances:
    """Return the chances for a die that deals something only on its success roll."""
    chance = chance_of(volley.each)
    return mixed([(1 - chance, NOTHING), (chance, dealt)])


def _face_wounds(volley: Volley, shield: Shield, face: int, extra: Chances | None, length: int) -> Chances:
    times = multiplied(volley, shield)
    wounds = NOTHING
    for hit in hits_of(volley, face):
        wounds = together(wounds, repeated(_hit_wounds(volley, shield, hit, extra, length), times, length), length)
    attacks = sum(trigger.attacks for trigger in volley.on_hit if face >= trigger.least)
    if extra is not None and attacks:
        wounds = together(wounds, repeated(extra, attacks, length), length)
    return wounds


@lru_cache(maxsize=65536)
def _hit_wounds(volley: Volley, shield: Shield, hit: Hit, extra: Chances | None, length: int) -> Chances:
    """Return the chances of wounds from one hit: one block roll, with a reroll if required."""
    need = needed_to_block(volley, shield, hit.ap)
    parts: list[tuple[float, Chances]] = []
    blocked = 0.0
    for face, chance in enumerate(block_faces(need, volley.reroll), 1):
        if face >= need:
            blocked += chance
            continue
        triggers = [trigger for trigger in volley.on_block if face <= trigger.most]
        number = 1 + hit.wounds + sum(trigger.wounds for trigger in triggers)
        wounds = repeated(_unignored(shield, volley, unignorable=hit.lasting), number, length)
        attacks = sum(trigger.attacks for trigger in triggers)
        if extra is not None and attacks:
            wounds = together(wounds, repeated(extra, attacks, length), length)
        parts.append((chance, wounds))
    return mixed([(blocked, NOTHING), *parts])


def block_faces(need: int, reroll: int) -> list[float]:
    """Return the chance of each face of a block roll, after successes from `reroll` on were rolled again."""
    chances = [_SIXTH] * FACES
    rerolled = range(max(need, reroll), FACES + 1)
    for face in rerolled:
        chances[face - 1] = 0.0
    return [chance + len(rerolled) * _SIXTH * _SIXTH for chance in chances]


def _unignored(shield: Shield, volley: Volley, *, unignorable: bool) -> Chances:
    """Return the chances that a wound counts; a deadly one counts if any of its wounds does."""
    ignored = 0.0 if unignorable else shield.ignored**volley.deadly
    return ignored, 1 - ignored
