"""Which wording a text belongs to: a short hash of the sentence in the book. The sentence itself stays outside."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import TypeAlias

from listbuilder.library.text_markers import Entry, compose, inner_names, without_rating
from listbuilder.model import slug

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
