from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from listbuilder.diff.lists import (
    EntrySide,
    ListDiff,
    build_entry_sides,
    compare_lists,
    longest_increasing,
    pair_entries,
)
from listbuilder.exporters.diffs import format_list_diff_json, format_list_diff_markdown, format_list_diff_text
from listbuilder.library import Library
from listbuilder.listfiles.files import load_list, parse_list
from listbuilder.model import ArmyList, BookPin, Entry, EntryId, FactionId, Half, UnitRef, Upgrade
from tests.sentences import sentence

VALE = Path(__file__).parents[2] / "data" / "lists" / "aof-3.5-the-iron-vale.yaml"


@cache
def library() -> Library:
    return Library.open(user=False)


def army() -> ArmyList:
    return load_list(VALE).army


def diff(new: ArmyList, old: ArmyList | None = None) -> ListDiff:
    return compare_lists(library().roster(old or army()), library().roster(new))


def kinds(list_diff: ListDiff) -> dict[str, list[str]]:
    return {
        f"{entry.status} {(entry.new or entry.old).entry.id}": [change.kind for change in entry.changes]
        for entry in list_diff.entries
    }


def change(entry_id: str, **values: Any) -> ArmyList:
    entry = army().find_entry(entry_id)
    assert entry is not None
    return army().replace_entry(replace(entry, **values))


def test_list_equals_itself():
    list_diff = diff(army())
    assert not list_diff.differs
    assert not list_diff.entries
    assert sentence("diff.same") in format_list_diff_text(list_diff)


def test_ids_and_order_are_ignored():
    entries = army().entries
    mixed = tuple(
        replace(entry, id=EntryId(f"n-{entry.id}"), joins=entry.joins and EntryId(f"n-{entry.joins}"))
        for entry in entries
    )
    list_diff = diff(replace(army(), entries=(*mixed[1:], mixed[0])))
    assert not list_diff.differs
    assert kinds(list_diff) == {"changed n-spears": ["moved"]}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"name": "Ottilie"}, ["renamed"]),
        ({"name": None}, ["unnamed"]),
        ({"upgrades": (Upgrade("halberd"), Upgrade("twin-gatling-pistol"))}, ["dropped"]),
        ({"upgrades": (Upgrade("captain"), Upgrade("halberd"), Upgrade("twin-gatling-pistol"))}, ["order"]),
        ({"joins": None}, ["left"]),
        ({"joins": EntryId("guard")}, ["left", "joined"]),
        ({"xp": 10}, ["xp"]),
        ({"traits": ("Bold",)}, ["traits"]),
        ({"notes": "new"}, ["notes"]),
    ],
)
def test_every_entry_change_is_reported(values: dict[str, object], expected: list[str]):
    list_diff = diff(change("otto", **values))
    assert kinds(list_diff) == {"changed otto": expected}
    assert list_diff.differs is (expected != ["order"])


def hosted(unit: str = "infantrymen", joins: str | None = None) -> ArmyList:
    host, hero = {"id": "a", "unit": f"human-empire/{unit}"}, {"id": "h", "unit": "human-empire/champion"}
    joined = {} if joins is None else {"joins": joins}
    return parse_list({"system": "aof-3.5", "units": [host, {**hero, **joined}]}).army


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (hosted(), hosted(joins="a"), {"changed h": ["joined"]}),
        (hosted(joins="a"), hosted(), {"changed h": ["left"]}),
        (hosted(joins="gone"), hosted(joins="gone"), {}),
        (hosted(joins="gone"), hosted(joins="a"), {"changed h": ["left", "joined"]}),
        (
            hosted(joins="a"),
            hosted("knights", joins="a"),
            {"removed a": [], "added a": [], "changed h": ["left", "joined"]},
        ),
    ],
)
def test_attached_hero_follows_its_host(old: ArmyList, new: ArmyList, expected: dict[str, list[str]]):
    assert kinds(diff(new, old)) == expected


def test_unknown_hosts_are_named():
    lost = hosted("old-guard", joins="a")
    named = lost.replace_entry(replace(lost.entries[0], name="The Last"))
    hosts = [
        [side.host for side in build_entry_sides(library().roster(each))]
        for each in (lost, named, hosted(joins="gone"))
    ]
    assert hosts == [["", "human-empire/old-guard"], ["", "The Last"], ["", ""]]


def test_short_and_long_option_ids_are_equal():
    otto = army().find_entry("otto")
    (roster_entry,) = (each for each in library().roster(army()).entries if each.id == "otto")
    [(group, option)] = roster_entry.unit.find_options(otto.upgrades[0].option)
    long = otto.upgrades[0]._replace(option=f"{group.id}/{option.id}")
    assert long != otto.upgrades[0]
    assert kinds(diff(change("otto", upgrades=(long, *otto.upgrades[1:])))) == {}


def test_changes_of_halves_are_separate():
    list_diff = diff(change("spears", combined=Half((Upgrade("spear"),))))
    assert kinds(list_diff) == {"changed spears": ["dropped.half"]}
    list_diff = diff(change("gryphs", combined=Half()))
    assert kinds(list_diff) == {"changed gryphs": ["combined"]}


def test_added_and_removed_units_show_points():
    fewer = replace(army(), entries=army().entries[:-1])
    lost, won = diff(fewer), diff(army(), fewer)
    assert kinds(lost) == {"removed mortar": []}
    assert kinds(won) == {"added mortar": []}
    assert format_list_diff_text(won).splitlines()[-1].startswith("+ Fat Gertrud")


def test_renamed_copies_match_by_upgrades():
    text = "system: aof-3.5\nunits:\n  - {id: a, unit: human-empire/champion, upgrades: [halberd, captain]}\n"
    text += "  - {id: b, unit: human-empire/champion, upgrades: [horse]}\n"
    old = parse_list(text).army
    first, second = old.entries
    new = replace(
        old,
        entries=(
            replace(second, id=EntryId("x"), name="Rider"),
            replace(first, id=EntryId("y"), upgrades=(Upgrade("halberd"),)),
        ),
    )
    list_diff = diff(new, old)
    pairs = {(entry.old.entry.id, entry.new.entry.id) for entry in list_diff.entries}
    assert pairs == {("a", "y"), ("b", "x")}


def matched(old: list[str], new: list[str]) -> dict[str, str]:
    """Match champions by their picks (`name: pick pick / picks of the second half`); ids of old and new are letters."""

    def side(index: int, text: str, letter: str) -> EntrySide:
        name, _, picks = text.rpartition(":")
        first, halved, second = picks.partition("/")
        entry = Entry(
            id=EntryId(f"{letter}{index}"),
            unit=UnitRef("human-empire/champion"),
            name=name or None,
            upgrades=tuple(map(Upgrade, first.split())),
            combined=Half(tuple(map(Upgrade, second.split()))) if halved else None,
        )
        return EntrySide(entry, index, None, "")

    pairs = pair_entries(
        [side(index, text, "o") for index, text in enumerate(old)],
        [side(index, text, "n") for index, text in enumerate(new)],
    )
    return {before.entry.id: after.entry.id for before, after in pairs}


@pytest.mark.parametrize(
    ("old", "new", "pairs"),
    [
        (["a b", "c"], ["c d", "a"], {"o0": "n1", "o1": "n0"}),
        (["a b c", "a"], ["a x", "a b"], {"o0": "n1", "o1": "n0"}),
        (["a b c d"], ["a b", "a b c d e f g h i"], {"o0": "n0"}),
        (["a"], ["x", "y"], {"o0": "n0"}),
        (["a", "b"], ["c", "d"], {"o0": "n0", "o1": "n1"}),
        (["a/b c"], ["a", "a/b"], {"o0": "n1"}),
        (["a/b"], ["x/y", "a b x"], {"o0": "n1"}),
        (["Otto: a", "b"], ["b x", "Otto: b"], {"o0": "n1", "o1": "n0"}),
        (["a", "a"], ["a"], {"o0": "n0"}),
        (["a", "a/"], ["a/", "a"], {"o0": "n1", "o1": "n0"}),
    ],
)
def test_entries_match_by_name_then_upgrades(old: list[str], new: list[str], pairs: dict[str, str]):
    assert matched(old, new) == pairs


def test_list_fields_are_reported():
    list_diff = diff(replace(army(), points=1500, force_org=False, player=None, name="New"))
    text = format_list_diff_text(list_diff, "de")
    assert [field.field for field in list_diff.fields] == ["name", "player", "points", "force_org"]
    assert f"{sentence('diff.yes', 'de')} → {sentence('diff.no', 'de')}" in text
    assert f"{sentence('diff.field.points', 'de')}: 2000 → 1500" in text


def test_an_unknown_unit_is_compared_too():
    old = parse_list("system: aof-3.5\nunits: [{id: a, unit: no/such, upgrades: [x]}]\n").army
    new = parse_list("system: aof-3.5\nunits: [{id: a, unit: no/such, upgrades: [y]}]\n").army
    assert kinds(diff(new, old)) == {"changed a": ["dropped", "took"]}


def test_json_diff_has_kinds_and_texts():
    data = json.loads(format_list_diff_json(diff(change("otto", upgrades=()))))
    (entry,) = data["entries"]
    assert data["differs"] is True
    assert (entry["status"], entry["old_id"], entry["new_id"]) == ("changed", "otto", "otto")
    assert entry["old_points"] > entry["new_points"]
    assert [row["kind"] for row in entry["changes"]] == ["dropped"] * 3


def test_names_are_text_and_never_markup():
    list_diff = diff(change("otto", name="**x** <b>[red]\x1b[2J"))
    assert "\x1b" not in format_list_diff_text(list_diff) + format_list_diff_markdown(list_diff)
    assert "**x**" not in format_list_diff_markdown(list_diff)
    assert "<b>" not in format_list_diff_markdown(list_diff)


def test_longest_run_is_not_moved():
    assert longest_increasing([1, 2, 3, 0]) == {1, 2, 3}
    assert longest_increasing([3, 0, 1, 2]) == {0, 1, 2}
    assert len(longest_increasing([5, 4, 3, 2])) == 1
    assert longest_increasing([]) == frozenset()


def pinned(**versions: str) -> ArmyList:
    return replace(army(), books={FactionId(name): BookPin(version) for name, version in versions.items()})


def test_only_shared_books_are_compared():
    old, new = pinned(a="1", b="1", c="1"), pinned(a="2", b="1", d="1")
    (field,) = diff(new, old).fields
    assert (field.field, field.old, field.new) == ("books", ("a 1", "b 1"), ("a 2", "b 1"))
    assert diff(pinned(b="1", c="2"), new).fields == ()


def test_positions_count_from_one():
    first, *others = army().entries
    (moved,) = diff(replace(army(), entries=(*others, first))).entries
    (change,) = moved.changes
    assert (change.kind, change.values) == ("moved", {"old": 1, "new": len(army().entries)})


def test_moved_and_changed_entry_is_changed():
    first, *others = army().entries
    list_diff = diff(replace(army(), entries=(*others, replace(first, notes="new"))))
    assert [[change.kind for change in entry.changes] for entry in list_diff.entries] == [["notes", "moved"]]
    assert list_diff.differs
