from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.listfiles import canonical_form, commitment, list_hash, new_salt, parse_list, short_hash
from listbuilder.model import ArmyList

TEXT = """
format: 1
name: The Iron Vale
player: Ada
system: aof-3.5
points: 2000
force_org: true
books: {human-empire: {version: "3.5.3"}}
units:
  - {id: a, unit: human-empire/infantrymen, upgrades: [spear, sergeant], combined: {upgrades: [spear]}}
  - {id: b, unit: human-empire/champion, joins: a, name: Otto, upgrades: [horse], notes: warlord, xp: 5}
  - {id: c, unit: human-empire/champion, upgrades: [horse, horse]}
"""


def army(text: str = TEXT) -> ArmyList:
    return parse_list(text).army


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("warlord", "something else"),
        ('"3.5.3"', '"3.5.2"'),
        ("{id: a,", "{id: zz,"),
        ("name: The Iron Vale", "name: '  The   Iron Vale '"),
        ("[horse, horse]", "[{horse: 2}]"),
        (
            "upgrades: [spear, sergeant], combined: {upgrades: [spear]}",
            "upgrades: [spear], combined: {upgrades: [spear, sergeant]}",
        ),
        ("format: 1", "colour: red"),
    ],
)
def test_what_does_not_count(old: str, new: str):
    assert old in TEXT
    text = TEXT.replace(old, new)
    if "zz" in new:
        text = text.replace("joins: a", "joins: zz")
    assert list_hash(army(text)) == list_hash(army())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ada", "Bob"),
        ("The Iron Vale", "The Iron Dale"),
        ("2000", "1999"),
        ("force_org: true", "force_org: false"),
        ("[spear, sergeant]", "[sergeant, spear]"),
        ("joins: a, ", ""),
        ("joins: a", "joins: c"),
        ("name: Otto", "name: Ottilie"),
        ("xp: 5", "xp: 6"),
        ("[horse, horse]", "[horse]"),
    ],
)
def test_what_counts(old: str, new: str):
    assert old in TEXT
    assert list_hash(army(TEXT.replace(old, new))) != list_hash(army())


def test_joins_that_lead_nowhere_or_in_a_circle_have_a_form_too():
    first = army(TEXT.replace("joins: a", "joins: b"))
    second = army(TEXT.replace("joins: a", "joins: nobody"))
    assert len({list_hash(first), list_hash(second), list_hash(army())}) == 3


def test_the_short_hash_is_the_beginning_of_the_long_one():
    short = short_hash(army())
    assert len(short) == 9
    assert list_hash(army()).upper().startswith(short.replace("-", ""))


def test_a_commitment_needs_the_same_list_and_the_same_salt():
    salt, other = new_salt(), new_salt()
    kept = commitment(army(), salt)
    assert commitment(army(), salt) == kept
    assert commitment(army(), other) != kept
    assert commitment(replace(army(), name="x"), salt) != kept


def test_a_long_chain_of_joins_is_no_trouble():
    units = "".join(f"  - {{id: e{n}, unit: a/b, joins: e{n + 1}}}\n" for n in range(900))
    assert canonical_form(army(f"system: x\nunits:\n{units}"))
