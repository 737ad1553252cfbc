"""One die of a volley against a defense: the chances of the wounds it deals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from listbuilder.model.effects import DIE_FACES
from listbuilder.odds.defense import DefenseProfile
from listbuilder.odds.dice import (
    ALWAYS_ZERO,
    Chances,
    add_distributions,
    chance_at_least,
    mix_distributions,
    sum_of_dice,
)
from listbuilder.odds.volleys import DieKind, Volley

_SIXTH = 1 / DIE_FACES


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit that the target may still block."""

    ap: int
    extra_wounds: int = 0
    """The extra wounds if it is not blocked."""
    unignorable: bool = False
    """Whether its wounds cannot be ignored."""


def needed_to_hit(volley: Volley, shield: DefenseProfile, *, fatigued: bool) -> int:
    """Return the roll that hits; a 6 always hits and a 1 never does."""
    if volley.kind is not DieKind.ATTACK:
        return 1
    if fatigued:
        return DIE_FACES
    return _clamp_roll(volley.quality - hit_bonus(volley, shield))


def hit_bonus(volley: Volley, shield: DefenseProfile) -> int:
    """Return the modifier to hit rolls, from attacker and target."""
    from_target = shield.hit_modifier + (0 if volley.ignores_cover else shield.cover_hit_modifier)
    return volley.hit_modifier + (max(0, from_target) if volley.ignores_penalties else from_target)


def needed_to_block(volley: Volley, shield: DefenseProfile, ap: int) -> int:
    """Return the roll that blocks a hit with this AP."""
    reduction = 0 if volley.ignores_penalties else min(0, shield.ap_modifier)
    total_ap = max(0, ap + reduction) + max(0, shield.ap_modifier) + (shield.blast_ap if volley.blast > 1 else 0)
    return _clamp_roll(shield.defense + total_ap - block_bonus(volley, shield, ap))


def block_bonus(volley: Volley, shield: DefenseProfile, ap: int) -> int:
    """Return the bonus to block rolls against a hit with this AP."""
    bonus = shield.block_bonus + volley.block_modifier + (0 if volley.ignores_cover else shield.cover_block_bonus)
    return bonus + (0 if ap or volley.blast > 1 else shield.plain_block_bonus)


def _clamp_roll(needed: int) -> int:
    return min(DIE_FACES, max(2, needed))


def hits_from_face(volley: Volley, face: int) -> tuple[Hit, ...]:
    """Return the hits of a die that hits with this face; triggers apply to the first, the others are extra hits."""
    triggers = [trigger for trigger in volley.on_hit if face >= trigger.min_roll]
    plain_ap = max(volley.ap, volley.min_ap)
    added_ap = volley.ap + sum(trigger.ap for trigger in triggers)
    ap = max([added_ap, plain_ap, *(trigger.min_ap for trigger in triggers)])
    unignorable = volley.unignorable or any(trigger.unignorable for trigger in triggers)
    first = Hit(ap, sum(trigger.wounds for trigger in triggers), unignorable)
    return (first, *[Hit(plain_ap, 0, volley.unignorable)] * sum(trigger.hits for trigger in triggers))


def blast_multiplier(volley: Volley, shield: DefenseProfile) -> int:
    """Return how many hits each hit becomes through Blast."""
    return min(volley.blast, shield.models) if volley.blast_capped else volley.blast


@lru_cache(maxsize=65536)
def die_wounds(
    volley: Volley, shield: DefenseProfile, fatigued: bool, length: int, extra_attacks: bool = True
) -> Chances:
    """Return the chances of wounds from one die, with its extra attacks, which give no further ones.

    For deadly volleys these are the wounds before multiplication, of which at least a part is not ignored.
    """
    if volley.kind is DieKind.WOUNDS:
        dealt = sum_of_dice(_unignored(shield, volley, unignorable=volley.unignorable), volley.damage, length)
        return _if_successful(volley, dealt)
    extra = None
    attacks_given = [trigger.attacks for trigger in volley.on_hit] + [trigger.attacks for trigger in volley.on_block]
    if extra_attacks and any(attacks_given):
        extra = die_wounds(volley, shield, fatigued, length, False)
    need = needed_to_hit(volley, shield, fatigued=fatigued)
    misses = [ALWAYS_ZERO] * (need - 1)
    hits = [_face_wounds(volley, shield, face, extra, length) for face in range(need, DIE_FACES + 1)]
    whole = mix_distributions([(_SIXTH, chances) for chances in (*misses, *hits)])
    return _if_successful(volley, sum_of_dice(whole, volley.damage, length)) if volley.kind is DieKind.HITS else whole


def _if_successful(volley: Volley, dealt: Chances) -> Chances:
    """Return the chances for a die that deals something only on its success roll."""
    chance = chance_at_least(volley.success_roll)
    return mix_distributions([(1 - chance, ALWAYS_ZERO), (chance, dealt)])


def _face_wounds(volley: Volley, shield: DefenseProfile, face: int, extra: Chances | None, length: int) -> Chances:
    times = blast_multiplier(volley, shield)
    wounds = ALWAYS_ZERO
    for hit in hits_from_face(volley, face):
        wounds = add_distributions(
            wounds, sum_of_dice(_hit_wounds(volley, shield, hit, extra, length), times, length), length
        )
    attacks = sum(trigger.attacks for trigger in volley.on_hit if face >= trigger.min_roll)
    if extra is not None and attacks:
        wounds = add_distributions(wounds, sum_of_dice(extra, attacks, length), length)
    return wounds


@lru_cache(maxsize=65536)
def _hit_wounds(volley: Volley, shield: DefenseProfile, hit: Hit, extra: Chances | None, length: int) -> Chances:
    """Return the chances of wounds from one hit: one block roll, with a reroll if required."""
    need = needed_to_block(volley, shield, hit.ap)
    parts: list[tuple[float, Chances]] = []
    blocked = 0.0
    for face, chance in enumerate(block_face_chances(need, volley.block_reroll_from), 1):
        if face >= need:
            blocked += chance
            continue
        triggers = [trigger for trigger in volley.on_block if face <= trigger.max_roll]
        number = 1 + hit.extra_wounds + sum(trigger.wounds for trigger in triggers)
        wounds = sum_of_dice(_unignored(shield, volley, unignorable=hit.unignorable), number, length)
        attacks = sum(trigger.attacks for trigger in triggers)
        if extra is not None and attacks:
            wounds = add_distributions(wounds, sum_of_dice(extra, attacks, length), length)
        parts.append((chance, wounds))
    return mix_distributions([(blocked, ALWAYS_ZERO), *parts])


def block_face_chances(need: int, reroll: int) -> list[float]:
    """Return the chance of each face of a block roll, after successes from `reroll` on were rolled again."""
    chances = [_SIXTH] * DIE_FACES
    rerolled = range(max(need, reroll), DIE_FACES + 1)
    for face in rerolled:
        chances[face - 1] = 0.0
    return [chance + len(rerolled) * _SIXTH * _SIXTH for chance in chances]


def _unignored(shield: DefenseProfile, volley: Volley, *, unignorable: bool) -> Chances:
    """Return the chances that a wound counts; a deadly one counts if any of its wounds does."""
    ignored = 0.0 if unignorable else shield.ignore_chance**volley.deadly
    return ignored, 1 - ignored
