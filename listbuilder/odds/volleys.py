"""The volleys of a party: what its weapons and rules throw in one situation, before a target answers.

A volley: dice that are thrown alike, as the attacker's side has them before a target answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache

from listbuilder.model import RuleId, RuleRef, Strike, Weapon
from listbuilder.model.effects import FACES, Effect, Side
from listbuilder.odds.active_effects import (
    ActiveRule,
    Caveat,
    Open,
    Reader,
    Traits,
    Ways,
    notes_of,
    open_choices,
    party_rules,
)
from listbuilder.odds.combatant import Find, Party, Rank
from listbuilder.odds.situation import FAR, Mode, Situation

NEVER = FACES + 1
"""What no die shows."""


class DieKind(Enum):
    """What a die of a volley is: an attack, a die that deals hits, or a die that deals wounds."""

    ATTACK = "attack"
    HITS = "hits"
    WOUNDS = "wounds"


class Turn(Enum):
    """When a volley has its turn in a melee, in this order."""

    FIRST = "first"
    REST = ""
    LAST = "last"


_TURNS = {turn.value: turn for turn in Turn}


@dataclass(frozen=True, slots=True)
class OnHit:
    """What an unmodified roll of so much or more to hit brings."""

    least: int
    ap: int = 0
    ap_least: int = 0
    hits: int = 0
    attacks: int = 0
    wounds: int = 0
    lasting: bool = False
    """Whether the wounds of such a hit cannot be ignored."""


@dataclass(frozen=True, slots=True)
class OnBlock:
    """What an unmodified roll of so much or less to block costs the target."""

    most: int
    wounds: int = 0
    attacks: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Volley:
    """Dice that are thrown alike."""

    name: str
    dice: int = field(compare=False)
    """How many; volleys that differ in nothing else are one."""
    kind: DieKind = DieKind.ATTACK
    quality: int = 6
    hit: int = 0
    steady: bool = False
    """Whether penalties have no part in it."""
    each: int = 1
    """What a die must show that is no attack."""
    deals: int = 1
    """How many hits or wounds such a die deals."""
    ap: int = 0
    ap_least: int = 0
    on_hit: tuple[OnHit, ...] = ()
    on_block: tuple[OnBlock, ...] = ()
    reroll: int = NEVER
    """Blocks of so much or more are rolled again."""
    defense: int = 0
    """What it does to the target's defense rolls."""
    blast: int = 1
    capped: bool = True
    deadly: int = 1
    lasting: bool = False
    """Whether its wounds cannot be ignored."""
    uncovered: bool = False
    """Whether cover has no part in it."""
    picks: bool = False
    impact: bool = False
    own_wounds: int = 0
    """Wounds of the attacker for each rolled 1."""
    dread: int = 0
    """What is added when whoever it has wounded rolls against its markers."""
    order: str = ""
    rules: tuple[str, ...] = ()
    """What it has to thank for it, by name."""

    @property
    def turn(self) -> Turn:
        """When it has its turn in a melee."""
        return _TURNS.get(self.order, Turn.REST)


@dataclass(frozen=True, slots=True)
class Attackers:
    """All volleys of a party in one situation, and what is to be said about them."""

    volleys: tuple[Volley, ...]
    notes: frozenset[Caveat]
    open: tuple[Open, ...]


@lru_cache(maxsize=8192)
def read_attackers(
    party: Party, situation: Situation, traits: Traits, ways: Ways = (), muted: RuleId | None = None
) -> Attackers:
    """Give what a party throws at a target of such traits; `muted` is a rule that is left out on trial."""
    reader = Reader(party.find, situation, traits, ways)
    ranks, everywhere = party_rules(party, reader)
    volleys: dict[Volley, int] = {}
    setting = _Setting(reader, everywhere, frozenset(ref.id for ref in party.given), muted)
    for rank, rules in zip(party.ranks, ranks, strict=True):
        for volley in _Aim(rank, rules, setting).volleys():
            volleys[volley] = volleys.get(volley, 0) + volley.dice
    found = tuple(replace(volley, dice=dice) for volley, dice in volleys.items() if dice > 0)
    return Attackers(found, notes_of(reader, Side.ATTACK), open_choices(reader, Side.ATTACK))


@dataclass(frozen=True, slots=True)
class _Setting:
    """What is the same for all ranks of a party."""

    reader: Reader
    everywhere: frozenset[RuleId]
    given: frozenset[RuleId]
    muted: RuleId | None


class _Aim:
    """Makes the volleys of one rank."""

    def __init__(self, rank: Rank, rules: dict[RuleId, RuleRef], setting: _Setting) -> None:
        self.rank = rank
        self.rules = {key: ref for key, ref in rules.items() if key != setting.muted}
        self.setting = setting
        self.reader = setting.reader

    def volleys(self) -> Iterator[Volley]:
        """Give the dice of its own rules, then those of its weapons."""
        sources = self._sources(self.rules)
        turn = next((effect.order for effect in _plain(sources) if effect.order is not None), "")
        for source in sources:
            for effect in source.effects:
                yield from self._own_dice(source, effect, turn)
        more = sum(effect.amount("attacks") for effect in _plain(sources) if effect.on is None and not effect.rules)
        for count, weapon in self._weapons():
            volley = self._weapon(count, weapon, more)
            more = 0
            if volley is not None:
                yield volley

    def _weapons(self) -> list[tuple[int, Weapon]]:
        mode = self.reader.situation.mode
        if mode is Mode.SPELL:
            return []
        return [(count, weapon) for count, weapon in self.rank.weapons if bool(weapon.range) != mode.melee]

    def _sources(self, rules: dict[RuleId, RuleRef]) -> tuple[ActiveRule, ...]:
        return self.reader.sources(rules, self.setting.everywhere, given=self.setting.given)

    def _weapon(self, count: int, weapon: Weapon, more: int) -> Volley | None:
        own = self.reader.merged(ref for _, ref in self.reader.held(weapon.rules))
        rules = self.reader.merged([*self.rules.values(), *(ref for ref in own.values() if self._adds(ref))])
        if self.setting.muted is not None:
            rules.pop(self.setting.muted, None)
        if self._idle(own):
            return None
        if 0 < weapon.range <= FAR and self.reader.situation.far:
            self.reader.notes.add(Caveat(weapon.name, "short", side=Side.ATTACK))
        effects = list(_plain(self._sources(rules)))
        dice = (count * weapon.attacks + more) * self.rank.models
        labels = tuple(ref.label for ref in own.values())
        return _shaped(Volley(name=weapon.name, dice=dice, quality=self.rank.quality, rules=labels), effects)

    def _adds(self, ref: RuleRef) -> bool:
        """Tell whether a weapon's rule counts beside the model's: one without a number counts once."""
        return ref.rating is not None or ref.id not in self.rules

    def _idle(self, own: dict[RuleId, RuleRef]) -> bool:
        """Tell whether the weapon can be used in one way only, and this is another."""
        for ref in own.values():
            rule = self.reader.find(ref.id)
            for effect in (rule.effects if rule is not None else None) or ():
                if "only" in effect.verbs and not self.reader.counts(effect):
                    self.reader.sources({ref.id: ref}, self.setting.everywhere)  # for what is to be said about it
                    return True
        return False

    def _own_dice(self, source: ActiveRule, effect: Effect, turn: str) -> Iterator[Volley]:
        """Give the dice that a rule brings besides weapons; as a rule they have their turn when the model has."""
        if effect.side is not Side.ATTACK or not (effect.amount("dice") or (effect.rules and effect.amount("attacks"))):
            return
        has = list(_plain(self._sources(self.reader.merged(effect.rules))))
        dice = effect.amount("dice") or effect.amount("attacks")
        shape = _shaped(Volley(name=source.label, dice=dice * self.rank.models, rules=_labels(effect.rules)), has)
        if not effect.amount("dice"):
            yield replace(shape, quality=effect.amount("quality") or self.rank.quality, order=turn)
            return
        wounds = effect.amount("wounds")
        yield replace(
            shape,
            kind=DieKind.WOUNDS if wounds else DieKind.HITS,
            each=effect.amount("each"),
            deals=wounds or effect.amount("hits"),
            impact=effect.amount("impact") > 0,
            order=effect.order or turn,
        )


def spell_volley(
    name: str, strike: Strike, find: Find, situation: Situation, traits: Traits
) -> tuple[Volley, frozenset[Caveat]]:
    """Give the hits of a spell."""
    reader = Reader(find, situation, traits, ())
    effects = list(_plain(reader.sources(reader.merged(strike.rules), frozenset())))
    volley = _shaped(Volley(name=name, dice=strike.hits, kind=DieKind.HITS, rules=_labels(strike.rules)), effects)
    return replace(volley, picks=volley.picks or strike.alone), notes_of(reader, Side.ATTACK)


def _labels(rules: Iterable[RuleRef]) -> tuple[str, ...]:
    return tuple(ref.label for ref in rules)


def _plain(sources: Iterable[ActiveRule]) -> Iterator[Effect]:
    """Give the effects of the attacker's side; of one rule, the widest of those with the same trigger counts."""
    for source in sources:
        widest: dict[tuple[str, frozenset[str]], Effect] = {}
        for effect in source.effects:
            if effect.side is not Side.ATTACK or effect.amount("dice"):
                continue
            if effect.on is None:
                yield effect
                continue
            key = effect.on.roll, frozenset(effect.verbs)
            before = widest.get(key)
            if before is None or _width(effect) > _width(before):
                widest[key] = effect
        yield from widest.values()


def _width(effect: Effect) -> int:
    assert effect.on is not None
    return effect.on.faces.most - effect.on.faces.least


def _shaped(volley: Volley, effects: list[Effect]) -> Volley:
    """Put what effects say into a volley."""
    ignored = frozenset[str]().union(*(effect.ignore for effect in effects if effect.on is None))
    plain = [effect for effect in effects if effect.on is None]
    hits = [effect.amount("hit") for effect in plain]
    steady = "penalties" in ignored
    qualities = [effect.amount("quality") for effect in plain if "quality" in effect.verbs and not effect.rules]
    return replace(
        volley,
        quality=min([volley.quality, *qualities]),
        hit=sum(hit for hit in hits if hit > 0 or not steady),
        steady=steady,
        ap=volley.ap + sum(effect.amount("ap") for effect in plain),
        ap_least=max([effect.amount("ap_least") for effect in plain], default=0),
        on_hit=tuple(_on_hit(effect) for effect in effects if effect.on is not None and _asks(effect, "hit")),
        on_block=tuple(_on_block(effect) for effect in effects if effect.on is not None and _asks(effect, "block")),
        reroll=min([effect.amount("reroll") for effect in plain if "reroll" in effect.verbs], default=NEVER),
        defense=sum(effect.amount("defense") for effect in plain),
        blast=max(1, sum(effect.amount("blast") for effect in plain)),
        capped=not any("uncapped" in effect.verbs for effect in plain),
        deadly=max(1, sum(effect.amount("deadly") for effect in plain)),
        lasting="regeneration" in ignored,
        uncovered="cover" in ignored,
        picks=any("pick_model" in effect.verbs for effect in plain),
        own_wounds=sum(effect.amount("own_wounds") for effect in effects if effect.on is not None),
        dread=sum(effect.amount("wound_roll") for effect in plain),
        order=next((effect.order for effect in plain if effect.order is not None), volley.order),
    )


def _asks(effect: Effect, roll: str) -> bool:
    return effect.on is not None and effect.on.roll == roll and "own_wounds" not in effect.verbs


def _on_hit(effect: Effect) -> OnHit:
    assert effect.on is not None
    number = effect.amount
    lasting = "regeneration" in effect.ignore
    return OnHit(
        effect.on.faces.least,
        number("ap"),
        number("ap_least"),
        number("hits"),
        number("attacks"),
        number("wounds"),
        lasting,
    )


def _on_block(effect: Effect) -> OnBlock:
    assert effect.on is not None
    return OnBlock(effect.on.faces.most, effect.amount("wounds"), effect.amount("attacks"))
