"""Matching one typed word against one text: how, where and at which lengths."""

from __future__ import annotations

import pytest

from listbuilder.query.matching import FitKind, Span, fit_word, fold_text, fold_to_word, merge_spans, split_words
from listbuilder.query.query_parser import QueryNumber, parse_query


def marked(word: str, text: str, worst: FitKind = FitKind.GAPS) -> tuple[FitKind, str] | None:
    """Return how a word matches a text, with the matched part in brackets."""
    match = fit_word(word, fold_text(text), worst)
    if match is None:
        return None
    for start, end in reversed(match.spans):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    return match.kind, text


@pytest.mark.parametrize(
    ("word", "text", "kind", "shown"),
    [
        ("heavy", "Heavy Gun-Men", FitKind.BEGINNING, "[Heavy] Gun-Men"),
        ("h", "Heavy Gun-Men", FitKind.BEGINNING, "[H]eavy Gun-Men"),
        ("men", "Heavy Gun-Men", FitKind.WORD, "Heavy Gun-[Men]"),
        ("gunm", "Heavy Gun-Men", FitKind.INITIALS, "Heavy [Gun]-[M]en"),
        ("hm", "Heavy Gun-Men", FitKind.INITIALS, "[H]eavy Gun-[M]en"),
        ("eav", "Heavy Gun-Men", FitKind.INSIDE, "H[eav]y Gun-Men"),
        ("hn", "Heavy Gun-Men", FitKind.GAPS, "[H]eavy Gu[n]-Men"),
        ("hnn", "Heavy Gun-Men", FitKind.GAPS, "[H]eavy Gu[n]-Me[n]"),
        ("gg", "Eager Gang", FitKind.GAPS, "Eager [G]an[g]"),
        ("strasse", "Straße", FitKind.BEGINNING, "[Straße]"),
        ("zah", "Zäh(3)", FitKind.BEGINNING, "[Zäh](3)"),
    ],
)
def test_fuzzy_words_match(word: str, text: str, kind: FitKind, shown: str) -> None:
    assert marked(word, text) == (kind, shown)
    assert marked(word, text, kind) == (kind, shown), "as good as required"
    if kind > FitKind.WORD:
        assert marked(word, text, FitKind(kind - 1)) is None, "not as good as required"


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("ea", "Heavy Gun-Men"),
        ("x", "Heavy Gun-Men"),
        ("mg", "Heavy Gun-Men"),
        ("hnnn", "Heavy Gun-Men"),
        ("mm", "Men"),
        ("eh", "Heavy"),
        ("hh", "Heavy"),
    ],
)
def test_fuzzy_words_do_not_match(word: str, text: str) -> None:
    assert marked(word, text) is None


def test_match_length_is_limited() -> None:
    text = f"{'a' * 30} {'b' * 30}"
    assert marked("a" * 20 + "b" * 20, text, FitKind.INITIALS) is not None
    assert marked("a" * 20 + "b" * 21, text, FitKind.INITIALS) is None


def test_matching_backtracks() -> None:
    assert marked("abab", "Aba Bab") == (FitKind.INITIALS, "[Aba] [B]ab")
    assert marked("aba", "Ab Ba") == (FitKind.INITIALS, "[A]b [Ba]")


@pytest.mark.parametrize(
    ("spans", "merged"),
    [
        ([], ()),
        ([(4, 6), (0, 2)], ((0, 2), (4, 6))),
        ([(0, 2), (2, 4)], ((0, 4),)),
        ([(0, 3), (2, 4)], ((0, 4),)),
        ([(0, 9), (2, 4), (5, 6)], ((0, 9),)),
        ([(0, 2), (3, 4)], ((0, 2), (3, 4))),
    ],
)
def test_adjacent_spans_are_merged(spans: list[Span], merged: tuple[Span, ...]) -> None:
    assert merge_spans(spans) == merged


@pytest.mark.parametrize(
    ("text", "letters", "places"),
    [
        ("", " ", (0,)),
        ("Ab", " ab ", (0, 0, 1, 2)),
        (" -Ab- ", " ab ", (0, 2, 3, 4)),
        ("a  b", " a b ", (0, 0, 1, 3, 4)),
        ("d'Or", " dor ", (0, 0, 2, 3, 4)),
        ("ß", " ss ", (0, 0, 0, 1)),
        ("e\u0301a", " ea ", (0, 0, 2, 3)),
    ],
)
def test_folded_text_keeps_positions(text: str, letters: str, places: tuple[int, ...]) -> None:
    folded = fold_text(text)
    assert (folded.letters, folded.positions) == (letters, places)


def test_compared_text_is_limited() -> None:
    assert fold_text("x" * 400).letters == f" {'x' * 400} "
    assert fold_text("x" * 401) == fold_text("x" * 400)
    assert fold_text("x" * 401).positions[-1] == 400
    assert (fold_to_word("Hit & Run"), split_words("Hit & Run")) == ("hitrun", ("hit", "run"))


def test_query_length_is_limited() -> None:
    assert parse_query("x" * 195 + " <120").comparisons[0].number == 120
    assert parse_query("x" * 196 + " <120").comparisons[0].number == 12


@pytest.mark.parametrize(
    ("typed", "key", "number", "holds"),
    [
        ("<120", QueryNumber.POINTS, 120, [True, False, False]),
        ("points<=120", QueryNumber.POINTS, 120, [True, True, False]),
        ("models≤120", QueryNumber.MODELS, 120, [True, True, False]),
        ("q>120", QueryNumber.QUALITY, 120, [False, False, True]),
        ("tough>=120", "tough", 120, [False, True, True]),
        ("tough≥120+", "tough", 120, [False, True, True]),
        ('range=120"', QueryNumber.RANGE, 120, [False, True, False]),
        ("points<999999", QueryNumber.POINTS, 999_999, [True, True, True]),
    ],
)
def test_comparisons_are_evaluated(typed: str, key: object, number: int, holds: list[bool]) -> None:
    [comparison] = parse_query(typed).comparisons
    assert (comparison.key, comparison.number, comparison.text) == (key, number, typed)
    assert [comparison.holds([(comparison.key, value)]) for value in (119, 120, 121)] == holds


def test_unknown_fields_are_text() -> None:
    assert parse_query("points<1000000").comparisons == ()
    assert parse_query("points<12x").comparisons == ()


def test_space_separates_word_from_comparison() -> None:
    apart, together = parse_query("fly <120"), parse_query("fly<120")
    assert (apart.words, apart.comparisons[0].key, apart.comparisons[0].text) == (("fly",), QueryNumber.POINTS, "<120")
    assert (together.words, together.comparisons[0].key) == ((), "fly")
    known = together.restrict_to_keys([QueryNumber.POINTS])
    assert (known.words, known.comparisons[0].key, known.comparisons[0].number) == (("fly",), QueryNumber.POINTS, 120)
    unknown = together.restrict_to_keys([QueryNumber.MODELS])
    assert (unknown.words, unknown.comparisons) == (("fly", "120"), ())
    named = parse_query("models<3").restrict_to_keys([QueryNumber.POINTS])
    assert (named.words, named.comparisons) == (("models", "3"), ()), "a field of other units is not a price"
