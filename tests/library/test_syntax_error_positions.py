"""Syntax errors have the line and column where an author would look, and a cause."""

from __future__ import annotations

import pytest

from listbuilder.datafiles.yaml_reader import locate_yaml, parse_yaml
from listbuilder.diagnostics.messages import describe_finding
from listbuilder.errors import UnreadableError
from listbuilder.validation.message_arguments import Message

LONG = "w" * 80


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("a: b: c\n", 1, 5, Message("syntax.colon")),
        ("a: [b, c: d: e]\n", 1, 12, Message("syntax.colon")),
        ("size 10\nb: 2\n", 1, 1, Message("syntax.colon-missing", {"line": "size 10"})),
        ("  size 10\n  b: 2\n", 1, 3, Message("syntax.colon-missing", {"line": "size 10"})),
        ("- id: x\n  size 10\n\n\n  cost: 5\n", 2, 3, Message("syntax.colon-missing", {"line": "size 10"})),
        ("a: x\n  y z\n  b: 2\n", 2, 3, Message("syntax.colon-missing", {"line": "y z"})),
        (f"a: 1\n{LONG}\nb: 2\n", 2, 1, Message("syntax.colon-missing", {"line": LONG[:60]})),
        ("size:10\nb: 2\n", 1, 1, Message("syntax.colon-space", {"line": "size:10"})),
        ("a: 1\n   b: 2\n", 2, 4, Message("syntax.indentation")),
        ("a: 1\n\n# note\n   b: 2\n", 4, 4, Message("syntax.indentation")),
        ("- a\n   b: 2\n", 2, 4, Message("syntax.indentation")),
        ("a:\n  b: 1\n c: 2\n", 3, 2, Message("syntax.indentation")),
        (" a: 1\nb: 2\n", 2, 1, Message("syntax.indentation")),
        ("- - a\n - b\n", 2, 2, Message("syntax.indentation")),
        ("a: [1, 2\nb: 3\n", 1, 4, Message("syntax.bracket", {"opened": "[", "closed": "]"})),
        ("x: 1\na: {b: 1\n", 2, 4, Message("syntax.bracket", {"opened": "{", "closed": "}"})),
        ("a: [b[c]]\n", 1, 6, Message("syntax.round")),
        ("a: ]\n", 1, 4, Message("syntax.bracket-more", {"closed": "]"})),
        ("a: {}}\n", 1, 6, Message("syntax.bracket-more", {"closed": "}"})),
        ("a: [\n", 2, 1, Message("syntax.end")),
        ('a: "x\n', 1, 4, Message("syntax.quote-open")),
        ("a: 'x\nb: 2\nc: 'y'\n", 1, 4, Message("syntax.quote-open")),
        ('z: 1\na: "b\nc: 1\nd: "e" f\n', 2, 4, Message("syntax.quote-open")),
        ('a: "x "y" z"\n', 1, 8, Message("syntax.quotes")),
        ("b: 1\na: 'x'y\n", 2, 7, Message("syntax.quotes")),
        ("a: [red]Guards\nb: 1\n", 1, 9, Message("syntax.bracket-first")),
        ("a: {red} Guards\n", 1, 10, Message("syntax.bracket-first")),
        ("a: @b\n", 1, 4, Message("syntax.character", {"character": "@"})),
        ("x: - a\n", 1, 4, Message("syntax.dash")),
        ('a: "\\d"\n', 1, 5, Message("syntax.backslash")),
        ("b: 1\na: |x\n b\n", 2, 5,
         Message("syntax.other", {"problem": "did not find expected comment or line break"})),
        ("b: 1\na: \x07", 2, 4, Message("syntax.other", {"problem": "control characters are not allowed"})),
        ("\x07", 1, 1, Message("syntax.other", {"problem": "control characters are not allowed"})),
    ],
)  # fmt: skip
def test_yaml_errors_have_cause_and_position(text: str, line: int, column: int, problem: Message) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_yaml(text, "x.yaml")
    (finding,) = caught.value.diagnostics
    assert (finding.code, finding.params) == ("DAT004", {"problem": problem})
    assert finding.place is not None
    assert (finding.place.path, finding.place.line, finding.place.column) == ("x.yaml", line, column)
    assert describe_finding(finding, "de") != describe_finding(finding, "en")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[a (b, c), d]", ["a (b, c)", "d"]),
        ("[a (b, 'c)', d]", ["a (b", "c)", "d"]),
        ("['a (b', c)]", ["a (b", "c)"]),
        ("[a (b, [c]), d]", None),
        ("[(a, 5, (b, c))]", ["(a, 5, (b, c))"]),
        ("{x: a (b, c), y: d}", {"x": "a (b, c)", "y": "d"}),
        ("{x: a (b, c: d)}", {"x": "a (b", "c": "d)"}),
        ("{x: 'a (b', c}", {"x": "a (b", "c": None}),
        ("{x: 1, x: a (b, c}", {"x": 1, "c": None}),
        ("[{x: a (b, c), y: 2}, (d]", [{"x": "a (b, c)", "y": 2}, "(d"]),
        ("x: a (b\ny: c\n", {"x": "a (b", "y": "c"}),
        ("[999999999999999999, 9999999999999999999, -0, 00]", [999_999_999_999_999_999, "9" * 19, 0, "00"]),
        ("[+, -, 1a, ~a]", ["+", "-", "1a", "~a"]),
    ],
)
def test_split_notation_is_joined_until_closed(text: str, value: object) -> None:
    if value is not None:
        assert parse_yaml(text, "")[0] == value
    else:
        with pytest.raises(UnreadableError):
            parse_yaml(text, "")


@pytest.mark.parametrize(("repeats", "fine"), [(9_999, True), (10_000, True), (10_001, False)])
def test_alias_expansion_is_capped(repeats: int, fine: bool) -> None:
    text = f"a: &a x\nb: [{', '.join(['*a'] * repeats)}]\n"
    if fine:
        assert len(parse_yaml(text, "")[0]["b"]) == repeats
        return
    with pytest.raises(UnreadableError) as caught:
        parse_yaml(text, "")
    assert [(finding.code, finding.params) for finding in caught.value.diagnostics] == [("DAT011", {"most": 10_000})]


def test_nested_aliases_count_in_full() -> None:
    ten = ", ".join(["*a"] * 10)
    text = f"a: &a [{', '.join('x' * 9)}]\nb: &b [{ten}]\nc: [{', '.join(['*b'] * 98)}]\n"
    assert parse_yaml(text, "")[1] == (), "10 × 10, and 98 × 101: of a list, all that is in it too"
    with pytest.raises(UnreadableError):
        parse_yaml(text.replace("c: [", "c: [*b, "), "")


def test_duplicate_key_keeps_first_position() -> None:
    positions = locate_yaml("a: 1\nb:\n  - x\n  - {c: 2}\na: 3\n")
    assert positions.keys == {("a",): (1, 1), ("b",): (2, 1), ("b", 1, "c"): (4, 6)}
    assert positions.values == {
        (): (1, 1), ("a",): (1, 4), ("b",): (3, 3), ("b", 0): (3, 5), ("b", 1): (4, 5), ("b", 1, "c"): (4, 9)
    }  # fmt: skip


def test_fatal_error_is_reported_last() -> None:
    text = "".join(f"- !t{number} x\n" for number in range(98)) + "- !last y\n- *nobody\n"
    with pytest.raises(UnreadableError) as caught:
        parse_yaml(text, "")
    codes = [finding.code for finding in caught.value.diagnostics]
    assert codes == ["DAT016"] * 99 + ["DAT004"]
    assert caught.value.diagnostics[98].params == {"tag": "!last"}
