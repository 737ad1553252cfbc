"""Ids one by one: where a name is cut, which number stands behind the second of two, and which old id is kept."""

from __future__ import annotations

import pytest

from listbuilder.importers.army_forge.book.ids import choose_ids, kept_id, short_slug
from listbuilder.importers.army_forge.book.section_ids import NOTHING_KEPT, kept_ids, package_ids
from listbuilder.importers.army_forge.book.upgrades import BookPackage


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
def test_an_id_has_at_most_72_letters_and_ends_with_a_whole_word(name: str, expected: str) -> None:
    assert short_slug(name) == expected


def test_several_names_make_one_id() -> None:
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
def test_what_has_no_longer_name_is_numbered_from_two(names: list[str], expected: list[str]) -> None:
    assert choose_ids([[name] for name in names], [range(len(names))], "thing") == expected


def test_only_things_of_one_scope_must_differ() -> None:
    ladders = [["a"], ["a"], ["a"]]
    assert choose_ids(ladders, [], "thing") == ["a", "a", "a"]
    assert choose_ids(ladders, [[0, 1], [2]], "thing") == ["a", "a-2", "a"]
    assert choose_ids(ladders, [[0, 1], [1, 2]], "thing") == ["a", "a-2", "a"]
    assert choose_ids(ladders, [[0, 0]], "thing") == ["a", "a", "a"]


def test_both_of_two_move_on_to_a_longer_name_as_far_as_they_have_one() -> None:
    assert choose_ids([["a", "a-b"], ["a", "a-c"]], [[0, 1]], "thing") == ["a-b", "a-c"]
    assert choose_ids([["a"], ["a", "a-c"]], [[0, 1]], "thing") == ["a", "a-c"]
    assert choose_ids([["a", "a", "a-b"], ["a", "", "a-c"]], [[0, 1]], "thing") == ["a-b", "a-c"]
    assert choose_ids([["a", "b"], ["a", "b"], ["c"]], [[0, 1, 2]], "thing") == ["b", "b-2", "c"]


def test_the_id_of_the_first_known_key_is_kept_unless_another_thing_has_it_by_nature() -> None:
    kept = {"k1": "old", "k2": "older"}
    assert kept_id(("k1", "k2"), kept, "new", ()) == ["old"]
    assert kept_id(("k0", "k2"), kept, "new", ()) == ["older"]
    assert kept_id(("k0",), kept, "new", ()) == []
    assert kept_id(("k1", "k2"), kept, "new", ("old",)) == []
    assert kept_id(("k1",), kept, "old", ("old",)) == ["old"]


def test_packages_are_named_by_hint_then_by_the_first_unit_that_uses_them_then_by_id() -> None:
    def ids(*hints: str, users: dict[str, list[str]]) -> list[str]:
        packages = [BookPackage(uid=f"P{number}", hint=hint, sections=()) for number, hint in enumerate(hints, start=1)]
        return list(package_ids(packages, users).values())

    assert ids("Arms", "Mounts", users={}) == ["arms", "mounts"]
    assert ids("Arms", "Arms", users={"P1": ["Reeve", "Toad"], "P2": ["Toad"]}) == ["arms-reeve", "arms-toad"]
    assert ids("Arms", "Arms", users={"P1": ["Reeve"], "P2": ["Reeve"]}) == ["arms-reeve-p1", "arms-reeve-p2"]
    assert ids("", users={"P1": ["Reeve", "Toad"]}) == ["reeve"]
    assert ids("", users={}) == ["p1"]


def test_ids_of_an_earlier_version_are_collected_by_every_key() -> None:
    assert kept_ids({}) == NOTHING_KEPT
    option = {"id": "toad", "keys": ["o1", "o2", 3]}
    section = {"id": "upgrade", "keys": ["s1"], "options": [option, "x"]}
    found = kept_ids(
        {
            "units": [{"id": "reeve", "keys": ["u1"]}, {"id": 4, "keys": ["u2"]}, {"id": "toad", "keys": "u3"}],
            "packages": {"a": [section, None], "b": {"id": "no", "keys": ["s2"]}},
        }
    )
    assert (found.units, found.sections, found.options) == (
        {"u1": "reeve"},
        {"s1": "upgrade"},
        {"o1": "toad", "o2": "toad"},
    )
