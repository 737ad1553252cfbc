"""The tidy reader agrees with libyaml, and the files we write are tidy."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.errors import UnreadableError
from listbuilder.library.tidy_yaml import UNTIDY, line_of_item, read_tidy
from listbuilder.library.yaml_text import locate_yaml, parse_yaml
from listbuilder.listfiles import format_list, load_list
from tests.properties.strategies import SETTINGS, library

_PIECES = (
    *("a", "b c", "a/b", "x-y", "é", "²", "_", "a:b", "2+", "units", "007", "1.5", "a: ", "b: 1", "{a: b}", "[a, b]"),
    *("1", "0", "-5", "+5", "-0", "-1.5", "1234567890123456789", "-1234567890123456789", "12:30"),
    *("true", "True", "null", "NULL", "~", '"x"', '"1"', '""', '"a # b"', "'a'", "<<", "=", "yes"),
    *("\n", "\n ", "\n  ", "\n    ", "\n- ", "\n  - ", "\n  a: ", "\n  b:", "---\n", "...\n", "\t", "\r\n"),
    *("{", "}", "[", "]", "{}", "[]", ", ", ",", ": ", ":", " :", "- ", "-", "? ", "?", " ", "  "),
    *("#", " # ", "\n# c", "(", ")", '"', "'", "&a ", "*a", "!t ", "|", ">", "%", "@", "`", "\\", "\u200b", "\u2028"),
)
_LINES = st.builds(
    lambda begun, pieces: begun + "".join(pieces),
    st.sampled_from(["a: ", "b:", "units:\n  - ", "units:\n  - {", "c: [", "d: {", "e:\n  a: ", ""]),
    st.lists(st.sampled_from(_PIECES), max_size=8),
)
TEXTS = st.lists(_LINES, max_size=4).map("\n".join)


@settings(SETTINGS, max_examples=1000)
@given(TEXTS)
def test_tidy_values_agree_with_libyaml(text: str) -> None:
    tidy = read_tidy(text)
    try:
        read = parse_yaml(text, "")
    except UnreadableError:
        assert tidy is UNTIDY
    else:
        assert tidy is UNTIDY or repr((tidy, ())) == repr(read)  # 1 is not True


@settings(SETTINGS, max_examples=1000)
@given(TEXTS)
def test_tidy_lines_agree_with_libyaml(text: str) -> None:
    value = read_tidy(text)
    for key, items in value.items() if isinstance(value, dict) else ():
        for number in range(len(items)) if isinstance(items, list) else ():
            line = line_of_item(text, key, number)
            assert line is None or line == locate_yaml(text).values[key, number][0]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a: b\nunits:\n  - c\n  - {d: e,\n     f: g}\n\n  # - h\n  - i\nj: k\n", [3, 4, 8, None]),
        ('# units:\n"units":\n    - a\n\n# b\n    - c\nd:\n  - e', [3, 6, None]),
        ("units:\n  - \n    {a: b}\n  - c", [None, 4, None]),
        ("units: [a,\n  b]", [None]),
        ("a: b", [None]),
    ],
)
def test_lines_of_tidy_items(text: str, lines: list[int | None]) -> None:
    assert read_tidy(text) is not UNTIDY
    assert [line_of_item(text, "units", number) for number in range(len(lines))] == lines


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: 1\nb: true\nc: null\nd: x y\n", {"a": 1, "b": True, "c": None, "d": "x y"}),
        ('a: "1"\nb: 007\nc: 1.5\nd: 3+\ne: ""', {"a": "1", "b": "007", "c": "1.5", "d": "3+", "e": ""}),
        ('a: "b\\n# c"', {"a": "b\n# c"}),
        ("a: -5\nb: 1234567890123456789", {"a": -5, "b": "1234567890123456789"}),
        ("a:\n  - {b: c, d: [e, {f: 2}]}\n  - g\n", {"a": [{"b": "c", "d": ["e", {"f": 2}]}, "g"]}),
        ("a:\n  b: {}\n  1: [null, x]\n", {"a": {"b": {}, "1": [None, "x"]}}),
        ("# a\na: [b,\n  c]\n\n  # d\ne:\n    - {f: g,\n       h: i}", {"a": ["b", "c"], "e": [{"f": "g", "h": "i"}]}),
    ],
)
def test_tidy_texts_are_recognised(text: str, value: object) -> None:
    assert repr(read_tidy(text)) == repr(value) == repr(parse_yaml(text, "")[0])


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "# a",
            "a",
            "- a",
            "a:",
            "a: b: c",
            "a: b, c",
            "a: b # c",
            "a: 'b'",
            "a: True",
            "a: &b c",
            "a: !b c",
            "a: ~",
        ),
        *(
            "a: b\na: c",
            "a: {b: 1, b: 2}",
            "a: {b}",
            "a: [b: c]",
            "a: [b,]",
            "a: (b)",
            "a: [b (c, d)]",
            "a: b:c",
            "a:\tb",
        ),
        *(
            "a: b\n  c",
            'a: "b\n  c"',
            'a: "\\t"',
            'a: "\\\\n"',
            "a: |\n  b",
            "a:\n- b",
            "a:\n  - b: c",
            "a:\n    - b\n  - c",
            "a:\n  b: c\n d: e",
        ),
        *(
            "a: {b\n  : c}",
            "a: " + "[" * 51 + "]" * 51,
            "k" * 1001 + ": a",
            "---\na: b",
            "a: b\r\nc: d",
            "a: {b: c",
            "a: b]",
        ),
    ],
)
def test_untidy_texts_are_left_to_libyaml(text: str) -> None:
    assert read_tidy(text) is UNTIDY


def test_our_own_lists_are_tidy() -> None:
    armies = [load_list(header.file).army for header in library().sample_lists()]
    untidy = [army.name for army in armies if read_tidy(format_list(replace(army, notes=""))) is UNTIDY]
    assert untidy == []
