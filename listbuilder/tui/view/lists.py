"""Lists found by what somebody types: the same little query as for units, and the verdicts by their whole words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from listbuilder.diagnostics import Verdict
from listbuilder.i18n import FALLBACK, translate
from listbuilder.query import Subject, find, parse_query
from listbuilder.query.matching import words_of


def find_lists(search: str, language: str, lists: Sequence[tuple[Subject, Verdict | None]]) -> list[str]:
    """Give the keys of the lists that fit; `legal` is a verdict and not a part of `illegal`."""
    query = parse_query(search, language)
    wanted = {_verdicts(language)[word] for word in query.words if word in _verdicts(language)}
    rest = tuple(word for word in query.words if word not in _verdicts(language))
    fitting = [subject for subject, verdict in lists if not wanted or verdict in wanted]
    return [one.key for one in find(replace(query, words=rest), fitting)]


@cache
def _verdicts(language: str) -> Mapping[str, Verdict]:
    return {
        word: verdict
        for verdict in Verdict
        for spoken in (FALLBACK, language)
        for word in words_of(translate(spoken, f"verdict.{verdict.value}"))
    }
