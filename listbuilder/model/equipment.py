"""What a model carries: rules with their ratings, weapons, items."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field, replace
from typing import TypeAlias

from listbuilder.model.ids import RuleId, slug
from listbuilder.values import dataclass


@dataclass(frozen=True, slots=True)
class RuleRef:
    """A special rule as a unit, weapon or item bears it: `Tough(3)`, `Fearless`, `Spawn(Snakes [3])`."""

    id: RuleId
    name: str
    rating: int | str | None = None

    @property
    def label(self) -> str:
        """The rule as the rulebook writes it."""
        return self.name if self.rating is None else f"{self.name}({self.rating})"


def rule_ref(name: str, rating: int | str | None = None) -> RuleRef:
    """Build a reference to a rule by its English name."""
    return RuleRef(RuleId(slug(name)), name, rating)


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon's profile; range 0 means melee."""

    name: str
    attacks: int
    range: int = 0
    rules: tuple[RuleRef, ...] = ()
    key: str = field(init=False, compare=False)
    """The name that targets match: see `target_key`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", target_key(self.name))


@dataclass(frozen=True, slots=True)
class BaseSize:
    """The base a model stands on, in millimetres as text; games on square bases use another than round ones."""

    round: str | None = None
    square: str | None = None

    def shaped(self, shape: str) -> str | None:
        """Give the size for a shape (`round` or `square`), or the one size there is."""
        wanted, other = (self.square, self.round) if shape == "square" else (self.round, self.square)
        return wanted or other


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of gear or a mount: rules for the unit, and perhaps weapons of its own."""

    name: str
    rules: tuple[RuleRef, ...] = ()
    weapons: tuple[Armed, ...] = ()
    base: BaseSize | None = None
    """The base size of the model that takes it, where that changes (a mount)."""
    key: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", target_key(self.name))

    @property
    def bare(self) -> bool:
        """Whether nothing stands in its brackets: then its notation looks like a rule's."""
        return not self.rules and not self.weapons


@dataclass(frozen=True, slots=True)
class Armed:
    """So many of one weapon, as an item brings them."""

    count: int
    thing: Weapon


Thing: TypeAlias = Weapon | Item | RuleRef


def borne_rules(thing: Thing) -> tuple[RuleRef, ...]:
    """Give the rules that a thing brings to its unit: itself, or an item's; a weapon's rules stay with the weapon."""
    if isinstance(thing, RuleRef):
        return (thing,)
    return thing.rules if isinstance(thing, Item) else ()


def gear_in(thing: Thing) -> tuple[Weapon | Item, ...]:
    """Give the weapons and items that a thing is and holds: itself, and an item's weapons; a rule is neither."""
    if isinstance(thing, Item):
        return (thing, *(armed.thing for armed in thing.weapons))
    return (thing,) if isinstance(thing, Weapon) else ()


def rules_in(thing: Thing) -> tuple[RuleRef, ...]:
    """Give every rule that stands in a thing: itself, an item's or a weapon's, and those of an item's weapons."""
    if isinstance(thing, RuleRef):
        return (thing,)
    return tuple(rule for gear in gear_in(thing) for rule in gear.rules)


def weapons_in(thing: Thing) -> tuple[Weapon, ...]:
    """Give the weapons that a thing is and holds: itself, or an item's."""
    return tuple(gear for gear in gear_in(thing) if isinstance(gear, Weapon))


def with_rules(thing: Thing, change: Callable[[tuple[RuleRef, ...]], tuple[RuleRef, ...]]) -> Thing:
    """Give a thing whose rules were changed wherever they stand in it: its own, and those of an item's weapons."""
    if isinstance(thing, RuleRef):
        return change((thing,))[0]
    if isinstance(thing, Weapon):
        return replace(thing, rules=change(thing.rules))
    weapons = (replace(armed, thing=replace(armed.thing, rules=change(armed.thing.rules))) for armed in thing.weapons)
    return replace(thing, rules=change(thing.rules), weapons=tuple(weapons))


@dataclass(frozen=True, slots=True)
class Stack:
    """So many of one thing; as a gain, once per pick or per model as its section says."""

    count: int
    thing: Thing


def fill_item(name: str, content: Iterable[Stack], base: BaseSize | None = None) -> tuple[Item, tuple[Item, ...]]:
    """Put rules and weapons into an item; give it, and the items that cannot be in one."""
    stacks = list(content)
    rules = [stack.thing for stack in stacks if isinstance(stack.thing, RuleRef)]
    weapons = [Armed(stack.count, stack.thing) for stack in stacks if isinstance(stack.thing, Weapon)]
    items = tuple(stack.thing for stack in stacks if isinstance(stack.thing, Item))
    return Item(name, tuple(rules), tuple(weapons), base), items


_IRREGULAR = {"staves": "staff", "teeth": "tooth", "feet": "foot", "hooves": "hoof", "men": "man"}
_KEYS: dict[str, str] = {}


def target_key(name: str) -> str:
    """Give the form under which a name is compared: lower case, every word without its plural ending.

    "Hand Weapons" and "hand weapon" are one target, and so are "Knives" and "Knife" (both "knif"): the result only
    serves comparison and is never shown.
    """
    key = _KEYS.get(name)
    if key is None:
        key = _KEYS[name] = " ".join(_stem(word) for word in name.lower().split())
    return key


def _stem(word: str) -> str:
    word = _IRREGULAR.get(word, word)
    if word.endswith("ies") and word != "ies":
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    word = word.removesuffix("e")
    return word[:-1] + "f" if word.endswith("v") else word
