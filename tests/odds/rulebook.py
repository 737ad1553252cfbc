"""What some rules say, by their names: a table for the hands that throw dice in tests, and for nobody else.

It was written from the rules' own texts. Nothing here is read from the effects in the data: where both are wrong, they
must be wrong in the same way by themselves. Rules that one book words in another way than the others (Melee Slayer) are
not in it, since a name says too little of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Moment:
    """How an attack is made, and against what."""

    mode: str
    far: bool
    moved: bool = False
    cover: bool = False
    foe_tough: int = 1
    foe_defense: int = 6
    chosen: Mapping[str, int] = field(default_factory=dict)

    @property
    def melee(self) -> bool:
        return self.mode != "shoot"

    @property
    def charge(self) -> bool:
        return self.mode == "charge"

    @property
    def shot(self) -> bool:
        return self.mode == "shoot"

    @property
    def from_afar(self) -> bool:
        """Shot at, or charged, from more than 9 inches away."""
        return self.far and self.mode in ("shoot", "charge")


@dataclass(frozen=True)
class Says:
    """The effect of a rule on dice, as a player remembers it."""

    quality: int = 7
    hit: int = 0
    ap: int = 0
    six_hits: int = 0
    five_hits: int = 0
    six_ap: int = 0
    six_attacks: int = 0
    one_blocked_wounds: int = 0
    one_blocked_attacks: int = 0
    again_on_six: bool = False
    blast: int = 0
    deadly: int = 0
    no_regeneration: bool = False
    no_cover: bool = False
    no_penalty: bool = False
    picks: bool = False
    impact: int = 0
    impact_ap: int = 0
    ravage: int = 0
    foe_hit: int = 0
    foe_ap: int = 0
    guard: int = 0
    ignored_on: int = 7
    less_impact: int = 0
    armour: int = 6
    whole: bool = False
    """Whether it counts only if all models of the unit have it."""
    aura_of: str = ""
    in_place_of: str = ""
    die: tuple[Says, Says] | None = None
    """What one die for the unit decides: on 1-3, on 4-6."""


NOTHING = Says()
RULEBOOK: dict[str, Callable[[int, Moment], Says]] = {
    "AP": lambda x, _: Says(ap=x),
    "Armor": lambda x, _: Says(armour=x),
    "Artillery": lambda _, m: Says(hit=int(m.shot and m.far), foe_hit=-2 * int(m.shot and m.far)),
    "Bane": lambda *_: Says(no_regeneration=True, again_on_six=True),
    "Bestial": lambda *_: Says(again_on_six=True),
    "Blast": lambda x, _: Says(blast=x, no_cover=True),
    "Bloodthirsty Fighter": lambda _, m: Says(one_blocked_attacks=int(m.melee)),
    "Buccaneer": lambda _, m: Says(hit=int(m.shot and m.far)),
    "Changebound": lambda _, m: Says(foe_hit=-int(m.from_afar), whole=True),
    "Counter": lambda _, m: Says(less_impact=int(m.charge)),
    "Crack": lambda *_: Says(six_ap=2),
    "Cursed Undead": lambda *_: Says(ignored_on=6, whole=True),
    "Deadly": lambda x, _: Says(deadly=x),
    "Destroyer": lambda *_: Says(one_blocked_wounds=1),
    "Destructive": lambda *_: Says(six_ap=4),
    "Disintegrate": lambda _, m: Says(no_regeneration=True, ap=2 if m.foe_defense <= 3 else 0),
    "Empyrean Spirit": lambda _, m: Says(foe_hit=-int(m.from_afar), whole=True),
    "Evasive": lambda *_: Says(foe_hit=-1, whole=True),
    "Ferocious": lambda *_: Says(six_hits=1),
    "Ferocious Boost": lambda _, m: Says(in_place_of="Ferocious", six_hits=1, five_hits=int(m.from_afar)),
    "Fortified": lambda *_: Says(foe_ap=-1, whole=True),
    "Furious": lambda _, m: Says(six_hits=int(m.charge)),
    "Good Shot": lambda _, m: Says(hit=int(m.shot)),
    "Guarded": lambda _, m: Says(guard=int(m.from_afar), whole=True),
    "Havocbound": lambda _, m: Says(ap=int(m.charge or (m.shot and m.far))),
    "Heavy Impact": lambda x, m: Says(impact=x if m.charge else 0, impact_ap=1),
    "Impact": lambda x, m: Says(impact=x if m.charge else 0),
    "Indirect": lambda _, m: Says(hit=-int(m.shot and m.moved), no_cover=True),
    "Lacerate": lambda *_: Says(again_on_six=True),
    "Lucky": lambda *_: Says(six_hits=1),
    "Melee Evasion": lambda _, m: Says(foe_hit=-int(m.melee), whole=True),
    "Mischievous": lambda *_: Says(again_on_six=True),
    "Ossified": lambda _, m: Says(foe_ap=-int(m.from_afar), whole=True),
    "Piercing Assault": lambda _, m: Says(ap=int(m.charge)),
    "Plaguebound": lambda *_: Says(ignored_on=6, whole=True),
    "Primal": lambda *_: Says(six_attacks=1),
    "Ravage": lambda x, m: Says(ravage=x if m.melee else 0),
    "Regeneration": lambda *_: Says(ignored_on=5, whole=True),
    "Regeneration Aura": lambda *_: Says(aura_of="Regeneration"),
    "Relentless": lambda _, m: Says(six_hits=int(m.shot and m.far)),
    "Reliable": lambda *_: Says(quality=2),
    "Rending": lambda *_: Says(no_regeneration=True, six_ap=4),
    "Resistance": lambda *_: Says(ignored_on=6, whole=True),
    "Royal Warrior": lambda *_: Says(six_attacks=1),
    "Sergeant": lambda *_: Says(six_hits=1),
    "Shatter": lambda _, m: Says(ap=2 if m.foe_tough >= 3 else 0),
    "Shielded": lambda *_: Says(guard=1, whole=True),
    "Shred": lambda *_: Says(one_blocked_wounds=1),
    "Slayer": lambda _, m: Says(ap=2 if (m.charge or (m.shot and m.far)) and m.foe_tough >= 3 else 0),
    "Stealth": lambda _, m: Says(foe_hit=-int(m.shot and m.far), whole=True),
    "Sturdy": lambda _, m: Says(guard=int(m.from_afar), whole=True),
    "Surge": lambda *_: Says(six_hits=1),
    "Takedown": lambda *_: Says(picks=True),
    "Tear": lambda _, m: Says(ap=4 if m.foe_tough >= 9 else 0),
    "Thrust": lambda _, m: Says(hit=int(m.charge), ap=int(m.charge)),
    "Unpredictable Fighter": lambda _, m: Says(die=(Says(ap=1), Says(hit=1)) if m.melee else None),
    "Unstoppable": lambda *_: Says(no_regeneration=True, no_penalty=True),
    "Versatile Attack": lambda _, m: _either("Versatile Attack", m),
    "Vinci Tech": lambda _, m: _either("Vinci Tech", m),
    "Warbound": lambda *_: Says(one_blocked_wounds=1),
    "Warden": lambda _, m: Says(foe_ap=-int(m.from_afar), whole=True),
}
UNSEEN = frozenset({
    "Ambush", "Banner", "Caster", "Drakesworn", "Ethereal", "Fast", "Fear", "Fearless", "Flying", "Harassing", "Hero",
    "Highborn", "Hold the Line", "Lustbound", "Melee Shrouding", "Musician", "Precision Debuff", "Rapid Charge",
    "Royal Legion", "Scout", "Scurry", "Shadowborn", "Slow", "Strider", "Tough", "Unique", "Unmovable", "Vale Oath",
    "Vanguard", "Wave Step", "Wild Veil",
})  # fmt: skip
"""Rules without a part in the dice of an attack (Tough is a number of its model)."""


def _either(rule: str, moment: Moment) -> Says:
    """Return which of AP(+1) and +1 to hit was chosen, if the rule applies."""
    if not moment.from_afar:
        return NOTHING
    return (Says(ap=1), Says(hit=1))[moment.chosen.get(rule, 0)]


def knows(name: str) -> bool:
    """Return whether the table has a rule."""
    return name in RULEBOOK or name in UNSEEN


def says(name: str, number: int, moment: Moment) -> Says:
    """Look a rule up."""
    return NOTHING if name in UNSEEN else RULEBOOK[name](number, moment)
