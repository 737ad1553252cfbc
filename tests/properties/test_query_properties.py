"""Every query works, longer queries find no more, and highlights lie in the text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from listbuilder.query import SearchSubject, build_subject, build_unit_subject, find_matches, parse_query
from tests.properties.strategies import SETTINGS, tables

QUERIES = st.text(st.sampled_from("abeghmrtuywzäß <>=≤≥0123456789+\"'-()[]\\\n\u0301"), max_size=30) | st.text(
    max_size=30
)


def every_unit(index: int, language: str) -> list[SearchSubject]:
    system, faction = tables()[index]
    return [build_unit_subject(unit, faction, system, language) for unit in faction.units.values()]


@SETTINGS
@given(QUERIES, st.integers(0, len(tables()) - 1), st.sampled_from(["en", "de", "xx"]))
def test_any_text_is_a_valid_query(typed: str, index: int, language: str) -> None:
    subjects = every_unit(index, language)
    matches = find_matches(parse_query(typed, language), subjects)
    keys = [match.key for match in matches]
    assert len(set(keys)) == len(keys) <= len(subjects)
    for match in matches:
        for hit in match.matches:
            assert all(0 <= start < end <= len(hit.text) for start, end in hit.spans)


@SETTINGS
@given(QUERIES, st.text(max_size=60))
def test_highlights_are_ordered_and_disjoint(typed: str, text: str) -> None:
    for match in find_matches(parse_query(typed), [build_subject("a", [text])]):
        flat = [bound for span in match.spans(text) for bound in span]
        assert flat == sorted(set(flat))
        assert all(0 <= bound <= len(text) for bound in flat)


@SETTINGS
@given(st.text(st.sampled_from("abehmrt"), max_size=3), st.sampled_from(["hero", "<100", "tough>=3", "models>1"]))
def test_longer_queries_find_no_more(typed: str, more: str) -> None:
    subjects = every_unit(0, "en")
    wide, narrow = (
        {match.key for match in find_matches(parse_query(text), subjects)} for text in (typed, f"{more} {typed}")
    )
    alone = {match.key for match in find_matches(parse_query(more), subjects)}
    assert narrow <= alone
    if wide and narrow - wide:
        # letter-by-letter matches count only if nothing fits better
        assert not wide & alone


def test_unit_names_find_their_unit_first() -> None:
    for index, (_, faction) in enumerate(tables()):
        for language in ("en", "de"):
            subjects = every_unit(index, language)
            for unit in faction.units.values():
                for name in (unit.name.en, unit.name.to(language)):
                    best = find_matches(parse_query(name, language), subjects)
                    assert unit.ref in [match.key for match in best if match.score == best[0].score]
