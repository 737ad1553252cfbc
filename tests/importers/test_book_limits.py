"""Bounds of a book: values at the bound are kept, values beyond are cut or left out."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.book.book_importer import parse_book
from listbuilder.importers.army_forge.book.equipment_mapping import (
    parse_book_item,
    parse_book_rule,
    parse_book_rules,
    parse_book_stack,
)
from listbuilder.importers.army_forge.book.import_context import BookContext, BookSystem
from listbuilder.importers.army_forge.book.spells import format_spells
from listbuilder.importers.army_forge.book.unit_mapping import parse_book_units
from listbuilder.importers.army_forge.book.upgrade_mapping import parse_book_packages
from listbuilder.importers.army_forge.json_access import (
    BookNotes,
    clean_name,
    parse_whole_number,
    read_objects,
    read_texts,
    to_notation_name,
)
from listbuilder.model.notation import format_equipment_count
from tests.importers.book_samples import GROUPS, RULES, book, import_raw_book, item, option, rule, unit, weapon


@pytest.mark.parametrize(("letters", "length"), [(1, 1), (40, 40), (41, 40)])
def test_versions_are_cut_at_40_letters(letters: int, length: int) -> None:
    faction = import_raw_book(book(versionString="9" * letters)).faction
    assert faction["version"] == "9" * length
    assert faction["source"] == f"Army Forge, Marsh Folk v{'9' * length}"


def test_missing_version_is_noted() -> None:
    imported_book = import_raw_book(book(versionString=""))
    assert (imported_book.faction["version"], imported_book.faction["source"]) == ("?", "Army Forge, Marsh Folk")
    assert len(imported_book.notes) == len(import_raw_book(book()).notes) + 1


@pytest.mark.parametrize("number", [0, 10_000])
def test_game_number_bounds(number: int) -> None:
    shelf = BookContext(
        (
            BookSystem(
                system="own-1",
                game_numbers=(str(number),),
                book_game_numbers=(str(number),),
                groups=GROUPS,
                rules=RULES,
            ),
            BookSystem(
                system="other-1",
                game_numbers=("10000", "0"),
                book_game_numbers=(str(number), "5"),
                groups=GROUPS,
                rules=RULES,
            ),
            BookSystem(system="third-1", game_numbers=("5",), book_game_numbers=("5",), groups=GROUPS, rules=RULES),
            BookSystem(
                system="beyond-1",
                game_numbers=("10001", "-1"),
                book_game_numbers=("5", "10001"),
                groups=GROUPS,
                rules=RULES,
            ),
        )
    )

    def systems(**more: object) -> object:
        return parse_book(book(**more), source="x", context=shelf).faction["systems"]

    assert systems(gameSystemId=number, enabledGameSystems=[]) == ["own-1", "other-1"]
    assert systems(gameSystemId=5, enabledGameSystems=[number]) == ["third-1", "other-1"]
    assert systems(gameSystemId=5, enabledGameSystems=[3] * 99 + [number]) == ["third-1", "other-1"]
    assert systems(gameSystemId=5, enabledGameSystems=[3] * 100 + [number]) == ["third-1"]
    assert systems(gameSystemId=5, enabledGameSystems=str(number)) == ["third-1"]
    assert systems(gameSystemId=5, enabledGameSystems=[10_001, -1]) == ["third-1"]
    with pytest.raises(UnreadableError) as refused:
        systems(gameSystemId=10_001)
    (finding,) = refused.value.diagnostics
    assert (finding.code, finding.params["known"]) == ("IMP009", ("own-1", "other-1", "third-1", "beyond-1"))


def test_names_are_cut_at_80_letters() -> None:
    assert [len(clean_name("x" * letters)) for letters in (0, 1, 80, 81)] == [0, 1, 80, 80]
    assert clean_name("x" * 79 + " y") == "x" * 79
    assert clean_name("\0" * 319 + "x") == "x"
    assert clean_name("\0" * 320 + "x") == ""


def test_unmatched_brackets_are_removed_from_names() -> None:
    names = ["Axe [old]", "Axe [old", "Axe old]", "2x 3x Axe (old)", "Axe, old"]
    assert [to_notation_name(name) for name in names] == ["Axe [old]", "Axe old", "Axe old", "Axe old", "Axe, old"]
    assert to_notation_name("Axe, old", allow_commas=False) == "Axe old"


def test_text_ratings_are_cut_at_38_letters() -> None:
    notes = BookNotes()
    parsed_rules = [parse_book_rule(rule("X", "y" * letters), notes, "Here") for letters in (1, 38, 39)]
    assert [parsed_rule and parsed_rule.rating for parsed_rule in parsed_rules] == ["y", "y" * 38, "y" * 38]


@pytest.mark.parametrize(("more", "is_kept"), [(0, True), (1, False)])
def test_equipment_is_limited_to_300_letters(more: int, is_kept: bool) -> None:
    names = [letter * 70 for letter in "abc"]
    missing = 300 - len(f"Axe (A1, {', '.join(names)}, )")
    notes = BookNotes()
    stack = parse_book_stack(weapon("Axe", 1, *map(rule, names), rule("d" * (missing + more))), notes, "Here")
    assert (stack is not None, len(notes.findings())) == (is_kept, not is_kept)
    if stack is not None:
        assert len(format_equipment_count(stack)) == 300


@pytest.mark.parametrize(("count", "noted"), [(0, 0), (1, 0), (30, 0), (31, 1)])
def test_equipment_is_limited_to_30_parts(count: int, noted: int) -> None:
    notes = BookNotes()
    rules = [rule(f"R{number}") for number in range(count)]
    assert len(parse_book_rules({"rules": rules}, "rules", notes, "Here")) == min(count, 30)
    assert len(notes.findings()) == noted
    inside = parse_book_item(item("Box", *rules), BookNotes(), "Here")
    assert inside is not None
    assert len(inside.rules) == min(count, 30)


def test_zero_attacks_and_range_are_numbers() -> None:
    notes = BookNotes()
    stack = parse_book_stack(weapon("Net", 0, range=0), notes, "Here")
    assert stack is not None
    assert (format_equipment_count(stack), notes.findings()) == ("Net (A0)", ())


def test_overlong_lists_are_cut_with_a_note() -> None:
    def read(value: object) -> tuple[int, int]:
        notes = BookNotes()
        return len(list(read_objects({"key": value}, "key", 2, notes, "Here"))), len(notes.findings())

    row: dict[str, Any] = {}
    assert [read([row] * count) for count in (0, 1, 2, 3)] == [(0, 0), (1, 0), (2, 0), (2, 1)]
    odd: tuple[object, ...] = (None, {}, "x", [row, 3], [3, 4])
    assert [read(value) for value in odd] == [(0, 0), (0, 1), (0, 1), (1, 1), (0, 1)]
    assert read_texts({"key": ["a", "", 3, "b"]}, "key", 3) == ["a"]
    assert read_texts({"key": "ab"}, "key", 3) == []


@pytest.mark.parametrize(
    ("field", "least", "most"), [("size", 1, 100), ("quality", 2, 6), ("defense", 2, 6), ("cost", 0, 100_000)]
)
def test_unit_numbers_are_bounded(field: str, least: int, most: int) -> None:
    def read(value: int) -> tuple[int | None, list[str | None]]:
        notes = BookNotes()
        book_units = parse_book_units({"units": [unit("u1", "Reeve", **{field: value})]}, notes)
        return (getattr(book_units[0], field) if book_units else None), [note.on for note in notes.findings()]

    assert (read(least), read(most)) == ((least, []), (most, []))
    assert (read(least - 1), read(most + 1)) == ((None, ["Reeve"]), (None, ["Reeve"]))


def test_unique_and_narrative_flags() -> None:
    raws = [
        unit("u", "Reeve", type=kind, isNarrative=narrative)
        for kind, narrative in ((0, 1), (1, True), (2, "yes"), ("1", False))
    ]
    book_units = parse_book_units({"units": raws}, BookNotes())
    assert [(book_unit.unique, book_unit.narrative) for book_unit in book_units] == [
        (False, False),
        (True, True),
        (False, False),
        (True, False),
    ]


@pytest.mark.parametrize(("count", "noted"), [(500, 0), (501, 1)])
def test_books_are_limited_to_500_units(count: int, noted: int) -> None:
    units, packages, prices = BookNotes(), BookNotes(), BookNotes()
    bare: dict[str, object] = {"weapons": [], "bases": None}
    assert len(parse_book_units({"units": [unit("u", "Reeve", **bare)] * count}, units)) == 500
    section = {"variant": "upgrade", "options": [option("o", {}, rule("Fast"))]}
    listed = [{"uid": f"p{number}", "sections": [section]} for number in range(count)]
    assert len(parse_book_packages({"upgradePackages": listed}, packages)) == 500
    dear = {"variant": "upgrade", "options": [option("o", {f"u{n}": 5 for n in range(count)}, rule("Fast"))]}
    (package,) = parse_book_packages({"upgradePackages": [{"uid": "p", "sections": [dear]}]}, prices)
    assert len(package.sections[0].options[0].prices) == 500
    assert [len(notes.findings()) for notes in (units, packages, prices)] == [noted] * 3


@pytest.mark.parametrize(("count", "noted"), [(60, 0), (61, 1)])
def test_sections_packages_and_spells_limited_to_60(count: int, noted: int) -> None:
    notes, spells = BookNotes(), BookNotes()
    section = {"variant": "upgrade", "options": [option("o", {}, rule("Fast"))]}
    (package,) = parse_book_packages({"upgradePackages": [{"uid": "p", "sections": [section] * count}]}, notes)
    assert (len(package.sections), len(notes.findings())) == (60, noted)
    (book_unit,) = parse_book_units(
        {"units": [unit("u", "Reeve", upgrades=[f"p{n}" for n in range(count)])]}, BookNotes()
    )
    assert len(book_unit.packages) == 60
    raws = [{"name": f"Fog {number}", "threshold": 1} for number in range(count)]
    assert (len(format_spells({"spells": raws}, spells)), len(spells.findings())) == (60, noted)


def test_decimal_numbers_have_the_same_bounds() -> None:
    assert [parse_whole_number(value, 0, 9) for value in (0.0, 9.0, 10.0, -1.0)] == [0, 9, None, None]
    assert [parse_whole_number(value, -9, 9) for value in (-9.0, 9.0, 18.0, -10.0)] == [-9, 9, None, None]


def test_nested_item_contents_are_ignored() -> None:
    notes = BookNotes()
    book_item = parse_book_item(item("Boar", item("Saddle", rule("???"), rule("")), {"name": "Fast"}), notes, "Here")
    assert book_item is not None
    assert [rule.label for rule in book_item.rules] == ["Fast"]
    assert len(notes.findings()) == 1
    assert "Saddle" in str(notes.findings()[0].params["reason"])
