"""A rule text is used only for the wording it was written for, whatever the system."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import pytest

from listbuilder.diff.books import compare_books
from listbuilder.importers.army_forge.book.book_importer import ImportedBook, import_book, load_faction_file, parse_book
from listbuilder.importers.army_forge.book.import_context import load_book_context
from listbuilder.library import Library
from listbuilder.library.rule_wordings import hash_wording
from listbuilder.model import Rule
from tests.importers.book_samples import book

TODAY, ONCE = "It wades through mud.", "It swims through mud."
FAMILY = "All around it have Bog Walker."
GAME = """\
format: 1
id: {id}
name: {name}
edition: "1"
short: {name}
keys: ["{number}"]
books: ["{number}"]
citation: {{document: A leaflet}}
rules:
  hero: {{name: Hero, text: t}}
  tough: {{name: Tough, takes: number, text: t}}
  fast: {{name: Fast, text: t}}
  ap: {{name: AP, takes: number, text: t}}
  sergeant: {{name: Sergeant, text: t}}
  marsh-born: {{name: Marsh-Born, text: t}}
"""
GLOSSARY = """\
format: 1
id: {id}
name: {id}
publisher: Nobody
keys: ["{number}"]
rules: {rules}
patterns: {patterns}
"""


def glossary(name: str, number: str, rules: object = (), patterns: object = ()) -> str:
    return GLOSSARY.format(id=name, number=number, rules=json.dumps(rules or {}), patterns=json.dumps(patterns or []))


def entry(sentence: str, text: str, name: str = "Bog Walker") -> dict[str, Any]:
    return {"name": name, "wording": [hash_wording(sentence)], "text": text}


def book_with_sentence(sentence: str, **more: str) -> dict[str, Any]:
    """Return the sample book with a different sentence about some rules."""
    raw = book()
    raw["specialRules"] = [{"name": "Bog Walker", "description": sentence, "targetType": 1}]
    raw["specialRules"] += [{"name": name, "description": words, "targetType": 1} for name, words in more.items()]
    return raw


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    for number, name in (("4", "tale"), ("2", "stars")):
        text = GAME.format(id=f"{name}-1", name=name.title(), number=number)
        (tmp_path / "data" / f"{name}.yaml").write_text(text)
    return tmp_path / "data"


def open_library(folder: Path) -> Library:
    return Library.open([folder], bundled=False, user=False)


def import_raw_book(folder: Path, raw: dict[str, Any]) -> ImportedBook:
    return parse_book(raw, source="marsh.json", context=load_book_context(open_library(folder)))


def load_rule(folder: Path, raw: dict[str, Any], rule_id: str = "bog-walker") -> Rule:
    path = folder.parent / "marsh.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    return load_faction_file(path, open_library(folder)).rules[rule_id]


def notes(book: ImportedBook) -> list[tuple[str, object]]:
    return [(note.code, note.params.get("rule")) for note in book.notes if note.code == "IMP031"]


def test_text_is_used_for_its_wording(folder: Path) -> None:
    (folder / "c.yaml").write_text(glossary("tales", "4", {"bog-walker": entry(TODAY, "Walks in bogs.")}))
    assert "Bog Walker" in import_raw_book(folder, book_with_sentence(TODAY)).rule_texts.ours
    assert load_rule(folder, book_with_sentence(TODAY)).text.en == "Walks in bogs."


def test_reworded_rule_loses_text_and_is_reported(folder: Path) -> None:
    (folder / "c.yaml").write_text(glossary("tales", "4", {"bog-walker": entry(TODAY, "Walks in bogs.")}))
    result = import_raw_book(folder, book_with_sentence(ONCE))
    assert (result.rule_texts.reworded, result.rule_texts.without) == (("Bog Walker",), ())
    assert notes(result) == [("IMP031", "Bog Walker")]
    assert next(note for note in result.notes if note.code == "IMP031").params["edition"] == "1.2"
    rule = load_rule(folder, book_with_sentence(ONCE))
    assert (rule.name.en, rule.text.en) == ("Bog Walker", "")


def test_other_games_text_needs_the_same_wording(folder: Path) -> None:
    (folder / "c.yaml").write_text(glossary("stars", "2", {"bog-walker": entry(TODAY, "Walks in bogs.")}))
    assert load_rule(folder, book_with_sentence(TODAY)).text.en == "Walks in bogs."
    assert load_rule(folder, book_with_sentence(ONCE)).text.en == ""


def test_later_text_matches_the_stored_wording(folder: Path) -> None:
    path = folder.parent / "marsh.json"
    path.write_text(json.dumps(book_with_sentence(ONCE)), encoding="utf-8")
    text, _, texts = import_book(path, library=open_library(folder))
    assert texts.without == ("Bog Walker",)
    (folder / "marsh.yaml").write_text(text)
    assert open_library(folder).faction("marsh-folk").rules["bog-walker"].text.en == ""
    (folder / "c.yaml").write_text(glossary("older", "9", {"bog-walker": entry(ONCE, "Swims in bogs.")}))
    assert open_library(folder).faction("marsh-folk").rules["bog-walker"].text.en == "Swims in bogs."


def test_same_wording_shares_text_across_names(folder: Path) -> None:
    (folder / "c.yaml").write_text(glossary("stars", "2", {"mud-walker": entry(TODAY, "Walks.", "Mud Walker")}))
    rule = load_rule(folder, book_with_sentence(TODAY))
    assert (rule.name.en, rule.text.en) == ("Bog Walker", "Walks.")


def test_pattern_matches_its_family_wording(folder: Path) -> None:
    patterns = [{"match": "{rule} Aura", "text": "Near it: {rule}.", "wording": [hash_wording(FAMILY, "Bog Walker")]}]
    (folder / "c.yaml").write_text(glossary("stars", "2", {}, patterns))
    raw = book_with_sentence(TODAY, **{"Bog Walker Aura": FAMILY})
    raw["units"][0]["rules"].append({"name": "Bog Walker Aura"})
    assert load_rule(folder, raw, "bog-walker-aura").text.en == "Near it: Bog Walker."
    raw["specialRules"][1]["description"] = "Three units of your choice have Bog Walker."
    assert import_raw_book(folder, raw).rule_texts.reworded == ("Bog Walker Aura",)
    assert load_rule(folder, raw, "bog-walker-aura").text.en == ""


def test_user_text_overrides_the_wording_check(folder: Path) -> None:
    path = folder.parent / "marsh.json"
    path.write_text(json.dumps(book_with_sentence(ONCE)), encoding="utf-8")
    text, _, _ = import_book(path, library=open_library(folder))
    text = text.replace("{name: Bog Walker,", "{name: Bog Walker, text: My own words.,")
    (folder / "marsh.yaml").write_text(text)
    assert open_library(folder).faction("marsh-folk").rules["bog-walker"].text.en == "My own words."


def test_book_sentences_are_never_stored(folder: Path) -> None:
    path = folder.parent / "marsh.json"
    path.write_text(json.dumps(book_with_sentence(ONCE)), encoding="utf-8")
    text, _, _ = import_book(path, library=open_library(folder))
    assert "swims" not in text
    assert "sentence" not in text


def test_diff_names_reworded_rules_and_spells(folder: Path) -> None:
    old, new = book_with_sentence(ONCE), book_with_sentence(TODAY)
    new["spells"][0]["effect"] = new["spells"][0]["effect"].replace("suffers", "gets")
    factions = []
    for name, raw in (("old", old), ("new", new)):
        path = folder.parent / f"{name}.json"
        path.write_text(json.dumps(raw), encoding="utf-8")
        factions.append(load_faction_file(path, open_library(folder)))
    diff = compare_books(*factions)
    assert diff.count_by_kind() == {"rule-reworded": 1, "spell-reworded": 1}
    assert [str(change.values["rule"]) for change in diff.rules] == ["Bog Walker"]


@pytest.mark.parametrize(
    "change",
    [
        {"effect": 'One enemy unit, 12" away, suffers 3 hits and 1 wound.'},
        {"effect": "Something else."},
        {"generation": {"effect": {"id": "unheard-of"}}},
        {"generation": {"effect": {"id": "QFjxWsOHTCSi", "parameters": [{"name": "odd", "value": "x"}]}}},
    ],
)
def test_spell_with_unknown_part_keeps_only_its_name(folder: Path, change: dict[str, Any]) -> None:
    raw = book_with_sentence(TODAY)
    raw["spells"][0] |= change
    result = import_raw_book(folder, raw)
    assert [note.on for note in result.notes if note.code == "IMP030"] == ["Fog Bank"]
    (spell,) = cast("list[object]", result.faction["spells"])
    assert isinstance(spell, dict)
    assert set(spell) == {"id", "name", "cost", "wording"}
