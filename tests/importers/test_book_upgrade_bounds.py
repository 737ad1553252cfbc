"""Upgrades of a foreign book: amounts, prices and counts at their bounds, and notes in order."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.importers.army_forge.book.upgrade_mapping import BookSection, parse_book_packages
from listbuilder.importers.army_forge.json_access import MAX_NOTES, BookNotes, collect_ids
from listbuilder.model import Amount, Quantifier, Variant
from tests.importers.book_samples import book, import_raw_book, list_reasons, option, rule, unit, weapon


def sections(*raws: dict[str, Any]) -> tuple[tuple[BookSection, ...], list[str | None]]:
    """Read sections and return the locations of the notes."""
    notes = BookNotes()
    plain = {"label": "Take one", "variant": "upgrade", "options": [option("o", {"u": 5}, rule("Fast"))]}
    packages = parse_book_packages(
        {"upgradePackages": [{"uid": "p", "hint": "Arms", "sections": [plain | raw for raw in raws]}]}, notes
    )
    return (packages[0].sections if packages else ()), [note.on for note in notes.findings()]


@pytest.mark.parametrize(
    ("raw_amount", "amount"),
    [
        ({"type": "exactly", "value": 1}, Amount(Quantifier.EXACTLY, 1)),
        ({"type": "up to", "value": 100}, Amount(Quantifier.UP_TO, 100)),
        ({"type": "all", "value": 7}, Amount(Quantifier.ALL, 0)),
        ({"type": "any"}, Amount(Quantifier.ANY, 0)),
    ],
)
def test_amounts_range_from_one_to_hundred(raw_amount: dict[str, Any], amount: Amount) -> None:
    (section,), notes = sections({"affects": raw_amount, "select": raw_amount})
    assert (section.affects, section.select, notes) == (amount, amount, [])


@pytest.mark.parametrize(
    "raw_amount",
    [{"type": "exactly", "value": 0}, {"type": "up to", "value": 101}, {"type": "up to"}, {"type": "few"}, {}, 3],
)
def test_invalid_amounts_are_noted(raw_amount: object) -> None:
    (section,), notes = sections({"affects": raw_amount})
    assert (section.affects, notes) == (None, ["Arms: Take one"])


@pytest.mark.parametrize(("raw_amount", "named"), [({"type": "few"}, "few"), ({"type": "up to"}, "up to"), (3, "int")])
def test_note_names_the_invalid_amount(raw_amount: object, named: str) -> None:
    raw = book()
    raw["upgradePackages"][0]["sections"][0]["select"] = raw_amount
    (reason,) = set(list_reasons(import_raw_book(raw))) - set(list_reasons(import_raw_book(book())))
    assert f"({named})" in reason


def test_sections_need_no_amounts() -> None:
    (section,), notes = sections({})
    assert (section.affects, section.select, section.targets, notes) == (None, None, (), [])


def test_per_model_choice_needs_a_target() -> None:
    spears = {"targets": ["Spears"]}
    parsed_sections, _ = sections(
        {"model": True, "variant": "replace", **spears},
        {"model": True, "variant": "replace"},
        {"model": True, "variant": "upgrade", **spears},
        {"model": 1, "variant": "replace", **spears},
        {"variant": "replace", **spears},
    )
    assert [section.per_model for section in parsed_sections] == [True, False, False, False, False]


def test_target_counts_above_one_are_kept() -> None:
    (section,), _ = sections(
        {"variant": "replace", "targets": ["2x Spears", "1x Axe", "Bow (old)", "0x Net", "999x Net"]}
    )
    assert section.targets == ("2x Spears", "Axe", "Bow old", "Net", "999x Net")
    assert section.variant is Variant.REPLACE


@pytest.mark.parametrize(("count", "noted"), [(100, 0), (101, 1)])
def test_options_and_targets_are_limited(count: int, noted: int) -> None:
    options = [option(f"o{number}", {"u": 5}, rule("Fast")) for number in range(count)]
    targets = [f"T{number}" for number in range(count - 80)]
    (section,), notes = sections({"options": options, "targets": targets})
    assert (len(section.options), len(section.targets), len(notes)) == (100, 20, noted)


def test_prices_are_limited_to_100_000() -> None:
    def read(cost: object) -> tuple[dict[str, int], int | None, list[str | None]]:
        (section,), notes = sections(
            {"options": [option("o", {"u": cost}, rule("Fast")) | {"cost": cost, "label": "It"}]}
        )
        return dict(section.options[0].prices), section.options[0].fallback_price, notes

    for cost in (-100_000, 0, 100_000):
        assert read(cost) == ({"u": cost}, cost, [])
    for wrong in (-100_001, 100_001, None):
        assert read(wrong) == ({}, None, ["Arms: Take one, It"])


def test_empty_parts_are_noted_with_location() -> None:
    parsed_sections, notes = sections({"options": []}, {"label": "", "options": [{"label": "", "gains": []}]})
    assert (parsed_sections, notes) == ((), ["Arms: Take one", "Arms", "Arms", "Arms"])


def test_first_of_two_equal_packages_is_kept() -> None:
    notes = BookNotes()
    section = {"variant": "upgrade", "options": [option("o", {}, rule("Fast"))]}
    raws = [{"uid": uid, "hint": hint, "sections": [section]} for uid, hint in (("p", "A"), ("p", "B"), ("", "C"))]
    assert [book_package.hint for book_package in parse_book_packages({"upgradePackages": raws}, notes)] == ["A"]
    assert [note.on for note in notes.findings()] == ["B", "C"]


def test_foreign_ids_are_unique_and_ordered() -> None:
    assert collect_ids({"uid": "b", "id": "a"}, "uid", "id") == ["b", "a"]
    assert collect_ids({"uid": "b", "id": "b "}, "uid", "id") == ["b"]
    assert collect_ids({"uid": 3, "id": " "}, "uid", "id") == []


def test_notes_are_unique_ordered_and_limited() -> None:
    notes = BookNotes()
    for label in ("b", "a", "b"):
        notes.add("nameless", label)
    notes.add_finding("IMP030", "a", spell="Fog", part="x")
    assert [(note.code, note.on) for note in notes.findings()] == [("IMP011", "b"), ("IMP011", "a"), ("IMP030", "a")]
    for number in range(300):
        notes.add("nameless", str(number))
    assert len(notes.findings()) == MAX_NOTES == 200
    assert notes.findings()[-1].on == "196"


def written_cost(prices: dict[str, object], leftover: object = 999) -> tuple[object, int]:
    """Return the price of an option for two units, and the number of extra notes."""
    raw = book()
    raw["upgradePackages"][1]["sections"][0]["options"] = [
        option("o3", prices, weapon("Eel Whip")) | {"cost": leftover}
    ]
    imported_book = import_raw_book(raw)
    packages: Any = imported_book.faction["packages"]
    return packages["arms"][0]["options"][0]["cost"], len(list_reasons(imported_book)) - len(
        list_reasons(import_raw_book(book()))
    )


def test_equal_prices_become_one_number() -> None:
    assert written_cost({"u2": 10, "u3": 10}) == (10, 0)
    assert written_cost({"u2": 10, "u3": 5}) == ({"marshmen": 10, "toad-riders": 5}, 0)
    assert written_cost({"u2": 10}, 7) == ({"marshmen": 10, "toad-riders": 7}, 1)
    assert written_cost({"u2": 10}, None) == ({"marshmen": 10, "toad-riders": 0}, 1)
    assert written_cost({"u2": 0, "u3": 0}) == (0, 0)


@pytest.mark.parametrize(
    ("size", "count", "weapons"),
    [
        (5, 5, ["Reed Spear (A1)"]),
        (5, 10, ["2x Reed Spear (A1)"]),
        (5, 6, [{"weapon": "Reed Spear (A1)", "total": 6}]),
        (5, 1, [{"weapon": "Reed Spear (A1)", "total": 1}]),
        (1, 2, ["2x Reed Spear (A1)"]),
    ],
)
def test_equipment_per_model_or_total(size: int, count: int, weapons: list[object]) -> None:
    faction: Any = import_raw_book(
        book(units=[unit("u1", "Reeve", size=size, weapons=[weapon("Reed Spear", count=count)])], upgradePackages=[])
    ).faction
    assert faction["units"][0]["weapons"] == weapons
    assert "packages" not in faction
