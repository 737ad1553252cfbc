"""Search units, entries and lists by words and comparisons such as `ap>1 range>=24`, the best results first.

A word matches letter by letter only if it matches nothing better: `fly` does not find "Fanatic Lancers" while
something has Flying.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from listbuilder.query.matching import FitKind, Span, fit_word, fold_text, merge_spans
from listbuilder.query.query_parser import Comparison, Query, QueryKey, QueryNumber, key_matches, parse_query
from listbuilder.query.subjects import (
    SearchField,
    SearchSubject,
    SearchText,
    build_entry_subject,
    build_subject,
    build_unit_subject,
)

_FIELD_WEIGHT = len(FitKind)
"""Any match in one field is better than every match in the next field."""


@dataclass(frozen=True, slots=True)
class QueryMatch:
    """Where a part of the query was found; a comparison that a weapon fulfils matches the whole weapon name."""

    field: SearchField
    text: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SearchResult:
    """A subject that matches the query."""

    subject: SearchSubject
    score: int = 0
    """How well it matches; lower is better."""
    matches: tuple[QueryMatch, ...] = ()
    words: tuple[tuple[str, FitKind], ...] = ()
    """The words of the query, each with the loosest fit that was needed."""

    @property
    def key(self) -> str:
        """The key of the subject."""
        return self.subject.key

    @property
    def is_offered(self) -> bool:
        """Whether it matches only by an option that can be taken."""
        return any(match.field is SearchField.OPTION for match in self.matches)

    def spans(self, text: str) -> tuple[Span, ...]:
        """Return the parts of a text to highlight, even if the words were found elsewhere."""
        folded = fold_text(text)
        fits = (fit_word(word, folded, loosest) for word, loosest in self.words)
        return merge_spans(span for fitting in fits if fitting is not None for span in fitting.spans)


def find_matches(query: Query, subjects: Iterable[SearchSubject]) -> list[SearchResult]:
    """Return the subjects that match, the best first, else in their order. An empty query matches all."""
    results = [SearchResult(subject) for subject in subjects]
    query = query.restrict_to_keys(
        {key for result in results for key in result.subject.comparison_keys()} if query.comparisons else ()
    )
    if query.comparisons:
        compared = ((result, _compare(query.comparisons, result.subject)) for result in results)
        results = [
            _extend(result, matches, _offered_score(matches)) for result, matches in compared if matches is not None
        ]
    for word in dict.fromkeys(query.words):
        results = _filter_by_word(results, word)
    return sorted(results, key=lambda result: result.score)


def _filter_by_word(results: list[SearchResult], word: str) -> list[SearchResult]:
    """Keep the results that a word matches; letter by letter only if there is nothing better."""
    for gaps in (False, True):
        kept = [extended for result in results if (extended := _match_word(result, word, gaps=gaps)) is not None]
        if kept:
            return kept
    return []


def _match_word(result: SearchResult, word: str, *, gaps: bool) -> SearchResult | None:
    best: tuple[int, QueryMatch] | None = None
    begins_word = f" {word}" in result.subject.all_text
    for searched in result.subject.texts:
        loosest = _loosest_fit(searched, gaps=gaps)
        fitting = fit_word(word, searched.folded, loosest) if begins_word or loosest > FitKind.WORD else None
        if fitting is not None:
            score = _FIELD_WEIGHT * searched.field + fitting.kind
            if best is None or score < best[0]:
                best = score, QueryMatch(searched.field, searched.text, fitting.spans)
    if best is None:
        return None
    return _extend(result, (best[1],), best[0], ((word, FitKind.GAPS if gaps else FitKind.INSIDE),))


def _loosest_fit(searched: SearchText, *, gaps: bool) -> FitKind:
    """Return the loosest fit to accept; there are too many rules and weapons for anything but word starts."""
    if gaps:
        return FitKind.GAPS if searched.field is SearchField.NAME else FitKind.WORD
    return FitKind.INSIDE if searched.field in (SearchField.NAME, SearchField.OTHER_WORD) else FitKind.WORD


def _extend(
    result: SearchResult, matches: tuple[QueryMatch, ...], score: int, words: tuple[tuple[str, FitKind], ...] = ()
) -> SearchResult:
    return SearchResult(result.subject, result.score + score, (*result.matches, *matches), (*result.words, *words))


def _compare(comparisons: tuple[Comparison, ...], subject: SearchSubject) -> tuple[QueryMatch, ...] | None:
    """Return how a subject fulfils comparisons: by its own numbers, by one weapon for the rest, or by options."""
    rest = [comparison for comparison in comparisons if not _holds(comparison, subject.numbers.items())]
    if not rest:
        return ()
    for weapon in subject.weapons:
        if all(_holds(comparison, weapon.numbers.items()) for comparison in rest):
            return (QueryMatch(weapon.field, weapon.name, ((0, len(weapon.name)),)),)
    if all(_holds(comparison, subject.option_numbers) for comparison in rest):
        return tuple(QueryMatch(SearchField.OPTION, comparison.text, ()) for comparison in rest)
    return None


def _holds(comparison: Comparison, numbers: Iterable[tuple[QueryKey, int]]) -> bool:
    return any(key_matches(comparison.key, key) and comparison.holds(number) for key, number in numbers)


def _offered_score(matches: tuple[QueryMatch, ...]) -> int:
    """Return the score that puts matches by an option after others."""
    return _FIELD_WEIGHT * SearchField.OPTION if any(match.field is SearchField.OPTION for match in matches) else 0


__all__ = [
    "Query",
    "QueryKey",
    "QueryMatch",
    "QueryNumber",
    "SearchField",
    "SearchResult",
    "SearchSubject",
    "Span",
    "build_entry_subject",
    "build_subject",
    "build_unit_subject",
    "find_matches",
    "parse_query",
]
