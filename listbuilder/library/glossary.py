"""What explains a rule: the faction's own, the system's, the collection's, one of its patterns, in this order.

Where a faction knows how its book words a rule, a text counts only if it was written for that wording; then any other
collection and system may give it.

What weapons, items and rules are called in other languages than English, as a faction and its glossary say.

Spells in our own words: the facts of a spell put into the sentence that its effect has, in every language.

What a spell lends to whoever it is cast at, in the words of effects; the odds count it where it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from listbuilder.library.rule_wordings import (
    Entry,
    Wordings,
    compose,
    english,
    fill,
    fits,
    inner_names,
    values_in,
    without_rating,
)
from listbuilder.model import RuleRef, Thing, by_kind, slug, target_key
from listbuilder.model.notation import NotationError, parse_rule

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


Effect: TypeAlias = Mapping[str, Any]
Names: TypeAlias = Callable[[str], "str | Mapping[str, str]"]
"""Gives the name of a rule in all its languages."""
_SIGNED = frozenset({"modifier", "advance", "rush"})
_OPTIONAL = frozenset({"rules", "dice", "when"})


def spell_text(effect: Effect, texts: Mapping[str, Any], names: Names = str) -> str | dict[str, str] | None:
    """Say what a spell does; None where no sentence is written for its effect."""
    sentence = _sentence(effect, texts)
    if sentence is None:
        return None
    plain = {key: _value(key, value, names) for key, value in effect.items()}
    phrases = texts.get("phrases", {})
    slots = {slot: _slot(slot, effect, plain, phrases) for slot in values_in(english(sentence))}
    said = fill(sentence, slots)
    return _capital(said) if isinstance(said, str) else {code: _capital(words) for code, words in said.items()}


def missing_facts(effect: Effect, texts: Mapping[str, Any]) -> list[str]:
    """Name the facts that a spell's sentence asks for and that it does not state."""
    sentence = _sentence(effect, texts)
    asked = values_in(english(sentence)) if sentence is not None else set()
    needed = (asked - {"target"}) | ({"side", "range"} if "target" in asked else set())
    return sorted(needed - _OPTIONAL - set(effect))


def spell_rules(effect: Effect) -> Iterator[str]:
    """Name the rules that a spell gives, without their ratings."""
    for text in (*effect.get("rules", ()), *((effect["rule"],) if "rule" in effect else ())):
        try:
            yield parse_rule(text).name
        except NotationError:
            continue


def _sentence(effect: Effect, texts: Mapping[str, Any]) -> str | Mapping[str, str] | None:
    forms = texts.get("effects", {}).get(effect["does"])
    if forms is None:
        return None
    found: str | Mapping[str, str] = forms.get("several", forms["one"]) if _several(effect) else forms["one"]
    return found


def _several(effect: Effect) -> bool:
    return bool(effect.get("most", 1) > 1)


def _slot(name: str, effect: Effect, plain: Mapping[str, object], phrases: Mapping[str, Any]) -> object:
    """Give what stands in a slot: the phrase for this very value, the phrase for any, or the value as it is."""
    if name == "target":
        plural = "s" if _several(effect) else ""
        key = f"target-{effect.get('side')}-{effect.get('who', 'unit')}{plural}"
        return fill(phrases.get(key, ""), plain)
    if name not in effect:
        return ""
    phrase = phrases.get(f"{name}-{effect[name]}") or phrases.get(name)
    return plain[name] if phrase is None else fill(phrase, plain)


def _value(key: str, value: object, names: Names) -> object:
    if key == "rule":
        return _named(str(value), names)
    if key == "rules" and isinstance(value, list):
        return _joined([_named(str(rule), names) for rule in value])
    return f"{value:+d}" if key in _SIGNED and isinstance(value, int) else value


def _named(text: str, names: Names) -> str | Mapping[str, str]:
    """Give a rule with its rating, its name in all languages."""
    try:
        rule = parse_rule(text)
    except NotationError:
        return text
    rating = text[len(rule.name) :]
    found = names(rule.name)
    if isinstance(found, str):
        return found + rating
    return {code: name + rating for code, name in found.items()}


def _joined(rules: list[str | Mapping[str, str]]) -> dict[str, str]:
    codes = {"en", *(code for rule in rules if not isinstance(rule, str) for code in rule)}
    each = [dict.fromkeys(codes, rule) if isinstance(rule, str) else rule for rule in rules]
    return {code: ", ".join(rule.get(code) or rule["en"] for rule in each) for code in sorted(codes)}


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


_WHEN = {"melee": "melee", "shooting": "shoot", "charging": "charge"}
_ROLLS: Mapping[str, Mapping[str, str]] = {"hit": {}, "defense": {"side": "target"}, "morale": {}}
"""The rolls that an attack or a melee throws; a spell that changes others has no part in them."""


def spell_gift(effect: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Give what a spell lends, as effects; None where it deals hits or nobody has said what it does."""
    does = effect.get("does")
    if does is None or does == "hits":
        return None
    when = {"when": [_WHEN[effect["when"]]]} if effect.get("when") in _WHEN else {}
    if does in ("gain", "gain-against"):
        return [{"grants": effect["rule"], "to": "another", **when}]
    if does in ("rolls", "rolls-against") and effect["roll"] in _ROLLS:
        return [{effect["roll"]: effect["modifier"], **_ROLLS[effect["roll"]], "to": "another", **when}]
    return []
