"""A unit as the army book offers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from listbuilder.model.equipment import BaseSize, RuleRef, Stack
from listbuilder.model.ids import FactionId, OptionId, SectionId, UnitId, UnitRef, unit_ref
from listbuilder.model.text import Text
from listbuilder.model.upgrade import Option, Section


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Unit:
    """A template: what a player gets for the cost, and which sections may change it."""

    id: UnitId
    faction: FactionId
    name: Text
    size: int
    quality: int
    defense: int
    cost: int
    rules: tuple[RuleRef, ...] = ()
    equipment: tuple[Stack, ...] = ()
    """Weapons and items with their counts for the whole unit."""
    sections: tuple[Section, ...] = ()
    base: BaseSize | None = None
    group: str | None = None
    """Where lists file it: heroes, core, cavalry … as the system names them."""
    unique: bool = False
    """A named character: one per army."""
    narrative: bool = False
    fields: Mapping[str, int] = field(default_factory=dict)
    """Values of the system's extra unit fields (speed, wounds)."""
    keys: tuple[str, ...] = ()
    ref: UnitRef = field(init=False)
    rule_ids: frozenset[str] = field(init=False)
    _choices: Mapping[str, tuple[tuple[Section, Option], ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ref", unit_ref(self.faction, self.id))
        object.__setattr__(self, "rule_ids", frozenset([rule.id for rule in self.rules]))
        found: dict[str, tuple[tuple[Section, Option], ...]] = {}
        for section in self.sections:
            for option in section.options:
                name, choice = option.id, ((section, option),)
                found[f"{section.id}/{name}"] = choice
                found[name] = found[name] + choice if name in found else choice
        object.__setattr__(self, "_choices", found)

    def find(self, wanted: str) -> tuple[tuple[Section, Option], ...]:
        """Find what a pick may mean: `option`, or `section/option` where one name stands in two sections."""
        return self._choices.get(wanted, ())

    def reference(self, section: SectionId, option: OptionId) -> str:
        """Give the shortest text by which a list can name this option of this unit."""
        return option if len(self.find(option)) == 1 else f"{section}/{option}"
