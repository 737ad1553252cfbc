"""Like its text, a rule's effects belong to one wording."""

from __future__ import annotations

from listbuilder.library.build_system import merge_raw
from listbuilder.library.glossary import Glossary
from listbuilder.library.rule_wordings import compose_entry

TEXT = {"name": "Keen", "text": "Sees well.", "wording": ["abcdefghijkl"], "effects": [{"hit": 1}]}


def test_reworded_rule_loses_text_and_effects():
    same = Glossary({}, [{"keen": TEXT}], book_wordings={"keen": ["abcdefghijkl"]}).find("Keen")
    other = Glossary({}, [{"keen": TEXT}], book_wordings={"keen": ["ponmlkjihgfe"]}).find("Keen")
    assert same is not None
    assert other is not None
    assert same["effects"] == [{"hit": 1}]
    assert "effects" not in other


def test_new_rule_text_drops_old_effects():
    assert "effects" not in merge_raw(TEXT, {"text": "Sees far."})
    assert merge_raw(TEXT, {"text": "Sees far.", "effects": []})["effects"] == []
    assert merge_raw(TEXT, {"wording": ["ponmlkjihgfe"]})["effects"] == [{"hit": 1}]


def test_rule_family_grants_the_named_rule():
    aura = {"match": "{rule} Aura", "text": "All have {rule}.", "effects": [{"grants": "{rule}", "to": "unit"}]}
    entry = compose_entry(aura, "Ravage(1) Aura", "Ravage(1)", {"name": "Ravage"})
    assert entry["effects"] == [{"grants": "Ravage(1)", "to": "unit"}]
