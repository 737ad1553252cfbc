"""Wordings are identified by a hash that ignores irrelevant differences."""

from __future__ import annotations

import pytest

from listbuilder.library.build_system import merge_raw
from listbuilder.library.glossary import Glossary
from listbuilder.library.rule_wordings import WordingIndex, hash_wording

PLAIN = 'Moves 3" - it\'s "quick".'


@pytest.mark.parametrize(
    "same", ["moves  3\u201d \u2013 it\u2019s \u201cquick\u201d. ", "MOVES 3'' \n- it's \"quick\"."]
)
def test_wording_ignores_case_spaces_and_quotes(same: str) -> None:
    assert hash_wording(same) == hash_wording(PLAIN)


def test_different_number_is_a_different_wording() -> None:
    assert hash_wording(PLAIN.replace("3", "4")) != hash_wording(PLAIN)


def test_wording_hashes_never_look_like_numbers() -> None:
    hashes = [hash_wording(str(number)) for number in range(200)]
    assert all(len(digest) == 12 and digest.isalpha() and digest.islower() for digest in hashes)


def test_family_wording_is_independent_of_the_rule() -> None:
    assert hash_wording("The unit has Fast.", "Fast") == hash_wording("The unit has Slow and Sure.", "Slow and Sure")


def test_new_text_drops_the_old_wording() -> None:
    old = {"rules": {"banner": {"wording": ["abcdefghijkl"], "text": "old"}, "fast": {"text": "kept"}}}
    merged = merge_raw(old, {"rules": {"banner": {"text": "new"}, "fast": {"wording": ["bbbbbbbbbbbb"]}}})
    assert merged["rules"] == {"banner": {"text": "new"}, "fast": {"text": "kept", "wording": ["bbbbbbbbbbbb"]}}


ELSEWHERE = WordingIndex(
    [({"swift": {"name": "Swift", "wording": ["aaaaaaaaaaaa"], "text": "Runs.", "moves": {"add": 1}}}, ())]
)


def test_rules_match_by_name_in_any_wording():
    assert ELSEWHERE.has_rule("Swift")
    assert ELSEWHERE.has_rule("SWIFT")
    assert not ELSEWHERE.has_rule("Nimble")
    family = WordingIndex([({}, ({"match": "{rule} Aura", "text": "All have it.", "wording": ["cccccccccccc"]},))])
    assert family.has_rule("Swift Aura")
    assert not family.has_rule("Swift")


def test_effects_follow_the_text_of_their_wording():
    wordings = {"swift": ["aaaaaaaaaaaa"], "nimble": ["aaaaaaaaaaaa"]}
    glossary = Glossary(own={"swift": {"name": "Swift", "on": "model"}}, book_wordings=wordings, all_wordings=ELSEWHERE)
    assert glossary.find("Swift") == {
        "name": "Swift",
        "on": "model",
        "wording": ["aaaaaaaaaaaa"],
        "text": "Runs.",
        "moves": {"add": 1},
    }
    nimble = glossary.find("Nimble")
    assert nimble is not None
    assert (nimble["name"], nimble["moves"]) == ("Nimble", {"add": 1})


def test_effects_of_other_wordings_do_not_apply():
    shared = {"swift": {"name": "Swift", "wording": ["bbbbbbbbbbbb"], "text": "Flies.", "casts": "models"}}
    rule = Glossary(shared=shared, book_wordings={"swift": ["aaaaaaaaaaaa"]}, all_wordings=ELSEWHERE).find("Swift")
    assert rule is not None
    assert (rule["text"], rule["moves"], "casts" in rule) == ("Runs.", {"add": 1}, False)
