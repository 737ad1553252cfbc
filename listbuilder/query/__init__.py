"""The little query behind `/`: loose words, and comparisons such as `ap>1 range>=24`, over anything with a name.

found = find(parse_query("hgm <120", "en"), (unit_subject(unit, book, system, "en") for unit in book.units.values()))
[(one.key, one.spans(shown_name)) for one in found]     # the best first, with the parts to highlight

The things that a query finds, the best first, and the parts of their texts that it found.

A word is taken letter by letter (with gaps) only where it fits no name, rule or weapon in a better way: `fly` is not
meant to find "Fanatic Lancers" while something flies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from listbuilder.query.matching import FitKind, Span, fit, fold, merge_spans
from listbuilder.query.parser import Comparison, Key, Number, Query, means, parse_query
from listbuilder.query.subjects import Facet, Field, Subject, entry_subject, plain_subject, unit_subject

_WORST = {Field.NAME: FitKind.INSIDE, Field.WORD: FitKind.INSIDE}
"""Initials are for names; of rules and weapons there are too many."""
_FURTHER = len(FitKind)
"""Whatever is found in a name counts for more than what is found elsewhere."""


@dataclass(frozen=True, slots=True)
class Match:
    """Where a part of the query was found; a comparison that a weapon fulfils has its whole name."""

    field: Field
    text: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A thing that the query finds."""

    subject: Subject
    score: int = 0
    """How well it fits: less is better."""
    hits: tuple[Match, ...] = ()
    words: tuple[tuple[str, FitKind], ...] = ()
    """The words that were looked for, and how loosely."""

    @property
    def key(self) -> str:
        """The key of the thing."""
        return self.subject.key

    @property
    def offered(self) -> bool:
        """Whether it fits only by something that it may take."""
        return any(hit.field is Field.OFFERED for hit in self.hits)

    def spans(self, text: str) -> tuple[Span, ...]:
        """Give the parts of a text to be shown as found, whether the words were found in it or elsewhere."""
        folded = fold(text)
        fits = (fit(word, folded, worst) for word, worst in self.words)
        return merge_spans(span for found in fits if found is not None for span in found.spans)


def find(query: Query, subjects: Iterable[Subject]) -> list[Found]:
    """Find what fits, the best first and otherwise in the order it came; an empty query finds everything."""
    found = [Found(subject) for subject in subjects]
    query = query.knowing({key for one in found for key in one.subject.known()} if query.comparisons else ())
    if query.comparisons:
        compared = ((one, _compare(query.comparisons, one.subject)) for one in found)
        found = [_with(one, hits, _later(hits)) for one, hits in compared if hits is not None]
    for word in dict.fromkeys(query.words):
        found = _narrow(found, word)
    return sorted(found, key=lambda one: one.score)


def _narrow(found: list[Found], word: str) -> list[Found]:
    """Keep what a word fits; letter by letter only where it fits nothing else."""
    for gaps in (False, True):
        kept = [better for one in found if (better := _fitting(one, word, gaps=gaps)) is not None]
        if kept:
            return kept
    return []


def _fitting(one: Found, word: str, *, gaps: bool) -> Found | None:
    best: tuple[int, Match] | None = None
    begins = f" {word}" in one.subject.said
    for facet in one.subject.facets:
        worst = _worst(facet, gaps=gaps)
        fitting = fit(word, facet.folded, worst) if begins or worst > FitKind.WORD else None
        if fitting is not None:
            score = _FURTHER * facet.field + fitting.kind
            if best is None or score < best[0]:
                best = score, Match(facet.field, facet.text, fitting.spans)
    if best is None:
        return None
    shown = FitKind.GAPS if gaps else FitKind.INSIDE
    return _with(one, (best[1],), best[0], ((word, shown),))


def _worst(facet: Facet, *, gaps: bool) -> FitKind:
    if gaps:
        return FitKind.GAPS if facet.field is Field.NAME else FitKind.WORD
    return _WORST.get(facet.field, FitKind.WORD)


def _with(one: Found, hits: tuple[Match, ...], score: int, words: tuple[tuple[str, FitKind], ...] = ()) -> Found:
    return Found(one.subject, one.score + score, (*one.hits, *hits), (*one.words, *words))


def _compare(comparisons: tuple[Comparison, ...], subject: Subject) -> tuple[Match, ...] | None:
    """Tell what fulfils the comparisons: the thing itself, an option, and what is left one and the same weapon."""
    rest = [one for one in comparisons if not any(_holds(one, key, number) for key, number in subject.numbers.items())]
    if not rest:
        return ()
    for arm in subject.arms:
        if all(any(_holds(one, key, number) for key, number in arm.numbers.items()) for one in rest):
            return (Match(arm.field, arm.name, ((0, len(arm.name)),)),)
    if all(any(_holds(one, key, number) for key, number in subject.offered) for one in rest):
        return tuple(Match(Field.OFFERED, one.text, ()) for one in rest)
    return None


def _holds(comparison: Comparison, key: Key, number: int) -> bool:
    return means(comparison.key, key) and comparison.holds(number)


def _later(hits: tuple[Match, ...]) -> int:
    """Put what fits by an option behind what fits as it is."""
    return _FURTHER * Field.OFFERED if any(hit.field is Field.OFFERED for hit in hits) else 0


__all__ = [
    "Field",
    "Found",
    "Key",
    "Match",
    "Number",
    "Query",
    "Span",
    "Subject",
    "entry_subject",
    "find",
    "parse_query",
    "plain_subject",
    "unit_subject",
]
