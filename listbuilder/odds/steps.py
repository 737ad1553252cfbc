"""An attack unfolded die by die: what is thrown, what it needs, what comes of it, in words that a face can speak."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from listbuilder.model import RuleId, System
from listbuilder.model.effects import FACES
from listbuilder.odds.attack import attack
from listbuilder.odds.falling import raw_mean
from listbuilder.odds.hits import hits_of, multiplied, needed_to_block, needed_to_hit
from listbuilder.odds.party import Party
from listbuilder.odds.result import Odds
from listbuilder.odds.shield import Shield, read_defenders
from listbuilder.odds.situation import Situation
from listbuilder.odds.volleys import Kind, Volley
from listbuilder.values import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence: its key in the catalogue, and the values in it."""

    key: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A volley step by step, and the wounds that it deals on average to a target without end."""

    name: str
    steps: tuple[Step, ...]
    wounds: float


@dataclass(frozen=True, slots=True)
class Worth:
    """What a rule is worth in an attack: the mean wounds with it, less those without."""

    rule: str
    wounds: float


def unfold(odds: Odds, target: Party, system: System, situation: Situation) -> tuple[Unfolded, ...]:
    """Unfold each volley of an attack."""
    shield = read_defenders(target, system, situation).shield
    fatigued = situation.fatigued and situation.mode.melee
    return tuple(
        Unfolded(
            volley.name,
            tuple(_steps(volley, shield, fatigued=fatigued)),
            raw_mean(volley, shield, fatigued=fatigued),
        )
        for volley in odds.volleys
    )


def _steps(volley: Volley, shield: Shield, *, fatigued: bool) -> Iterator[Step]:
    if volley.kind is Kind.ATTACK:
        need = needed_to_hit(volley, shield, fatigued=fatigued)
        chance = FACES + 1 - need
        hits = volley.dice * chance / FACES
        yield Step(
            "attacks", {"n": volley.dice, "quality": volley.quality, "need": need, "chance": chance, "hits": hits}
        )
    else:
        chance = FACES + 1 - max(1, volley.each)
        made = volley.dice * chance / FACES * volley.deals
        key = "dice-wounds" if volley.kind is Kind.WOUNDS else "dice-hits"
        yield Step(key, {"n": volley.dice, "need": volley.each, "chance": chance, "deals": volley.deals, "hits": made})
        need = 1
    yield from _triggers(volley, need)
    times = multiplied(volley, shield)
    if times > 1:
        yield Step("blast", {"times": times})
    if volley.kind is not Kind.WOUNDS:
        yield from _blocks(volley, shield, need)
    if volley.deadly > 1:
        yield Step("deadly", {"times": volley.deadly})
    if shield.ignored and not volley.lasting:
        yield Step("ignored", {"chance": shield.ignored})


def _triggers(volley: Volley, need: int) -> Iterator[Step]:
    for on in volley.on_hit:
        least = max(on.least, need)
        for name, number in (
            ("ap", on.ap or on.ap_least),
            ("hits", on.hits),
            ("attacks", on.attacks),
            ("wounds", on.wounds),
        ):
            if number:
                yield Step(f"on-hit-{name}", {"least": least, "number": number})


def _blocks(volley: Volley, shield: Shield, need: int) -> Iterator[Step]:
    """Say what each kind of hit must be blocked with."""
    seen: dict[int, str] = {}
    for face in range(need, FACES + 1):
        for hit in hits_of(volley, face):
            seen.setdefault(hit.ap, "block" if not seen else "block-other")
    for ap, key in seen.items():
        blocked = needed_to_block(volley, shield, ap)
        yield Step(key, {"ap": ap, "defense": shield.defense, "need": blocked, "chance": blocked - 1})
    if volley.reroll <= FACES:
        yield Step("reroll", {"least": volley.reroll})
    for on in volley.on_block:
        key = "on-block-wounds" if on.wounds else "on-block-attacks"
        yield Step(key, {"most": on.most, "number": on.wounds or on.attacks})


def rule_worths(attacker: Party, target: Party, system: System, situation: Situation, odds: Odds) -> tuple[Worth, ...]:
    """Tell what each rule of the attacker is worth here: the attack is worked out again without it."""
    rules: dict[RuleId, str] = {}
    for rank in attacker.ranks:
        held = [*rank.rules, *attacker.given, *(rule for _, weapon in rank.weapons for rule in weapon.rules)]
        rules |= {ref.id: ref.name for ref in held}
    found = []
    for rule, name in rules.items():
        less = attack(attacker, target, system, situation, muted=rule).mean_wounds
        if abs(odds.mean_wounds - less) > _NOTHING:
            found.append(Worth(name, odds.mean_wounds - less))
    return tuple(sorted(found, key=lambda worth: -worth.wounds))


_NOTHING = 1e-9
