"""Markers in rule texts: `{blast}` is that rule's name in the reader's language, `X {x:hit|hits}` a word after X.

A text thus leans on rules by their ids: the name is right in every language and in every edition, and whoever prints
the text can print what it leans on too.

Texts with something left open: families of rules (`{rule} Aura`), and values filled into words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
