"""The JSON export: valid against its schema, and its choices can be imported again."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from listbuilder.exporters import Exportable, find_exporter
from listbuilder.listfiles.files import parse_list
from listbuilder.sheet import PrintOptions
from tests.exporters.sheet_samples import ARMY, ILLEGAL, document, hostile_army

SCHEMA = json.loads((Path(__file__).parents[2] / "schemas" / "export.schema.json").read_text(encoding="utf-8"))
PUBLIC = PrintOptions(public=True)


def export(exportable: Exportable, options: PrintOptions | None = None) -> dict[str, object]:
    raw = find_exporter("json").export([exportable], options or PrintOptions())
    data = json.loads(raw)
    jsonschema.Draft202012Validator(SCHEMA).validate(data)
    only = data["lists"][0]
    assert isinstance(only, dict)
    return only


def test_schema_is_valid():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("exportable", [document(), document("de", report=ILLEGAL), document(army=hostile_army())])
def test_export_matches_schema(exportable: Exportable):
    assert export(exportable)["roster"]


def test_choices_read_back_as_same_list():
    choices = export(document())["choices"]
    assert isinstance(choices, dict)
    assert parse_list(choices).army == ARMY


def test_roster_is_computed():
    roster = export(document())["roster"]
    assert isinstance(roster, dict)
    guard = roster["entries"][0]
    assert (roster["points"], roster["units"], roster["models"]) == (610, 5, 35)
    assert (guard["moves"], guard["wounds"]) == (None, 20)
    assert guard["weapons"] == [{"name": "Spear", "count": 20, "range": 0, "attacks": 1, "rules": ["Counter"]}]


def test_hidden_list_has_no_choices_or_costs():
    hidden = export(document(options=PUBLIC), PUBLIC)
    assert "choices" not in hidden
    assert hidden["share"] == ""
    text = json.dumps(hidden)
    assert "Spear" not in text
    assert '"cost"' not in text


def test_hidden_list_replaces_entry_ids_with_numbers():
    hidden = export(document(options=PUBLIC), PUBLIC)["roster"]
    whole = export(document())["roster"]
    assert isinstance(hidden, dict)
    assert isinstance(whole, dict)
    numbers = {entry.id: str(number) for number, entry in enumerate(ARMY.entries, 1)}
    assert [entry["id"] for entry in hidden["entries"]] == [numbers[entry["id"]] for entry in whole["entries"]]
    joins = [entry["joins"] and numbers[entry["joins"]] for entry in whole["entries"]]
    assert [entry["joins"] for entry in hidden["entries"]] == joins
    assert any(joins)
