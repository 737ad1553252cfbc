"""Which wording a text belongs to: a short hash of the sentence in the book. The sentence itself stays outside.

Markers in rule texts: `{blast}` is that rule's name in the reader's language, `X {x:hit|hits}` a word after X.

A text thus leans on rules by their ids: the name is right in every language and in every edition, and whoever prints
the text can print what it leans on too.

Texts with something left open: families of rules (`{rule} Aura`), and values filled into words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

from listbuilder.model import slug
from listbuilder.model.notation import NotationError, parse_rule

Raw: TypeAlias = str | Mapping[str, str]
"""A text as a file has it: plain, or by language."""
Names: TypeAlias = Callable[[str], Raw | None]
"""Gives the name of a rule by its id."""

_MENTION = re.compile(r"\{([a-z0-9][a-z0-9-]*)\}")
_PLURAL = re.compile(r"\{x:([^{}|]*)\|([^{}|]*)\}")


def mentions(text: Raw) -> tuple[str, ...]:
    """Give the ids of the rules that a text mentions in any language, each once."""
    words = text.values() if isinstance(text, Mapping) else (text,)
    return tuple(dict.fromkeys(rule for one in words for rule in _MENTION.findall(one)))


def write_out(entry: Mapping[str, Any], names: Names, wanted: Iterable[str] = ()) -> dict[str, Any]:
    """Write the markers of an entry's text out, and note what it mentions; `wanted` are mentions known otherwise."""
    text: Raw = entry.get("text", "")
    found = tuple(dict.fromkeys((*entry.get("mentions", ()), *wanted, *mentions(text))))
    written = {**entry, "text": name_rules(text, names)}
    if found:
        written["mentions"] = found
    many = map_words(written["text"], lambda words, _: _PLURAL.sub(r"\2", words))
    one = map_words(written["text"], lambda words, _: _PLURAL.sub(r"\1", words))
    if one != many:
        written["single"] = one
    return {**written, "text": many}


def name_rules(text: Raw, names: Names) -> Raw:
    """Put the names of rules in the place of their markers."""
    return map_words(text, lambda words, language: _named(words, language, names))


def in_language(text: Raw, language: str) -> str:
    """Give a raw text in a language, in English where it has no other."""
    if isinstance(text, Mapping):
        return text.get(language) or text.get("en") or next(iter(text.values()), "")
    return text


def map_words(text: Raw, change: Callable[[str, str], str]) -> Raw:
    """Change a text in each of its languages."""
    if isinstance(text, Mapping):
        return {language: change(words, language) for language, words in text.items()}
    return change(text, "en")


def _named(words: str, language: str, names: Names) -> str:
    def name(match: re.Match[str]) -> str:
        found = names(match[1])
        return match[1].replace("-", " ").title() if found is None else in_language(found, language)

    return _MENTION.sub(name, words)


Entry: TypeAlias = Mapping[str, Any]
_SLOT = "{rule}"
_VALUE = re.compile(r"\{(\w+)\}")


def inner_names(name: str, patterns: Sequence[Entry]) -> Iterator[tuple[Entry, str]]:
    """Give the patterns that a name follows, the most particular first, with the rule that it speaks about."""
    for pattern in sorted(patterns, key=lambda found: -len(found["match"])):
        before, _, after = pattern["match"].partition(_SLOT)
        inner = name[len(before) : len(name) - len(after)].strip()
        if (before or after) and inner and name.startswith(before) and name.endswith(after):
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


def _fill(words: str, values: Mapping[str, object], language: str) -> str:
    def value(match: re.Match[str]) -> str:
        found = values.get(match[1], match[0])
        if isinstance(found, Mapping):
            found = found.get(language) or found.get("en")
        return str(found)

    return _VALUE.sub(value, words)


def rated(name: str | Mapping[str, str], written: str) -> str | dict[str, str]:
    """Give a rule's name in its languages with the bracket that it was written with in English."""
    bracket = written.removeprefix(english(name))
    if isinstance(name, str):
        return written
    return {language: words + bracket for language, words in name.items()}


def compose(pattern: Entry, name: str, inner: str, explained: Entry | None) -> Entry:
    """Write the entry of a name that follows a pattern; `explained` is the entry of the rule it speaks about."""
    words: object = inner if explained is None else rated(explained["name"], inner)
    entry = {key: value for key, value in pattern.items() if key not in ("match", "free", "bestows")}
    if explained is not None:
        entry["mentions"] = [slug(without_rating(inner))]
        entry |= {"bestows": slug(without_rating(inner))} if pattern.get("bestows") else {}
    if "effects" in pattern:
        entry["effects"] = [_about(effect, inner) for effect in pattern["effects"]]
    entry["text"] = fill(pattern["text"], {"rule": words})
    names = fill(pattern.get("name", {}), {"rule": words})
    entry["name"] = {**names, "en": name} if isinstance(names, dict) and names else name
    return entry


def _about(effect: Entry, inner: str) -> Entry:
    """Write an effect of a family for one of its rules."""
    return {**effect, "grants": _fill(effect["grants"], {"rule": inner}, "en")} if "grants" in effect else effect


def without_rating(name: str) -> str:
    """Take a rating off."""
    try:
        return parse_rule(name).name
    except NotationError:
        return name


Explain: TypeAlias = Callable[[str], "Entry | None"]
"""Finds the entry of a rule that another one speaks about."""
SLOT = "{rule}"
_LETTERS = str.maketrans("0123456789abcdef", "abcdefghijklmnop")
"""A hash has letters alone, so that no reader of YAML takes it for a number."""
_LENGTH = 12
_LONGEST = 10_000
_ALIKE = {
    "'": "\u2018\u2019\u201a\u201b\u02bc\u00b4`\u2032",
    '"': "\u201c\u201d\u201e\u201f\u2033",
    "-": "\u2010\u2011\u2012\u2013\u2014\u2212",
}
_SAME = str.maketrans({odd: plain for plain, letters in _ALIKE.items() for odd in letters})
_TWICE = re.compile("''")


def wording_hash(sentence: str, inner: str = "") -> str:
    """Hash a sentence by its words and numbers; `inner` is a name in it that a pattern leaves open."""
    words = _plain(sentence)
    if inner:
        words = words.replace(_plain(inner), SLOT)
    return sha256(words.encode(errors="replace")).hexdigest()[:_LENGTH].translate(_LETTERS)


def _plain(text: str) -> str:
    """Take away what makes no other wording: case, blanks, and the shapes of quotes and dashes."""
    same = unicodedata.normalize("NFC", text[:_LONGEST]).translate(_SAME)
    return " ".join(_TWICE.sub('"', same).lower().split())


def fits(entry: Entry, hashes: Collection[str]) -> bool:
    """Tell whether a text was written for one of some wordings; one that names none vouches for all."""
    written_for = entry.get("wording")
    return written_for is None or any(one in hashes for one in written_for)


class Wordings:
    """All texts that name their wordings, whatever game they are of."""

    def __init__(self, glossaries: Iterable[tuple[Mapping[str, Entry], Sequence[Entry]]] = ()) -> None:
        self._entries: dict[str, list[tuple[str, Entry]]] = {}
        self._patterns: list[Entry] = []
        self._names: dict[str, Entry] = {}
        for rules, patterns in glossaries:
            self._patterns += [pattern for pattern in patterns if "wording" in pattern]
            for key, entry in rules.items():
                if "text" in entry and "wording" in entry:
                    self._names.setdefault(key, entry)
                    for one in entry["wording"]:
                        self._entries.setdefault(one, []).append((key, entry))

    def hashes(self, name: str, sentence: str) -> list[str]:
        """Hash what a book says about a rule: as it is, and with the names left open that patterns leave open."""
        found = [wording_hash(sentence)]
        found += [wording_hash(sentence, inner) for _, inner in inner_names(name, self._patterns)]
        return list(dict.fromkeys(found))

    def find(self, name: str, hashes: Sequence[str], explain: Explain) -> Entry | None:
        """Find the text for a wording: of this very rule, of its family, or of another rule that is worded the same."""
        listed = [found for one in hashes for found in self._entries.get(one, ())]
        wanted = slug(name)
        for key, entry in listed:
            if key == wanted:
                return entry
        for pattern, inner in inner_names(name, self._patterns):
            if fits(pattern, hashes):
                return compose(pattern, name, inner, explain(without_rating(inner)))
        return next((_nameless(entry) for _, entry in listed), None)

    def named(self, rule: str) -> str | Mapping[str, str] | None:
        """Give the name of a rule by its id, in its languages."""
        return self._names[rule].get("name") if rule in self._names else None

    def knows(self, name: str) -> bool:
        """Tell whether there is a text for a rule of this name, in whatever wording."""
        return slug(name) in self._names or any(True for _ in inner_names(name, self._patterns))


def _nameless(entry: Entry) -> Entry:
    return {key: value for key, value in entry.items() if key != "name"}
