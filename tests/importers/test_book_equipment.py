"""Equipment and numbers of a book: bounds, bases, and a note for everything left out."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.importers.army_forge.book.equipment_mapping import (
    format_base_sizes,
    format_equipment,
    parse_base_sizes,
    parse_book_rule,
    parse_book_stack,
)
from listbuilder.importers.army_forge.book.faction_mapping import MAX_LINE_WIDTH, _wrap_line
from listbuilder.importers.army_forge.book.upgrade_mapping import parse_book_packages
from listbuilder.importers.army_forge.json_access import BookNotes, parse_whole_number
from listbuilder.model import BaseSize, EquipmentCount, Item, ItemWeapon, Weapon
from listbuilder.model.notation import format_equipment_count
from tests.importers.book_samples import book, import_raw_book, item, list_reasons, rule, weapon


@pytest.mark.parametrize(
    ("value", "number"),
    [
        *((1, 1), (9, 9), ("02", 2), (" 3 ", 3), (3.0, 3), (9.0, 9)),
        *((bad, None) for bad in (0, 10, "10", 10.0, 3.5, True, "x", "", None, [1], 1e300)),
    ],
)
def test_whole_numbers_within_bounds(value: object, number: int | None) -> None:
    assert parse_whole_number(value, 1, 9) == number


def test_negative_bounds_apply() -> None:
    assert [parse_whole_number(value, -5, 5) for value in (-6, -5, -5.0, "-5", 5.0, 6.0)] == [None, -5, -5, -5, 5, None]


def parse_equipment(raw: dict[str, Any]) -> tuple[str | None, list[str]]:
    notes = BookNotes()
    stack = parse_book_stack(raw, notes, "Here")
    return None if stack is None else format_equipment_count(stack), [
        str(finding.params["reason"]) for finding in notes.findings()
    ]


def parse_with_note(raw: dict[str, Any], start: str) -> str | None:
    """Read equipment that gives one note with this start; return the result."""
    notation, notes = parse_equipment(raw)
    assert len(notes) == 1
    assert notes[0].startswith(start), notes
    return notation


def test_numbers_of_equipment_reach_999() -> None:
    assert parse_equipment(weapon("Axe", 999, count=999, range=999)) == ('999x Axe (999", A999)', [])
    assert parse_equipment(rule("Tough", 999)) == ("Tough(999)", [])
    assert parse_with_note(weapon("Axe", 1, count=1000), "") == "Axe (A1)"
    assert parse_with_note(weapon("Axe", 1, range=1000), "") == "Axe (A1)"
    assert parse_with_note(weapon("Axe", 1000), "") is None
    assert parse_with_note(weapon("Axe", 1, count=0), "") == "Axe (A1)"


def test_untyped_equipment_is_classified_by_its_fields() -> None:
    for known in (weapon("Axe", 2), item("Boar", rule("Fast")), rule("Fast")):
        for kind in ("Unheard", None, ["x"]):
            assert parse_equipment({**known, "type": kind}) == parse_equipment(known)


def test_nested_items_are_left_out() -> None:
    inner = item("Saddle", rule("Slow"))
    notation, notes = parse_equipment(item("Boar", rule("Fast"), inner, weapon("Tusks", 2, count=2)))
    assert notation == "Boar (Fast, 2x Tusks (A2))"
    assert len(notes) == 1
    assert "Saddle" in notes[0]
    assert "Boar" in notes[0]


def test_problem_names_are_noted() -> None:
    assert parse_with_note(weapon("", 1), "") is None
    assert parse_with_note(weapon("Axe (old)", 1), "") is not None
    assert parse_with_note(rule("???"), "") is None


def test_ratings_are_numbers_or_text() -> None:
    notes = BookNotes()
    ratings = [
        parse_book_rule(rule("X", rating), notes, "Here") for rating in ("3", 0, "Snakes [3]", "Snakes [3", "((", "")
    ]
    assert [rating and rating.rating for rating in ratings] == [3, 0, "Snakes [3]", "Snakes 3", None, None]


@pytest.mark.parametrize(
    ("raw", "base", "count"),
    [
        ({"round": "25", "square": "20mm"}, BaseSize("25mm", "20mm"), 0),
        ({"round": "60x35 mm"}, BaseSize("60x35mm"), 0),
        ({"square": "25"}, BaseSize(square="25mm"), 0),
        ({"round": "none", "square": ""}, None, 0),
        ({"round": "1234", "square": "25"}, BaseSize(square="25mm"), 1),
        (None, None, 0),
    ],
)
def test_bases_in_millimetres(raw: object, base: BaseSize | None, count: int) -> None:
    notes = BookNotes()
    assert (parse_base_sizes(raw, notes, "Here"), len(notes.findings())) == (base, count)


def test_equal_bases_are_written_once() -> None:
    assert format_base_sizes(BaseSize("25mm", "25mm")) == "25mm"
    assert format_base_sizes(BaseSize("25mm")) == "25mm"
    assert format_base_sizes(BaseSize(square="25mm")) == {"square": "25mm"}
    assert format_base_sizes(BaseSize("25mm", "20mm")) == {"round": "25mm", "square": "20mm"}


def test_simple_equipment_is_one_line() -> None:
    axe = EquipmentCount(2, Weapon("Axe", 1))
    assert format_equipment(axe) == "2x Axe (A1)"
    boar = EquipmentCount(1, Item("Boar", weapons=(ItemWeapon(1, Weapon("Tusks", 2)),), base=BaseSize("60mm")))
    written = format_equipment(boar, total=5)
    assert isinstance(written, dict)
    assert (written["base"], written["total"]) == ("60mm", 5)


def test_misplaced_equipment_is_left_out() -> None:
    raw = book()
    raw["units"][1]["weapons"].append(item("Stray Lamp"))
    raw["units"][1]["items"].append(weapon("Stray Axe"))
    imported_book = import_raw_book(raw)
    assert [
        name for name in ("Stray Lamp", "Stray Axe") if any(name in reason for reason in list_reasons(imported_book))
    ] == ["Stray Lamp", "Stray Axe"]


@pytest.mark.parametrize(
    ("package", "label"),
    [
        ({"uid": "p1", "hint": "Spears"}, "Spears"),
        ({"uid": "p1"}, "p1"),
        ({"hint": "Spears"}, "Spears"),
        ({}, "upgradePackages"),
    ],
)
def test_package_is_named_by_hint_or_id(package: dict[str, Any], label: str) -> None:
    notes = BookNotes()
    assert parse_book_packages({"upgradePackages": [{**package, "sections": []}]}, notes) == ()
    assert [note.on for note in notes.findings()] == [label]


@pytest.mark.parametrize(("more", "lines"), [(0, 1), (1, 2)])
def test_only_overlong_lines_are_broken(more: int, lines: int) -> None:
    text = "- a, " + "b" * (MAX_LINE_WIDTH - len("- a, ") + more)
    assert len(list(_wrap_line(text, 2))) == lines
