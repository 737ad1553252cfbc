"""The glossary of a faction: rule entries, translated names, and spell texts and effects.

A rule is looked up in the faction, its systems, its collection and then the collection's patterns. If the wording in
the book is known, only a text that was written for it is used, from any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from listbuilder.library.rule_wordings import (
    RawEntry,
    WordingIndex,
    compose_entry,
    english_text,
    fill_slots,
    find_slots,
    map_languages,
    match_patterns,
    matches_wording,
    strip_rating,
    text_in_language,
)
from listbuilder.model import Equipment, RuleRef, match_equipment, normalise_name, slugify
from listbuilder.model.notation import NotationError, parse_rule

_WORDING_KEYS = frozenset({"text", "correction", "wording", "mentions", "effects"})
"""Keys that belong to one wording: its texts and its effects on the dice."""
_ACTION_KEYS = frozenset({"stacks", "moves", "bestows", "casts"})
"""Other keys about what a rule does; taken with the wording unless the faction's own entry has them."""


@dataclass(frozen=True)
class Glossary:
    """The raw entries that the rules of one faction may refer to."""

    own: Mapping[str, RawEntry] = field(default_factory=dict)
    systems: Sequence[Mapping[str, RawEntry]] = ()
    """The glossary of each system that the faction can be played in."""
    shared: Mapping[str, RawEntry] = field(default_factory=dict)
    patterns: Sequence[RawEntry] = ()
    book_wordings: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Hashes of the book's wordings, by rule id."""
    all_wordings: WordingIndex = field(default_factory=WordingIndex)
    """The texts of all games, by the wordings that they were written for."""

    def find(self, name: str) -> RawEntry | None:
        """Return the entry of a rule by its English name, or None."""
        if name not in self._cache:
            entry = self._find_plain(slugify(name))
            self._cache[name] = self._with_book_wording(name, self._compose(name) if entry is None else entry)
        return self._cache[name]

    def translated_name(self, english_name: str) -> str | Mapping[str, str]:
        """Return the name of a rule in all its languages."""
        entry = self.find(english_name)
        name: str | Mapping[str, str] = english_name if entry is None else entry.get("name", english_name)
        return name

    def for_system(self, system: Mapping[str, RawEntry]) -> Glossary:
        """Return the glossary with a single system."""
        return replace(self, systems=(system,))

    def find_for_faction(self, name: str) -> RawEntry | None:
        """Return the entry that a compiled faction needs; None if all its systems have the same rule."""
        rule = slugify(name)
        if rule in self.own:
            return self.find(name)
        hashes = self.book_wordings.get(rule)
        if self.systems and all(
            rule in system and (hashes is None or matches_wording(system[rule], hashes)) for system in self.systems
        ):
            return None
        return self._with_book_wording(name, self.shared[rule] if rule in self.shared else self._compose(name))

    def name_of(self, rule: str) -> str | Mapping[str, str] | None:
        """Return the name of a rule by its id, in all its languages; None if it is unknown."""
        entry = self._find_plain(rule)
        return self.all_wordings.name_of(rule) if entry is None else entry["name"]

    def inner_rule(self, name: str) -> str | None:
        """Return the rule inside a composed name, such as `Fast` in `Fast Aura`."""
        if self._find_plain(slugify(name)) is not None:
            return None
        return next((strip_rating(inner) for _, inner in self._matches(name)), None)

    def known_names(self) -> set[str]:
        """Return the English names of all entries."""
        return {english_text(entry["name"]) for entry in self._entries()}

    def english_names(self) -> dict[str, str]:
        """Return the English names of all entries by their case-folded names in other languages."""
        names = [entry["name"] for entry in self._entries() if not isinstance(entry["name"], str)]
        return {word.casefold(): name["en"] for name in names for language, word in name.items() if language != "en"}

    def rules_with_number(self) -> set[str]:
        """Return the ids of the rules that take a number."""
        return {slugify(english_text(entry["name"])) for entry in self._entries() if entry.get("takes") == "number"}

    def _entries(self) -> list[RawEntry]:
        entries = [*self.own.values(), *self.shared.values()]
        entries += [entry for system in self.systems for entry in system.values()]
        return [entry for entry in entries if "name" in entry]

    def ids(self) -> set[str]:
        """Return the ids of all entries."""
        return {rule for entries in (self.own, *self.systems, self.shared) for rule in entries}

    def _with_book_wording(self, name: str, entry: RawEntry | None) -> RawEntry | None:
        """Return an entry with the text for the book's wording; without a text if none was written for it."""
        hashes = self.book_wordings.get(slugify(name))
        if hashes is None or "text" in self.own.get(slugify(name), {}):
            return entry
        if entry is not None and "text" in entry and matches_wording(entry, hashes):
            return entry
        facts = {} if entry is None else {key: value for key, value in entry.items() if key not in _WORDING_KEYS}
        text_entry = self.all_wordings.find(name, hashes, self.find)
        if text_entry is None:
            return facts or None
        if slugify(name) not in self.own:
            facts = {key: value for key, value in facts.items() if key not in _ACTION_KEYS}
        actions = {key: text_entry[key] for key in _ACTION_KEYS if key in text_entry}
        return {
            "name": name,
            **actions,
            **facts,
            **{key: text_entry[key] for key in ("name", *_WORDING_KEYS) if key in text_entry},
        }

    @cached_property
    def _cache(self) -> dict[str, RawEntry | None]:
        """Entries by name, cached because composed names look up other names."""
        return {}

    def _find_plain(self, rule: str) -> RawEntry | None:
        for entries in (self.own, *self.systems, self.shared):
            if rule in entries:
                return entries[rule]
        return None

    def _compose(self, name: str) -> RawEntry | None:
        for pattern, inner in self._matches(name):
            return compose_entry(pattern, name, inner, self.find(strip_rating(inner)))
        return None

    def _matches(self, name: str) -> Iterator[tuple[RawEntry, str]]:
        for pattern, inner in match_patterns(name, self.patterns):
            if pattern.get("free") or self.find(strip_rating(inner)) is not None:
                yield pattern, inner


Translations: TypeAlias = Mapping[str, str]
"""The names in other languages than English, by language."""


@dataclass(frozen=True)
class TranslatedNames:
    """The names of equipment and rules in other languages, for one faction."""

    terms: Mapping[str, Mapping[str, str]]
    """Names of weapons and items, by language and English name."""
    glossary: Glossary

    def translate(self, equipment: Equipment) -> Translations:
        """Return the translations of a rule, weapon or item."""
        return match_equipment(
            equipment,
            rule=self._translate_rule,
            weapon=lambda weapon: self.translate_gear(weapon.name),
            item=lambda item: self.translate_gear(item.name),
        )

    def _translate_rule(self, rule: RuleRef) -> Translations:
        name = self.glossary.translated_name(rule.name)
        return {} if isinstance(name, str) else {language: word for language, word in name.items() if language != "en"}

    def translate_gear(self, name: str) -> Translations:
        """Return the translations of a weapon or item; "Lances" may use those of "Lance"."""
        key = normalise_name(name)
        translations = {
            language: words.get(name) or self._by_target_key[language].get(key)
            for language, words in self.terms.items()
        }
        return {language: word for language, word in translations.items() if word}

    @cached_property
    def _by_target_key(self) -> Mapping[str, Mapping[str, str]]:
        return {
            language: {normalise_name(name): word for name, word in words.items()}
            for language, words in self.terms.items()
        }


RawSpellEffect: TypeAlias = Mapping[str, Any]
NameLookup: TypeAlias = Callable[[str], "str | Mapping[str, str]"]
"""Returns the name of a rule in all its languages."""
_SIGNED_FACTS = frozenset({"modifier", "advance", "rush"})
_OPTIONAL_FACTS = frozenset({"rules", "dice", "when"})


def build_spell_text(
    effect: RawSpellEffect, texts: Mapping[str, Any], names: NameLookup = str
) -> str | dict[str, str] | None:
    """Return the text of a spell in all languages; None if its effect has no sentence."""
    sentence = _choose_sentence(effect, texts)
    if sentence is None:
        return None
    values = {key: _format_fact(key, value, names) for key, value in effect.items()}
    phrases = texts.get("phrases", {})
    slots = {slot: _fill_slot(slot, effect, values, phrases) for slot in find_slots(english_text(sentence))}
    text = fill_slots(sentence, slots)
    if isinstance(text, str):
        return text[:1].upper() + text[1:]
    return {code: words[:1].upper() + words[1:] for code, words in text.items()}


def find_missing_facts(effect: RawSpellEffect, texts: Mapping[str, Any]) -> list[str]:
    """Return the facts that a spell's sentence needs and its effect lacks."""
    sentence = _choose_sentence(effect, texts)
    slots = find_slots(english_text(sentence)) if sentence is not None else set()
    needed = (slots - {"target"}) | ({"side", "range"} if "target" in slots else set())
    return sorted(needed - _OPTIONAL_FACTS - set(effect))


def find_spell_rules(effect: RawSpellEffect) -> Iterator[str]:
    """Yield the names of the rules that a spell gives, without ratings."""
    for text in (*effect.get("rules", ()), *((effect["rule"],) if "rule" in effect else ())):
        try:
            yield parse_rule(text).name
        except NotationError:
            continue


def _choose_sentence(effect: RawSpellEffect, texts: Mapping[str, Any]) -> str | Mapping[str, str] | None:
    forms = texts.get("effects", {}).get(effect["does"], {})
    sentence: str | Mapping[str, str] | None = forms.get("one")
    return forms.get("several", sentence) if effect.get("most", 1) > 1 else sentence


def _fill_slot(name: str, effect: RawSpellEffect, values: Mapping[str, object], phrases: Mapping[str, Any]) -> object:
    """Return the text for a slot: the phrase for this value, the phrase for any value, or the value itself."""
    if name == "target":
        plural = "s" if effect.get("most", 1) > 1 else ""
        key = f"target-{effect.get('side')}-{effect.get('who', 'unit')}{plural}"
        return fill_slots(phrases.get(key, ""), values)
    if name not in effect:
        return ""
    phrase = phrases.get(f"{name}-{effect[name]}") or phrases.get(name)
    return values[name] if phrase is None else fill_slots(phrase, values)


def _format_fact(key: str, value: object, names: NameLookup) -> object:
    if key == "rule":
        return _format_rule(str(value), names)
    if key == "rules" and isinstance(value, list):
        rules = [_format_rule(str(rule), names) for rule in value]
        codes = {"en", *(code for rule in rules if not isinstance(rule, str) for code in rule)}
        return {code: ", ".join(text_in_language(rule, code) for rule in rules) for code in sorted(codes)}
    return f"{value:+d}" if key in _SIGNED_FACTS and isinstance(value, int) else value


def _format_rule(text: str, names: NameLookup) -> str | Mapping[str, str]:
    """Return a rule with its rating, in all languages."""
    try:
        rule = parse_rule(text)
    except NotationError:
        return text
    return map_languages(names(rule.name), lambda name, _: name + text[len(rule.name) :])


_CONDITIONS = {"melee": "melee", "shooting": "shoot", "charging": "charge"}
_ROLLS: Mapping[str, Mapping[str, str]] = {"hit": {}, "defense": {"side": "target"}, "morale": {}}
"""The rolls that the odds cover, with the extra keys of their effects."""


def build_spell_effects(effect: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Return the effects that a spell gives; None if it deals hits or its effect is unknown."""
    does = effect.get("does")
    if does is None or does == "hits":
        return None
    when = {"when": [_CONDITIONS[effect["when"]]]} if effect.get("when") in _CONDITIONS else {}
    if does in ("gain", "gain-against"):
        return [{"grants": effect["rule"], "to": "another", **when}]
    if does in ("rolls", "rolls-against") and effect["roll"] in _ROLLS:
        return [{effect["roll"]: effect["modifier"], **_ROLLS[effect["roll"]], "to": "another", **when}]
    return []
