"""Resolved lists compared with installed books: which edition is used, and the picks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from listbuilder.importers.army_forge.saved.fields import UnitRecord
from listbuilder.importers.army_forge.saved.saved_list import SavedListImporter
from listbuilder.importers.army_forge.saved.tabletop_export import (
    TabletopExportImporter,
    _read_upgrade_ids,
    format_partial_faction,
    may_hold_serialised_objects,
)
from listbuilder.importers.importer import SourceFile, sort_newest_first
from listbuilder.library import Library
from listbuilder.model import SystemId
from tests.importers.list_samples import BOOK, FACTION, SAVED_2026, list_codes, open_library, read, resolved_list
from tests.sentences import sentence


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return open_library(tmp_path_factory.mktemp("books") / "data")


@pytest.mark.parametrize(
    ("others", "is_partial"),
    [((), False), (("uReeve",), False), (("uReeve", "uHeron"), True), (("uReeve", "uSpear"), True)],
)
def test_book_is_used_if_half_prices_match(library: Library, others: tuple[str, ...], is_partial: bool) -> None:
    raw = resolved_list(cost=dict.fromkeys(others, 77))
    result = read(raw, library)
    assert ("IMP007" in list_codes(result)) is is_partial
    dearer = [finding for finding in result.report if finding.code == "IMP012" and finding.params["stated"] == 77]
    assert len(dearer) == (0 if is_partial else len(others))
    assert len(result.imported.partial_factions) == is_partial


def test_exactly_half_matching_prices_is_enough(library: Library) -> None:
    raw = resolved_list(cost={"uReeve": 77})
    raw["units"] = [unit for unit in raw["units"] if unit["id"] in ("uReeve", "uHeron")]
    result = read(raw, library)
    assert "IMP007" not in list_codes(result)
    (finding,) = [
        finding for finding in result.report if finding.code == "IMP012" and finding.params.get("stated") == 77
    ]
    assert finding.params["points"] == 40


def test_matching_edition_is_used_and_pinned(tmp_path: Path) -> None:
    for version, cost in (("1.2", 150), ("1.3", 151)):
        text = FACTION.replace('version: "1.2"', f'version: "{version}"').replace("cost: 150", f"cost: {cost}")
        (tmp_path / f"fen-folk-{version}.yaml").write_text(text, encoding="utf-8")
    library = Library.open([tmp_path], user=False)
    old = read(resolved_list(), library)
    assert [(name, book.version) for name, book in old.army.books.items()] == [("fen-folk", "1.2")]
    new = read(resolved_list(cost={"uHeron": 151}), library)
    assert all(book.version != "1.2" for book in new.army.books.values())
    assert "IMP012" not in [finding.code for finding in new.report if finding.params.get("stated") == 151]


def test_user_edition_precedes_the_bundled_one(library: Library) -> None:
    (own,) = library.factions_by_key(BOOK)
    ours, users = replace(own, bundled=True), replace(own, bundled=False)
    newer = replace(own, bundled=True, version="1.10")
    assert sort_newest_first([ours, users, newer]) == [newer, users, ours]
    assert sort_newest_first([users, ours]) == [users, ours]


@pytest.mark.parametrize(
    ("pick", "ids"),
    [
        ({"upgrade": {"uid": "s", "id": "t"}, "option": {"uid": "o", "id": "p"}}, ("s", "o")),
        ({"upgrade": {"id": "t"}, "option": {"id": "p"}}, ("t", "p")),
        ({"upgrade": {}, "option": {}}, ("", "")),
        ({"upgradeId": "s", "optionId": "o"}, ("s", "o")),
        ({"upgrade": {"uid": "x"}, "upgradeId": "s", "optionId": "o"}, ("s", "o")),
        ({"option": {"uid": "x"}, "upgradeId": "s", "optionId": "o"}, ("s", "o")),
        ({}, ("", "")),
    ],
    ids=str,
)
def test_picks_carry_section_and_option_ids(pick: Mapping[str, object], ids: tuple[str, str]) -> None:
    assert _read_upgrade_ids(pick) == ids


@pytest.mark.parametrize(
    ("text", "may"),
    [("@{a=1}", True), ("a@b", False), ("{", False), ("\\u0040", True), ("\\n", False), ("u", False), ("", False)],
)
def test_stringified_objects_in_exports_are_read(text: str, may: bool) -> None:
    assert may_hold_serialised_objects(text) is may


def source(value: object) -> SourceFile:
    return SourceFile("list", json.dumps(value).encode())


@pytest.mark.parametrize(
    ("value", "is_resolved", "is_saved"),
    [
        ({"units": [{"selectedUpgrades": []}]}, True, False),
        ({"units": [{"loadout": []}]}, True, False),
        ({"units": [{}]}, False, False),
        ({"units": []}, False, False),
        ({"units": ["loadout"]}, False, False),
        ({"units": {"loadout": 1}}, False, False),
        ([], False, False),
        ({"list": {"units": []}}, False, True),
        ({"list": {}}, False, False),
        ({"list": ["units"]}, False, False),
    ],
    ids=str,
)
def test_formats_differ_by_position_of_units(value: object, is_resolved: bool, is_saved: bool) -> None:
    assert TabletopExportImporter().recognises(source(value)) is is_resolved
    assert SavedListImporter().recognises(source(value)) is is_saved


def test_outer_total_precedes_inner_total(library: Library) -> None:
    inner: dict[str, Any] = {**SAVED_2026["list"], "listPoints": 7}  # type: ignore[dict-item]
    assert read({**SAVED_2026, "list": inner, "listPoints": 9}, library).imported.stated_points == 9
    without = {key: value for key, value in SAVED_2026.items() if key != "listPoints"}
    assert read({**without, "list": inner}, library).imported.stated_points == 7


def record(unit: str, *picks: object) -> UnitRecord:
    raw: dict[str, object] = {"id": unit, "name": unit.title(), "size": 1, "quality": 4, "defense": 4, "cost": 10}
    return UnitRecord(
        {**raw, "selectedUpgrades": list(picks)}, unit, "b", unit, unit, (), False, None, None, None, 0, ()
    )


def pick(section: str, option: str, label: str) -> dict[str, object]:
    gain = {"name": label, "type": "ArmyBookRule", "count": 1}
    options = {"uid": option, "id": option, "cost": 5, "costs": [], "gains": [gain], "label": label}
    return {"upgrade": {"uid": section, "variant": "upgrade", "label": "Upgrade"}, "option": options}


def partial(library: Library, *records: UnitRecord, name: str = "Moon Folk") -> dict[str, Any] | None:
    return format_partial_faction(list(records), {}, "key", name, SystemId("aof-3.5"), library)


def test_partial_faction_has_no_duplicates(library: Library) -> None:
    picks = [pick("s", "o", "Fear"), pick("s", "p", "Fast"), pick("s", "o", "Fear"), pick("t", "q", "Hero"), "odd", {}]
    faction = partial(library, record("guard", *picks), record("guard"), record("owl"))
    assert faction is not None
    assert [unit["name"] for unit in faction["units"]] == ["Guard", "Owl"]
    (sections,) = [package for package in faction["packages"].values() if package]
    assert [[option["gain"] for option in section["options"]] for section in sections] == [
        [["Fear"], ["Fast"]],
        [["Hero"]],
    ]
    assert (faction["name"], faction["systems"], faction["keys"]) == ("Moon Folk", ["aof-3.5"], ["key"])
    assert faction["id"] == f"moon-folk-{faction['version']}"
    assert len(faction["version"]) == 8


def test_partial_faction_without_name_or_units(library: Library) -> None:
    assert partial(library) is None
    faction = partial(library, record("guard"), name="")
    assert faction is not None
    assert (faction["id"].rpartition("-")[0], faction["name"]["en"]) == (
        "unknown-book",
        sentence("import.unknown-book"),
    )
    long = partial(library, record("guard"), name="n" * 41)
    assert long is not None
    assert long["id"].rpartition("-")[0] == "n" * 40
