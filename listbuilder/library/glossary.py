"""What explains a rule: the faction's own, the system's, the collection's, one of its patterns, in this order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from listbuilder.model import slug
from listbuilder.model.notation import NotationError, parse_rule

Entry: TypeAlias = Mapping[str, Any]
_SLOT = "{rule}"
_VALUE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Glossary:
    """The raw entries that the rules of one faction may refer to."""

    own: Mapping[str, Entry] = field(default_factory=dict)
    systems: Sequence[Mapping[str, Entry]] = ()
    """The glossary of each system that the faction serves."""
    shared: Mapping[str, Entry] = field(default_factory=dict)
    patterns: Sequence[Entry] = ()

    def find(self, name: str) -> Entry | None:
        """Find the entry of a rule by its English name, in any of the systems."""
        if name not in self._found:
            entry = self._plain_entry(slug(name))
            self._found[name] = self._composed(name) if entry is None else entry
        return self._found[name]

    def name(self, english_name: str) -> str | Mapping[str, str]:
        """Give a rule's name in all its languages."""
        entry = self.find(english_name)
        found: str | Mapping[str, str] = english_name if entry is None else entry.get("name", english_name)
        return found

    @cached_property
    def _found(self) -> dict[str, Entry | None]:
        """What was looked up before: names composed of names would be looked up over and over."""
        return {}

    @cached_property
    def _ordered(self) -> list[Entry]:
        return sorted(self.patterns, key=lambda pattern: -len(pattern["match"]))

    def only(self, system: Mapping[str, Entry]) -> Glossary:
        """Give the glossary as one system sees it."""
        return Glossary(self.own, (system,), self.shared, self.patterns)

    def beyond_systems(self, name: str) -> Entry | None:
        """Find the entry that a faction must bring itself because not every system has it."""
        wanted = slug(name)
        if wanted in self.own:
            return self.own[wanted]
        if self.systems and all(wanted in system for system in self.systems):
            return None
        return self.shared[wanted] if wanted in self.shared else self._composed(name)

    def named(self, rule: str) -> str | Mapping[str, str] | None:
        """Give the name of a rule by its id, in its languages."""
        entry = self._plain_entry(rule)
        return None if entry is None else entry["name"]

    def inner(self, name: str) -> str | None:
        """Give the rule that a composed name speaks about: `Fast` for `Fast Aura`."""
        if self._plain_entry(slug(name)) is not None:
            return None
        return next((_plain(inner) for _, inner in self._matches(name)), None)

    def known(self) -> set[str]:
        """Give the English names of all entries, for suggestions."""
        entries = [*self.own.values(), *self.shared.values()]
        entries += [entry for system in self.systems for entry in system.values()]
        return {english(entry["name"]) for entry in entries if "name" in entry}

    def ids(self) -> set[str]:
        """Give the ids of all entries."""
        return {rule for entries in (self.own, *self.systems, self.shared) for rule in entries}

    def _plain_entry(self, wanted: str) -> Entry | None:
        for entries in (self.own, *self.systems, self.shared):
            if wanted in entries:
                return entries[wanted]
        return None

    def _composed(self, name: str) -> Entry | None:
        for pattern, inner in self._matches(name):
            return _compose(pattern, name, inner, self.find(_plain(inner)))
        return None

    def _matches(self, name: str) -> Iterator[tuple[Entry, str]]:
        """Give the patterns that a name follows, the most particular first, with the rule in it."""
        for pattern in self._ordered:
            before, _, after = pattern["match"].partition(_SLOT)
            inner = name[len(before) : len(name) - len(after)].strip()
            if not (before or after) or not inner or not (name.startswith(before) and name.endswith(after)):
                continue
            if pattern.get("free") or self.find(_plain(inner)) is not None:
                yield pattern, inner


def english(name: str | Mapping[str, str]) -> str:
    """Give a raw text in English."""
    return name if isinstance(name, str) else str(name.get("en", ""))


def values_in(words: str) -> set[str]:
    """Give the names of the values that a text leaves open."""
    return set(_VALUE.findall(words))


def fill(text: str | Mapping[str, str], values: Mapping[str, object]) -> str | dict[str, str]:
    """Fill the values into a raw text, in each of its languages; a value may differ by language."""
    if isinstance(text, str):
        return _fill(text, values, "en")
    return {language: _fill(words, values, language) for language, words in text.items()}


def rated(name: str | Mapping[str, str], written: str) -> str | dict[str, str]:
    """Give a rule's name in its languages with the bracket that it was written with in English."""
    bracket = written.removeprefix(english(name))
    if isinstance(name, str):
        return written
    return {language: words + bracket for language, words in name.items()}


def _fill(words: str, values: Mapping[str, object], language: str) -> str:
    def value(match: re.Match[str]) -> str:
        found = values.get(match[1], match[0])
        if isinstance(found, Mapping):
            found = found.get(language) or found.get("en")
        return str(found)

    return _VALUE.sub(value, words)


def _compose(pattern: Entry, name: str, inner: str, explained: Entry | None) -> Entry:
    words: object = inner if explained is None else rated(explained["name"], inner)
    entry = {key: value for key, value in pattern.items() if key not in ("match", "free")}
    if explained is not None:
        entry["mentions"] = [slug(_plain(inner))]
    entry["text"] = fill(pattern["text"], {"rule": words})
    names = fill(pattern.get("name", {}), {"rule": words})
    entry["name"] = {**names, "en": name} if isinstance(names, dict) and names else name
    return entry


def _plain(name: str) -> str:
    """Take a rating off."""
    try:
        return parse_rule(name).name
    except NotationError:
        return name
