"""The compact form inside a share string; version 1 stays readable for ever."""

from __future__ import annotations

from dataclasses import replace

import pytest

from listbuilder.listfiles.share_string import (
    decode_share_string,
    encode_share_string,
    format_compact,
    is_share_string,
    parse_compact,
)
from listbuilder.model import ArmyList, BookPin, Entry, EntryId, FactionId, Half, SystemId, UnitRef, Upgrade

PLAIN = ArmyList(name="Vale", system=SystemId("aof-3.5"))


def entry(ident: str, unit: str = "elves/spears", **values: object) -> Entry:
    return Entry(id=EntryId(ident), unit=UnitRef(unit), **values)  # type: ignore[arg-type]


def both_ways(army: ArmyList, form: str) -> None:
    assert format_compact(army) == form
    assert parse_compact(form) == army


@pytest.mark.parametrize(
    ("values", "form"),
    [
        ({}, "aof-3.5\tVale"),
        ({"points": 1}, "aof-3.5\tVale\t1"),
        ({"force_org": True}, "aof-3.5\tVale\t\t1"),
        ({"player": "Ada B"}, "aof-3.5\tVale\t\t\tAda B"),
        ({"event": "cup"}, "aof-3.5\tVale\t\t\t\tcup"),
        ({"notes": "a\tb\n* \\"}, "aof-3.5\tVale\t\t\t\t\ta\\tb\\n* \\\\"),
        (
            {"books": {FactionId("elves"): BookPin("3.5 b"), FactionId("orcs"): BookPin("")}},
            "aof-3.5\tVale\t\t\t\t\t\telves 3.5\\sb orcs \\e",
        ),
        (
            {"books": {FactionId("elves"): BookPin("1", name="Far Elves")}},
            "aof-3.5\tVale\t\t\t\t\t\telves 1\t\telves Far\\sElves",
        ),
        ({"extra": {"factions": [{"id": "x"}]}}, 'aof-3.5\tVale\t\t\t\t\t\t\t[{"id":"x"}]'),
    ],
)
def test_share_form_header(values: dict[str, object], form: str) -> None:
    both_ways(replace(PLAIN, **values), form)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("army_entry", "form"),
    [
        (entry("a"), "elves/spears"),
        (entry("x"), "elves/spears\t\tx"),
        (
            entry("a", upgrades=(Upgrade("bow"), Upgrade("s/o", 3), Upgrade("no*w", -1))),
            "elves/spears\tbow s/o*3 no\\aw*-1",
        ),
        (entry("a", name="Old = Guard*"), "elves/spears\t\t\tOld = Guard*"),
        (entry("a", joins=EntryId("h")), "elves/spears\t\t\t\th"),
        (entry("a", upgrades=(Upgrade("bow"),), combined=Half((Upgrade("bow"),))), "elves/spears\tbow\t\t\t\t="),
        (entry("a", upgrades=(Upgrade("bow"),), combined=Half()), "elves/spears\tbow\t\t\t\t-"),
        (entry("a", combined=Half((Upgrade("-"), Upgrade("=", 2)))), "elves/spears\t\t\t\t\t\\e- \\e=*2"),
        (entry("a", xp=12, traits=("Bold", "Half Blind", "")), "elves/spears\t\t\t\t\t\t12\tBold Half\\sBlind \\e"),
        (entry("a", notes="!", called="Spears"), "elves/spears\t\t\t\t\t\t\t\t!\tSpears"),
        (entry("a", unit="spears"), "//spears"),
    ],
)
def test_share_form_entry(army_entry: Entry, form: str) -> None:
    both_ways(replace(PLAIN, entries=(army_entry,)), f"aof-3.5\tVale\n{form}")


def test_share_form_omits_repeated_factions_and_ids() -> None:
    units = ("elves/spears", "elves/bows", "orcs/boys", "spears", "orcs/boys")
    entries = tuple(entry(name, unit) for name, unit in zip("abcde", units, strict=True))
    form = "aof-3.5\tVale\nelves/spears\nbows\norcs/boys\n//spears\norcs/boys"
    both_ways(replace(PLAIN, entries=entries), form)
    turned = (replace(entries[0], id=EntryId("b")), replace(entries[1], id=EntryId("a")))
    both_ways(replace(PLAIN, entries=turned), "aof-3.5\tVale\nelves/spears\t\tb\nbows\t\ta")


@pytest.mark.parametrize(
    ("points", "read"),
    [("1", True), ("1000000", True), ("1000001", False), ("0", False), ("-1", False), ("x", False), ("1.5", False)],
)
def test_invalid_game_sizes_are_refused(points: str, read: bool) -> None:
    assert (parse_compact(f"aof-3.5\tVale\t{points}") is not None) is read


def test_malformed_entry_numbers_are_ignored() -> None:
    army = parse_compact("aof-3.5\tVale\nelves/spears\tbow*x axe* lance*٣\t\t\t\t\tmany")
    assert army is not None
    assert army.entries[0].upgrades == (Upgrade("bow"), Upgrade("axe"), Upgrade("lance"))
    assert army.entries[0].xp == 0
    long = parse_compact(f"s\tn\nu\tbow*{'9' * 10} axe*{'9' * 11}")
    assert long is not None
    assert [pick.count for pick in long.entries[0].upgrades] == [9_999_999_999, 1]


def test_trailing_fields_of_later_versions_are_ignored() -> None:
    line = "elves/spears" + "\t" * 9 + "Spears\tnew"
    army = parse_compact("aof-3.5\tVale" + "\t" * 9 + "new\n" + line)
    assert army == replace(PLAIN, entries=(entry("a", called="Spears"),))


def test_share_string_length_limit() -> None:
    share = encode_share_string(PLAIN)
    assert decode_share_string(" " * (200_000 - len(share)) + share) == PLAIN
    assert is_share_string(" " * (200_000 - len(share)) + share)
    assert not is_share_string(" " * (200_001 - len(share)) + share)


@pytest.mark.parametrize("front", ["https://x.org/#", "https://x.org/?list=", "https://x.org/", "see\n"])
def test_link_prefix_is_removed(front: str) -> None:
    share = encode_share_string(PLAIN)
    assert is_share_string(front + share) is (front != "see\n")
    assert front == "see\n" or decode_share_string(front + share) == PLAIN
