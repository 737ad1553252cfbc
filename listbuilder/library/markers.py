"""Markers in rule texts: `{blast}` is that rule's name in the reader's language, `X {x:hit|hits}` a word after X.

A text thus leans on rules by their ids: the name is right in every language and in every edition, and whoever prints
the text can print what it leans on too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

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
