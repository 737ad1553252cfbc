"""A wording is known by its hash: what makes no other wording makes no other hash."""

from __future__ import annotations

import pytest

from listbuilder.library.build_system import merge_raw
from listbuilder.library.glossary import Glossary
from listbuilder.library.rule_wordings import Wordings, wording_hash

PLAIN = 'Moves 3" - it\'s "quick".'


@pytest.mark.parametrize(
    "same", ["moves  3\u201d \u2013 it\u2019s \u201cquick\u201d. ", "MOVES 3'' \n- it's \"quick\"."]
)
def test_case_blanks_quotes_and_dashes_make_no_other_wording(same: str) -> None:
    assert wording_hash(same) == wording_hash(PLAIN)


def test_another_number_is_another_wording() -> None:
    assert wording_hash(PLAIN.replace("3", "4")) != wording_hash(PLAIN)


def test_a_hash_is_no_number_to_any_reader() -> None:
    found = [wording_hash(str(number)) for number in range(200)]
    assert all(len(one) == 12 and one.isalpha() and one.islower() for one in found)


def test_a_family_has_one_wording_whatever_rule_it_speaks_of() -> None:
    assert wording_hash("The unit has Fast.", "Fast") == wording_hash("The unit has Slow and Sure.", "Slow and Sure")


def test_a_new_text_does_not_inherit_the_old_wording() -> None:
    old = {"rules": {"banner": {"wording": ["abcdefghijkl"], "text": "old"}, "fast": {"text": "kept"}}}
    merged = merge_raw(old, {"rules": {"banner": {"text": "new"}, "fast": {"wording": ["bbbbbbbbbbbb"]}}})
    assert merged["rules"] == {"banner": {"text": "new"}, "fast": {"text": "kept", "wording": ["bbbbbbbbbbbb"]}}


ELSEWHERE = Wordings(
    [({"swift": {"name": "Swift", "wording": ["aaaaaaaaaaaa"], "text": "Runs.", "moves": {"add": 1}}}, ())]
)


def test_a_rule_is_known_by_its_name_in_whatever_wording():
    assert ELSEWHERE.knows("Swift")
    assert ELSEWHERE.knows("SWIFT")
    assert not ELSEWHERE.knows("Nimble")
    family = Wordings([({}, ({"match": "{rule} Aura", "text": "All have it.", "wording": ["cccccccccccc"]},))])
    assert family.knows("Swift Aura")
    assert not family.knows("Swift")


def test_what_a_rule_does_comes_with_the_text_for_its_wording():
    said = {"swift": ["aaaaaaaaaaaa"], "nimble": ["aaaaaaaaaaaa"]}
    glossary = Glossary(own={"swift": {"name": "Swift", "on": "model"}}, said=said, everywhere=ELSEWHERE)
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


def test_what_another_wording_did_is_not_what_this_one_does():
    shared = {"swift": {"name": "Swift", "wording": ["bbbbbbbbbbbb"], "text": "Flies.", "casts": "models"}}
    found = Glossary(shared=shared, said={"swift": ["aaaaaaaaaaaa"]}, everywhere=ELSEWHERE).find("Swift")
    assert found is not None
    assert (found["text"], found["moves"], "casts" in found) == ("Runs.", {"add": 1}, False)
