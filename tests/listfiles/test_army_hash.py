"""One army has one hash, whatever its name and format."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from listbuilder.cli.input_output import judge_path
from listbuilder.exporters.exporter import build_document, find_exporter
from listbuilder.judging.results import Judged
from listbuilder.library import Library
from listbuilder.listfiles.files import parse_list
from listbuilder.listfiles.hashes import army_canonical_form, army_hash, list_hash
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.listfiles.writer import format_list_json
from listbuilder.model import ArmyList, Half, Roster
from listbuilder.rules.edits import DetachHero, MoveEntries, RemoveEntry, RemoveUpgrade, RenameEntry
from listbuilder.sheet import PrintOptions

LISTS = Path(__file__).parents[2] / "data" / "lists"
TOLD_IN_TEXT = sorted(path for path in LISTS.glob("aof-3.5-*.yaml") if "illegal" not in path.name)


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


def sample(library: Library, name: str = "aof-3.5-the-iron-vale.yaml") -> Roster:
    (judged,) = judge_path(str(LISTS / name), library)
    return judged.roster


def hash_of(library: Library, army: ArmyList) -> str:
    return army_hash(library.roster(army))


def read_back(library: Library, folder: Path, text: str, name: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    (judged,) = judge_path(str(folder / name), library)
    return army_hash(judged.roster)


@pytest.mark.parametrize("path", TOLD_IN_TEXT, ids=lambda path: path.stem)
def test_one_army_hash_in_five_formats(library: Library, tmp_path: Path, path: Path):
    (judged,) = judge_path(str(path), library)
    options = PrintOptions(width=100)
    assert isinstance(judged, Judged)
    document = build_document(judged, "en", options)
    text = find_exporter("army-forge").export([document], options).decode()
    army = judged.roster.army
    expected = army_hash(judged.roster)
    assert read_back(library, tmp_path, text, "share.txt") == expected
    assert read_back(library, tmp_path, encode_share_string(army), "share-string.txt") == expected
    assert read_back(library, tmp_path, format_list_json(army), "list.json") == expected
    assert (
        read_back(library, tmp_path, find_exporter("json").export([document], options).decode(), "e.json") == expected
    )


def test_army_hash_ignores_names_and_notes(library: Library):
    roster = sample(library)
    army = roster.army
    first = army.entries[0].id
    other = replace(army, name="x", player="y", points=1, force_org=not army.force_org, notes="z", books={})
    for changed in (other, RenameEntry(first, "Ottilie")(army), MoveEntries((first,), 3)(army)):
        assert hash_of(library, changed) == army_hash(roster)
        assert changed == army or list_hash(changed) != list_hash(army) or changed.entries != army.entries


def test_army_hash_ignores_which_half_upgraded(library: Library):
    roster = sample(library)
    whole = next(entry for entry in roster.entries if entry.entry.combined is not None)
    assert whole.entry.combined is not None
    turned = replace(whole.entry, upgrades=whole.entry.combined.upgrades, combined=Half(whole.entry.upgrades))
    assert hash_of(library, roster.army.replace_entry(turned)) == army_hash(roster)


def test_army_hash_changes_with_the_army(library: Library):
    roster = sample(library)
    army = roster.army
    hero = next(entry for entry in army.entries if entry.joins is not None)
    armed = next(entry for entry in army.entries if entry.upgrades)
    changed = [
        RemoveEntry(hero.id)(army),
        DetachHero(hero.id)(army),
        RemoveUpgrade(armed.id, armed.upgrades[0].option)(army),
    ]
    assert len({army_hash(roster), *(hash_of(library, army) for army in changed)}) == 4


def test_unknown_units_hash_as_written(library: Library):
    text = "name: x\nsystem: aof-3.5\nunits: [{id: a, unit: nobody/knows, upgrades: [%s]}]\n"
    hashes = {hash_of(library, parse_list(text % pick).army) for pick in ("b", "c")}
    assert len(hashes) == 2
    assert all(len(json.dumps(hashe)) == 66 for hashe in hashes)


def test_army_hash_is_stable(library: Library):
    """A printed code identifies its army for ever."""
    army = parse_list(
        "system: aof-3.5\nname: x\nunits:\n"
        "  - {id: a, unit: human-empire/infantrymen, upgrades: [spear], combined: {upgrades: [spear]}}\n"
        "  - {id: b, unit: human-empire/champion, joins: a, name: Otto}\n"
        "  - {id: c, unit: x/y, upgrades: [b, b, a], combined: {upgrades: [a]}}\n"
    ).army
    form = json.loads(army_canonical_form(library.roster(army)))
    rules = [["Hero", 1], ["Hold the Line", 1], ["Tough(3)", 1]]
    hero = {"models": 1, "rules": rules, "unit": "human-empire/champion", "weapons": [["Hand Weapon (A3)", 1]]}
    units = [json.loads(unit) for unit in form.pop("units")]
    assert form == {"system": "aof-3.5"}
    assert [json.loads(joined) for joined in units[0].pop("joined")] == [hero]
    assert units == [
        {
            "models": 20,
            "rules": [["Hold the Line", 2]],
            "unit": "human-empire/infantrymen",
            "weapons": [["Spear (A1, Counter)", 20]],
        },
        {"picks": [[["a", 1]], [["b", 2], ["a", 1]]], "unit": "x/y"},
    ]
