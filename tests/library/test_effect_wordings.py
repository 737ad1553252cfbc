"""A rule's effects belong to the wording that they were written for, as its text does."""

from __future__ import annotations

from listbuilder.library.build_system import merge_raw
from listbuilder.library.glossary import Glossary
from listbuilder.library.rule_wordings import compose

TEXT = {"name": "Keen", "text": "Sees well.", "wording": ["abcdefghijkl"], "effects": [{"hit": 1}]}


def test_a_book_that_says_it_otherwise_gets_neither_text_nor_effects():
    same = Glossary({}, [{"keen": TEXT}], said={"keen": ["abcdefghijkl"]}).find("Keen")
    other = Glossary({}, [{"keen": TEXT}], said={"keen": ["ponmlkjihgfe"]}).find("Keen")
    assert same is not None
    assert other is not None
    assert same["effects"] == [{"hit": 1}]
    assert "effects" not in other


def test_a_new_text_of_a_system_needs_effects_of_its_own():
    assert "effects" not in merge_raw(TEXT, {"text": "Sees far."})
    assert merge_raw(TEXT, {"text": "Sees far.", "effects": []})["effects"] == []
    assert merge_raw(TEXT, {"wording": ["ponmlkjihgfe"]})["effects"] == [{"hit": 1}]


def test_a_family_grants_the_rule_it_speaks_about():
    aura = {"match": "{rule} Aura", "text": "All have {rule}.", "effects": [{"grants": "{rule}", "to": "unit"}]}
    entry = compose(aura, "Ravage(1) Aura", "Ravage(1)", {"name": "Ravage"})
    assert entry["effects"] == [{"grants": "Ravage(1)", "to": "unit"}]
