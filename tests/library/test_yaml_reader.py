from __future__ import annotations

import os
from pathlib import Path

import pytest

from listbuilder.datafiles.positions import format_path
from listbuilder.datafiles.reader import Document, load_document, read_document
from listbuilder.diagnostics import Diagnostic
from listbuilder.errors import UnreadableError


def read_refused(raw: bytes, name: str = "f.yaml") -> tuple[Diagnostic, ...]:
    with pytest.raises(UnreadableError) as caught:
        read_document(raw, name)
    return caught.value.diagnostics


def list_positions(findings: tuple[Diagnostic, ...]) -> list[tuple[str, str]]:
    return [(finding.code, str(finding.place)) for finding in findings]


def yaml(text: str) -> Document:
    return read_document(text.encode(), "f.yaml")


def json(text: str) -> Document:
    return read_document(text.encode(), "f.json")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on", "on"),
        ("yes", "yes"),
        ("3.5", "3.5"),
        ("010", "010"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("2026-01-01", "2026-01-01"),
        ("12:30", "12:30"),
        ("1e3", "1e3"),
        (".inf", ".inf"),
        ("=", "="),
        ("<<", "<<"),
        ("9" * 19, "9" * 19),
        ("7", 7),
        ("-7", -7),
        ("+7", 7),
        ("0", 0),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("'7'", "7"),
        ('"true"', "true"),
    ],
)
def test_yaml_scalars_have_four_types(text: str, value: object):
    assert yaml(f"- {text}").value == [value]


def test_keys_are_always_text():
    assert yaml("1: a\ntrue: b\n~: c\non: d").value == {"1": "a", "true": "b", "~": "c", "on": "d"}


def test_notation_in_flow_lists_needs_no_quotes():
    text = "[Pike (A1, Phalanx), Shield, War Horse (Fast, Impact(1), Hooves (A1)), 'Odd (', last]"
    expected = ["Pike (A1, Phalanx)", "Shield", "War Horse (Fast, Impact(1), Hooves (A1))", "Odd (", "last"]
    assert yaml(text).value == expected
    assert yaml(text).place_of((4,)).column == text.index("last") + 1


def test_notation_in_flow_mappings_needs_no_quotes():
    text = "{item: War Horse (Fast, Impact(1), 3, Hooves (A1)), base: 50x25mm, empty: }"
    assert yaml(text).value == {"item": "War Horse (Fast, Impact(1), 3, Hooves (A1))", "base": "50x25mm", "empty": None}


def test_open_bracket_in_block_list_is_kept():
    assert yaml("- a (b\n- c").value == ["a (b", "c"]


def test_first_of_duplicate_keys_counts():
    document = yaml("a: 1\nb: {c: 1, c: 2}\na: 3\n")
    assert document.value == {"a": 1, "b": {"c": 1}}
    assert list_positions(document.problems) == [("DAT005", "f.yaml:2:11"), ("DAT005", "f.yaml:3:1")]
    assert [problem.on for problem in document.problems] == ["b.c", "a"]


def test_duplicate_keys_in_json():
    document = json('{"a": 1,\n "b": {"c": 1, "c": 2}, "a": 3}')
    assert document.value == {"a": 1, "b": {"c": 1}}
    assert list_positions(document.problems) == [("DAT005", "f.json:2:16"), ("DAT005", "f.json:2:25")]


def test_duplicate_key_findings_are_capped():
    document = json('{"a": 1' + ', "a": 1' * 5_000 + "}")
    assert len(document.problems) == 100


def test_every_indenting_tab_is_reported():
    findings = read_refused(b"a:\n\tb: 1\n  c: x\ty\n \td: 2\n")
    assert list_positions(findings) == [("DAT015", "f.yaml:2:1"), ("DAT015", "f.yaml:4:2")]


def test_harmless_tabs_hide_no_other_finding():
    findings = read_refused(b"a: [1,\n\t2]\nb: }\n")
    assert list_positions(findings) == [("DAT015", "f.yaml:2:1"), ("DAT004", "f.yaml:3:4")]


def test_tags_are_findings_and_reading_continues():
    document = yaml("a: !!python/object/apply:os.system [x]\nb: !!binary eA==\n")
    assert [problem.code for problem in document.problems] == ["DAT016", "DAT016"]


def test_syntax_errors_have_a_place():
    assert list_positions(read_refused(b"a: [1, 2\nb: 3\n")) == [("DAT004", "f.yaml:1:4")], "where the bracket opens"
    assert list_positions(read_refused(b'{"a": 1,\n "b": }', "f.json")) == [("DAT004", "f.json:2:7")]


@pytest.mark.parametrize(
    "raw", [b"a: 1\n---\nb: 2\n", b"? [a]\n: b\n", b"a: *b\n", b"a: &a [*a]\n", b"a: \x07", b"a: \x00"]
)
def test_unsupported_yaml_is_refused(raw: bytes):
    assert [finding.code for finding in read_refused(raw)] == ["DAT004"]


@pytest.mark.parametrize(
    "raw", [b"", b"[NaN]", b"[1" + b"0" * 5000 + b"]", b'"\\ud800"', b'"\\udc00"', b"[1]]", b"\x00"]
)
def test_invalid_json_is_refused(raw: bytes):
    assert [finding.code for finding in read_refused(raw, "f.json")] == ["DAT004"]


def test_surrogate_pairs_are_letters():
    assert json('"\\ud83d\\ude00"').value == "😀"


def test_fractions_are_text_in_json_as_in_yaml():
    assert json("[1.5, 1e3, 2]").value == ["1.5", "1e3", 2]


@pytest.mark.parametrize(
    "text", ["[" * 3_000_000, "- " * 100_000, "{a: " * 100_000, "\n".join(" " * n + "a:" for n in range(300))]
)
def test_deep_nesting_is_refused_early(text: str):
    assert [finding.code for finding in read_refused(text.encode())] == ["DAT012"]


def test_deep_nesting_in_json():
    assert list_positions(read_refused(b"[" * 100_000, "f.json")) == [("DAT012", "f.json:1:101")]
    assert json('["' + "[" * 500 + '"]').value == ["[" * 500]


def test_a_hundred_levels_are_fine():
    assert yaml("[" * 100 + "]" * 100).problems == ()
    assert json("[" * 100 + "]" * 100).problems == ()


def test_aliases_work():
    assert yaml("a: &x [1, 2]\nb: *x").value == {"a": [1, 2], "b": [1, 2]}


def test_alias_bombs_are_refused():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 30)]
    assert [finding.code for finding in read_refused("\n".join(lines).encode())] == ["DAT011"]


def test_bytes_that_are_not_utf8_have_a_place():
    assert list_positions(read_refused("ä: 1\nbü: ".encode() + b"\xff\xfe")) == [("DAT002", "f.yaml:2:5")]


def test_byte_order_mark_is_ignored():
    assert read_document("\ufeffa: 1".encode(), "f.yaml").value == {"a": 1}
    assert read_document('\ufeff{"a": 1}'.encode(), "f.json").value == {"a": 1}


def test_an_empty_file_is_nothing():
    assert yaml("").value is None
    assert yaml("# only words\n").value is None


def test_large_files_are_refused(tmp_path: Path):
    path = tmp_path / "f.yaml"
    path.write_text("a: 12345")
    assert load_document(path, max_size=8).value == {"a": 12345}
    with pytest.raises(UnreadableError) as caught:
        load_document(path, max_size=7)
    assert [finding.code for finding in caught.value.diagnostics] == ["DAT003"]


@pytest.mark.parametrize("name", ["missing.yaml", "", "no\0name", "f.yaml/inside", "x" * 5000])
def test_folders_and_missing_files_are_findings(tmp_path: Path, name: str):
    (tmp_path / "f.yaml").touch()
    with pytest.raises(UnreadableError) as caught:
        load_document(f"{tmp_path}/{name}")
    assert [finding.code for finding in caught.value.diagnostics] == ["DAT001"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_does_not_block(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(UnreadableError):
        load_document(tmp_path / "pipe.yaml")


def test_a_device_does_not_fill_the_memory():
    with pytest.raises(UnreadableError):
        load_document("/dev/zero")


@pytest.mark.parametrize("suffix", ["yaml", "json"])
def test_positions_of_values_and_keys(suffix: str):
    text = '{\n  "a": {"b": [1,\n    {"ü": 2, "c": "x"}]}\n}'
    document = read_document(text.encode(), f"f.{suffix}")
    assert (document.place_of(()).line, document.place_of(()).column) == (1, 1)
    assert str(document.place_of(("a", "b", 0))) == f"f.{suffix}:2:15"
    assert str(document.place_of(("a", "b", 1, "c"))) == f"f.{suffix}:3:19"
    assert str(document.place_of(("a", "b", 1, "c"), key=True)) == f"f.{suffix}:3:14"
    assert document.place_of(("a", "b", 1, "missing")) == document.place_of(("a", "b", 1))


def test_paths_read_like_code():
    assert format_path(("units", 3, "rules", 0)) == "units[3].rules[0]"
    assert format_path(()) == ""


@pytest.mark.parametrize(
    ("text", "code"), [("a: 1\n" * 200, "DAT005"), ("- !x a\n" * 200, "DAT016"), ("a:\n\tb\n" * 200, "DAT015")]
)
def test_findings_per_file_are_capped(text: str, code: str) -> None:
    try:
        findings = list(read_document(text.encode(), "x.yaml").problems)
    except UnreadableError as error:
        findings = list(error.diagnostics)
    assert [finding.code for finding in findings[:99]] == [code] * 99
    assert len(findings) <= 101


def test_fatal_error_follows_capped_findings() -> None:
    with pytest.raises(UnreadableError) as caught:
        read_document(("a: 1\n" * 200 + "b: *none\n").encode(), "x.yaml")
    assert [finding.code for finding in caught.value.diagnostics] == ["DAT005"] * 99 + ["DAT004"]
