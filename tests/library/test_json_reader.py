"""Reading JSON: valid texts are read quickly, and errors have a position."""

from __future__ import annotations

import json

import pytest

from listbuilder.datafiles.json_reader import locate_json, parse_json
from listbuilder.diagnostics.messages import describe_finding
from listbuilder.errors import UnreadableError
from listbuilder.validation.message_arguments import Message
from tests.sentences import sentence


def list_refusal_codes(text: str) -> list[str]:
    with pytest.raises(UnreadableError) as caught:
        parse_json(text, "x.json")
    return [finding.code for finding in caught.value.diagnostics]


def test_unterminated_strings_are_scanned_once() -> None:
    assert list_refusal_codes("[]" * 101 + '"' + '\\"' * 40_000) == ["DAT004"]
    assert list_refusal_codes('{"a":' * 101 + '"' + '\\"' * 40_000) == ["DAT012"]


@pytest.mark.parametrize("depth", [101, 150, 5_000, 200_000])
def test_deep_nesting_is_refused_even_when_truncated(depth: int) -> None:
    assert list_refusal_codes("[" * depth) == ["DAT012"]
    assert list_refusal_codes("[" * depth + "]" * depth) == ["DAT012"]
    assert list_refusal_codes('{"a":' * depth + "1" + "}" * depth) == ["DAT012"]


def test_sibling_brackets_are_not_nesting() -> None:
    assert parse_json("[" + ",".join(["[]"] * 500) + "]", "x") == ([[]] * 500, ())
    assert parse_json("[" + ",".join(["{}"] * 500) + "]", "x") == ([{}] * 500, ())
    deep = "[" * 99 + ",".join(["[]"] * 500) + "]" * 99
    assert parse_json(deep, "x")[1] == ()


@pytest.mark.parametrize(
    ("text", "spot"),
    [("[1,\n 2,\n  x]", (3, 3)), ("x", (1, 1)), ('{"a": 1,\n"b": ]', (2, 6)), ("\n" + "[" * 101, (2, 101))],
)
def test_json_findings_have_a_position(text: str, spot: tuple[int, int]) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_json(text, "x.json")
    [finding] = caught.value.diagnostics
    assert finding.place is not None
    assert (finding.place.line, finding.place.column) == spot


def test_json_values_have_positions() -> None:
    text = '{"a": [1,\n  {"b":  "x,]"}],\n\n "c": {}}'
    positions = locate_json(text)
    assert positions.values == {
        (): (1, 1),
        ("a",): (1, 7),
        ("a", 0): (1, 8),
        ("a", 1): (2, 3),
        ("a", 1, "b"): (2, 10),
        ("c",): (4, 7),
    }
    assert positions.keys == {("a",): (1, 2), ("a", 1, "b"): (2, 4), ("c",): (4, 2)}


def test_first_of_two_equal_keys_counts() -> None:
    value, problems = parse_json('{"a": 1, "b": 2,\n "a": 3, "a": 4}', "x")
    assert value == {"a": 1, "b": 2}
    assert [
        (problem.code, problem.on, problem.place and (problem.place.line, problem.place.column)) for problem in problems
    ] == [("DAT005", "a", (2, 2)), ("DAT005", "a", (2, 10))]
    assert len(parse_json("{" + ",".join(['"a": 1'] * 300) + "}", "x")[1]) == 100


def test_maximum_nesting_is_accepted() -> None:
    assert parse_json("[" * 100 + "]" * 100, "")[1] == ()


@pytest.mark.parametrize(
    "text",
    ['{"a": 1, "a": 2}', '{"a" : 1, "a" : 2}', '{"b": {"a": 1, "\\u0061": 2}}', '{"a": 1, "b": ":\\":", "a"\n:2}'],
)
def test_escaped_duplicate_keys_are_found(text: str) -> None:
    value, problems = parse_json(text, "")
    assert [problem.code for problem in problems] == ["DAT005"]
    assert '"a": 1' not in text or "1" in str(value)


@pytest.mark.parametrize("text", ['{"a": "x:y", "b": "\\":"}', '{"a" : {"b" : 1}}', '["a:", "\\":"]'])
def test_colons_in_strings_are_not_duplicate_keys(text: str) -> None:
    assert parse_json(text, "")[1] == ()


def test_lone_surrogates_are_refused() -> None:
    assert list_refusal_codes('{"a": "\\ud83d"}') == ["DAT004"]
    assert list_refusal_codes('{"a": "\ud83d"}') == ["DAT004"]
    assert parse_json('{"a": "\\ud83d\\ude00"}', "")[0] == {"a": "\U0001f600"}


@pytest.mark.parametrize(
    ("text", "spot"),
    [
        ("[NaN]", (1, 1)),
        ('\n["\ud83d"]', (1, 1)),
        ('\n["a",\n "\\ud83d"]', (3, 3)),
        ('["\\uDC00"]', (1, 3)),
        ('["\\ud83d\\ude00 \\ude00"]', (1, 16)),
        ('{"a":' * 101 + "1", (1, 501)),
        ('["[[[",\n' + "[" * 100 + "]" * 100 + "]", (2, 100)),
    ],
)
def test_invalid_values_have_positions(text: str, spot: tuple[int, int]) -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_json(text, "x.json")
    [finding] = caught.value.diagnostics
    assert finding.place is not None
    assert (finding.place.path, finding.place.line, finding.place.column) == ("x.json", *spot)


def test_lists_and_mappings_both_count_as_depth() -> None:
    for depth, fine in ((100, True), (101, False)):
        mixed = "".join('{"a":' if level % 2 else "[" for level in range(depth))
        whole = mixed + "1" + "".join("}" if level % 2 else "]" for level in reversed(range(depth)))
        if fine:
            assert parse_json(whole, "")[1] == ()
        else:
            assert list_refusal_codes(whole) == ["DAT012"]
    assert parse_json('["é", "\\u00e9", "\\\\ud800"]', "")[0] == ["é", "é", "\\ud800"]


PROBLEMS = {
    '{"a": 1,}': (None, "json-comma-last"),
    "[1, 2,\n]": (None, "json-comma-last"),
    '{"a" 1}': (6, "json-colon"),
    "{'a': 1}": (2, "json-quotes"),
    "{\"a\": 'x'}": (7, "json-quotes"),
    "{a: 1}": (2, "json-key"),
    '{"a": 1': (8, "end"),
    "[1, 2": (6, "end"),
    '{"a": 1 "b": 2}': (9, "json-comma"),
    '{"a": tru}': (7, "json-value"),
    '{"a": "x\ny"}': (9, "json-line"),
    '{"a": "x': (7, "json-open"),
    '{"a": "\\q"}': (8, "json-backslash"),
    '{"a": 1} x': (10, "json-more"),
}


@pytest.mark.parametrize(("text", "expected"), PROBLEMS.items())
def test_json_errors_are_explained(text: str, expected: tuple[int | None, str]) -> None:
    column, problem = expected
    with pytest.raises(UnreadableError) as caught:
        parse_json(text, "a.json")
    (finding,) = caught.value.diagnostics
    assert finding.place is not None
    assert (finding.code, finding.params) == ("DAT004", {"problem": Message(f"syntax.{problem}")})
    assert describe_finding(finding, "en") == sentence("DAT004", problem=sentence(f"syntax.{problem}"))
    assert describe_finding(finding, "de") == sentence("DAT004", "de", problem=sentence(f"syntax.{problem}", "de"))
    assert column in (None, finding.place.column), "Python 3.13 points at the comma, older versions after it"


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100 + "]" * 100,
        '{"a": "' + "[" * 200 + '", "b": [1]}',
        '["' + "]}" * 60 + '", ' + "[" * 60 + "]" * 60 + "]",
        "[" + ", ".join('{"[": "]"}' for _ in range(200)) + "]",
        "[" + ", ".join("[{}]" for _ in range(200)) + "]",
    ],
)
def test_brackets_in_strings_are_not_nesting(text: str) -> None:
    assert parse_json(text, "")[0] == json.loads(text)
