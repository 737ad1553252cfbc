"""Native formats read back what was written."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from listbuilder.listfiles.files import parse_list, read_list
from listbuilder.listfiles.hashes import list_hash
from listbuilder.listfiles.serialization import list_to_mapping
from listbuilder.listfiles.share_string import decode_share_string, encode_share_string
from listbuilder.listfiles.writer import format_list_json, format_list_yaml
from listbuilder.model import ArmyList, Upgrade
from tests.listfiles.list_strategies import SETTINGS, armies


@SETTINGS
@given(armies())
def test_yaml_round_trips(army: ArmyList):
    loaded = parse_list(format_list_yaml(army))
    assert loaded.army == army
    assert not loaded.report.diagnostics


@SETTINGS
@given(armies())
def test_json_round_trips_under_any_name(army: ArmyList):
    raw = format_list_json(army).encode()
    assert read_list(raw, "x.json").army == read_list(raw, "x.txt").army == army


@SETTINGS
@given(armies())
def test_writing_is_idempotent(army: ArmyList):
    text = format_list_yaml(army)
    assert format_list_yaml(parse_list(text).army) == text


@SETTINGS
@given(armies())
def test_share_string_round_trips(army: ArmyList):
    shared = encode_share_string(army)
    assert decode_share_string(shared) == army
    assert all(letter.isascii() and (letter.isalnum() or letter in "-_.") for letter in shared)


@SETTINGS
@given(armies(), st.randoms(use_true_random=False))
def test_hash_ignores_order(army: ArmyList, random):
    plain: dict[str, Any] = list_to_mapping(army)
    keys = list(plain)
    random.shuffle(keys)
    entries = list(plain["units"])
    random.shuffle(entries)
    mixed = {key: plain[key] for key in keys} | {"units": [dict(reversed(entry.items())) for entry in entries]}
    assert list_hash(parse_list(json.dumps(mixed, indent=7)).army) == list_hash(army)


@SETTINGS
@given(armies().filter(lambda army: army.entries), st.data())
def test_changed_pick_changes_the_hash(army: ArmyList, data: st.DataObject):
    entry = data.draw(st.sampled_from(army.entries))
    changed = army.replace_entry(replace(entry, upgrades=(*entry.upgrades, Upgrade("another-thing"))))
    assert list_hash(changed) != list_hash(army)
