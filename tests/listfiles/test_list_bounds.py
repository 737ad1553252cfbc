"""Bounds of a list file: values at the bound pass silently, values beyond are reported."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from listbuilder.datafiles.positions import format_path
from listbuilder.datafiles.schema import load_schema
from listbuilder.diagnostics.messages import describe_finding
from listbuilder.errors import UnreadableError
from listbuilder.listfiles.field_reader import FileFindings, format_value
from listbuilder.listfiles.field_reader import check_list_size as too_long
from listbuilder.listfiles.files import MAX_JSON_BYTES, MAX_YAML_BYTES, parse_list, read_list
from listbuilder.listfiles.serialization import migrate_format, parse_format
from listbuilder.model import Half, Upgrade
from listbuilder.model.army_list import MAX_ENTRY_NOTES_LENGTH, MAX_LIST_NOTES_LENGTH, MAX_NAME_LENGTH
from tests.listfiles.test_list_schema import Path, change_value

SCHEMA: Mapping[str, Any] = load_schema("list")
HEAD = "format: 1\nname: x\nsystem: s\n"


def bounds(schema: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[Path, str, int]]:
    """Return every bound in the schema for a field of the sample."""
    for rule in ("maxLength", "maxItems", "maxProperties", "minimum", "maximum"):
        if rule in schema and path != ("format",):
            yield path, rule, schema[rule]
    for key, inner in schema.get("properties", {}).items():
        yield from bounds(inner, (*path, key))
    if path == ("books",):
        yield from bounds(schema["additionalProperties"], (*path, "free-cities"))
    if "items" in schema:
        yield from bounds(schema["items"], (*path, 0))


BOUNDS = [
    (path, rule, bound)
    for path, rule, bound in bounds(SCHEMA)
    # a file with too many entries is not a list; `{bow: 2, axe: 1}` is read as two picks
    if path != ("units",) and not (rule == "maxProperties" and "upgrades" in path)
]


def build_value(rule: str, size: int, path: Path) -> Any:
    if rule == "maxLength":
        return "x" * size
    if rule == "maxItems":
        return [{"id": "x"}] * size if path[-1] == "factions" else ["x"] * size
    return {f"u{number}": 1 for number in range(size)} if rule == "maxProperties" else size


@pytest.mark.parametrize(
    ("path", "rule", "bound"), BOUNDS, ids=[f"{format_path(bound[0])} {bound[1]}" for bound in BOUNDS]
)
def test_reader_and_schema_bounds_agree(path: Path, rule: str, bound: int) -> None:
    inside, outside = (bound, bound - 1) if rule == "minimum" else (bound, bound + 1)
    assert not list(parse_list(change_value(path, build_value(rule, inside, path))).report)
    (finding,) = parse_list(change_value(path, build_value(rule, outside, path))).report
    assert finding.on == format_path(path)
    assert f"{bound:,}" in describe_finding(finding, "en")


def test_all_schema_bounds_are_covered() -> None:
    assert len(BOUNDS) > 20


def test_number_of_entries_is_limited() -> None:
    most = SCHEMA["properties"]["units"]["maxItems"]
    assert len(parse_list(change_value(("units",), ["f/u"] * most)).army.entries) == most
    with pytest.raises(UnreadableError) as caught:
        parse_list(HEAD + "units: [" + "f/u, " * (most + 1) + "]\n", "big.yaml")
    (finding,) = caught.value.diagnostics
    assert (finding.code, finding.params["n"], finding.params["most"]) == ("DAT023", most + 1, most)
    assert finding.place is not None
    assert (finding.place.path, finding.place.line) == ("big.yaml", 4)


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"upgrades": [{"a": 200}]}, []),
        ({"upgrades": [{"a": 201}]}, [("DAT024", "a", 201)]),
        ({"upgrades": [{"a": 120}], "combined": {"upgrades": [{"a": 81}]}}, [("DAT024", "a", 201)]),
        ({"upgrades": [{"a": 120}], "combined": {"upgrades": [{"a": 80}]}}, []),
        ({"combined": {"upgrades": [{"a": 201}]}}, [("DAT024", "a", 201)]),
        ({"upgrades": [{"a": 999}]}, [("DAT024", "a", 999)]),
        ({"upgrades": [{"a": 1000}, {"b": 0}, {"c": -3}]}, []),  # each is reported by its check, and none is applied
    ],
)
def test_picks_count_with_multiplicity(entry: dict[str, Any], expected: list[tuple[str, str, int]]) -> None:
    army = parse_list({"format": 1, "system": "s", "units": [{"id": "a", "unit": "f/u", **entry}]}).army
    assert [(finding.code, finding.on, finding.params["n"]) for finding in too_long(army, "x")] == expected


def test_picks_of_the_whole_list_are_limited() -> None:
    units = [{"id": f"e{number}", "unit": "f/u", "upgrades": [{"a": 200}]} for number in range(11)]
    assert [*too_long(parse_list({"system": "s", "units": units[:10]}).army, "x")] == []
    (finding,) = too_long(parse_list({"system": "s", "units": units}).army, "big.yaml")
    assert (finding.code, finding.on, finding.params["n"], finding.params["most"]) == ("DAT024", None, 2200, 2000)
    assert finding.place is not None
    assert finding.place.path == "big.yaml"


@pytest.mark.parametrize(
    ("name", "most"), [("x.yaml", MAX_YAML_BYTES), ("x.json", MAX_JSON_BYTES), ("X.JSON", 1_000_000)]
)
def test_file_size_limit_is_exact(name: str, most: int) -> None:
    start = '{"format": 1, "name": "x", "system": "s", "units": []}' if name.lower() == "x.json" else HEAD + "units: []"
    raw = start.encode().ljust(most)
    assert read_list(raw, name).army.name == "x"
    with pytest.raises(UnreadableError) as caught:
        read_list(raw + b" ", name)
    assert [(finding.code, finding.params["most"]) for finding in caught.value.diagnostics] == [("DAT003", most)]


def test_json_content_gets_the_json_limit() -> None:
    raw = b"\xef\xbb\xbf \t\r\n" + b'{"system": "s", "units": []}'.ljust(MAX_YAML_BYTES)
    assert read_list(raw, "list.txt").army.system == "s"
    assert read_list(b"{system: s, units: []}", "list.txt").army.system == "s", "a flow mapping begins the same way"


@pytest.mark.parametrize(
    ("value", "read"),
    [("+5", 5), (" 7 ", 7), ("-5", -5), ("999999999", 999_999_999), (1_000_000_000, 1_000_000_000), (-7, -7), (0, 0)],
)
def test_numbers_may_be_quoted(value: object, read: int) -> None:
    loaded = parse_list(change_value(("units", 0, "xp"), value))
    assert loaded.army.entries[0].xp == read
    assert not list(loaded.report)


@pytest.mark.parametrize(
    ("value", "code"),
    [("", "DAT008"), ("+", "DAT008"), ("1 000", "DAT035"), ("1000000000", "DAT008"), (1_000_000_001, "DAT009"),
     (-1_000_000_001, "DAT009"), (False, "DAT008"), ([5], "DAT008")],
)  # fmt: skip
def test_non_numbers_are_reported_and_kept(value: object, code: str) -> None:
    loaded = parse_list(change_value(("units", 0, "xp"), value))
    assert [(finding.code, finding.on) for finding in loaded.report] == [(code, "units[0].xp")]
    assert loaded.army.entries[0].extra["xp"] == value
    assert loaded.army.entries[0].xp == 0


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "null"), (True, "true"), ({"a": ["ü"]}, '{"a": ["ü"]}'), ("a\n  b", "a b"), ("x" * 60, "x" * 60),
     ("x" * 61, "x" * 59 + "…"), ({(1, 2): 3}, "{(1, 2): 3}")],
)  # fmt: skip
def test_foreign_values_are_shown_briefly(value: object, text: str) -> None:
    assert format_value(value) == text


def test_findings_are_limited_to_five_hundred() -> None:
    findings = FileFindings()
    for number in range(1000):
        findings.add_missing(f"key-{number}", ())
    assert [finding.on for finding in findings.diagnostics] == [f"key-{number}" for number in range(500)]


@pytest.mark.parametrize(
    ("picks", "built", "paths"),
    [
        ([{}], (Upgrade("{}"),), ["units[0].upgrades[0]"]),
        ([None], (Upgrade("null"),), ["units[0].upgrades[0]"]),
        ([""], (Upgrade(""),), ["units[0].upgrades[0]"]),
        ([7], (Upgrade("7"),), []),
        ([0], (Upgrade("0"),), []),
        ([False], (Upgrade("false"),), []),
        (["a", ["b"]], (Upgrade("a"), Upgrade("['b']")), ["units[0].upgrades[1]"]),
        ([{"a": True}], (Upgrade("a", 0),), ["units[0].upgrades[0]"]),
        ([{"a": None, "b": 2}], (Upgrade("a", 0), Upgrade("b", 2)), ["units[0].upgrades[0]"]),
    ],
)
def test_malformed_picks_stay_in_the_list(picks: list[object], built: tuple[Upgrade, ...], paths: list[str]) -> None:
    plain: dict[str, Any] = {"format": 1, "system": "s", "units": [{"unit": "f/u", "upgrades": picks}]}
    loaded = parse_list(plain)
    assert loaded.army.entries[0].upgrades == built
    assert [(finding.code, finding.on) for finding in loaded.report] == [("DAT008", path) for path in paths]


@pytest.mark.parametrize(
    ("draft", "now"),
    [
        ({"limit": 5, "points": 7}, {"limit": 5, "points": 7}),
        ({"limit": 5}, {"points": 5}),
        ({"book": "f", "units": [{"unit": "u"}, {"unit": "g/u"}, {"unit": 3}, "u"]},
         {"units": [{"unit": "f/u"}, {"unit": "g/u"}, {"unit": 3}, "u"]}),
        ({"book": ["f"], "units": [{"unit": "u"}]}, {"book": ["f"], "units": [{"unit": "u"}]}),
        ({"units": [{"upgrades": {"a": 1, "b": 2}}]}, {"units": [{"upgrades": ["a", {"b": 2}]}]}),
        ({"units": [{"upgrades": {}, "combined": True}]}, {"units": [{"combined": {"upgrades": []}}]}),
        ({"units": [{"combined": {"upgrades": {"a": 2}}}]}, {"units": [{"combined": {"upgrades": [{"a": 2}]}}]}),
        ({"units": [{"combined": {}}]}, {"units": [{"combined": {}}]}),
        ({"units": [{"combined": False}]}, {"units": [{"combined": False}]}),
        ({"units": "none"}, {"units": "none"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("number", [{}, {"format": 0}, {"format": -3}, {"format": True}, {"format": "1"}])
def test_draft_format_is_migrated_without_loss(
    draft: dict[object, object], now: dict[object, object], number: dict[object, object]
) -> None:
    assert not parse_format({**number, **draft})
    assert migrate_format({**number, **draft})[0] == {"format": 1, **now}


def test_versioned_files_are_not_migrated() -> None:
    present: dict[object, object] = {"format": 1, "limit": 5, "book": "f", "units": [{"upgrades": {"a": 1}}]}
    assert migrate_format(present) == (present, ())
    assert [parse_format({"format": number}) for number in (0, 1, 2, True, None)] == [0, 1, 2, None, 0]


@pytest.mark.parametrize(
    ("raw", "half", "codes"),
    [(None, None, []), (False, None, []), ({}, Half(), []), ({"upgrades": ["a"]}, Half((Upgrade("a"),)), []),
     ({"x": 1}, Half(extra={"x": 1}), ["LST001"]), (0, Half(), ["DAT008"])],
)  # fmt: skip
def test_combined_values_mean_a_second_half(raw: object, half: Half | None, codes: list[str]) -> None:
    loaded = parse_list({"format": 1, "system": "s", "units": [{"unit": "f/u", "combined": raw}]})
    assert loaded.army.entries[0].combined == half
    assert [finding.code for finding in loaded.report] == codes


@pytest.mark.parametrize(
    ("book", "version", "codes"),
    [
        ("3.5", "3.5", []),
        (3, "3", []),
        ("x" * 40, "x" * 40, []),
        ("x" * 41, "x" * 41, ["DAT009"]),
        (True, "", ["DAT008"]),
        (None, "", ["DAT008"]),
    ],
)
def test_book_may_be_a_bare_version(book: object, version: str, codes: list[str]) -> None:
    loaded = parse_list({"format": 1, "system": "s", "books": {"f": book}, "units": []})
    assert [(finding.code, finding.on) for finding in loaded.report] == [(code, "books.f") for code in codes]
    assert [pin.version for pin in loaded.army.books.values()] == [version]


def test_missing_ids_are_assigned_letters() -> None:
    units: list[dict[str, Any]] = [
        {"unit": "f/u"},
        {"unit": "f/u", "id": "b"},
        {"unit": "f/u"},
        {"unit": "f/u", "id": ""},
    ]
    army = parse_list({"format": 1, "system": "s", "units": units}).army
    assert [entry.id for entry in army.entries] == ["a", "b", "c", "d"]


def test_entries_know_their_line() -> None:
    text = HEAD + "units:\n  - {id: a, unit: f/u}\n  - id: b\n    unit: f/u\n"
    loaded = parse_list(text)
    assert [loaded.line_of_entry(name) for name in ("a", "b", "nobody")] == [5, 6, None]
    assert parse_list({"system": "s", "units": ["f/u"]}).line_of_entry("a") is None
    as_json = json.dumps({"format": 1, "system": "s", "units": [{"id": "a", "unit": "f/u"}]}, indent=1)
    assert parse_list(as_json).line_of_entry("a") == 5


def test_input_limits_match_the_schema() -> None:
    entry = SCHEMA["properties"]["units"]["items"]["properties"]
    named = (SCHEMA["properties"]["name"], SCHEMA["properties"]["player"], entry["name"], entry["traits"]["items"])
    assert {field["maxLength"] for field in named} == {MAX_NAME_LENGTH}
    assert entry["notes"]["maxLength"] == MAX_ENTRY_NOTES_LENGTH
    assert SCHEMA["properties"]["notes"]["maxLength"] == MAX_LIST_NOTES_LENGTH
