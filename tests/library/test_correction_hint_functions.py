"""Correction hints one by one: what was meant and why, or nothing if it cannot be known."""

from __future__ import annotations

import pytest

from listbuilder.datafiles.correction_hints import (
    CorrectionHint,
    amount_hint,
    has_odd_count,
    id_hint,
    limit_hint,
    notation_hint,
    notation_kind,
    placement_hint,
    quote_text,
    type_hint,
    unquoted_comma_hint,
)
from listbuilder.i18n import translate

RATED = {"ap", "tough", "blast"}
"""Rules that take a number."""


def describe_hint(hint: CorrectionHint | None) -> tuple[str, ...]:
    """Return the correction and its reasons."""
    if hint is None:
        return ()
    sentences = {translate("en", f"hint.{key}"): key for key in REASONS}
    return (hint.instead, *(sentences[reason.en] for reason in hint.reason))


REASONS = (
    "affects", "attacks", "base", "brackets", "close", "comma", "cost", "count", "flag", "id", "item", "limit", "list",
    "no-attacks", "no-space", "number", "plain-number", "quotes", "range", "round", "select", "size", "space",
    "straight", "target", "text", "weapon",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "kind", "meant"),
    [
        ("Pike (A1)", "weapons", ()),
        ("2x Pike (A1)", "weapons", ()),
        ("Pike(A3)", "weapons", ("Pike (A3)", "space")),
        ("2 × Pike(A1)", "weapons", ("2x Pike (A1)", "space", "count")),
        ("100*Pike (A1)", "weapons", ("100x Pike (A1)", "count")),
        ("Gun (24 in., 3A, AP: 2)", "weapons", ("'Gun (24\", A3, AP(2))'", "range", "attacks", "number")),
        ('Gun (24", AP(1))', "weapons", ("'Gun (24\", A1, AP(1))'", "no-attacks")),
        ("Gun (AP(1))", "weapons", ('"Gun (A1, AP(1))"', "no-attacks")),
        ("Gun (A1, AP(1), Blast3)", "weapons", ('"Gun (A1, AP(1), Blast(3))"', "number")),
        ("Gun (2)", "weapons", ("Gun (A2)", "attacks")),
        ("Gun (A=2)", "weapons", ("Gun (A2)", "attacks")),
        ("Gun (attack 2)", "weapons", ("Gun (A2)", "attacks")),
        ("Gun [A2; AP(1)]", "weapons", ('"Gun (A2, AP(1))"', "comma", "round")),
        ("Gun A2", "weapons", ("Gun (A2)", "brackets")),
        ("Gun 2A", "gain", ("Gun (A2)", "brackets")),
        ("Gun A2", "items", ()),
        ("Gun 2A", "rules", ()),
        ("Pike ()", "weapons", ("Pike (A1)", "no-attacks")),
        (" Pike (A1) ", "weapons", ("Pike (A1)", "straight")),
        ("Pike", "weapons", ()),
        ("", "weapons", ()),
        ("Pike (A1) (A2)", "weapons", ()),
        ("((Pike", "weapons", ()),
        ("AP2", "rules", ("AP(2)", "number")),
        ("AP +2", "rules", ("AP(2)", "number")),
        ("AP: 2", "gain", ("AP(2)", "number")),
        ("AP(2", "rules", ("AP(2)", "close")),
        ("AP(2)", "rules", ()),
        ("Fear2", "rules", ()),
        ("Tough (3)", "rules", ("Tough(3)", "no-space")),
        ("Tough (3)", "gain", ("Tough(3)", "no-space")),
        ("Tough (3)", "items", ()),
        ("Tough(3)", "gain", ()),
        ("Tough3", "items", ()),
        ("{Kit}", "rules", ()),
        ("Kit(Fearless)", "items", ("Kit (Fearless)", "space")),
        ("Kit(Fearless)", "gain", ()),
        ("Kit(A2)", "gain", ("Kit (A2)", "space")),
        ("Kit (AP2)", "gain", ("Kit (AP(2))", "number")),
        ("“Kit” (Fast", "items", ("Kit (Fast)", "straight", "close")),
        ("Kit (a;b", "items", ('"Kit (a, b)"', "comma", "close")),
        ("Kit (24zoll)", "items", ("'Kit (24\")'", "range")),
        ("Kit (24’’, A1)", "items", ("'Kit (24\", A1)'", "range")),
        ("Kit ((", "items", ()),
    ],
)  # fmt: skip
def test_notation_corrections(text: str, kind: str, meant: tuple[str, ...]) -> None:
    assert describe_hint(notation_hint(text, kind, RATED)) == meant


def test_only_numbered_rules_get_brackets() -> None:
    assert notation_hint("Kit (AP2)", "gain") is None
    assert notation_hint("AP2", "rules") is None


@pytest.mark.parametrize(
    ("text", "kind", "meant"),
    [
        ("Pike (A1)", "rules", ("weapons: [Pike (A1)]", "weapon")),
        ('Pike (24", 2 attacks)', "rules", ("weapons: ['Pike (24\", 2 attacks)']", "weapon")),
        ("Tough(3)", "rules", ()),
        ("Rope", "rules", ()),
        ("Rope", "items", ("{item: Rope}", "item")),
        ("Rope, long", "items", ('{item: "Rope, long"}', "item")),
        ("Rope (Fast)", "items", ()),
        ("Rope)", "items", ()),
        ('Rope"', "items", ()),
        ("Pike (A1)", "targets", ("Pike", "target")),
        ("Pike", "targets", ()),
        ("Pike (A1)", "weapons", ()),
        ("Pike (A1)", "items", ()),
    ],
)
def test_misplaced_equipment_hints(text: str, kind: str, meant: tuple[str, ...]) -> None:
    assert describe_hint(placement_hint(text, kind)) == meant


@pytest.mark.parametrize(
    ("value", "instead"),
    [
        (1, "{exactly: 1}"), (99, "{exactly: 99}"), ("one", "{exactly: 1}"), ("Ten", "{exactly: 10}"),
        ("2x", "{exactly: 2}"), ("only 1", "{exactly: 1}"), ("exactly 4", "{exactly: 4}"),
        ("up to three", "{up_to: 3}"),
        ("up_to 2", "{up_to: 2}"), ("max. 2", "{up_to: 2}"), ("at most 2", "{up_to: 2}"), ("all", "any"),
        (100, None), (True, None), (None, None), ([1], None), ("some", None), ("eleven", None),
    ],
)  # fmt: skip
@pytest.mark.parametrize("key", ["select", "affects"])
def test_amount_corrections(value: object, instead: str | None, key: str) -> None:
    assert describe_hint(amount_hint(value, key)) == (() if instead is None else (instead, key))


@pytest.mark.parametrize(("value", "instead"), [(2, "{most: 2}"), (0, "{most: 0}"), (True, None), ("2", None)])
def test_limit_corrections(value: object, instead: str | None) -> None:
    assert describe_hint(limit_hint(value)) == (() if instead is None else (instead, "limit"))


@pytest.mark.parametrize(
    ("value", "type_name", "key", "meant"),
    [
        ("5", "integer", "size", ("5", "plain-number")),
        ("+5 models", "integer", "size", ("5", "plain-number")),
        ("25mm", "integer", "x", ("25", "plain-number")),
        ("5", "string", "size", ()),
        ("x5", "integer", "size", ()),
        ("1.090", "integer", "cost", ("1090", "plain-number")),
        ("12,345,678", "integer", "cost", ("12345678", "plain-number")),
        ("1.090", "string", "version", ()),
        ("1.09", "integer", "cost", ()),
        ("9 per model", "integer", "cost", ("9", "cost")),
        ("9/m", "object", "cost", ("9", "cost")),
        ("9 per model", "integer", "size", ()),
        ("5-10", "integer", "size", ("5", "size")),
        ("5 bis 10", "integer", "size", ("5", "size")),
        ("5-10", "integer", "quality", ()),
        ("Free", "integer", "cost", ("0", "plain-number")),
        ("seven", "integer", "size", ("7", "plain-number")),
        ("free", "string", "name", ()),
        ("Yes", "boolean", "x", ("true", "flag")),
        ("nein", "boolean", "x", ("false", "flag")),
        ("maybe", "boolean", "x", ()),
        ("yes", "string", "x", ()),
        ("5", "boolean", "x", ()),
        (5, "boolean", "x", ()),
        ("a, b (c, d)", "array", "rules", ('[a, "b (c, d)"]', "list")),
        ("a, b)", "array", "rules", ('["a, b)"]', "list")),
        (5, "array", "rules", ()),
        (25, "object", "base", ("25mm", "base")),
        (True, "object", "base", ()),
        ("25", "object", "base", ()),
        (5, "string", "version", ('"5"', "text")),
        (5, "object", "version", ()),
        (5, "string", "3", ()),
        (True, "string", "version", ()),
        (None, "string", "x", ()),
    ],
)
def test_type_corrections(value: object, type_name: str, key: str, meant: tuple[str, ...]) -> None:
    assert describe_hint(type_hint(value, [type_name], key)) == meant


@pytest.mark.parametrize(
    ("value", "suggestion"), [("The Testers", "the-testers"), ("the-testers", None), ("!!!", None)]
)
def test_id_corrections(value: str, suggestion: str | None) -> None:
    assert describe_hint(id_hint(value)) == (() if suggestion is None else (suggestion, "id"))


@pytest.mark.parametrize(
    ("value", "after", "whole"),
    [
        ("Bow (24", 'A1)"', "'Bow (24\", A1)'"),
        ("Bow (24)", 'A1)"', None),
        ("Bow", 'A1)"', None),
        ("Bow (24", "A1)", None),
        ("Bow (24", 5, None),
        ("Bow (24", None, None),
    ],
)
def test_texts_cut_by_quotes_are_rejoined(value: str, after: object, whole: str | None) -> None:
    assert describe_hint(unquoted_comma_hint(value, after)) == (() if whole is None else (whole, "quotes"))


def test_counts_are_recognised_in_any_notation() -> None:
    names = ("2 x Claw", "2x Claw", "12×Claw", "3*Claw", "x2", "Claw", "2 x", "1000x Claw")
    assert [has_odd_count(name) for name in names] == [True] * 4 + [False] * 4


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (("units", 0, "rules", 0), "rules"),
        (("units", 0, "weapons", 1), "weapons"),
        (("units", 0, "weapons", 1, "weapon"), "weapons"),
        (("units", 0, "items", 0), "items"),
        (("units", 0, "items", 0, "item"), "items"),
        (("packages", "a", 0, "options", 0, "gain", 0), "gain"),
        (("packages", "a", 0, "replace", 0), "targets"),
        (("packages", "a", 0, "upgrade", 0), "targets"),
        (("packages", "a", 0, "attachment"), "targets"),
        (("rules",), ""),
        (("rules", "home-ground"), ""),
        (("units", 0, "name"), ""),
        ((0,), ""),
        ((), ""),
    ],
)
def test_notation_kind_of_a_path(path: tuple[str | int, ...], kind: str) -> None:
    assert notation_kind(path) == kind


@pytest.mark.parametrize(
    ("text", "written"),
    [("Pike (A1)", "Pike (A1)"), ("a-b", "a-b"), ("a, b", '"a, b"'), ("a:b", '"a:b"'), ("a#b", '"a#b"'), ("-x", '"-x"'),
     ("(a)", '"(a)"'), ("a[b", '"a[b"'), ("a}", '"a}"'), ("a\"b'c", "'a\"b''c'")],
)  # fmt: skip
def test_quoting_of_texts(text: str, written: str) -> None:
    assert quote_text(text) == written
