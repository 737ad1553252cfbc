"""A faction: an army book as a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from listbuilder.model.glossary import Rule, Spell
from listbuilder.model.ids import FactionId, RuleId, SystemId, UnitId
from listbuilder.model.text import Text
from listbuilder.model.unit import Unit


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Faction:
    """An army book: its units, its own rules and spells, and exactly which data it was read from."""

    id: FactionId
    name: Text
    version: str
    sha256: str
    systems: tuple[SystemId, ...]
    units: Mapping[UnitId, Unit]
    rules: Mapping[RuleId, Rule] = field(default_factory=dict)
    """The faction's own rules, and those its collection gives; a system's glossary comes after."""
    spells: Sequence[Spell] = ()
    collection: str | None = None
    source: Text | None = None
    """Where the facts come from (a book, a document), for the credits."""
    partial: bool = False
    """Built from a list file because no book was at hand; its version is only a mark of ours."""
    keys: tuple[str, ...] = ()
    """Foreign ids of the book (Army Forge's)."""
    wordings: Mapping[RuleId, tuple[str, ...]] = field(default_factory=dict)
    """How the book words its rules: hashes of its sentences."""
    unit_keys: Mapping[str, UnitId] = field(default_factory=dict)
    """Units by the foreign ids that they have, so that none is built only to be looked at."""
    unit_names: Mapping[str, Sequence[UnitId]] = field(default_factory=dict)
    """Units by their English names, in the form under which names are compared (`target_key`)."""
    weapon_keys: frozenset[str] = frozenset()
    """The weapons that its units may have, in the same form."""
    rule_keys: frozenset[str] = frozenset()
    """The rules that its units and their gear may have, in the same form."""
    terms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What weapons and items are called in other languages: by language and English name."""

    @property
    def edition(self) -> str:
        """The version of the book, as far as it is one."""
        return "" if self.partial else self.version

    def unit_by_key(self, foreign_key: str) -> Unit | None:
        """Find a unit by another program's id."""
        found = self.unit_keys.get(foreign_key)
        return None if found is None else self.units[found]

    def units_named(self, key: str) -> list[Unit]:
        """Find units by an English name in the form under which names are compared."""
        return [self.units[found] for found in self.unit_names.get(key, ())]

    def term(self, name: str, language: str) -> str:
        """Give the name of a weapon or an item in a language, in English where there is no other."""
        return self.terms.get(language, {}).get(name, name)
