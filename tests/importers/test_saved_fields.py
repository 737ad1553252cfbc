"""Fields of a saved list: limits, meanings and findings."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.saved.fields import (
    MAX_IMPORT_FINDINGS,
    FindingCollector,
    UnitRecord,
    merge_upgrades,
    parse_id,
    parse_records,
    parse_text,
)
from listbuilder.model import Upgrade
from listbuilder.model.army_list import MAX_ENTRIES, MAX_UPGRADES_PER_ENTRY
from listbuilder.validation.message_arguments import Message


def _ids(pick: Mapping[str, object]) -> tuple[str, str]:
    return parse_id(pick.get("s")), parse_id(pick.get("o"))


def parse_units(*units: object, book: str = "book") -> tuple[list[UnitRecord], list[tuple[str, object, str]]]:
    """Return the records and the findings: code, place and reason."""
    collector = FindingCollector()
    records = parse_records(list(units), book, _ids, collector)
    findings = [
        (finding.code, finding.params["where"], str(finding.params["reason"])) for finding in collector.findings
    ]
    return records, findings


def parse_record(**raw: object) -> tuple[UnitRecord, list[str]]:
    """Return the record of one unit and the codes found."""
    (unit_record,), findings = parse_units({"id": "u", **raw})
    return unit_record, [code for code, *_ in findings]


def test_record_limit_is_two_per_entry() -> None:
    units: list[object] = [{"id": "u"}] * (2 * MAX_ENTRIES)
    assert len(parse_units(*units)[0]) == 2 * MAX_ENTRIES
    with pytest.raises(UnreadableError) as error:
        parse_units(*units, {"id": "u"})
    (finding,) = error.value.diagnostics
    assert (finding.code, finding.params) == ("DAT023", {"n": 2 * MAX_ENTRIES + 1, "most": MAX_ENTRIES})


def test_pick_limit_per_record_is_exact() -> None:
    picks = [{"s": "s", "o": "o"}] * MAX_UPGRADES_PER_ENTRY
    assert parse_record(selectedUpgrades=picks)[0].upgrade_ids == (("s", "o"),) * MAX_UPGRADES_PER_ENTRY
    with pytest.raises(UnreadableError) as error:
        parse_record(selectedUpgrades=[*picks, {"s": "s", "o": "o"}])
    (finding,) = error.value.diagnostics
    assert (finding.code, finding.params["n"]) == ("DAT024", MAX_UPGRADES_PER_ENTRY + 1)


@pytest.mark.parametrize("units", [None, {}, "uSpear", 7, []], ids=str)
def test_non_list_of_units_is_empty(units: object) -> None:
    collector = FindingCollector()
    assert parse_records(units, "book", _ids, collector) == []
    assert collector.findings == []


def test_invalid_units_are_reported_by_position() -> None:
    records, findings = parse_units(None, {"id": "a"}, "b", {"id": "c"})
    assert [record.unit for record in records] == ["a", "c"]
    assert [(code, where) for code, where, _ in findings] == [
        ("IMP015", Message("import-note.entry", {"n": 1})),
        ("IMP014", Message("import-note.entry", {"n": 3})),
    ]


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ({"name": "Reeve", "id": "u", "customName": "Marn"}, "Reeve"),
        ({"name": "  ", "id": "u", "customName": "Marn"}, "u"),
        ({"name": 7, "id": "u"}, "u"),
        ({"id": "u", "customName": "Marn"}, "u"),
        ({"customName": "Marn"}, "Marn"),
        ({"id": "", "customName": ""}, "?"),
        ({}, "?"),
    ],
    ids=str,
)
def test_record_label_is_name_or_id(raw: object, name: str) -> None:
    (unit_record,), _ = parse_units(raw)
    assert unit_record.name == name


@pytest.mark.parametrize(
    ("stated", "book"), [("book", "book"), ("other", "other"), (None, "book"), (7, "7"), ([], "book")]
)
def test_unit_book_defaults_to_the_lists(stated: object, book: str) -> None:
    assert parse_record(armyId=stated)[0].book == book


@pytest.mark.parametrize(
    ("stated", "xp", "expected_codes"),
    [
        (0, 0, []),
        (None, 0, []),
        ("", 0, []),
        (1, 1, []),
        ("12", 12, []),
        (" 12 ", 12, []),
        (1_000_000, 1_000_000, []),
        ("1000000", 1_000_000, []),
        (1_000_001, 0, ["IMP014"]),
        ("1000001", 0, ["IMP014"]),
        ("9" * 5_000, 0, ["IMP014"]),
        (-1, 0, ["IMP014"]),
        ("-1", 0, ["IMP014"]),
        (1.5, 0, ["IMP014"]),
        (True, 0, ["IMP014"]),
    ],
    ids=lambda value: str(value)[:12],
)
def test_experience_must_be_a_plausible_number(stated: object, xp: int, expected_codes: list[str]) -> None:
    unit_record, codes = parse_record(xp=stated)
    assert (unit_record.xp, codes) == (xp, expected_codes)


@pytest.mark.parametrize(
    ("stated", "combined", "expected_codes"),
    [
        (True, True, []),
        (False, False, []),
        (None, False, []),
        (1, True, ["IMP015"]),
        (2, False, ["IMP015"]),
        (0, False, ["IMP015"]),
        ("true", True, ["IMP015"]),
        ("True", True, ["IMP015"]),
        ("yes", False, ["IMP015"]),
    ],
)
def test_halves_are_recognised_by_switch_or_join(stated: object, combined: bool, expected_codes: list[str]) -> None:
    unit_record, codes = parse_record(combined=stated)
    assert (unit_record.combined, codes) == (combined, expected_codes)


@pytest.mark.parametrize(
    ("stated", "joins", "expected_codes"),
    [
        ("a", "a", []),
        (" a ", "a", []),
        (7, "7", []),
        (None, None, []),
        ("", None, []),
        (False, None, []),
        (True, None, ["IMP014"]),
        ([], None, ["IMP014"]),
        ("  ", None, ["IMP014"]),
    ],
    ids=str,
)
def test_joins_name_a_record_or_nothing(stated: object, joins: str | None, expected_codes: list[str]) -> None:
    unit_record, codes = parse_record(joinToUnit=stated)
    assert (unit_record.joins, codes) == (joins, expected_codes)


def test_unit_names_and_notes_are_cut() -> None:
    unit_record, codes = parse_record(customName="n" * 201, notes="t" * 4_001, name="u" * 201, selectionId="s" * 201)
    assert (unit_record.own_name, unit_record.notes) == ("n" * 200, "t" * 4_000)
    assert (unit_record.name, unit_record.selection, codes) == ("u" * 200, "s" * 200, [])


@pytest.mark.parametrize(
    ("stated", "text", "expected_codes"),
    [("x", "x", []), (" x ", "x", []), (7, "7", []), ("", None, []), (" ", None, []), (1.5, None, ["IMP015"])],
)
def test_custom_texts_may_be_numbers(stated: object, text: str | None, expected_codes: list[str]) -> None:
    unit_record, codes = parse_record(customName=stated, notes=stated)
    assert (unit_record.own_name, unit_record.notes, codes) == (text, text, expected_codes * 2)


def test_traits_are_limited_to_hundred() -> None:
    unit_record, codes = parse_record(traits=["Old"] * 100)
    assert (unit_record.traits, codes) == (("Old",) * 100, [])
    unit_record, codes = parse_record(traits=["Old"] * 101)
    assert (unit_record.traits, codes) == (("Old",) * 100, ["IMP015"])


def test_traits_are_texts_or_named_objects() -> None:
    unit_record, codes = parse_record(traits=["Old", {"name": "Wise"}, {"name": " Tall "}])
    assert (unit_record.traits, codes) == (("Old", "Wise", "Tall"), [])
    for nothing in (None, "", 3, {}, {"name": None}):
        unit_record, codes = parse_record(traits=["Old", nothing, "Wise"])
        assert (unit_record.traits, codes) == (("Old", "Wise"), ["IMP015"])


def test_unusable_picks_are_reported_others_keep_order() -> None:
    picks = [{"s": "s", "o": "b"}, None, "a", {"s": "s"}, {}, {"o": "a"}]
    unit_record, codes = parse_record(selectedUpgrades=picks)
    assert unit_record.upgrade_ids == (("s", "b"), ("", "a"))
    assert codes == ["IMP015", "IMP014", "IMP014", "IMP014"]
    _, findings = parse_units({"id": "u", "selectedUpgrades": [{"s": "sect"}]})
    assert "sect" in findings[0][2], "only its section is known"
    assert parse_record(selectedUpgrades=[])[0].upgrade_ids == parse_record(selectedUpgrades=None)[0].upgrade_ids == ()


@pytest.mark.parametrize(
    ("options", "merged"), [("", ""), ("a", "1a"), ("aa", "2a"), ("aaa", "3a"), ("ab", "1a 1b"), ("aaba", "2a 1b 1a")]
)
def test_repeated_options_become_one_pick(options: str, merged: str) -> None:
    merged_picks = merge_upgrades([Upgrade(option) for option in options])
    assert " ".join(f"{pick.count}{pick.option}" for pick in merged_picks) == merged


@pytest.mark.parametrize(
    ("value", "key"),
    [("a", "a"), (" a ", "a"), (0, "0"), (7, "7"), (True, ""), (None, ""), (1.5, ""), ([], "")],
    ids=str,
)
def test_ids_are_texts_or_numbers(value: object, key: str) -> None:
    assert parse_id(value) == key


def test_texts_are_stripped_before_cutting() -> None:
    assert parse_text("  abc  ", 2) == "ab"
    assert [parse_text(value) for value in (None, 7, ["a"])] == ["", "", ""]


def test_number_of_findings_is_limited() -> None:
    _, findings = parse_units(*[None] * (MAX_IMPORT_FINDINGS + 1))
    assert len(findings) == MAX_IMPORT_FINDINGS == 200
    assert findings[-1][1] == Message("import-note.entry", {"n": MAX_IMPORT_FINDINGS})


def test_absent_fields_equal_empty_fields() -> None:
    silent = dict.fromkeys(("armyId", "selectionId", "selectedUpgrades", "combined", "joinToUnit", "notes"))
    spelled = {"id": "u", **silent, "xp": None, "traits": None, "name": "N", "customName": "Own"}
    short = {"id": "u", "name": "N", "customName": "Own"}
    (long, brief), findings = parse_units(spelled, short)
    assert long._replace(raw={}) == brief._replace(raw={})
    assert not findings
