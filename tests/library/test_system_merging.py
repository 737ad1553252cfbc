"""Merging files, filling reference pages with a system's numbers, and schema messages."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from listbuilder.datafiles.checks.references import find_missing_translations
from listbuilder.datafiles.reader import Document
from listbuilder.datafiles.schema import _find_example, _format_allowed, _format_types, _shorten
from listbuilder.diagnostics import Diagnostic
from listbuilder.diagnostics.messages import describe_finding, message_key
from listbuilder.library.build_system import build_system, find_value_markers, merge_raw, reference_values
from listbuilder.model.text import build_catalogue_text
from listbuilder.validation.message_arguments import Message

Check = Callable[..., list[Diagnostic]]


@pytest.mark.parametrize(
    ("base", "change", "merged"),
    [
        ({"a": 1}, {"b": 2}, {"a": 1, "b": 2}),
        ({"a": 1}, {"a": 2}, {"a": 2}),
        ({"a": 1}, {"a": None}, {}),
        ({}, {"a": None}, {}),
        ({"a": {"x": 1, "y": 2}}, {"a": {"y": 3}}, {"a": {"x": 1, "y": 3}}),
        ({"a": {"x": 1}}, {"a": {"x": None}}, {"a": {}}),
        ({"a": {"x": 1}}, {"a": 5}, {"a": 5}),
        ({"a": 5}, {"a": {"x": 1, "y": None}}, {"a": {"x": 1}}),
        ({"a": [1]}, {"a": [2]}, {"a": [2]}),
        ({"name": {"en": "A", "de": "B"}}, {"name": {"en": "C"}}, {"name": {"en": "C"}}),
        ({"moves": {"add": 1}}, {"moves": {"instead": 2}}, {"moves": {"instead": 2}}),
        (
            {"text": "a", "wording": ["x"], "effects": [1], "takes": "number"},
            {"text": "b"},
            {"text": "b", "takes": "number"},
        ),
        ({"text": "a", "wording": ["x"]}, {"text": "b", "wording": ["y"]}, {"text": "b", "wording": ["y"]}),
        ({"text": "a", "wording": ["x"]}, {"takes": "number"}, {"text": "a", "wording": ["x"], "takes": "number"}),
    ],
)
def test_merging_one_file_over_another(base: dict[str, Any], change: dict[str, Any], merged: dict[str, Any]) -> None:
    before = repr(base)
    assert merge_raw(base, change) == merged
    assert repr(base) == before, "the base is unchanged"


RAW: dict[str, Any] = {
    "id": "g", "name": "Game", "edition": "1", "short": "G", "citation": {"document": "Book"},
    "moves": {"advance": 6, "rush": 12},
    "measure": {"mark": "cm"},
    "tracking": {"rounds": 5, "spell_tokens": 0,
                 "states": [{"id": "shaken", "name": {"en": "Shaken", "de": "Erschöpft"}}]},
    "rules": {"tough": {"name": {"en": "Tough", "de": "Zäh"}, "text": "x"}},
    "reference": {"a": {"title": "A", "points": [
        {"en": "{move.rush}, {game.rounds}, {state.shaken}, {tough}, {move.charge}",
         "de": "{state.shaken} {tough}"}]}},
}  # fmt: skip


def test_reference_page_uses_the_systems_values() -> None:
    values = reference_values(RAW)
    assert dict(values) == {
        "move.advance": "6cm",
        "move.rush": "12cm",
        "game.rounds": "5",
        "state.shaken": {"en": "Shaken", "de": "Erschöpft"},
    }
    assert reference_values({"moves": None, "tracking": None}) == {}
    assert reference_values({"moves": {"charge": 8}}) == {"move.charge": '8"'}
    chapter = build_system(RAW, "").reference["a"]
    assert chapter.sentences[0].to("en") == "12cm, 5, Shaken, Tough, {move.charge}"
    assert chapter.sentences[0].to("de") == "Erschöpft Zäh"
    assert chapter.mentioned_rules == ("tough",)
    assert list(find_value_markers({"en": "{a.b} {c}", "de": "{d.e-1}"})) == ["a.b", "d.e-1"]


@pytest.mark.parametrize(
    ("keyword", "limit", "expected"),
    [
        ("enum", ["a", 1], ("a", "1")),
        ("minimum", 3, "≥ 3"),
        ("minLength", 3, "≥ 3"),
        ("maximum", 3, "≤ 3"),
        ("const", 5, "5"),
    ],
)
def test_allowed_values_use_comparison_signs(keyword: str, limit: Any, expected: object) -> None:
    assert _format_allowed(keyword, SimpleNamespace(validator_value=limit)) == expected


def test_values_and_types_are_abbreviated() -> None:
    assert [_shorten(value) for value in ("x", 5, ["ü"], None)] == ["x", "5", '["ü"]', "null"]
    assert (_shorten("x" * 60), _shorten("x" * 61)) == ("x" * 60, "x" * 57 + "…")
    assert _find_example({"examples": [1, "a", "b"]}) == "a"
    assert _find_example({"examples": ["a"], "type": ["integer", "string"]}) == ("1", "a")
    assert (_find_example({}), _find_example(True)) == ("", "")
    single, several = _format_types("string"), _format_types(["string", "integer", "null"])
    assert isinstance(several, tuple)
    assert (several[0], len(several)) == (single, 2)


def languages(raw: dict[str, Any]) -> list[tuple[str | None, object]]:
    document = Document("f.yaml", "", raw, "yaml", ())
    return [
        (translation.on, translation.params["language"]) for translation in find_missing_translations(document, raw)
    ]


def test_named_languages_are_required_everywhere() -> None:
    named: dict[str, Any] = {"name": {"en": "A", "de": "B", "fr": "C"}}
    assert languages({"name": "A", "text": "x"}) == []
    assert languages({"name": {"en": "A"}, "text": "x"}) == []
    assert languages({**named, "text": "x"}) == [("text", "de"), ("text", "fr")]
    assert languages({**named, "text": {"en": "x", "de": "y"}}) == [("text", "fr")]
    assert languages({**named, "short": "A", "measure": {"name": "cm"}, "id": "x", "source": "y"}) == []
    assert languages({**named, "fields": [{"short": {"en": "x", "de": "y"}}]}) == [("fields[0].short", "fr")]
    points = [{"en": "x", "de": "y", "fr": "z"}, {"en": "x", "fr": "z"}]
    assert languages({**named, "reference": {"a": {"points": points}}}) == [("reference.a.points[1]", "de")]


@pytest.mark.parametrize(
    ("old", "new", "key", "params"),
    [
        ("size: 10", "size: 0", "DAT009", {"value": "0", "allowed": "≥ 1"}),
        (
            "systems: [aofr-3]",
            "systems: []",
            "DAT009",
            {"value": "[]", "allowed": build_catalogue_text("allowed.entries", n=1)},
        ),
        ("name: Testers", f"name: {'x' * 300}", "DAT009.no-value", {"size": Message("size.letters", {"n": 300})}),
        ("affects: all", "affects: most", "DAT009", {"allowed": ("all", "any")}),
        ("    cost: 90\n", "", "DAT007", {"missing": "cost"}),
        ("    cost: 90\n", "    prize: 90\n", "DAT006.no-suggestion", {"value": "prize"}),
        ("    cost: 90\n", "    points: 90\n", "DAT006", {"suggestion": "cost"}),
        ("    cost: 90\n", "    Pts: 90\n", "DAT006", {"suggestion": "cost"}),
        ("    cost: 90\n", "    cost: 90\n    points: 90\n", "DAT006", {"suggestion": "cost"}),
        ("    weapons:", "    equipment:", "DAT006", {"suggestion": "weapons"}),
    ],
)
def test_schema_errors_have_codes_and_parameters(
    check: Check, old: str, new: str, key: str, params: dict[str, object]
) -> None:
    findings = {message_key(finding, "en"): finding for finding in check((old, new))}
    assert {name: findings[key].params[name] for name in params} == params
    assert describe_finding(findings[key], "de") != describe_finding(findings[key], "en")


def test_misspelt_key_is_not_also_missing(check: Check) -> None:
    assert [finding.code for finding in check(("    cost: 90\n", "    cots: 90\n"))] == ["DAT006"]
    assert sorted(finding.code for finding in check(("    cost: 90\n", "    zzz: 90\n"))) == ["DAT006", "DAT007"]
    findings = check(("    cost: 90\n", ""), ("    size: 10\n", ""))
    assert sorted(str(finding.params["missing"]) for finding in findings) == ["cost", "size"]
