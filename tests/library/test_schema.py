from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import pytest
import yaml

from listbuilder.datafiles.reader import read_document
from listbuilder.datafiles.schema import MAX_FINDINGS, check_schema, load_schema
from listbuilder.diagnostics import CODES, Diagnostic
from listbuilder.diagnostics.messages import describe_finding, message_key
from listbuilder.i18n import load_catalogue
from listbuilder.library.index import FILE_KINDS, detect_kind
from listbuilder.library.locations import bundled_data_folder, bundled_schema_folder
from tools.build_index import build_schemas

Check = Callable[..., list[Diagnostic]]


def test_valid_faction_has_no_findings(check: Check):
    assert check() == []


def test_misspelt_key_gets_one_suggestion(check: Check):
    (finding,) = check(("quality", "qualty"))
    assert (finding.code, finding.on) == ("DAT006", "units[0].qualty")
    assert finding.params["suggestion"] == "quality"
    assert (finding.place.line, finding.place.column) == (10, 5)
    assert "quality" in describe_finding(finding, "en")
    assert "quality" in describe_finding(finding, "de")


def test_unknown_key_without_similar_key_lists_keys(check: Check):
    (finding,) = check(("version:", "zzz: 1\nversion:"))
    assert (finding.code, finding.params["suggestion"]) == ("DAT006", "")
    assert message_key(finding, "en") == "DAT006.no-suggestion"
    assert "version" in str(finding.params["known"])


def test_findings_come_in_the_order_of_the_file(check: Check):
    findings = check(("quality: 5", "quality: 9"), ("cost: 15", "cost: 15, x: 1"), ('version: "1.0"', "version: 1"))
    lines = [finding.place.line or 0 for finding in findings if finding.place]
    assert lines == sorted(lines)
    assert len(lines) == 3


def test_event_with_wrong_system_stays_an_event():
    wrong = {"format": 1, "id": "cup", "name": "Cup", "system": "aof-3.5", "points": 1000}
    assert detect_kind(wrong, Path("cup.yaml")) == "event"
    common = {"format", "id", "name", "note", "systems"}
    kinds = {key: detect_kind({"id": "x", key: None}, Path("x.yaml")) for key in load_schema("event")["properties"]}
    assert {key for key, kind in kinds.items() if kind != "event"} == common
    assert detect_kind({"id": "x", "system": "aof-3.5", "units": []}, Path("x.yaml")) == "list"
    assert detect_kind({"name": "New", "system": "aof-3.5"}, Path("x.yaml")) == "list"


def test_all_problems_of_a_file_are_reported(check: Check):
    findings = check(
        ("    size: 10\n", ""),
        ("quality: 5", "quality: 9"),
        ("defense: 5", "defense: high"),
        ("cost: 15", "cost: 15, x: 1"),
    )
    assert sorted((finding.code, finding.on) for finding in findings) == [
        ("DAT006", "packages.drill[0].options[0].x"),
        ("DAT007", "units[0].size"),
        ("DAT008", "units[0].defense"),
        ("DAT009", "units[0].quality"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "code", "on", "spot"),
    [
        ('version: "1.0"\n', "", "DAT007", "version", (1, 1)),
        ('version: "1.0"', "version: 1", "DAT035", "version", (4, 10)),
        ("size: 10", "size: 1.5", "DAT008", "units[0].size", (9, 11)),
        ("size: 10", "size: 0", "DAT009", "units[0].size", (9, 11)),
        ("affects: all", "affects: some", "DAT009", "packages.drill[0].affects", (21, 16)),
        ("affects: all", "affects: {exactly: 1, up_to: 2}", "DAT009", "packages.drill[0].affects", (21, 16)),
        ("id: pikemen", "id: Pike Men", "DAT035", "units[0].id", (7, 9)),
        ('["Pike (A1, Counter)"]', '["(Counter)"]', "DAT010", "units[0].weapons[0]", (15, 15)),
        ("[Fearless]", '["Tough (3)"]', "DAT035", "units[0].rules[0]", (14, 13)),
        ("  drill:\n", "  Drill Book:\n", "DAT035", "packages.Drill Book", (18, 3)),
        ("format: 1", "format: 9", "DAT013", "format", (1, 9)),
        ("affects: all", "upgrade: [Pike]", "DAT018", "packages.drill[0].upgrade", (21, 7)),
        ("systems: [aofr-3]", "systems: [aofr-3, aofr-3]", "DAT009", "systems", (3, 10)),
    ],
)
def test_findings_have_code_path_and_place(  # noqa: PLR0917 - the columns of the table
    check: Check, old: str, new: str, code: str, on: str, spot: tuple[int, int]
):
    findings = [finding for finding in check((old, new)) if finding.code != "REF002"]
    assert [(finding.code, finding.on, (finding.place.line, finding.place.column)) for finding in findings] == [
        (code, on, spot)
    ]


def test_duplicate_keys_and_schema_findings_combine(check: Check):
    findings = check(("size: 10", "size: 10\n    size: 5"), ("quality: 5", "quality: no"))
    assert [finding.code for finding in findings] == ["DAT005", "DAT008"]


def test_a_file_of_nothing_but_errors_is_bounded():
    units = [{"x": n} for n in range(5000)]
    document = read_document(json.dumps({"units": units}).encode(), "f.json")
    assert 100 < len(check_schema(document, "faction")) <= MAX_FINDINGS


def test_huge_numbers_are_refused():
    document = read_document(b'{"format": 1' + b"0" * 400 + b"}", "f.json")
    assert "DAT013" in {finding.code for finding in check_schema(document, "faction")}


@pytest.mark.parametrize("value", [None, [], "text", 7, True])
def test_files_without_a_mapping_are_refused(value: object):
    document = read_document(json.dumps(value).encode(), "f.json")
    assert [finding.code for finding in check_schema(document, "faction")] == ["DAT008"]


def test_unknown_list_keys_are_warnings(check: Check):
    (finding,) = check(text="format: 1\nname: x\nsystem: aofr-3\nplayr: me\n")
    assert (finding.code, finding.severity.value, finding.params["suggestion"]) == ("DAT006", "warning", "player")


def test_file_of_unknown_kind_is_refused(check: Check):
    assert [finding.code for finding in check(text="a: 1")] == ["DAT017"]
    assert [finding.code for finding in check(text="")] == ["DAT017"]


@pytest.mark.parametrize("kind", [*FILE_KINDS, "report"])
def test_schemas_are_sound_and_explain_every_field(kind: str):
    schema = load_schema(kind)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert "oneOf" not in json.dumps(schema)
    for name, inner in schema["properties"].items():
        target = schema["$defs"][inner["$ref"].rpartition("/")[2]] if "$ref" in inner else inner
        assert inner.get("description") or target["description"], name


def test_schema_files_are_what_editors_load():
    """Each schema is self-contained, has a stable id and describes its patterns and values."""
    for path, text in build_schemas(bundled_schema_folder()).items():
        assert path.read_text(encoding="utf-8") == text, "run: python -m listbuilder.library"
        assert "schema.json#" not in text
        assert json.loads(text)["$id"] == f"urn:listbuilder:schema:{path.name.partition('.')[0]}:1"
        for part in parts(json.loads(text)):
            if isinstance(part.get("pattern"), str):
                assert part["patternErrorMessage"]
            if isinstance(part.get("enum"), list) and "enumDescriptions" in part:
                assert len(part["enumDescriptions"]) == len(part["enum"])


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_examples_in_schemas_are_examples(kind: str):
    schema = load_schema(kind)
    for part in parts(schema):
        for example in part.get("examples", ()) if isinstance(part.get("examples"), list) else ():
            jsonschema.Draft202012Validator({**part, "$defs": schema.get("$defs", {})}).validate(example)


def parts(value: object) -> Iterator[dict[str, Any]]:
    """Return every part of a schema that may have a description; conditions have none."""
    if isinstance(value, dict):
        yield value
        for key, inner in value.items():
            if key != "if":
                yield from parts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from parts(inner)


def test_shipped_files_are_not_red_in_an_editor():
    """Editors read plain YAML, where a comma in brackets splits an unquoted text."""
    folders = ("systems", "events", "lists", "spells", "factions/original")
    for path in (path for folder in folders for path in (bundled_data_folder() / folder).glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        (named,) = re.findall(r"^# yaml-language-server: \$schema=(.*)$", text, re.MULTILINE)
        schema = json.loads((path.parent / named).read_text(encoding="utf-8"))
        value = yaml.load(text, EditorLoader)
        assert not list(jsonschema_rs.Draft202012Validator(schema).iter_errors(value)), path


class EditorLoader(yaml.CSafeLoader):
    """YAML 1.2 as editors read it: `on` and dates are text."""


EditorLoader.yaml_implicit_resolvers = {
    sign: [(tag, form) for tag, form in resolvers if not tag.endswith((":bool", ":timestamp"))]
    for sign, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
EditorLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))


def test_data_codes_have_sentences_in_both_languages():
    for code in (code for code in CODES if code[:3] in ("DAT", "REF")):
        for language in ("en", "de"):
            assert code in load_catalogue(language), (code, language)
