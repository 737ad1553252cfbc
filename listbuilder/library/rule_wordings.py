"""Rule texts: markers, name patterns, and hashes of the wordings in the books.

`{blast}` in a text is the translated name of a rule, `X {x:hit|hits}` a word that depends on X. Patterns such as
`{rule} Aura` describe families of rules. Only a hash of a book's sentence is stored, never the sentence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

from listbuilder.model import slugify
from listbuilder.model.notation import NotationError, parse_rule

RawText: TypeAlias = str | Mapping[str, str]
"""A text as in a data file: plain, or by language."""
RuleNames: TypeAlias = Callable[[str], RawText | None]
"""Returns the name of a rule by its id."""

_MENTION = re.compile(r"\{([a-z0-9][a-z0-9-]*)\}")
_PLURAL = re.compile(r"\{x:([^{}|]*)\|([^{}|]*)\}")


def find_mentions(text: RawText) -> tuple[str, ...]:
    """Return the ids of the rules that a text mentions in any language, each once."""
    words = text.values() if isinstance(text, Mapping) else (text,)
    return tuple(dict.fromkeys(rule for sentence in words for rule in _MENTION.findall(sentence)))


def expand_markers(entry: Mapping[str, Any], names: RuleNames, extra_mentions: Iterable[str] = ()) -> dict[str, Any]:
    """Return an entry with the markers in its text replaced and its mentions listed.

    `extra_mentions` are further mentions that are not in the text.
    """
    text: RawText = entry.get("text", "")
    mentioned = tuple(dict.fromkeys((*entry.get("mentions", ()), *extra_mentions, *find_mentions(text))))
    expanded = {**entry, "text": replace_rule_markers(text, names)}
    if mentioned:
        expanded["mentions"] = mentioned
    plural = map_languages(expanded["text"], lambda words, _: _PLURAL.sub(r"\2", words))
    singular = map_languages(expanded["text"], lambda words, _: _PLURAL.sub(r"\1", words))
    if singular != plural:
        expanded["single"] = singular
    return {**expanded, "text": plural}


def replace_rule_markers(text: RawText, names: RuleNames) -> RawText:
    """Replace the markers in a text by the names of rules."""

    def replace(words: str, language: str) -> str:
        def name(match: re.Match[str]) -> str:
            translated = names(match[1])
            return match[1].replace("-", " ").title() if translated is None else text_in_language(translated, language)

        return _MENTION.sub(name, words)

    return map_languages(text, replace)


def text_in_language(text: RawText, language: str) -> str:
    """Return a raw text in a language, or in English."""
    if isinstance(text, Mapping):
        return text.get(language) or text.get("en") or next(iter(text.values()), "")
    return text


def map_languages(text: RawText, change: Callable[[str, str], str]) -> RawText:
    """Apply a function to a text in each of its languages."""
    if isinstance(text, Mapping):
        return {language: change(words, language) for language, words in text.items()}
    return change(text, "en")


RawEntry: TypeAlias = Mapping[str, Any]
RULE_SLOT = "{rule}"
_SLOT_MARKER = re.compile(r"\{(\w+)\}")


def match_patterns(name: str, patterns: Sequence[RawEntry]) -> Iterator[tuple[RawEntry, str]]:
    """Yield the patterns that a name matches, longest first, with the rule name in its slot."""
    for pattern in sorted(patterns, key=lambda pattern: -len(pattern["match"])):
        before, _, after = pattern["match"].partition(RULE_SLOT)
        inner = name[len(before) : len(name) - len(after)].strip()
        if (before or after) and inner and name.startswith(before) and name.endswith(after):
            yield pattern, inner


def english_text(name: str | Mapping[str, str]) -> str:
    """Return a raw text in English."""
    return name if isinstance(name, str) else str(name.get("en", ""))


def find_slots(words: str) -> set[str]:
    """Return the names of the slots in a text."""
    return set(_SLOT_MARKER.findall(words))


def fill_slots(text: RawText, values: Mapping[str, object]) -> RawText:
    """Fill values into a raw text in each of its languages; a value may differ by language."""

    def fill(words: str, language: str) -> str:
        def value(match: re.Match[str]) -> str:
            filled = values.get(match[1], match[0])
            if isinstance(filled, Mapping):
                filled = filled.get(language) or filled.get("en")
            return str(filled)

        return _SLOT_MARKER.sub(value, words)

    return map_languages(text, fill)


def add_rating(name: RawText, written: str) -> RawText:
    """Return a rule's name in its languages, with the rating of its English form."""
    bracket = written.removeprefix(english_text(name))
    return written if isinstance(name, str) else {language: words + bracket for language, words in name.items()}


def compose_entry(pattern: RawEntry, name: str, inner: str, explained: RawEntry | None) -> RawEntry:
    """Return the entry of a name that matches a pattern; `explained` is the entry of the rule in its slot."""
    words: object = inner if explained is None else add_rating(explained["name"], inner)
    entry = {key: value for key, value in pattern.items() if key not in ("match", "free", "bestows")}
    if explained is not None:
        entry["mentions"] = [slugify(strip_rating(inner))]
        entry |= {"bestows": slugify(strip_rating(inner))} if pattern.get("bestows") else {}
    if "effects" in pattern:
        entry["effects"] = [
            {**effect, "grants": effect["grants"].replace(RULE_SLOT, inner)} if "grants" in effect else effect
            for effect in pattern["effects"]
        ]
    entry["text"] = fill_slots(pattern["text"], {"rule": words})
    names = fill_slots(pattern.get("name", {}), {"rule": words})
    entry["name"] = {**names, "en": name} if isinstance(names, Mapping) and names else name
    return entry


def strip_rating(name: str) -> str:
    """Return the name of a rule without its rating."""
    try:
        return parse_rule(name).name
    except NotationError:
        return name


EntryLookup: TypeAlias = Callable[[str], "RawEntry | None"]
"""Returns the entry of a rule by name."""
_LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")
"""Hashes consist of letters only, so that YAML never reads one as a number."""
_HASH_LENGTH = 12
_MAX_WORDING_LENGTH = 10_000
_LOOKALIKES = {
    "'": "\u2018\u2019\u201a\u201b\u02bc\u00b4`\u2032",
    '"': "\u201c\u201d\u201e\u201f\u2033",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2212",
}
_NORMAL_CHARACTERS = str.maketrans({odd: plain for plain, letters in _LOOKALIKES.items() for odd in letters})


def hash_wording(sentence: str, inner: str = "") -> str:
    """Return the hash of a sentence's words and numbers; `inner` is the name in the slot of a pattern."""
    words = _normalise(sentence)
    if inner:
        words = words.replace(_normalise(inner), RULE_SLOT)
    return sha256(words.encode(errors="replace")).hexdigest()[:_HASH_LENGTH].translate(_LETTERS)


def _normalise(text: str) -> str:
    """Normalise what does not change a wording: case, spaces, quotes and dashes."""
    same = unicodedata.normalize("NFC", text[:_MAX_WORDING_LENGTH]).translate(_NORMAL_CHARACTERS)
    return " ".join(same.replace("''", '"').lower().split())


def matches_wording(entry: RawEntry, hashes: Collection[str]) -> bool:
    """Return whether a text was written for one of the wordings; one that lists none fits all."""
    written_for = entry.get("wording")
    return written_for is None or any(wording in hashes for wording in written_for)


class WordingIndex:
    """The texts of all games, by the wordings that they were written for."""

    def __init__(self, glossaries: Iterable[tuple[Mapping[str, RawEntry], Sequence[RawEntry]]] = ()) -> None:
        self._entries: dict[str, list[tuple[str, RawEntry]]] = {}
        self._patterns: list[RawEntry] = []
        self._names: dict[str, RawEntry] = {}
        for rules, patterns in glossaries:
            self._patterns += [pattern for pattern in patterns if "wording" in pattern]
            for key, entry in rules.items():
                if "text" in entry and "wording" in entry:
                    self._names.setdefault(key, entry)
                    for wording in entry["wording"]:
                        self._entries.setdefault(wording, []).append((key, entry))

    def hash_wordings(self, name: str, sentence: str) -> list[str]:
        """Return the hashes of a book's sentence about a rule: as it is, and for each matching pattern."""
        hashes = [hash_wording(sentence)]
        hashes += [hash_wording(sentence, inner) for _, inner in match_patterns(name, self._patterns)]
        return list(dict.fromkeys(hashes))

    def find(self, name: str, hashes: Sequence[str], explain: EntryLookup) -> RawEntry | None:
        """Return the text for a wording: of this rule, of its pattern, or of another rule with the same wording."""
        matches = [match for wording in hashes for match in self._entries.get(wording, ())]
        rule = slugify(name)
        for key, entry in matches:
            if key == rule:
                return entry
        for pattern, inner in match_patterns(name, self._patterns):
            if matches_wording(pattern, hashes):
                return compose_entry(pattern, name, inner, explain(strip_rating(inner)))
        return next(({key: value for key, value in entry.items() if key != "name"} for _, entry in matches), None)

    def name_of(self, rule: str) -> str | Mapping[str, str] | None:
        """Return the name of a rule by its id, in its languages."""
        return self._names[rule].get("name") if rule in self._names else None

    def has_rule(self, name: str) -> bool:
        """Return whether there is a text for a rule of this name, in any wording."""
        return slugify(name) in self._names or any(True for _ in match_patterns(name, self._patterns))
