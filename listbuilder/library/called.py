"""What weapons, items and rules are called in other languages than English, as a faction and its glossary say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from listbuilder.library.glossary import Glossary
from listbuilder.model import RuleRef, Thing, by_kind, target_key

Others: TypeAlias = Mapping[str, str]
"""A name by language, without the English one."""


@dataclass(frozen=True)
class Called:
    """The names that one faction uses."""

    terms: Mapping[str, Mapping[str, str]]
    """Names of weapons and items: by language and English name."""
    glossary: Glossary

    def thing(self, thing: Thing) -> Others:
        """Give what a thing is called."""
        return by_kind(
            thing, rule=self._rule, weapon=lambda weapon: self.gear(weapon.name), item=lambda item: self.gear(item.name)
        )

    def _rule(self, rule: RuleRef) -> Others:
        name = self.glossary.name(rule.name)
        return {} if isinstance(name, str) else {language: word for language, word in name.items() if language != "en"}

    def gear(self, name: str) -> Others:
        """Give what a weapon or an item is called; for "Lances" that of "Lance" where it has none of its own."""
        key = target_key(name)
        found = {language: words.get(name) or self._alike[language].get(key) for language, words in self.terms.items()}
        return {language: word for language, word in found.items() if word}

    @cached_property
    def _alike(self) -> Mapping[str, Mapping[str, str]]:
        return {
            language: {target_key(name): word for name, word in words.items()} for language, words in self.terms.items()
        }
