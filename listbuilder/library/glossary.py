"""What explains a rule: the faction's own, the system's, the collection's, one of its patterns, in this order.

Where a faction knows how its book words a rule, a text counts only if it was written for that wording; then any other
collection and system may give it.

What weapons, items and rules are called in other languages than English, as a faction and its glossary say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from listbuilder.library.rule_wordings import Wordings, fits
from listbuilder.library.text_markers import Entry, compose, english, inner_names, without_rating
from listbuilder.model import RuleRef, Thing, by_kind, slug, target_key

_WORDS = frozenset({"text", "correction", "wording", "mentions", "effects"})
"""What belongs to a wording: the sentence, and what it does to the dice."""
_DEEDS = frozenset({"stacks", "moves", "bestows", "casts"})
"""What else a rule does, as data: it comes with the wording where the faction's own entry says nothing."""


@dataclass(frozen=True)
class Glossary:
    """The raw entries that the rules of one faction may refer to."""

    own: Mapping[str, Entry] = field(default_factory=dict)
    systems: Sequence[Mapping[str, Entry]] = ()
    """The glossary of each system that the faction serves."""
    shared: Mapping[str, Entry] = field(default_factory=dict)
    patterns: Sequence[Entry] = ()
    said: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """How the faction's book words its rules: hashes, by the slugs of their names."""
    everywhere: Wordings = field(default_factory=Wordings)
    """All texts there are, of any game, by the wordings they were written for."""

    def find(self, name: str) -> Entry | None:
        """Find the entry of a rule by its English name, in any of the systems."""
        if name not in self._found:
            self._found[name] = self._fitting(name, self._looked_up(name))
        return self._found[name]

    def name(self, english_name: str) -> str | Mapping[str, str]:
        """Give a rule's name in all its languages."""
        entry = self.find(english_name)
        found: str | Mapping[str, str] = english_name if entry is None else entry.get("name", english_name)
        return found

    def only(self, system: Mapping[str, Entry]) -> Glossary:
        """Give the glossary as one system sees it."""
        return replace(self, systems=(system,))

    def beyond_systems(self, name: str) -> Entry | None:
        """Find the entry that a faction must bring itself because not every system has it as the book does."""
        wanted = slug(name)
        if wanted in self.own:
            return self.find(name)
        if self.systems and all(self._explains(system, wanted) for system in self.systems):
            return None
        return self._fitting(name, self.shared[wanted] if wanted in self.shared else self._composed(name))

    def named(self, rule: str) -> str | Mapping[str, str] | None:
        """Give the name of a rule by its id, in its languages."""
        entry = self._plain_entry(rule)
        return self.everywhere.named(rule) if entry is None else entry["name"]

    def inner(self, name: str) -> str | None:
        """Give the rule that a composed name speaks about: `Fast` for `Fast Aura`."""
        if self._plain_entry(slug(name)) is not None:
            return None
        return next((without_rating(inner) for _, inner in self._matches(name)), None)

    def known(self) -> set[str]:
        """Give the English names of all entries, for suggestions."""
        return {english(entry["name"]) for entry in self._entries()}

    def translated(self) -> dict[str, str]:
        """Give the English names of all entries by those in other languages, in small letters."""
        named = [entry["name"] for entry in self._entries() if not isinstance(entry["name"], str)]
        return {word.casefold(): name["en"] for name in named for language, word in name.items() if language != "en"}

    def numbered(self) -> set[str]:
        """Give the ids of the rules that take a number."""
        return {slug(english(entry["name"])) for entry in self._entries() if entry.get("takes") == "number"}

    def _entries(self) -> list[Entry]:
        entries = [*self.own.values(), *self.shared.values()]
        entries += [entry for system in self.systems for entry in system.values()]
        return [entry for entry in entries if "name" in entry]

    def ids(self) -> set[str]:
        """Give the ids of all entries."""
        return {rule for entries in (self.own, *self.systems, self.shared) for rule in entries}

    def _explains(self, system: Mapping[str, Entry], wanted: str) -> bool:
        return wanted in system and (wanted not in self.said or fits(system[wanted], self.said[wanted]))

    def _fitting(self, name: str, entry: Entry | None) -> Entry | None:
        """Give an entry the text for the wording of the book, or none: the name is known, but reworded since."""
        hashes = self.said.get(slug(name))
        if hashes is None or "text" in self.own.get(slug(name), {}):
            return entry
        if entry is not None and "text" in entry and fits(entry, hashes):
            return entry
        facts = {} if entry is None else {key: value for key, value in entry.items() if key not in _WORDS}
        found = self.everywhere.find(name, hashes, self.find)
        if found is None:
            return facts or None
        if slug(name) not in self.own:
            facts = {key: value for key, value in facts.items() if key not in _DEEDS}
        deeds = {key: found[key] for key in _DEEDS if key in found}
        return {"name": name, **deeds, **facts, **{key: found[key] for key in ("name", *_WORDS) if key in found}}

    @cached_property
    def _found(self) -> dict[str, Entry | None]:
        """What was looked up before: names composed of names would be looked up over and over."""
        return {}

    def _looked_up(self, name: str) -> Entry | None:
        entry = self._plain_entry(slug(name))
        return self._composed(name) if entry is None else entry

    def _plain_entry(self, wanted: str) -> Entry | None:
        for entries in (self.own, *self.systems, self.shared):
            if wanted in entries:
                return entries[wanted]
        return None

    def _composed(self, name: str) -> Entry | None:
        for pattern, inner in self._matches(name):
            return compose(pattern, name, inner, self.find(without_rating(inner)))
        return None

    def _matches(self, name: str) -> Iterator[tuple[Entry, str]]:
        for pattern, inner in inner_names(name, self.patterns):
            if pattern.get("free") or self.find(without_rating(inner)) is not None:
                yield pattern, inner


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
