"""A misspelled faction gets a suggestion and a fix that uses its units."""

from __future__ import annotations

import pytest

from listbuilder.diagnostics.messages import describe_finding, describe_fix
from listbuilder.judging.judge import judge_bytes
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.rules.edits import apply_fix
from tests.sentences import sentence


def judged(library: Library, *refs: str, more: str = "") -> Judged:
    units = "".join(f"  - {{id: e{index}, unit: {ref}}}\n" for index, ref in enumerate(refs))
    text = f"format: 1\nname: X\nsystem: aof-3.5\npoints: 2000\n{more}units:\n{units}"
    (judged_list,) = judge_bytes(text.encode(), "x.yaml", library)
    assert isinstance(judged_list, Judged)
    return judged_list


def test_misspelled_faction_gets_suggestion_and_fix(library) -> None:
    judged_list = judged(library, "human-empyre/infantrymen", "human-empyre/knights", "dwarves/warriors")
    first = next(finding for finding in judged_list.report if finding.code == "UNT002")
    assert first.params["meant"] == "human-empire"
    for language in ("en", "de"):
        assert describe_finding(first, language) == sentence("UNT002", language, **first.params)
    assert describe_fix(first, "en") == sentence("fix.take-book", meant="Human Empire", faction="human-empyre")
    assert first.fix is not None
    units = [entry.unit for entry in apply_fix(judged_list.army, first.fix).entries]
    assert units == ["human-empire/infantrymen", "human-empire/knights", "dwarves/warriors"]


@pytest.mark.parametrize(
    ("ref", "more", "key"),
    [
        ("7oi8zeiq/infantrymen", "", "UNT002.no-meant"),
        ("human-empyre/infantrymen", 'books: {human-empyre: {version: "1.0"}}\n', "UNT002.no-meant"),
        ("infantrymen", "", "UNT002.no-faction"),
    ],
    ids=["nothing like it", "a program has named it", "no faction at all"],
)
def test_unrelated_names_get_no_suggestion(library, ref, more, key) -> None:
    judged_list = judged(library, ref, more=more)
    (missing,) = [finding for finding in judged_list.report if finding.code == "UNT002"]
    assert missing.params["meant"] == ""
    assert describe_finding(missing, "en") == sentence(key, **missing.params)


def test_unknown_unit_gets_no_fix(library) -> None:
    (missing,) = [finding for finding in judged(library, "human-empyre/dragon").report if finding.code == "UNT002"]
    assert missing.params["meant"] == "human-empire"
    assert missing.fix is None


def test_suggested_book_is_not_used(library) -> None:
    judged_list = judged(library, "human-empyre/infantrymen")
    assert judged_list.verdict.value == "unchecked"
    assert judged_list.roster.cost == 0
    assert [finding.code for finding in judged_list.report] == ["UNT002"]
