"""Overlong lists and slow files give a finding instead of a wait, in every format."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import replace

import pytest

from listbuilder import crash_guard
from listbuilder.crash_guard import OutOfTimeError, check_time, time_limit
from listbuilder.importers import dispatch as reading_module
from listbuilder.importers.dispatch import read_lists
from listbuilder.judging import judge as judge_module
from listbuilder.judging.judge import judge_bytes
from listbuilder.library import Library
from listbuilder.listfiles.files import parse_list
from listbuilder.listfiles.share_string import encode_share_string
from listbuilder.listfiles.writer import format_list_json, format_list_yaml
from listbuilder.model import ArmyList, EntryId
from listbuilder.model.army_list import MAX_ENTRIES, MAX_UPGRADES, MAX_UPGRADES_PER_ENTRY
from proof.fuzzing.samples import roster_of, saved_list, share_text

HEAD = "format: 1\nname: X\nsystem: aof-3.5\npoints: 500\nunits:\n"


@pytest.fixture(scope="module")
def library() -> Library:
    return Library.open(user=False)


def list_findings(raw: bytes, library: Library) -> list[tuple[str, str | None, object]]:
    return [
        (finding.code, finding.on, finding.params.get("n"))
        for read in read_lists(raw, "x", library)
        for finding in read.report
    ]


def list_of(entries: int, library: Library) -> ArmyList:
    army = roster_of(library).army
    entry = replace(army.entries[0], joins=None)
    return replace(army, entries=tuple(replace(entry, id=EntryId(f"e{number}")) for number in range(entries)))


@pytest.mark.parametrize("write", [format_list_yaml, format_list_json, encode_share_string])
def test_own_formats_limit_the_entries(write, library: Library) -> None:
    army = list_of(MAX_ENTRIES + 1, library)
    assert list_findings(write(army).encode(), library) == [("DAT023", None, MAX_ENTRIES + 1)]
    shorter = write(replace(army, entries=army.entries[:-1])).encode()
    assert "DAT023" not in [code for code, _, _ in list_findings(shorter, library)]


def test_saved_lists_limit_the_entries(library: Library) -> None:
    save = saved_list(library)
    unit = save["list"]["units"][0]
    save["list"]["units"] = [{**unit, "selectionId": f"s{number}"} for number in range(MAX_ENTRIES + 1)]
    assert ("DAT023", None, MAX_ENTRIES + 1) in list_findings(json.dumps(save).encode(), library)


def resolved_list(units: int, picks: int) -> bytes:
    """An export of an unknown book, with this many units and picks each."""
    pick = {"upgrade": {"uid": "s", "label": "Take one"}, "option": {"uid": "o", "label": "Rope", "cost": 5}}
    unit = {"id": "u", "name": "Orcs", "size": 5, "quality": 4, "defense": 4, "cost": 75, "loadout": []}
    records = [{**unit, "selectionId": f"s{number}", "selectedUpgrades": [pick] * picks} for number in range(units)]
    return json.dumps({"name": "X", "gameSystem": "aof", "armyId": "nobodys", "units": records}).encode()


@pytest.mark.parametrize(
    ("units", "picks", "expected"),
    [
        (MAX_ENTRIES, 1, []),
        (MAX_ENTRIES + 1, 1, [("DAT023", MAX_ENTRIES + 1)]),
        (1, MAX_UPGRADES_PER_ENTRY, []),
        (1, MAX_UPGRADES_PER_ENTRY + 1, [("DAT024", MAX_UPGRADES_PER_ENTRY + 1)]),
        (11, MAX_UPGRADES_PER_ENTRY, [("DAT024", 11 * MAX_UPGRADES_PER_ENTRY)]),
    ],
)
def test_exports_limit_entries_and_picks(
    units: int, picks: int, expected: list[tuple[str, int]], library: Library
) -> None:
    capped = [
        (code, n) for code, _, n in list_findings(resolved_list(units, picks), library) if code in ("DAT023", "DAT024")
    ]
    assert capped == expected
    (read,) = read_lists(resolved_list(units, picks), "x", library)
    assert (read.army is None) == bool(expected)


def test_share_texts_limit_the_entries(library: Library) -> None:
    head, first, *_ = share_text(library).split("\n\n")
    text = "\n\n".join([head, *[first] * (MAX_ENTRIES + 1)])
    assert "DAT023" in [code for code, _, _ in list_findings(text.encode(), library)]


def test_picks_per_list_are_limited(library: Library) -> None:
    entry = "  - {{id: e{}, unit: human-empire/infantrymen, upgrades: [{{spear: 200}}]}}\n"
    text = HEAD + "".join(entry.format(number) for number in range(11))
    assert list_findings(text.encode(), library) == [("DAT024", None, 2_200)]
    assert MAX_UPGRADES < 2_200


@pytest.mark.parametrize("picks", ["{spear: 201}", ", ".join(["spear"] * 201)], ids=["counted", "one by one"])
def test_picks_per_entry_are_limited(picks: str, library: Library) -> None:
    text = f"{HEAD}  - {{id: a, unit: human-empire/infantrymen, upgrades: [{picks}]}}\n"
    assert list_findings(text.encode(), library) == [("DAT024", "a", MAX_UPGRADES_PER_ENTRY + 1)]


def test_both_halves_count_towards_the_limit(library: Library) -> None:
    half = "upgrades: [{spear: 101}]"
    text = f"{HEAD}  - {{id: a, unit: human-empire/infantrymen, {half}, combined: {{{half}}}}}\n"
    assert list_findings(text.encode(), library) == [("DAT024", "a", 202)]


def test_endless_text_is_scanned_once(library: Library) -> None:
    with time_limit(5):  # it took a minute
        assert [code for code, _, _ in list_findings(("[]" * 101 + '"' + '\\"' * 40_000).encode(), library)] == [
            "IMP001",
            "DAT004",
        ]


def test_slow_reading_is_a_finding(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_module, "_choose_importer", lambda _: _for_ever())
    monkeypatch.setattr(crash_guard, "time_limit", lambda: time_limit(0.01))
    assert list_findings(HEAD.encode(), library) == [("DAT025", None, None)]


def test_slow_judging_is_a_finding(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge_module, "validate", lambda *_, **__: _for_ever())
    monkeypatch.setattr(crash_guard, "time_limit", lambda: time_limit(0.01))
    text = HEAD + "  - {id: a, unit: human-empire/champion}\n"
    (judged,) = judge_bytes(text.encode(), "x", library)
    assert [finding.code for finding in judged.report] == ["DAT025"]
    assert judged.army == parse_list(text).army


def test_time_limit_works_in_other_threads() -> None:
    ended: list[bool] = []

    def work() -> None:
        try:
            with time_limit(0.01):
                _for_ever()
        except OutOfTimeError:
            ended.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert ended == [True]


def test_narrower_of_two_time_limits_applies() -> None:
    with pytest.raises(OutOfTimeError), time_limit(0.01), time_limit(60):
        _for_ever()
    check_time()
    assert crash_guard.LIMIT_SECONDS == 10


def _for_ever() -> object:
    while True:
        check_time()
        time.sleep(0.001)


def test_numbers_in_a_header_are_not_units(library: Library) -> None:
    assert [code for code, _, _ in list_findings(b"++ Orcs [5] Q4+ D4+ | 75pts ++", library)] == ["IMP001"]


def test_empty_header_leaves_the_other_list_intact(library: Library) -> None:
    text = share_text(library) + "\n\n++ Orcs [5] Q4+ D4+ | 75pts ++\n"
    first, *others = read_lists(text.encode(), "x", library)
    assert first.army is not None
    assert first.army.entries
    assert "INT001" not in [finding.code for read in (first, *others) for finding in read.report]
