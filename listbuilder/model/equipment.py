"""What a model carries: rules with their ratings, weapons, items.

The three kinds answer the same questions, so that nobody has to ask which kind a thing is: `key`, `rules` and `weapons`
inside it, `base`, `borne`, `gear`, `arms`, `every_rule` and `with_rules`. Who must treat each kind in a way of
its own says so with `by_kind`, or sorts a pile with `kinds_of`: a new kind is a class here and an argument there, and
the type checker names the places.

The form under which names of equipment are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypeAlias, TypeVar

from listbuilder.model.ids import RuleId, slug

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


_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class RuleRef:
    """A special rule as a unit, weapon or item bears it: `Tough(3)`, `Fearless`, `Spawn(Snakes [3])`."""

    id: RuleId
    name: str
    rating: int | str | None = None
    base: ClassVar[None] = None
    weapons: ClassVar[tuple[()]] = ()
    gear: ClassVar[tuple[()]] = ()
    arms: ClassVar[tuple[()]] = ()

    @property
    def label(self) -> str:
        """The rule as the rulebook writes it."""
        return self.name if self.rating is None else f"{self.name}({self.rating})"

    @property
    def key(self) -> str:
        """The name by which it is compared: see `target_key`."""
        return target_key(self.name)

    @property
    def borne(self) -> tuple[RuleRef, ...]:
        """The rules that it brings to its unit: itself."""
        return (self,)

    @property
    def every_rule(self) -> tuple[RuleRef, ...]:
        """Every rule that stands in it: itself."""
        return (self,)

    def with_rules(self, change: ChangeOfRules) -> RuleRef:
        """Give it as the change leaves it."""
        return change((self,))[0]


ChangeOfRules: TypeAlias = Callable[[tuple[RuleRef, ...]], tuple[RuleRef, ...]]


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
    weapons: ClassVar[tuple[()]] = ()
    base: ClassVar[None] = None
    borne: ClassVar[tuple[()]] = ()
    """Its rules stay with the weapon."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", target_key(self.name))

    @property
    def gear(self) -> tuple[Weapon | Item, ...]:
        """The weapons and items that it is and holds: itself."""
        return (self,)

    @property
    def arms(self) -> tuple[Weapon, ...]:
        """The weapons that it is and holds: itself."""
        return (self,)

    @property
    def every_rule(self) -> tuple[RuleRef, ...]:
        """Every rule that stands in it."""
        return self.rules

    def with_rules(self, change: ChangeOfRules) -> Weapon:
        """Give it with its rules changed."""
        return replace(self, rules=change(self.rules))


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

    @property
    def borne(self) -> tuple[RuleRef, ...]:
        """The rules that it brings to its unit; those of its weapons stay with them."""
        return self.rules

    @property
    def gear(self) -> tuple[Weapon | Item, ...]:
        """The weapons and items that it is and holds: itself and its weapons."""
        return (self, *self.arms)

    @property
    def arms(self) -> tuple[Weapon, ...]:
        """The weapons that it is and holds."""
        return tuple(armed.thing for armed in self.weapons)

    @property
    def every_rule(self) -> tuple[RuleRef, ...]:
        """Every rule that stands in it: its own, and those of its weapons."""
        return (*self.rules, *(rule for weapon in self.arms for rule in weapon.rules))

    def with_rules(self, change: ChangeOfRules) -> Item:
        """Give it with the rules changed wherever they stand in it: its own, and those of its weapons."""
        weapons = tuple(replace(armed, thing=armed.thing.with_rules(change)) for armed in self.weapons)
        return replace(self, rules=change(self.rules), weapons=weapons)


@dataclass(frozen=True, slots=True)
class Armed:
    """So many of one weapon, as an item brings them."""

    count: int
    thing: Weapon


Thing: TypeAlias = Weapon | Item | RuleRef


def by_kind(
    thing: Thing, *, rule: Callable[[RuleRef], _T], weapon: Callable[[Weapon], _T], item: Callable[[Item], _T]
) -> _T:
    """Treat a thing as what it is; a new kind becomes an argument here."""
    if isinstance(thing, RuleRef):
        return rule(thing)
    return weapon(thing) if isinstance(thing, Weapon) else item(thing)


@dataclass(frozen=True, slots=True)
class Stack:
    """So many of one thing; as a gain, once per pick or per model as its section says."""

    count: int
    thing: Thing


@dataclass(frozen=True, slots=True)
class Kinds:
    """A pile of things, sorted."""

    rules: tuple[RuleRef, ...]
    weapons: tuple[Armed, ...]
    items: tuple[tuple[int, Item], ...]


def kinds_of(stacks: Iterable[Stack]) -> Kinds:
    """Sort a pile by kind, each kind in the order it lay."""
    rules: list[RuleRef] = []
    weapons: list[Armed] = []
    items: list[tuple[int, Item]] = []
    for stack in stacks:
        thing = stack.thing
        if isinstance(thing, RuleRef):
            rules.append(thing)
        elif isinstance(thing, Weapon):
            weapons.append(Armed(stack.count, thing))
        else:
            items.append((stack.count, thing))
    return Kinds(tuple(rules), tuple(weapons), tuple(items))


def fill_item(name: str, content: Iterable[Stack], base: BaseSize | None = None) -> tuple[Item, tuple[Item, ...]]:
    """Put rules and weapons into an item; give it, and the items that cannot be in one."""
    kinds = kinds_of(content)
    return Item(name, kinds.rules, kinds.weapons, base), tuple(item for _, item in kinds.items)
