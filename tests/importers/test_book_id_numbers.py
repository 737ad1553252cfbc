"""Ids: where names are cut, how duplicates are numbered and which old ids are kept."""

from __future__ import annotations

import pytest

from listbuilder.importers.army_forge.book.unique_ids import (
    NO_PREVIOUS_IDS,
    choose_package_ids,
    choose_unique_ids,
    collect_previous_ids,
    reuse_id,
    short_slug,
)
from listbuilder.importers.army_forge.book.upgrade_mapping import BookPackage


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a" * 72, "a" * 72),
        ("a" * 73, "a" * 72),
        ("a" * 72 + " b", "a" * 72),
        ("a" * 40 + " " + "b" * 31, "a" * 40 + "-" + "b" * 31),
        ("a" * 40 + " " + "b" * 31 + " c", "a" * 40 + "-" + "b" * 31),
        ("a" * 40 + " " + "b" * 32, "a" * 40),
        ("a" * 40 + " " + "b" * 32 + " c", "a" * 40),
        ("", ""),
    ],
)
def test_ids_are_cut_at_72_letters(name: str, expected: str) -> None:
    assert short_slug(name) == expected


def test_ids_join_several_names() -> None:
    assert short_slug("Reed", "", "Spear") == "reed-spear"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["a", "b"], ["a", "b"]),
        (["a", "a"], ["a", "a-2"]),
        (["a", "a", "a"], ["a", "a-2", "a-3"]),
        (["a", "a", "a-2"], ["a", "a-3", "a-2"]),
        (["a-2", "a", "a"], ["a-2", "a", "a-3"]),
        (["", ""], ["thing", "thing-2"]),
    ],
)
def test_remaining_duplicates_are_numbered_from_two(names: list[str], expected: list[str]) -> None:
    assert choose_unique_ids([[name] for name in names], [range(len(names))], "thing") == expected


def test_ids_differ_only_within_a_scope() -> None:
    ladders = [["a"], ["a"], ["a"]]
    assert choose_unique_ids(ladders, [], "thing") == ["a", "a", "a"]
    assert choose_unique_ids(ladders, [[0, 1], [2]], "thing") == ["a", "a-2", "a"]
    assert choose_unique_ids(ladders, [[0, 1], [1, 2]], "thing") == ["a", "a-2", "a"]
    assert choose_unique_ids(ladders, [[0, 0]], "thing") == ["a", "a", "a"]


def test_clashing_ids_both_take_longer_names() -> None:
    assert choose_unique_ids([["a", "a-b"], ["a", "a-c"]], [[0, 1]], "thing") == ["a-b", "a-c"]
    assert choose_unique_ids([["a"], ["a", "a-c"]], [[0, 1]], "thing") == ["a", "a-c"]
    assert choose_unique_ids([["a", "a", "a-b"], ["a", "", "a-c"]], [[0, 1]], "thing") == ["a-b", "a-c"]
    assert choose_unique_ids([["a", "b"], ["a", "b"], ["c"]], [[0, 1, 2]], "thing") == ["b", "b-2", "c"]


def test_known_id_is_kept_unless_taken() -> None:
    old_ids = {"k1": "old", "k2": "older"}
    assert reuse_id(("k1", "k2"), old_ids, "new", ()) == ["old"]
    assert reuse_id(("k0", "k2"), old_ids, "new", ()) == ["older"]
    assert reuse_id(("k0",), old_ids, "new", ()) == []
    assert reuse_id(("k1", "k2"), old_ids, "new", ("old",)) == []
    assert reuse_id(("k1",), old_ids, "old", ("old",)) == ["old"]


def test_package_names_come_from_hint_unit_or_id() -> None:
    def ids(*hints: str, users: dict[str, list[str]]) -> list[str]:
        packages = [BookPackage(uid=f"P{number}", hint=hint, sections=()) for number, hint in enumerate(hints, start=1)]
        return list(choose_package_ids(packages, users).values())

    assert ids("Arms", "Mounts", users={}) == ["arms", "mounts"]
    assert ids("Arms", "Arms", users={"P1": ["Reeve", "Toad"], "P2": ["Toad"]}) == ["arms-reeve", "arms-toad"]
    assert ids("Arms", "Arms", users={"P1": ["Reeve"], "P2": ["Reeve"]}) == ["arms-reeve-p1", "arms-reeve-p2"]
    assert ids("", users={"P1": ["Reeve", "Toad"]}) == ["reeve"]
    assert ids("", users={}) == ["p1"]


def test_previous_ids_are_collected_by_key() -> None:
    assert collect_previous_ids({}) == NO_PREVIOUS_IDS
    option = {"id": "toad", "keys": ["o1", "o2", 3]}
    section = {"id": "upgrade", "keys": ["s1"], "options": [option, "x"]}
    previous_ids = collect_previous_ids(
        {
            "units": [{"id": "reeve", "keys": ["u1"]}, {"id": 4, "keys": ["u2"]}, {"id": "toad", "keys": "u3"}],
            "packages": {"a": [section, None], "b": {"id": "no", "keys": ["s2"]}},
        }
    )
    assert (previous_ids.units, previous_ids.sections, previous_ids.options) == (
        {"u1": "reeve"},
        {"s1": "upgrade"},
        {"o1": "toad", "o2": "toad"},
    )
