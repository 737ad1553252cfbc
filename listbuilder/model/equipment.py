"""Weapons, items and special rules, and how their names are compared.

The three types share `key`, `base`, `granted_rules`, `all_gear`, `all_weapons`, `all_rules` and `map_rules`.
Code that needs a case for each type uses `match_equipment` or `group_by_type`, so that mypy finds every place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import ClassVar, TypeAlias, TypeVar

from listbuilder.model.ids import RuleId, slugify

_T = TypeVar("_T")
_IRREGULAR_PLURALS = {"staves": "staff", "teeth": "tooth", "feet": "foot", "hooves": "hoof", "men": "man"}


@cache
def normalise_name(name: str) -> str:
    """Return the form in which names are compared: lower case, with plural endings removed.

    "Hand Weapons" equals "hand weapon", and "Knives" equals "Knife" (both "knif"). Never show the result.
    """
    return " ".join(_stem(word) for word in name.lower().split())


def _stem(word: str) -> str:
    word = _IRREGULAR_PLURALS.get(word, word)
    if word.endswith("ies") and word != "ies":
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    word = word.removesuffix("e")
    return word[:-1] + "f" if word.endswith("v") else word


@dataclass(frozen=True, slots=True)
class RuleRef:
    """A special rule on a unit, weapon or item: `Tough(3)`, `Fearless`, `Spawn(Snakes [3])`."""

    id: RuleId
    name: str
    rating: int | str | None = None
    base: ClassVar[None] = None
    weapons: ClassVar[tuple[()]] = ()
    all_gear: ClassVar[tuple[()]] = ()
    all_weapons: ClassVar[tuple[()]] = ()

    @property
    def label(self) -> str:
        """The rule as the rulebook writes it."""
        return self.name if self.rating is None else f"{self.name}({self.rating})"

    @property
    def key(self) -> str:
        """The normalised name."""
        return normalise_name(self.name)

    @property
    def granted_rules(self) -> tuple[RuleRef, ...]:
        """The rules that it gives to its unit: itself."""
        return (self,)

    @property
    def all_rules(self) -> tuple[RuleRef, ...]:
        """The rule itself."""
        return (self,)

    def map_rules(self, change: RulesChange) -> RuleRef:
        """Return the rule after a change."""
        return change((self,))[0]


RulesChange: TypeAlias = Callable[[tuple[RuleRef, ...]], tuple[RuleRef, ...]]


def build_rule_ref(name: str, rating: int | str | None = None) -> RuleRef:
    """Build a rule reference from an English name."""
    return RuleRef(RuleId(slugify(name)), name, rating)


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon's profile; range 0 means melee."""

    name: str
    attacks: int
    range: int = 0
    rules: tuple[RuleRef, ...] = ()
    key: str = field(init=False, compare=False)
    """The normalised name, which targets are matched with."""
    weapons: ClassVar[tuple[()]] = ()
    base: ClassVar[None] = None
    granted_rules: ClassVar[tuple[()]] = ()
    """Empty, because its rules apply to the weapon only."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", normalise_name(self.name))

    @property
    def all_gear(self) -> tuple[Weapon | Item, ...]:
        """The weapon itself."""
        return (self,)

    @property
    def all_weapons(self) -> tuple[Weapon, ...]:
        """The weapon itself."""
        return (self,)

    @property
    def all_rules(self) -> tuple[RuleRef, ...]:
        """The rules of the weapon."""
        return self.rules

    def map_rules(self, change: RulesChange) -> Weapon:
        """Return the weapon with its rules changed."""
        return replace(self, rules=change(self.rules))


@dataclass(frozen=True, slots=True)
class BaseSize:
    """The size of a base in millimetres, as text, for games with round and with square bases."""

    round: str | None = None
    square: str | None = None

    def for_shape(self, shape: str) -> str | None:
        """Return the size for a shape (`round` or `square`), or the only known size."""
        preferred, other = (self.square, self.round) if shape == "square" else (self.round, self.square)
        return preferred or other


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of gear or a mount, which gives rules to the unit and may have weapons."""

    name: str
    rules: tuple[RuleRef, ...] = ()
    weapons: tuple[ItemWeapon, ...] = ()
    base: BaseSize | None = None
    """The new base size of the model that takes it, as for a mount."""
    key: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", normalise_name(self.name))

    @property
    def is_empty(self) -> bool:
        """Whether it has no rules and no weapons; then its notation looks like a rule."""
        return not self.rules and not self.weapons

    @property
    def granted_rules(self) -> tuple[RuleRef, ...]:
        """The rules that it gives to its unit, without those of its weapons."""
        return self.rules

    @property
    def all_gear(self) -> tuple[Weapon | Item, ...]:
        """The item itself and its weapons."""
        return (self, *self.all_weapons)

    @property
    def all_weapons(self) -> tuple[Weapon, ...]:
        """Its weapons."""
        return tuple(armed.equipment for armed in self.weapons)

    @property
    def all_rules(self) -> tuple[RuleRef, ...]:
        """Its own rules and those of its weapons."""
        return (*self.rules, *(rule for weapon in self.all_weapons for rule in weapon.rules))

    def map_rules(self, change: RulesChange) -> Item:
        """Return the item with its own rules and those of its weapons changed."""
        weapons = tuple(replace(armed, equipment=armed.equipment.map_rules(change)) for armed in self.weapons)
        return replace(self, rules=change(self.rules), weapons=weapons)


@dataclass(frozen=True, slots=True)
class ItemWeapon:
    """A weapon of an item, with its count."""

    count: int
    equipment: Weapon


Equipment: TypeAlias = Weapon | Item | RuleRef


def match_equipment(
    equipment: Equipment, *, rule: Callable[[RuleRef], _T], weapon: Callable[[Weapon], _T], item: Callable[[Item], _T]
) -> _T:
    """Call the function for the type of some equipment and return its result."""
    if isinstance(equipment, RuleRef):
        return rule(equipment)
    return weapon(equipment) if isinstance(equipment, Weapon) else item(equipment)


@dataclass(frozen=True, slots=True)
class EquipmentCount:
    """A count of one weapon, item or rule. As a gain it counts per upgrade or per model, as its section says."""

    count: int
    equipment: Equipment


@dataclass(frozen=True, slots=True)
class EquipmentByType:
    """Equipment grouped by type."""

    rules: tuple[RuleRef, ...]
    weapons: tuple[ItemWeapon, ...]
    items: tuple[tuple[int, Item], ...]


def group_by_type(counts: Iterable[EquipmentCount]) -> EquipmentByType:
    """Group equipment by type and keep the order in each group."""
    rules: list[RuleRef] = []
    weapons: list[ItemWeapon] = []
    items: list[tuple[int, Item]] = []
    for counted in counts:
        equipment = counted.equipment
        if isinstance(equipment, RuleRef):
            rules.append(equipment)
        elif isinstance(equipment, Weapon):
            weapons.append(ItemWeapon(counted.count, equipment))
        else:
            items.append((counted.count, equipment))
    return EquipmentByType(tuple(rules), tuple(weapons), tuple(items))


def build_item(
    name: str, content: Iterable[EquipmentCount], base: BaseSize | None = None
) -> tuple[Item, tuple[Item, ...]]:
    """Build an item with rules and weapons. Return it with the items in `content`, which an item cannot contain."""
    kinds = group_by_type(content)
    return Item(name, kinds.rules, kinds.weapons, base), tuple(item for _, item in kinds.items)
