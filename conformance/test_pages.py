"""The quick reference and the glossary against the rulebooks: the same game, never the same sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from conformance.books import CORPUS
from listbuilder.library import Library

SEEDS = CORPUS.parent / "seeds"
TOO_MANY = 8
"""This many words in a row shared with a rulebook are no longer our own."""
_WORD = re.compile(r"[\w+-]+")


def grams(text: str) -> Iterator[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return (tuple(words[start : start + TOO_MANY]) for start in range(len(words) - TOO_MANY + 1))


@cache
def theirs() -> frozenset[tuple[str, ...]]:
    books = [path.read_text(encoding="utf-8") for path in sorted(SEEDS.glob("*.txt"))]
    assert len(books) == 5
    return frozenset(gram for book in books for gram in grams(book))


@pytest.mark.parametrize("system", [header.id for header in Library.open(user=False).systems()])
def test_the_pages_are_in_our_own_words(system: str, library: Library) -> None:
    rule_set = library.system(system)
    texts = [point for chapter in rule_set.reference.values() for point in chapter.sentences]
    texts += [rule.text for rule in rule_set.rules.values()]
    both = [text.to(language) for text in texts for language in ("en", "de")]
    assert [text for text in both if any(gram in theirs() for gram in grams(text))] == []
