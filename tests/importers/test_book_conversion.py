"""Sections, groups, rules and targets of a book, and how they are written."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.errors import UnreadableError
from listbuilder.importers.army_forge.book.faction_mapping import MAX_LINE_WIDTH, format_faction_yaml
from listbuilder.importers.army_forge.book.unique_ids import _compose_heading
from listbuilder.importers.army_forge.book.unit_mapping import BookUnit, UnitFacts, build_unit_facts, find_unit_group
from listbuilder.importers.army_forge.book.upgrade_mapping import BookSection
from listbuilder.importers.army_forge.json_access import is_army_book
from listbuilder.model import Amount, BaseSize, Quantifier, Variant, build_rule_ref
from listbuilder.model.text import build_catalogue_text
from tests.importers.book_samples import GROUPS, book, import_raw_book, list_reasons, option, rule, unit, weapon

ALL, ANY = Amount(Quantifier.ALL, 0), Amount(Quantifier.ANY, 0)


def exactly(number: int) -> Amount:
    return Amount(Quantifier.EXACTLY, number)


def up_to(number: int) -> Amount:
    return Amount(Quantifier.UP_TO, number)


@pytest.mark.parametrize(
    ("variant", "affects", "targets", "select", "words"),
    [
        ("upgrade", None, (), None, "upgrade with"),
        ("upgrade", None, (), exactly(1), "upgrade with one"),
        ("upgrade", None, (), exactly(2), "upgrade with 2"),
        ("upgrade", exactly(1), (), up_to(1), "upgrade one model with up to one"),
        ("upgrade", exactly(2), (), ANY, "upgrade 2 models with any"),
        ("upgrade", up_to(1), (), None, "upgrade up to one models with"),
        ("upgrade", up_to(3), ("Bow",), None, "upgrade up to 3 Bow with"),
        ("upgrade", ALL, (), None, "upgrade all models with"),
        ("replace", ANY, ("Bow", "Axe"), exactly(1), "replace any Bow and Axe"),
        ("replace", None, ("Bow",), None, "replace Bow"),
        ("replace", None, (), None, "replace"),
    ],
)
def test_section_ids_from_headings(
    variant: str, affects: Amount | None, targets: tuple[str, ...], select: Amount | None, words: str
) -> None:
    section = BookSection(
        label="stale", variant=Variant(variant), affects=affects, select=select, targets=targets, keys=(), options=()
    )
    assert _compose_heading(section) == words
    assert section.per_model is False


def facts(**more: Any) -> UnitFacts:
    tough, title = more.pop("tough", "tough"), more.pop("title", "")
    plain: dict[str, Any] = {"size": 5, "quality": 4, "rules": (), "base": None}
    other: dict[str, Any] = {"keys": (), "defense": 4, "cost": 1, "equipment": (), "packages": ()}
    switches: dict[str, Any] = {"generic_name": "", "unique": False, "narrative": False}
    return build_unit_facts(BookUnit(name=title, **(plain | other | switches | more)), tough)


@pytest.mark.parametrize(
    ("more", "group"),
    [
        ({}, "core"),
        ({"rules": [build_rule_ref("Hero")]}, "heroes"),
        ({"title": "Mounted Archers"}, "cavalry"),
        ({"title": "Riders", "size": 2}, "cavalry"),
        ({"title": "Riders", "size": 20}, "cavalry"),
        ({"title": "Riders", "size": 21}, "core"),
        ({"title": "Knights"}, "core"),
        ({"title": "Knights", "base": BaseSize("60x35mm")}, "cavalry"),
        ({"title": "Knights", "base": BaseSize(square="60x35mm")}, "cavalry"),
        ({"title": "Knights", "base": BaseSize("25mm", "25mm")}, "core"),
        ({"size": 1, "rules": [build_rule_ref("Tough", 6)]}, "monsters"),
        ({"size": 1, "rules": [build_rule_ref("Tough", 5)]}, "elite"),
        ({"size": 2, "rules": [build_rule_ref("Tough", 6)]}, "elite"),
        ({"rules": [build_rule_ref("Tough", 1)]}, "core"),
        ({"rules": [build_rule_ref("Tough", 2)]}, "elite"),
        ({"rules": [build_rule_ref("Tough", "X")]}, "core"),
        ({"quality": 3}, "elite"),
        ({"size": 3}, "elite"),
        ({"size": 4}, "core"),
    ],
)
def test_first_matching_row_sets_the_group(more: dict[str, Any], group: str) -> None:
    assert find_unit_group(facts(**more), GROUPS) == group


def test_unknown_groups_are_skipped() -> None:
    hero = facts(rules=[build_rule_ref("Hero"), build_rule_ref("Tough", 3), build_rule_ref("Tough", 6)])
    assert hero.tough == 6
    assert [find_unit_group(hero, groups) for groups in (("heroes", "core"), ("core",), ())] == ["heroes", "core", None]
    assert facts(rules=[build_rule_ref("Tough", 3)], tough=None).tough == 1
    beast = facts(size=2, title="Beast Wagon Artillery")
    assert find_unit_group(beast, ("war-machines", "chariots")) == "chariots"


def own_rules(*uses: dict[str, Any], **more: object) -> tuple[Any, list[str]]:
    """Return the rules that a book of one unit defines, and the notes."""
    imported_book = import_raw_book(book(units=[unit("u1", "Reeve", rules=list(uses))], upgradePackages=[], **more))
    return imported_book.faction.get("rules", {}), list_reasons(imported_book)


def test_book_adds_unknown_or_different_rules() -> None:
    assert own_rules(rule("Fast"), rule("Tough", 3), rule("Marsh-Born"))[0] == {}
    assert own_rules(rule("Fast", 2))[0] == {"fast": {"name": "Fast", "on": "model", "takes": "number"}}
    assert own_rules(rule("Tough"))[0] == {"tough": {"name": "Tough", "on": "model"}}
    assert own_rules(rule("Odd", "Snakes"))[0] == {"odd": {"name": "Odd", "on": "model", "takes": "text"}}


@pytest.mark.parametrize(
    ("kind", "bearer"), [(1, "model"), (2, "weapon"), (3, "model"), (0, "model"), ("2", "model"), (None, "model")]
)
def test_rule_belongs_to_model_or_weapon(kind: object, bearer: str) -> None:
    rules, _ = own_rules(rule("Odd"), specialRules=[{"name": "Odd", "targetType": kind}])
    assert rules == {"odd": {"name": "Odd", "on": bearer}}


def written_rules(*uses: dict[str, Any]) -> tuple[list[str], int]:
    imported_book: Any = import_raw_book(book(units=[unit("u1", "Reeve", rules=list(uses))], upgradePackages=[]))
    plain = import_raw_book(book(units=[unit("u1", "Reeve")], upgradePackages=[]))
    return imported_book.faction["units"][0]["rules"], len(list_reasons(imported_book)) - len(list_reasons(plain))


def test_lost_rating_becomes_one() -> None:
    assert written_rules(rule("Odd", 3), rule("Odd")) == (["Odd(3)", "Odd(1)"], 1)
    assert written_rules(rule("Odd", "Snakes"), rule("Odd", 2)) == (["Odd(Snakes)", "Odd(2)"], 0)
    assert written_rules(rule("Odd", "Snakes"), rule("Odd")) == (["Odd(Snakes)", "Odd(1)"], 1)
    assert written_rules(rule("Tough", "Snakes"), rule("Tough", 3)) == (["Tough(1)", "Tough(3)"], 1)
    assert written_rules(rule("Tough", "Snakes")) == (["Tough(1)"], 1)
    assert written_rules(rule("Odd"), rule("Fast")) == (["Odd", "Fast"], 0)


def test_lost_rating_note_uses_first_name() -> None:
    imported_book = import_raw_book(
        book(units=[unit("u1", "Reeve", rules=[rule("ODD"), rule("Odd", 3)])], upgradePackages=[])
    )
    assert [note.on for note in imported_book.notes if "ODD" in str(note.params.get("reason"))] == ["ODD"]
    assert imported_book.rule_texts.without == ("ODD",)


def replacing(*targets: str, units: int = 1, gain: str = "Eel Whip") -> dict[str, Any]:
    section = {"label": "Swap", "variant": "replace", "targets": list(targets)}
    prices: dict[str, object] = {f"u{number}": 5 for number in range(units)}
    swap = {"uid": "p", "hint": "Arms", "sections": [section | {"options": [option("o", prices, weapon(gain))]}]}
    members = [unit(f"u{number}", f"Unit {number}", upgrades=["p"]) for number in range(units)]
    return book(units=members, upgradePackages=[swap])


def test_targets_are_owned_or_obtainable() -> None:
    for targets in (("Reed Spears",), ("2x Reed Spear",), ("Eel Whips",), ("Reed Spear", "Eel Whip")):
        assert "packages" in import_raw_book(replacing(*targets)).faction


@pytest.mark.parametrize(("units", "named"), [(1, 1), (5, 5), (6, 5)])
def test_missing_target_names_at_most_five_units(units: int, named: int) -> None:
    with pytest.raises(UnreadableError) as refused:
        import_raw_book(replacing("Reed Spear", "Bow", units=units))
    (finding,) = refused.value.diagnostics
    assert (finding.code, finding.on) == ("IMP010", "Arms: Swap")
    assert (finding.params["target"], finding.params["units"]) == ("Bow", tuple(f"Unit {n}" for n in range(named)))


def test_section_replacing_nothing_is_reported() -> None:
    with pytest.raises(UnreadableError) as refused:
        import_raw_book(replacing())
    assert [finding.params["target"] for finding in refused.value.diagnostics] == ["?"]


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (None, "book.no-book"),
        ([], "book.no-book"),
        ({"name": "x", "units": []}, "book.no-book"),
        (book(name="!"), "book.no-book"),
        (book(name=3), "book.no-book"),
        (book(units={}), "book.no-book"),
        (book(units=[]), "book.no-units"),
    ],
)
def test_malformed_books_are_refused_with_location(raw: object, reason: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        import_raw_book(raw)
    (finding,) = refused.value.diagnostics
    assert (finding.code, finding.params["reason"]) == ("IMP001", build_catalogue_text(reason))
    assert finding.place is not None
    assert is_army_book(raw) is (isinstance(raw, dict) and "gameSystemId" in raw)


@pytest.mark.parametrize(
    ("faction", "lines"),
    [
        ({"id": "x", "keys": ["a", "b"]}, ["id: x", "keys: [a, b]"]),
        ({"a": {"b": 1, "c": True}}, ["a: {b: 1, c: true}"]),
        ({"units": [{"id": "x", "size": 1}]}, ["", "units:", "  - id: x", "    size: 1"]),
        ({"packages": {"p": [{"id": "s"}]}}, ["", "packages:", "  p:", "    - id: s"]),
        ({"name": 'a "b"', "x": "it's: 1", "base": "25mm"}, ['name: a "b"', 'x: "it\'s: 1"', "base: 25mm"]),
    ],
)
def test_short_values_are_written_inline(faction: dict[str, object], lines: list[str]) -> None:
    assert format_faction_yaml(faction).split("\n")[1:] == [*lines, ""]


@pytest.mark.parametrize(("more", "spread"), [(0, False), (1, True)])
def test_long_lists_and_maps_are_spread(more: int, spread: bool) -> None:
    listed = "b" * (MAX_LINE_WIDTH - len("a: []") + more)
    lines = ["", "a:", f"  - {listed}"] if spread else [f"a: [{listed}]"]
    assert format_faction_yaml({"a": [listed]}).split("\n")[1:-1] == lines
    inner = "b" * (MAX_LINE_WIDTH - len("  - {k: , l: 1}") + more)
    lines = [f"  - k: {inner}", "    l: 1"] if spread else [f"  - {{k: {inner}, l: 1}}"]
    assert format_faction_yaml({"wide": [{"k": inner, "l": 1}] * 2}).split("\n")[1:-1] == ["", "wide:", *lines, *lines]


def test_long_list_texts_wrap_with_hanging_indent() -> None:
    first, second = "b" * 100, "c" * 60
    lines = ["", "a:", f"  - {first},", f"    {second}"]
    assert format_faction_yaml({"a": [f"{first}, {second}"]}).split("\n")[1:-1] == lines
