"""Tampered saves: nothing passes silently, and nothing that costs points is lost without an error."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from listbuilder.diagnostics import Severity
from listbuilder.importers.dispatch import ReadResult, read_lists
from listbuilder.library import Library
from listbuilder.validation.engine import validate
from listbuilder.validation.message_arguments import Message
from tests.importers.list_samples import (
    SAVED_2026,
    build_roster,
    list_assumptions,
    list_codes,
    open_library,
    read,
    record,
    resolved_list,
    weapon,
)
from tests.sentences import sentence


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return open_library(tmp_path_factory.mktemp("books") / "data")


def save(*units: object, points: object = None, **head: object) -> dict[str, Any]:
    raw: dict[str, Any] = copy.deepcopy(SAVED_2026)
    raw["list"] |= {"units": list(units), **head}
    return {**raw, "listPoints": points}


def spears(selection: str, **more: object) -> dict[str, Any]:
    return record("uSpear", selection, combined=True, **more)


def list_findings(result: ReadResult, library: Library) -> list[tuple[str, str | None]]:
    """Return the findings about the file and the list, without those about the whole army."""
    findings = [*result.report, *validate(build_roster(result, library))]
    return [(finding.code, finding.on) for finding in findings if finding.code[:3] not in ("ORG", "VER")]


@pytest.mark.parametrize(
    "key", ['"pointsLimit": 2000', '"forceOrg": true', '"selectionId": "b"', '"combined": true', '"id": "uSpear"']
)
def test_duplicate_keys_in_lists_are_errors(key: str, library: Library):
    raw = save(spears("a"), spears("b", joinToUnit="a"), pointsLimit=2000, forceOrg=True)
    text = json.dumps(raw)
    assert not any(finding.code == "DAT005" for finding in read(raw, library).report)
    name = key.partition(":")[0]
    (bent,) = read_lists(text.replace(key, f"{name}: null, {key}", 1).encode(), "bent.json", library)
    (finding,) = [finding for finding in bent.report if finding.code == "DAT005"]
    assert (finding.severity, finding.params["key"]) == (Severity.ERROR, name.strip('"'))
    assert finding.place is not None
    assert finding.place.path == "bent.json"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"saveVersion": 4}, sentence("import-note.save-version", value=4)),
        ({"gameSystem": "aofr"}, sentence("import-note.two-games", value="aofr")),
        ({"saveVersion": 3}, ""),
        ({"saveVersion": "4"}, ""),
        ({"gameSystem": None}, ""),
    ],
)
def test_ambiguous_versions_and_games_are_reported(change: dict[str, object], reason: str, library: Library):
    result = read({**save(record("uSpear", "a")), **change}, library)
    reasons = [finding.params["reason"] for finding in result.report if finding.code == "IMP015"]
    assert [str(text) for text in reasons] == ([reason] if reason else [])


def test_third_half_is_an_error_but_priced(library: Library):
    raw = save(spears("a"), spears("b", joinToUnit="a"), spears("c", joinToUnit="a"), points=300)
    result = read(raw, library)
    assert list_findings(result, library) == [("CMB006", "b")]
    assert build_roster(result, library).cost == 300


def test_half_of_a_half_counts_as_third(library: Library):
    units = [spears("a"), spears("b", joinToUnit="a"), spears("c", joinToUnit="b"), spears("d", joinToUnit="c")]
    result = read(save(*units, points=400), library)
    assert list_findings(result, library) == [("CMB006", "b"), ("CMB006", "c")]


def test_different_units_are_not_combined(library: Library):
    raw = save(spears("a"), record("uHeron", "h", combined=True, joinToUnit="a"), points=250)
    result = read(raw, library)
    assert list_findings(result, library) == [("CMB007", "b")]
    assert [entry.joins for entry in result.army.entries] == [None, None]


def test_lone_half_stays_single_and_is_reported(library: Library):
    assert list_findings(read(save(spears("a"), points=100), library), library) == [("CMB008", "a")]
    assert list_findings(read(save(spears("a", joinToUnit="gone"), points=100), library), library) == [("CMB008", "a")]
    assert list_findings(read(save(spears("a", joinToUnit="a"), points=100), library), library) == [("CMB008", "a")]


def test_circular_halves_are_combined_and_reported(library: Library):
    result = read(save(spears("a", joinToUnit="b"), spears("b", joinToUnit="a"), points=200), library)
    assert list_findings(result, library) == [("CMB009", "a")]
    assert result.army.entries[0].combined is not None


def test_unmarked_first_half_is_recognised(library: Library):
    result = read(save(record("uSpear", "a"), spears("b", joinToUnit="a"), points=200), library)
    assert list_findings(result, library) == []
    assert result.army.entries[0].combined is not None


def test_duplicate_ids_are_reported_for_halves(library: Library):
    first, other = spears("a"), record("uSpear", "a")
    result = read(save(first, other, spears("b", joinToUnit="a"), points=300), library)
    assert list_findings(result, library) == [("IMP015", None)]
    assert [entry.combined is not None for entry in build_roster(result, library).army.entries] == [True, False]


def test_unknown_game_is_reported_without_its_book(library: Library):
    raw = {**save(record("uSpear", "a")), "gameSystem": "chess"}
    raw["list"]["gameSystem"] = "chess"
    (finding,) = read(raw, library).report
    assert (finding.code, finding.params["what"]) == ("IMP002", "chess")


@pytest.mark.parametrize(
    ("joins", "code"), [("nobody", "HER003"), ("r", "HER004"), ("a", "HER003"), (7, "HER003")], ids=str
)
def test_hero_joining_nothing_or_itself_is_reported(joins: object, code: str, library: Library):
    result = read(save(record("uReeve", "r", joinToUnit=joins), points=40), library)
    assert list_findings(result, library) == [(code, "a")]


def test_circular_heroes_are_reported(library: Library):
    result = read(
        save(record("uReeve", "r", joinToUnit="q"), record("uReeve", "q", joinToUnit="r"), points=80), library
    )
    assert list_findings(result, library) == [("HER005", "a"), ("HER005", "b")]


def test_duplicate_ids_are_reported_for_joins(library: Library):
    units = [record("uSpear", "s"), record("uSpear", "s")]
    assert list_findings(read(save(*units, points=200), library), library) == []
    result = read(save(*units, record("uReeve", "r", joinToUnit="s"), points=240), library)
    assert list_findings(result, library) == [("IMP015", None)]
    assert result.army.entries[2].joins == "a"


@pytest.mark.parametrize(
    ("bent", "code"), [(None, "IMP015"), ("uSpear", "IMP014"), (7, "IMP014"), ([], "IMP014")], ids=str
)
def test_invalid_entries_are_reported(bent: object, code: str, library: Library):
    result = read(save(record("uHeron", "h"), bent, points=150), library)
    assert list_findings(result, library) == [(code, None)]
    assert result.report.diagnostics[0].params["where"] == Message("import-note.entry", {"n": 2})


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"selectedUpgrades": [None]}, "IMP015"),
        ({"selectedUpgrades": ["oGreat"]}, "IMP014"),
        ({"selectedUpgrades": [{"upgradeId": "sWeapon"}]}, "IMP014"),
        ({"selectedUpgrades": [{}]}, "IMP014"),
        ({"selectedUpgrades": [{"upgradeId": "sWeapon", "optionId": ["oGreat"]}]}, "IMP014"),
        ({"selectedUpgrades": "oGreat"}, "IMP014"),
        ({"selectedUpgrades": {}}, "IMP014"),
        ({"selectedUpgrades": [{"upgradeId": "sNew", "optionId": "oNew"}]}, "IMP002"),
        ({"xp": -5}, "IMP014"),
        ({"xp": "many"}, "IMP014"),
        ({"xp": 10**12}, "IMP014"),
        ({"xp": True}, "IMP014"),
        ({"joinToUnit": ["h"]}, "IMP014"),
        ({"joinToUnit": {"id": "h"}}, "IMP014"),
        ({"combined": "no"}, "IMP015"),
        ({"combined": 0}, "IMP015"),
        ({"customName": ["x"]}, "IMP015"),
        ({"notes": {"a": 1}}, "IMP015"),
        ({"traits": "Old"}, "IMP015"),
        ({"traits": [3]}, "IMP015"),
        ({"id": None}, "IMP002"),
        ({"id": ["uReeve"]}, "IMP002"),
    ],
    ids=str,
)
def test_unusable_unit_fields_are_reported(change: dict[str, object], code: str, library: Library):
    result = read(save({**record("uReeve", "r"), **change}), library)
    assert list_codes(result) == [code]
    assert len(result.army.entries) == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"pointsLimit": -5}, "IMP014"),
        ({"pointsLimit": 1_000_001}, "IMP014"),
        ({"pointsLimit": "much"}, "IMP014"),
        ({"pointsLimit": [750]}, "IMP014"),
        ({"forceOrg": "yes"}, "IMP015"),
        ({"gameSystem": 4}, "DAT007"),
    ],
    ids=str,
)
def test_unusable_header_fields_are_reported(change: dict[str, object], code: str, library: Library):
    assert code in list_codes(read(save(record("uReeve", "r"), **change), library))


def test_non_numeric_total_is_reported(library: Library):
    assert list_codes(read(save(record("uReeve", "r"), points="lots"), library)) == ["IMP015"]
    assert list_codes(read(save(record("uReeve", "r"), points=-40), library)) == ["IMP015"]


def test_missing_limit_is_not_reported(library: Library):
    for nothing in (None, 0):
        result = read(save(record("uReeve", "r"), pointsLimit=nothing, points=40), library)
        assert (list_codes(result), result.army.points) == ([], None)
    assert list_codes(read(save(record("uReeve", "r"), pointsLimit=1_000_000, points=40), library)) == []


def test_too_many_units_and_picks_are_reported(library: Library):
    assert list_codes(read(save(*[record("uReeve", str(number)) for number in range(1_001)]), library)) == ["DAT023"]
    picks = record("uSpear", "s", *[("sBows", "oBow")] * 501)
    assert list_codes(read(save(picks), library)) == ["DAT024"]


def test_long_chains_of_halves_are_fast(library: Library):
    units = [spears(f"s{number}", joinToUnit=f"s{number + 1}") for number in range(400)]
    assert len(read(save(*units), library).army.entries) == 399


def test_unstated_force_organisation_is_assumed(library: Library):
    raw = save(record("uReeve", "r"), points=40)
    del raw["list"]["forceOrg"]
    result = read(raw, library)
    assert result.army.force_org
    assert len(list_assumptions(result)) == 1
    off = read(save(record("uReeve", "r"), points=40, forceOrg=False), library)
    assert (off.army.force_org, list_codes(off)) == (False, [])


def heavy(size: int, count: int, carried: int) -> dict[str, Any]:
    """An export of one unit with a rifle for all models, in the notation of its year."""
    gain = weapon("Heavy Rifle", 1, count=count)
    section = {"uid": "sAll", "variant": "replace", "affects": {"type": "all"}, "targets": ["Rifles"], "label": ""}
    option = {"uid": "oAll", "id": "oAll", "costs": [{"unitId": "uGuard", "cost": 5}], "gains": [gain], "label": ""}
    unit = {
        **record("uGuard", "g"),
        "name": "Guard",
        "size": size,
        "quality": 4,
        "defense": 4,
        "cost": 100,
        "rules": [],
        "items": [],
        "weapons": [weapon("Rifle", 1, count=size)],
        "loadout": [weapon("Heavy Rifle", 1, count=carried)],
        "selectedUpgrades": [{"upgrade": section, "option": option}],
    }
    return {"name": "x", "gameSystem": "aof", "forceOrg": True, "listPoints": 105, "units": [unit]}


@pytest.mark.parametrize(
    ("count", "carried", "expected"), [(1, 5, 5), (5, 5, 5), (10, 10, 10), (5, 25, 25), (2, 10, 10)], ids=str
)
def test_total_gains_are_not_multiplied(count: int, carried: int, expected: int):
    library = Library.open(user=False)
    result = read(heavy(5, count, carried), library)
    (entry,) = build_roster(result, library).entries
    assert [(stack.count, stack.weapon.name) for stack in entry.halves[0].weapons] == [(expected, "Heavy Rifle")]


def test_unknown_book_does_not_take_list_name():
    library = Library.open(user=False)
    (faction,) = read(resolved_list(), library).imported.partial_factions
    assert faction.name.to("en") == sentence("import.unknown-book")
    assert faction.name.to("de") == sentence("import.unknown-book", "de")
    (named,) = read({**resolved_list(), "armyName": "Fen Folk"}, library).imported.partial_factions
    assert (named.name.en, named.id.rpartition("-")[0]) == ("Fen Folk", "fen-folk")


def test_extra_halves_are_numbered(library: Library):
    raw = save(spears("a"), *(spears(name, joinToUnit="a") for name in "bcde"), points=500)
    result = read(raw, library)
    assert [finding.params["number"] for finding in result.report if finding.code == "CMB006"] == [3, 4, 5]
