"""Saved lists and resolved exports of every year, matched by foreign ids."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from listbuilder.diagnostics.messages import message_key
from listbuilder.judging.judge import judge_bytes
from listbuilder.library import Library
from listbuilder.listfiles.writer import format_list_json, format_list_yaml
from listbuilder.model import ArmyList, Half, RuleId, Upgrade
from tests.importers.list_samples import (
    BOOK,
    FACTION,
    POINTS,
    RECORDS,
    SAVED_2026,
    build_roster,
    list_codes,
    open_library,
    read,
    record,
    resolved_2023,
    resolved_list,
    saved_2022,
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return open_library(tmp_path_factory.mktemp("books") / "data")


def shape(army: ArmyList) -> list[tuple[object, ...]]:
    return [(entry.unit, entry.upgrades, entry.combined, entry.joins) for entry in army.entries]


EXPECTED = [
    ("fen-folk/reeve", (Upgrade("great-weapon"), Upgrade("eel")), None, "b"),
    ("fen-folk/spearmen", (Upgrade("stilts"), Upgrade("bow", 2), Upgrade("banner")), Half((Upgrade("stilts"),)), None),
    ("fen-folk/heron", (), None, None),
]


@pytest.mark.parametrize(
    "raw",
    [SAVED_2026, saved_2022(), resolved_list(), resolved_2023()],
    ids=["2026", "2022", "resolved", "resolved-2023"],
)
def test_lists_of_all_years_agree(raw: dict[str, Any], library: Library):
    result = read(raw, library)
    assert list_codes(result) == (["IMP005"] if raw.get("saveVersion") == 2 else [])
    assert result.army.force_org
    assert result.army is not None
    assert shape(result.army) == EXPECTED
    assert result.army.entries[0].name == "Old Marn"
    assert result.army.entries[0].notes == "warlord"
    assert (result.army.name, result.army.points, result.army.system) == ("Low Water", 750, "aof-3.5")
    roster = build_roster(result, library)
    assert roster.cost == result.imported.stated_points
    assert (roster.activations, roster.models) == (2, 22)


def test_experience_traits_notes_and_versions_survive(library: Library):
    army = read(SAVED_2026, library).army
    heron = army.entries[2]
    assert (heron.xp, heron.traits) == (7, ("Old", "Wise"))
    assert army.notes == "a note"
    assert army.force_org
    assert army.books["fen-folk"].version == "1.2"


def test_differing_stated_total_is_reported(library: Library):
    (judged,) = judge_bytes(json.dumps({**SAVED_2026, "listPoints": 400}).encode(), "list", library)
    (finding,) = judged.import_info.findings
    assert (finding.code, finding.params["stated"], finding.params["points"]) == ("IMP006", 400, POINTS)


def test_saved_list_without_book_keeps_entries():
    library = Library.open(user=False)
    result = read(SAVED_2026, library)
    assert "IMP002" in list_codes(result)
    assert len(result.army.entries) == 3
    assert not result.report.legal


def test_unknown_units_and_options_are_kept(library: Library):
    raw = copy.deepcopy(SAVED_2026)
    raw["list"]["units"] = [record("uGone", "g"), record("uReeve", "r", ("sWeapon", "oGone"))]
    result = read(raw, library)
    assert list_codes(result).count("IMP002") == 2
    assert result.army.entries[1].upgrades == (Upgrade("sWeapon/oGone"),)


def test_moved_option_is_found(library: Library):
    raw = copy.deepcopy(SAVED_2026)
    raw["list"]["units"] = [record("uReeve", "r", ("sOld", "oEel"))]
    result = read({**raw, "listPoints": 85}, library)
    assert list_codes(result) == []
    assert result.army.entries[0].upgrades == (Upgrade("eel"),)


def test_hero_in_second_half_moves_to_first(library: Library):
    raw = copy.deepcopy(SAVED_2026)
    raw["list"]["units"] = [*copy.deepcopy(RECORDS[1:3]), record("uReeve", "r9", joinToUnit="s2")]
    assert read(raw, library).army.entries[1].joins == "a"


def test_resolved_list_without_book_carries_its_own():
    library = Library.open(user=False)
    result = read(resolved_list(), library)
    assert list_codes(result) == ["IMP007"]
    (faction,) = result.imported.partial_factions
    assert faction.partial
    assert faction.foreign_ids == (BOOK,)
    roster = build_roster(result, library)
    assert (roster.cost, roster.activations, roster.models) == (POINTS, 2, 22)
    spears = roster.find_entry("b")
    assert [(stack.count, stack.weapon.name) for stack in spears.halves[0].weapons] == [(8, "Spear"), (2, "Bow")]
    assert not any(half.errors for entry in roster.entries for half in entry.halves)


def test_list_of_another_edition_keeps_its_prices(library: Library):
    other = {"uReeve": 45, "uSpear": 90, "uHeron": 160}
    result = read({**resolved_list(cost=other), "listPoints": POINTS + 5 - 20 + 10}, library)
    assert list_codes(result) == ["IMP007", "IMP032", "IMP032", "IMP032"]
    assert build_roster(result, library).cost == POINTS - 5
    prices = {
        str(finding.params["unit"]): (finding.params["stated"], finding.params["points"])
        for finding in result.report.diagnostics[1:]
    }
    assert prices == {"Reeve": (45, 40), "Fen Spearmen": (90, 100), "Great Heron": (160, 150)}


def test_unit_missing_from_installed_edition_is_reported(library: Library):
    raw = resolved_list(cost={"uReeve": 45, "uSpear": 90, "uHeron": 160})
    raw["units"][-1] |= {"id": "uGone", "name": "Marsh Walker"}
    findings = [finding for finding in read(raw, library).report if finding.code == "IMP032"]
    gone = next(finding for finding in findings if finding.params["points"] is None)
    assert (str(gone.params["unit"]), gone.params["stated"]) == ("Marsh Walker", 160)
    assert (str(gone.params["faction"]), gone.params["version"]) == ("Fen Folk", "1.2")
    assert message_key(gone, "en") == "IMP032.no-points"


def test_equipment_missing_from_book_is_reported(library: Library):
    raw = resolved_list()
    raw["units"][0]["loadout"] = [{"name": "Great Weapons"}, {"name": "Raid Horn"}, {"name": ""}, {}, 5]
    (finding,) = (finding for finding in read(raw, library).report if finding.code == "IMP033")
    assert (str(finding.params["unit"]), finding.params["things"]) == ("Reeve", ("Raid Horn",))


def test_single_lowered_price_is_not_trusted(library: Library):
    raw = {**resolved_list(cost={"uHeron": 105}), "listPoints": POINTS - 45}
    (judged,) = judge_bytes(json.dumps(raw).encode(), "list", library)
    assert [finding.code for finding in judged.import_info.findings] == ["IMP012", "IMP006"]
    assert judged.import_info.findings.diagnostics[0].params["points"] == 150
    assert judged.roster.cost == POINTS


@pytest.mark.parametrize("write", [format_list_yaml, format_list_json])
def test_saved_list_carries_its_partial_book(write: Callable[[ArmyList], str]):
    result = read(resolved_list(), Library.open(user=False))
    library = Library.open(user=False)
    assert result.army is not None
    again = read(write(result.army), library)
    assert list_codes(again) == ["IMP007"]
    assert again.army == result.army
    assert build_roster(again, library).cost == POINTS
    assert [faction.partial for faction in again.imported.partial_factions] == [True]


def test_list_carries_texts_of_unknown_rules():
    raw = resolved_list()
    for unit in raw["units"]:
        unit["rules"] = [*unit["rules"], {"name": "Mud Song"}, {"name": "Reed Step", "description": "Steps on reeds."}]
    raw["specialRules"] = [
        {"name": "Mud Song", "description": " Sings {loudly}\nin mud. "},
        {"name": "Strider", "description": "Said otherwise."},
    ]
    library = Library.open(user=False)
    result = read(raw, library)
    (faction,) = result.imported.partial_factions
    assert faction.rules[RuleId("mud-song")].text.en == "Sings (loudly) in mud."
    assert faction.rules[RuleId("reed-step")].text.en == "Steps on reeds."
    assert RuleId("strider") not in faction.rules, "the system explains it"
    assert result.army is not None
    (again,) = read(format_list_yaml(result.army), library).imported.partial_factions
    assert again.rules[RuleId("mud-song")].text.en == "Sings (loudly) in mud."


def test_carried_faction_never_hides_an_installed_one(library: Library):
    text = "format: 1\nname: x\nsystem: aof-3.5\nunits: [{id: a, unit: fen-folk/heron}]\nfactions:\n  - "
    unit = "{id: heron, name: H, size: 1, quality: 4, defense: 4, cost: 1}"
    head = 'format: 1, systems: [aof-3.5], version: "1", name: F'
    result = read(f"{text}{{id: fen-folk, {head}, units: [{unit}]}}\n", library)
    assert build_roster(result, library).cost == 150
    assert result.imported.partial_factions == ()
    broken = read(f"{text}{{id: other, {head}, units: [{{id: x}}]}}\n", library)
    assert not broken.report.legal
    assert broken.army is not None
    assert not library.has_faction("other")


def heron(**more: object) -> dict[str, Any]:
    """Return a saved list of one heron with these unit fields."""
    raw: dict[str, Any] = copy.deepcopy(SAVED_2026)
    raw["list"]["units"] = [record("uHeron", "h1") | more]
    return raw


def test_units_match_by_id_despite_names(library: Library):
    result = read(heron(name="Reeve"), library)
    assert [entry.unit for entry in result.army.entries] == ["fen-folk/heron"]
    assert "IMP002" not in list_codes(result)


def test_units_match_by_unambiguous_name(library: Library, tmp_path: Path):
    result = read(heron(id="uNew", name="great HERON"), library)
    assert [entry.unit for entry in result.army.entries] == ["fen-folk/heron"]
    twins = FACTION.replace("name: Reeve\n", "name: Great Heron\n")
    (tmp_path / "fen-folk.yaml").write_text(twins, encoding="utf-8")
    result = read(heron(id="uNew", name="Great Heron"), Library.open([tmp_path], user=False))
    assert list_codes(result)[:1] == ["IMP002"]
    assert [entry.unit for entry in result.army.entries] == ["fen-folk/great-heron"]
