from __future__ import annotations

import json
from dataclasses import replace

import pytest

from listbuilder.listfiles.files import parse_list
from listbuilder.listfiles.hashes import (
    canonical_form,
    compute_commitment,
    derive_salt,
    format_printed_code,
    generate_secret,
    list_hash,
    matches_commitment,
    parse_printed_code,
)
from listbuilder.model import ArmyList
from listbuilder.model.army_list import MAX_ENTRIES

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
def test_list_hash_ignores_presentation(old: str, new: str):
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
def test_list_hash_changes_with_content(old: str, new: str):
    assert old in TEXT
    assert list_hash(army(TEXT.replace(old, new))) != list_hash(army())


def test_dangling_and_circular_joins_are_hashed():
    first = army(TEXT.replace("joins: a", "joins: b"))
    second = army(TEXT.replace("joins: a", "joins: nobody"))
    assert len({list_hash(first), list_hash(second), list_hash(army())}) == 3


def test_printed_code_uses_unambiguous_letters():
    assert format_printed_code("0" * 64) == "0000-0000-0000-0000"
    assert format_printed_code("f" * 64) == "ZZZZ-ZZZZ-ZZZZ-ZZZZ"
    code = format_printed_code(list_hash(army()))
    assert len(code.replace("-", "")) * 5 == 80
    assert not set(code) & set("ILOU")


def test_printed_code_covers_eighty_bits():
    digest = list_hash(army())
    flipped = {format_printed_code(f"{int(digest, 16) ^ (1 << 255 - bit):064x}") for bit in range(80)}
    assert len(flipped | {format_printed_code(digest)}) == 81
    assert format_printed_code(f"{int(digest, 16) ^ 1:064x}") == format_printed_code(digest)


@pytest.mark.parametrize(
    "typed", ["7f3a 91c2 kowm t5zd", "7F3A91C2K0WMT5ZD", "7f3a-9ic2-kOwm-t5zd", " 7F3A-9lC2-K0WM-T5ZD\n"]
)
def test_typed_codes_are_normalised(typed: str):
    assert parse_printed_code(typed) == "7F3A-91C2-K0WM-T5ZD"


@pytest.mark.parametrize(
    "typed",
    ["", "7F3A-91C2", "7F3A-91C2-K0WM-T5ZU", "7F3A-91C2-K0WM-T5ZD-0", "\N{FULLWIDTH DIGIT SEVEN}F3A-91C2-K0WM-T5ZD"],
)
def test_invalid_codes_are_refused(typed: str):
    assert parse_printed_code(typed) is None


def test_commitment_depends_on_list_and_salt():
    salt = derive_salt(army(), generate_secret())
    commitment = compute_commitment(army(), salt)
    assert matches_commitment(army(), salt, f" {commitment.upper()}\n")
    assert not matches_commitment(army(), derive_salt(army(), generate_secret()), commitment)
    assert not matches_commitment(replace(army(), name="x"), salt, commitment)


def test_every_list_gets_its_own_salt():
    first, second = army(), replace(army(), name="x")
    assert derive_salt(first, "secret") == derive_salt(army(), "secret")
    assert derive_salt(first, "secret") != derive_salt(second, "secret")
    assert derive_salt(first, "secret") != derive_salt(first, "Secret")


def test_long_join_chains_are_hashed():
    units = "".join(f"  - {{id: e{n}, unit: a/b, joins: e{n + 1}}}\n" for n in range(MAX_ENTRIES))
    assert canonical_form(army(f"system: x\nunits:\n{units}"))


def test_list_hash_is_stable():
    """A published hash identifies its list for ever."""
    odd = army(
        'name: " Gro\u0308ße  \\"x\\" "\nplayer: ""\nsystem: s\npoints: 750\nforce_org: true\nunits:\n'
        "  - {id: a, unit: f/u, upgrades: [b, b, {b: 2}, a, b], combined: {upgrades: [a]}, traits: [z, y], "
        "xp: 3, name: W}\n"
        "  - {id: b, unit: f/h, joins: a, name: Otto}\n"
        "  - {id: b, unit: f/h, joins: a, name: Anna}\n"
        "  - {id: c, unit: f/h, joins: b}\n"
        "  - {id: d, unit: f/h, joins: nobody}\n"
        "  - {id: e, unit: x/y}\n"
    )
    plain = canonical_form(army("system: s\nunits: []\n"))
    assert plain == b'{"force_org":false,"name":null,"player":null,"points":null,"system":"s","units":[]}'
    form = json.loads(canonical_form(odd))
    heroes = ['{"halves":[[]],"name":"Anna","unit":"f/h"}', '{"halves":[[]],"name":"Otto","unit":"f/h"}']
    assert [json.loads(unit) for unit in form.pop("units")] == [
        {"astray": "", "halves": [[]], "unit": "f/h"},
        {"astray": heroes[1], "halves": [[]], "unit": "f/h"},
        {
            "halves": [[["a", 1]], [["b", 4], ["a", 1], ["b", 1]]],
            "joined": heroes,
            "name": "W",
            "traits": ["y", "z"],
            "unit": "f/u",
            "xp": 3,
        },
        {"halves": [[]], "unit": "x/y"},
    ]
    assert form == {"force_org": True, "name": 'Größe "x"', "player": None, "points": 750, "system": "s"}
    assert list_hash(odd) == "99434630455b84e83df2b8acaec3de509ed25f0a450ea969ed1b988750e1d273"
    assert derive_salt(odd, "secret") == "92402e17d5cce12fd1e2e61e5b844cc9"
    assert compute_commitment(odd, "salt") == "19cb51001e79663b770494e849650807e6c9deaad4956489cce0e172c1c769c5"
