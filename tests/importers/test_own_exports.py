"""Export, then import: the same list, in every format of our own and in share text."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from listbuilder.exporters import Exportable, find_exporter
from listbuilder.importers.dispatch import read_lists
from listbuilder.judging.judge import judge_bytes
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list
from listbuilder.listfiles.hashes import format_printed_code, list_hash
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.model import ArmyList, Faction, RosterEntry, System
from listbuilder.sheet import PrintOptions, build_sheet
from listbuilder.validation.engine import validate
from tests.properties.strategies import SETTINGS, legal_armies
from tests.properties.strategies import library as shelf

LISTS = sorted((Path(__file__).parents[2] / "data" / "lists").glob("*.yaml"))


def document(army: ArmyList, library: Library, language: str = "en") -> Exportable:
    roster = library.roster(army)
    report = validate(roster)
    sheet = build_sheet(
        roster, report, language, list_hash=format_printed_code(list_hash(army)), share=encode_share_string(army)
    )
    return Exportable(sheet, roster, report)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
@pytest.mark.parametrize("kind", ["json", "txt", "md"])
def test_own_exports_import_unchanged(path: Path, kind: str):
    library = shelf()
    army = load_list(path).army
    raw = find_exporter(kind).export([document(army, library, "de")], PrintOptions())
    (result,) = read_lists(raw, "export", library)
    assert result.army == replace(army, books=result.army.books)
    assert list_hash(result.army) == list_hash(army)
    assert not result.report.diagnostics


@pytest.mark.parametrize("kind", ["json", "txt", "md"])
def test_narrow_export_restores_all_lists(kind: str):
    library = shelf()
    armies = [load_list(path).army for path in LISTS[:3]]
    raw = find_exporter(kind).export([document(army, library) for army in armies], PrintOptions(width=50))
    lists = read_lists(raw, "export", library)
    assert [list_hash(result.army) for result in lists if result.army] == [list_hash(army) for army in armies]


def test_a_public_export_holds_no_choices():
    library = shelf()
    options = PrintOptions(public=True)
    army = load_list(LISTS[0]).army
    roster = library.roster(army)
    report = validate(roster)
    hidden = Exportable(build_sheet(roster, report, "en", options, share=encode_share_string(army)), roster, report)
    (result,) = read_lists(find_exporter("json").export([hidden], options), "export", library)
    assert result.army is None
    assert [finding.code for finding in result.report] == ["IMP001"]


def amounts(roster_entry: RosterEntry) -> tuple[object, ...]:
    weapons: Counter[object] = Counter()
    for half in roster_entry.halves:
        for stack in half.weapons:
            weapons[stack.weapon] += stack.count
    return roster_entry.unit.ref, roster_entry.cost, roster_entry.models, frozenset(weapons.items())


@SETTINGS
@given(legal_armies())
def test_share_text_restores_weapons_and_points(example: tuple[ArmyList, System, Faction]):
    army, _, _ = example
    library = shelf()
    raw = find_exporter("army-forge").export([document(army, library)], PrintOptions())
    if not army.entries:
        return
    (result,) = read_lists(raw, "text", library)
    roster = library.roster(army)
    assert result.army is not None
    again = library.roster(replace(result.army, system=army.system))
    assert Counter(map(amounts, again.entries)) == Counter(map(amounts, roster.entries))
    assert again.activations == roster.activations
    assert not {finding.code for finding in result.report} & {
        "IMP002",
        "IMP004",
        "IMP006",
        "IMP007",
        "IMP012",
        "IMP013",
    }


def test_a_changed_total_in_an_export_is_noticed():
    library = shelf()
    raw = json.loads(find_exporter("json").export([document(load_list(LISTS[0]).army, library)], PrintOptions()))
    stated = raw["lists"][0]["roster"]["points"]
    raw["lists"][0]["roster"]["points"] = stated - 5
    (judged,) = judge_bytes(json.dumps(raw).encode(), "export.json", library)
    (finding,) = judged.import_info.findings
    assert (finding.code, finding.params["stated"], finding.params["points"]) == ("IMP006", stated - 5, stated)
