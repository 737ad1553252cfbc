"""Ids are short, readable and stable across orders and versions of a book."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from listbuilder.importers.army_forge.book.unique_ids import choose_unique_ids, short_slug
from tests.importers.book_samples import book, import_raw_book, item, option, rule, unit, weapon


def sections(raw: dict[str, Any], previous: dict[str, Any] | None = None) -> list[str]:
    packages: Any = import_raw_book(raw, previous).faction["packages"]
    return [section["id"] for package in packages.values() for section in package]


def option_ids(raw: dict[str, Any], previous: dict[str, Any] | None = None) -> list[str]:
    packages: Any = import_raw_book(raw, previous).faction["packages"]
    return [option["id"] for package in packages.values() for section in package for option in section["options"]]


def two_sections() -> dict[str, Any]:
    raw = book()
    again = {"uid": "s9", "label": "Upgrade with one", "variant": "upgrade", "select": {"type": "exactly", "value": 1}}
    raw["upgradePackages"].append(
        {"uid": "D1", "hint": "Relics", "sections": [again | {"options": [option("o8", {"u1": 5}, item("Bell"))]}]}
    )
    raw["units"][0]["upgrades"].append("D1")
    return raw


def test_same_headings_differ_by_package() -> None:
    section_ids = sections(two_sections())
    assert section_ids[0] == "upgrade-with-one-reeve"
    assert section_ids[-1] == "upgrade-with-one-relics"


def test_same_headings_in_a_package_differ_by_option() -> None:
    raw = two_sections()
    raw["upgradePackages"][0]["sections"] += raw["upgradePackages"].pop()["sections"]
    raw["units"][0]["upgrades"].pop()
    assert sections(raw)[:2] == ["upgrade-with-one-toad", "upgrade-with-one-bell"]


def test_same_option_names_differ_by_contents() -> None:
    raw = book()
    teams = [
        option("x1", {"u2": 5}, item("Crew Team", rule("Tough", 3), weapon("Drill"))),
        option("x2", {"u2": 5}, item("Crew Team", rule("Tough", 3), weapon("Mortar"))),
    ]
    raw["upgradePackages"][2]["sections"][0]["options"] = teams
    assert option_ids(raw)[-2:] == ["crew-team-drill", "crew-team-mortar"]
    raw["upgradePackages"][2]["sections"][0]["options"] = teams[::-1]
    assert option_ids(raw)[-2:] == ["crew-team-mortar", "crew-team-drill"]


def test_units_with_the_same_name_get_distinct_ids() -> None:
    raw = book()
    raw["units"].append(unit("u7", "Marshmen", genericName="Archers"))
    units: Any = import_raw_book(raw).faction["units"]
    assert [raw_unit["id"] for raw_unit in units] == ["reeve", "marshmen-infantry", "toad-riders", "marshmen-archers"]


def test_renamed_things_keep_their_id() -> None:
    before = dict(import_raw_book(book()).faction)
    raw = book()
    raw["units"][1]["name"] = "Fenmen"
    raw["upgradePackages"][1]["sections"][0]["options"][0]["gains"][0]["name"] = "Lash"
    fresh: Any = import_raw_book(raw).faction["units"]
    renamed: Any = import_raw_book(raw, before).faction["units"]
    assert (fresh[1]["id"], renamed[1]["id"]) == ("fenmen", "marshmen")
    assert "lash" in option_ids(raw)
    assert "eel-whip" in option_ids(raw, before)


def test_old_id_yields_to_a_new_name() -> None:
    before = dict(import_raw_book(book()).faction)
    raw = book()
    raw["units"][1]["name"] = "Fenmen"
    raw["units"].append(unit("u8", "Marshmen"))
    units: Any = import_raw_book(raw, before).faction["units"]
    assert [raw_unit["id"] for raw_unit in units] == ["reeve", "fenmen", "toad-riders", "marshmen"]


def test_unusable_previous_file_is_ignored() -> None:
    nonsense = {"units": [3, {"id": 4, "keys": "x"}], "packages": {"a": [{"options": 7}], "b": None}}
    assert import_raw_book(book(), nonsense).faction == import_raw_book(book()).faction


@given(
    st.lists(st.lists(st.sampled_from(["a", "b", "a-b", "a-2", ""]), max_size=3), min_size=1, max_size=8),
    st.lists(st.lists(st.integers(0, 7), max_size=8), max_size=4),
)
def test_ids_never_clash_within_a_scope(ladders: list[list[str]], scopes: list[list[int]]) -> None:
    inside = [sorted({number for number in scope if number < len(ladders)}) for scope in scopes]
    chosen = choose_unique_ids(ladders, inside, "thing")
    assert all(chosen)
    for scope in inside:
        assert len({chosen[number] for number in scope}) == len(scope)


def test_long_ids_are_cut_between_words() -> None:
    slug = short_slug("the very long name of a very old thing that nobody could ever hope to remember")
    assert len(slug) <= 72
    assert not slug.endswith("-")
    assert slug.endswith("-hope-to")
