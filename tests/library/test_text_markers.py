"""Markers in texts: translated rule names, mentioned rules and ratings."""

from __future__ import annotations

import pytest

from listbuilder.library import Library
from listbuilder.library.rule_wordings import RawText, expand_markers, find_mentions
from listbuilder.model import FactionId, RuleId, SystemId
from listbuilder.model.special_rules import Rule
from listbuilder.model.text import Text
from listbuilder.sheet.rules_glossary import RuleLabeller

NAMES: dict[str, RawText] = {"blast": {"en": "Blast", "de": "Explosion"}, "crack": "Crack"}


def test_markers_become_translated_names():
    entry = expand_markers({"text": {"en": "Has {blast}(3), {crack}.", "de": "Hat {blast}(3), {crack}."}}, NAMES.get)
    assert entry["text"] == {"en": "Has Blast(3), Crack.", "de": "Hat Explosion(3), Crack."}
    assert entry["mentions"] == ("blast", "crack")


def test_unknown_markers_become_readable_names():
    assert expand_markers({"text": "As {heavy-shield}."}, NAMES.get)["text"] == "As Heavy Shield."


def test_other_braces_stay_unchanged():
    for text in ("{", "{}", "{ blast }", "{Blast}", "{x:a}"):
        assert find_mentions(text) == ()
        assert expand_markers({"text": text}, NAMES.get) == {"text": text}


def test_word_after_rating_agrees_in_number():
    raw = expand_markers({"text": {"en": "Roll X {x:die|dice}.", "de": "X Würfel."}}, NAMES.get)
    rule = Rule(
        id=RuleId("ravage"),
        name=Text("Ravage"),
        rating_kind="number",
        text=Text(raw["text"]["en"], (("de", raw["text"]["de"]),)),
        text_for_one=Text(raw["single"]["en"], (("de", raw["single"]["de"]),)),
    )
    assert rule.explain("en") == "Roll X dice."
    assert rule.explain("en", 1) == "Roll 1 die."
    assert rule.explain("en", 3) == "Roll 3 dice."
    assert rule.explain("de", 3) == "3 Würfel."
    assert rule.explain("en", "Rats") == "Roll X dice."


@pytest.mark.parametrize(
    ("rating", "english", "german"),
    [
        (1, "1st", "1."),
        (2, "2nd", "2."),
        (3, "3rd", "3."),
        (11, "11th", "11."),
        (12, "12th", "12."),
        (21, "21st", "21."),
    ],
)
def test_ordinals(rating: int, english: str, german: str):
    text = Text("Dies of its Xth wound.", (("de", "Stirbt an der X-ten Wunde."),))
    rule = Rule(id=RuleId("tough"), name=Text("Tough"), rating_kind="number", text=text)
    assert rule.explain("en", rating) == f"Dies of its {english} wound."
    assert rule.explain("de", rating) == f"Stirbt an der {german} Wunde."


@pytest.mark.parametrize(
    ("rule", "leant_on"),
    [
        ("infiltrate", {"ambush"}),
        ("heavy-impact", {"impact", "ap"}),
        ("breath-attack", {"blast", "ap"}),
        ("smash", {"regeneration", "blast"}),
    ],
)
def test_mentioned_rules_are_collected(rule: str, leant_on: set[str]):
    library = Library.open(user=False)
    system = library.system(SystemId("aof-3.5"))
    book = next(
        faction
        for header in library.factions(system.id)
        for faction in (library.faction(header.id, system.id),)
        if rule in faction.rules
    )
    for language in ("en", "de"):
        lexicon = RuleLabeller(system, {FactionId(book.id): book}, language)
        mentioned = set(lexicon.mentioned_rules(FactionId(book.id), (RuleId(rule),)))
        assert leant_on <= mentioned
        text = lexicon.find_rule(FactionId(book.id), RuleId(rule)).text.to(language)
        for rule_id in leant_on:
            assert lexicon.find_rule(FactionId(book.id), RuleId(rule_id)).name.to(language) in text


def test_german_spells_name_rules_in_german():
    library = Library.open(user=False)
    book = library.faction(FactionId("beastmen"), SystemId("aof-3.5"))
    spell = next(spell for spell in book.spells if spell.id == "flock-attack")
    assert "Trefferhagel" in spell.text.to("de")
    assert RuleId("surge") in spell.mentioned_rules
