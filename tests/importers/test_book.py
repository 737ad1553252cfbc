"""Importing a book as a faction: what is kept, how it is written and how it is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder.datafiles.reader import read_document
from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.book.book_importer import import_book
from listbuilder.importers.army_forge.book.faction_mapping import format_faction_yaml
from listbuilder.library import Library
from tests.importers.book_samples import book, import_raw_book, item, list_reasons, option, rule, unit, weapon
from tests.sentences import sentence

EXPECTED = """\
# yaml-language-server: $schema=../../../schemas/faction.schema.json
format: 1
id: marsh-folk
systems: [tale-1, ranks-1]
version: "1.2"
name: Marsh Folk
collection: tales
source: Army Forge, Marsh Folk v1.2
keys: [MARSH]
rules: {bog-walker: {name: Bog Walker, "on": model}}
wordings: {bog-walker: [ppklnpgamfok]}
spells: [{id: fog-bank, name: Fog Bank, cost: 2, effect: {does: hits, side: enemy, range: 12, hits: 3}, \
wording: [agcbmcppgpca]}]

units:
  - id: reeve
    name: Reeve
    keys: [u1]
    size: 1
    quality: 4
    defense: 5
    cost: 50
    base: 25mm
    group: heroes
    unique: true
    narrative: true
    rules: [Hero, Tough(3), Bog Walker]
    weapons: ["Long Knife (A3, AP(1))"]
    upgrades: [reeve]
  - id: marshmen
    name: Marshmen
    keys: [u2]
    size: 5
    quality: 4
    defense: 5
    cost: 50
    base: 25mm
    group: core
    rules: [Marsh-Born]
    weapons: [Reed Spear (A1)]
    upgrades: [arms, command-group]
  - id: toad-riders
    name: Toad Riders
    keys: [u3]
    size: 3
    quality: 4
    defense: 5
    cost: 50
    base: 25mm
    group: cavalry
    weapons: [Reed Spear (A1)]
    upgrades: [arms]

packages:
  reeve:
    - id: upgrade-with-one
      keys: [s1]
      select: {exactly: 1}
      options:
        - id: toad
          keys: [o1]
          gain: [{item: "Toad (Fast, Bite (A2))", base: {round: 60x35mm, square: 50x25mm}}]
          cost: 15
        - id: rope-and-2x-hook
          keys: [o2]
          gain: [{item: Rope}, '2x Hook (9", A1)']
          cost: -5
  arms:
    - id: replace-all-reed-spears
      keys: [s2]
      replace: [Reed Spears]
      affects: all
      options:
        - id: eel-whip
          keys: [o3]
          gain: [Eel Whip (A2)]
          cost: {marshmen: 10, toad-riders: 5}
  command-group:
    - id: upgrade-up-to-3-models-with-one
      keys: [s3]
      affects: {up_to: 3}
      select: {exactly: 1}
      options:
        - id: sergeant
          keys: [o4]
          gain: [Sergeant]
          cost: 5
"""


def package(raw: dict[str, Any], name: str) -> Any:
    return import_raw_book(raw).faction["packages"][name]


def test_book_becomes_a_faction_file() -> None:
    assert format_faction_yaml(import_raw_book(book()).faction) == EXPECTED


def test_complete_book_imports_without_notes() -> None:
    assert list_reasons(import_raw_book(book())) == []


def test_written_faction_reads_back_unchanged() -> None:
    faction = import_raw_book(book()).faction
    document = read_document(format_faction_yaml(faction).encode(), "marsh.yaml")
    assert document.value == faction
    assert not document.problems


def test_book_of_another_game_is_refused() -> None:
    with pytest.raises(UnreadableError) as caught:
        import_raw_book(book(gameSystemId=7, gameSystemKey="QUEST"))
    (finding,) = caught.value.diagnostics
    assert (finding.code, finding.params["game"]) == ("IMP009", "QUEST")
    assert str(finding.place) == "marsh.json"


def test_book_serves_only_its_enabled_systems() -> None:
    assert import_raw_book(book(enabledGameSystems=[4])).faction["systems"] == ["tale-1"]
    assert import_raw_book(book(gameSystemId=6)).faction["systems"] == ["ranks-1", "tale-1"]
    assert import_raw_book(book(gameSystemId=2, enabledGameSystems=[2, 4])).faction["systems"] == ["stars-1"]


@pytest.mark.parametrize("raw", [None, [], "book", 3, {}, {"units": []}, {"name": "X", "units": [], "gameSystemId": 4}])
def test_non_books_are_refused(raw: object) -> None:
    with pytest.raises(UnreadableError) as caught:
        import_raw_book(raw)
    assert caught.value.diagnostics[0].code == "IMP001"


def test_missing_target_is_reported_with_its_section() -> None:
    raw = book()
    raw["upgradePackages"][1]["sections"][0]["targets"] = ["Pike"]
    with pytest.raises(UnreadableError) as caught:
        import_raw_book(raw)
    (finding,) = caught.value.diagnostics
    assert finding.code == "IMP010"
    assert finding.params["section"] == "Replace all Reed Spears"
    assert finding.params["target"] == "Pike"
    assert finding.params["units"] == ("Marshmen", "Toad Riders")


def test_targets_may_be_gained_and_plural() -> None:
    raw = book()
    raw["upgradePackages"][2]["sections"].append(
        {
            "uid": "s4",
            "label": "Replace 2x Eel Whips",
            "variant": "replace",
            "targets": ["2x Eel Whips"],
            "options": [option("o9", {"u2": 0}, weapon("Net"))],
        }
    )
    assert package(raw, "command-group")[1]["replace"] == ["2x Eel Whips"]


def test_weapon_upgrade_without_amount_affects_all() -> None:
    raw = book()
    silent = {
        "uid": "s4",
        "label": "Upgrade Reed Spears with",
        "variant": "upgrade",
        "targets": ["Reed Spears"],
        "options": [option("o9", {"u2": 5}, rule("Rending"))],
    }
    raw["upgradePackages"][2]["sections"].append(silent)
    assert package(raw, "command-group")[1]["affects"] == "all"
    raw["units"][1] |= {"size": 1}
    assert "affects" not in package(raw, "command-group")[1]


def test_malformed_numbers_are_normalised() -> None:
    raw = book()
    raw["units"][1] |= {"size": "5", "cost": 50.0, "rules": [rule("Tough", "03"), rule("Bog Walker", "")]}
    marshmen = import_raw_book(raw).faction["units"][1]
    assert (marshmen["size"], marshmen["cost"], marshmen["rules"]) == (5, 50, ["Tough(3)", "Bog Walker"])


def test_indivisible_counts_become_totals() -> None:
    raw = book()
    raw["units"][1]["weapons"].append(weapon("Horn", count=1))
    assert import_raw_book(raw).faction["units"][1]["weapons"][1] == {"weapon": "Horn (A1)", "total": 1}


def test_a_missing_price_is_noted() -> None:
    raw = book()
    raw["upgradePackages"][2]["sections"][0]["options"][0] |= {"costs": [], "cost": 7}
    imported_book = import_raw_book(raw)
    assert imported_book.faction["packages"]["command-group"][0]["options"][0]["cost"] == 7
    assert [note.code for note in imported_book.notes] == ["IMP011"]
    assert list_reasons(imported_book) == [sentence("book.missing-price", option="stale", unit="Marshmen")]


def test_empty_or_unknown_parts_are_dropped_with_notes() -> None:
    raw = book()
    raw["units"][0]["upgrades"].append("Z9")
    raw["units"].append(unit("u9", "Shadow", size=0))
    raw["upgradePackages"] += [
        {"uid": "D1", "hint": "Nobody", "sections": raw["upgradePackages"][2]["sections"]},
        {"uid": "E1", "hint": "Void", "sections": [{"label": "Upgrade with", "variant": "upgrade", "options": []}]},
    ]
    raw["upgradePackages"][0]["sections"][0]["options"][0]["gains"].append(weapon("", 1))
    imported_book = import_raw_book(raw)
    assert len(list_reasons(imported_book)) == 6
    assert list(imported_book.faction["packages"]) == ["reeve", "arms", "command-group"]  # type: ignore[call-overload]


def test_missing_rule_rating_defaults_to_one() -> None:
    raw = book()
    raw["units"][2]["rules"] = [rule("Tough")]
    imported_book = import_raw_book(raw)
    assert imported_book.faction["units"][2]["rules"] == ["Tough(1)"]
    assert list_reasons(imported_book) == [sentence("book.missing-rating", rule="Tough")]


def test_conflicting_rule_becomes_the_books_own() -> None:
    raw = book()
    raw["units"][1]["rules"] = [rule("Marsh-Born", 2)]
    rules = import_raw_book(raw).faction["rules"]
    assert rules["marsh-born"] == {"name": "Marsh-Born", "on": "model", "takes": "number"}


def test_unknown_section_variant_becomes_upgrade() -> None:
    raw = book()
    raw["upgradePackages"][2]["sections"][0]["variant"] = "exchange"
    imported_book = import_raw_book(raw)
    assert list_reasons(imported_book) == [sentence("book.other-variant", variant="exchange")]


def test_per_model_choices_and_attachments_are_kept() -> None:
    raw = book()
    sections = [section for package in raw["upgradePackages"] for section in package["sections"]]
    swap = next(section for section in sections if section["variant"] == "replace" and section["targets"])
    swap |= {"affects": {"type": "exactly", "value": 1}, "select": {"type": "any"}, "model": True}
    attached = {**swap, "uid": "attached", "variant": "attachment"}
    owner = next(package for package in raw["upgradePackages"] if swap in package["sections"])
    owner["sections"].append(attached)
    written = [part for package in import_raw_book(raw).faction["packages"].values() for part in package]  # type: ignore[attr-defined]
    (first,) = (part for part in written if swap["uid"] in part["keys"])
    (second,) = (part for part in written if "attached" in part["keys"])
    expected = {"affects": {"exactly": 1}, "select": "any", "model": True}
    assert {key: first.get(key) for key in expected} == expected == {key: second.get(key) for key in expected}
    assert first["replace"] == second["attachment"] != []


def test_import_book_uses_the_bundled_systems(tmp_path: Path) -> None:
    path = tmp_path / "marsh.json"
    path.write_text(json.dumps(book()), encoding="utf-8")
    text, report, _ = import_book(path, library=Library.open(user=False))
    assert "systems: [aof-3.5, aofr-3]\n" in text
    assert "collection: opr-aof-3.5\n" in text
    assert report.legal
    assert import_book(path, library=Library.open(user=False))[0] == text


def test_item_names_may_contain_commas() -> None:
    raw = book()
    raw["units"][1]["items"] = [item("Mud, the Old Toad", rule("Fast"), count=5)]
    imported_book = import_raw_book(raw)
    assert imported_book.faction["units"][1]["items"] == ["Mud, the Old Toad (Fast)"]
    assert list_reasons(imported_book) == []
