from __future__ import annotations

import pytest

from listbuilder.diagnostics.messages import describe_finding
from listbuilder.errors import UnreadableError
from listbuilder.listfiles.files import parse_list
from listbuilder.listfiles.serialization import parse_format
from listbuilder.listfiles.writer import format_list_yaml
from listbuilder.model import Half, Upgrade

HEAD = "format: 1\nname: x\nsystem: s\n"


def codes(text: str) -> list[tuple[str, str | None]]:
    return [(finding.code, finding.on) for finding in parse_list(text).report]


def test_unknown_keys_are_reported_and_kept():
    loaded = parse_list(HEAD + "colour: red\nunits:\n  - {id: a, unit: f/u, upgrade: [x]}\n")
    places = [(finding.code, finding.on, finding.place.line) for finding in loaded.report]
    assert places == [("LST001", "colour", 4), ("LST001", "units[0].upgrade", 6)]
    assert "upgrades" in describe_finding(loaded.report.diagnostics[1], "en")
    assert "colour: red" in format_list_yaml(loaded.army)
    assert "upgrade: [x]" in format_list_yaml(loaded.army)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("points: lots", ("DAT008", "points")),
        ("points: true", ("DAT008", "points")),
        ("points: 99999999999", ("DAT009", "points")),
        ("force_org: maybe", ("DAT008", "force_org")),
        ("name: [a]", ("DAT008", "name")),
        ("books: 3", ("DAT008", "books")),
    ],
)
def test_wrong_types_are_reported_and_kept(line: str, expected: tuple[str, str]):
    text = f"format: 1\nsystem: s\n{line}\nunits: []\n"
    assert expected in codes(text)
    if expected[0] == "DAT008":
        assert line.split(": ", maxsplit=1)[0] + ":" in format_list_yaml(parse_list(text).army)


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("{id: a}", ("DAT007", "units[0].unit")),
        ("[]", ("DAT008", "units[0]")),
        ("{unit: f/u, upgrades: [{x: many}]}", ("DAT008", "units[0].upgrades[0]")),
        ("{unit: f/u, combined: 3}", ("DAT008", "units[0].combined")),
        ("{unit: f/u, xp: much}", ("DAT008", "units[0].xp")),
    ],
)
def test_odd_entries_are_reported_and_kept(entry: str, expected: tuple[str, str]):
    text = HEAD + f"units:\n  - {entry}\n"
    assert expected in codes(text)
    assert len(parse_list(text).army.entries) == 1


def test_lenient_spellings_are_accepted():
    loaded = parse_list(
        "system: s\nname: 1984\npoints: '2000'\nbooks: {f: 3.5.3}\n"
        "units: [f/u, {unit: f/u, upgrades: [a, {b: 2, c: 1}]}, {id: a, unit: f/u}]\n"
    )
    assert not loaded.report.diagnostics
    assert (loaded.army.name, loaded.army.points) == ("1984", 2000)
    assert [entry.id for entry in loaded.army.entries] == ["b", "c", "a"]
    assert loaded.army.entries[1].upgrades == (Upgrade("a"), Upgrade("b", 2), Upgrade("c"))
    assert loaded.army.books["f"].version == "3.5.3"


@pytest.mark.parametrize("text", ["", "just text", "[1, 2]", "3", "a: [", '{"a": ', "\tb: 1"])
def test_non_lists_are_unreadable(text: str):
    with pytest.raises(UnreadableError) as caught:
        parse_list(text)
    assert caught.value.diagnostics


def test_newer_format_is_refused():
    with pytest.raises(UnreadableError) as caught:
        parse_list("format: 7\nsystem: s\nunits: []\n")
    (finding,) = caught.value.diagnostics
    assert (finding.code, finding.params["found"], finding.params["known"]) == ("LST004", 7, 1)


def test_draft_format_is_migrated():
    loaded = parse_list(
        "name: Draft\nsystem: s\nlimit: 750\nbook: f\nunits:\n"
        "  - {id: a, unit: u, upgrades: {spear: 1, bow: 3}, combined: true}\n"
        "  - {id: b, unit: g/v}\n"
    )
    assert loaded.migrated_from == (0,)
    assert loaded.army.points == 750
    first, second = loaded.army.entries
    assert first.unit == "f/u"
    assert first.upgrades == (Upgrade("spear"), Upgrade("bow", 3))
    assert first.combined == Half((Upgrade("spear"), Upgrade("bow", 3)))
    assert second.unit == "g/v"
    assert not loaded.report.diagnostics
    assert format_list_yaml(loaded.army).startswith("format: 1\n")


def test_missing_format_is_not_a_migration():
    assert parse_list("name: x\nsystem: s\nunits: [{id: a, unit: f/u, upgrades: [x]}]\n").migrated_from == ()


def test_invalid_format_number_is_reported():
    odd = [-1, True, "one", 1.0]
    assert [parse_format({"format": number}) for number in (None, 0, 1, 99, *odd)] == [0, 0, 1, 99, *[None] * 4]
    assert parse_format({}) == 0


def test_missing_units_are_reported():
    assert [(finding.code, finding.on) for finding in parse_list("format: 1\nname: x\nsystem: s\n").report] == [
        ("DAT007", "units")
    ]


@pytest.mark.parametrize(
    ("line", "on", "instead"),
    [
        ("points: 1000pts", "points", "1000"),
        ("points: 1.000", "points", "1000"),
        ("force_org: yes", "force_org", "true"),
        ("units: [{unit: f/u, upgrades: spear}]", "units[0].upgrades", "[spear]"),
        ("units: [{unit: f/u, upgrades: [{spear: two}]}]", "units[0].upgrades[0]", "2"),
    ],
)
def test_common_mistakes_get_a_correction(line: str, on: str, instead: str):
    text = f"format: 1\nname: n\nsystem: s\n{line}\n" + ("" if line.startswith("units") else "units: []\n")
    finding = next(finding for finding in parse_list(text).report if finding.code == "DAT035")
    assert (finding.on, finding.params["instead"]) == (on, instead)
