"""Snapshots with and without names, changed prices, and foreign game files."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from listbuilder.library import Library
from listbuilder.listfiles.book_versions import PriceChange, collect_prices, find_old_prices, find_price_changes
from listbuilder.listfiles.files import save_list
from listbuilder.listfiles.game_state_file import (
    game_state_fingerprint,
    game_state_path,
    load_game_state,
    save_game_state,
)
from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.open_file import OpenListFile
from listbuilder.listfiles.version_history import (
    MAX_SNAPSHOTS,
    SnapshotStore,
    Version,
    VersionSource,
    list_versions,
    restore_version,
)
from listbuilder.model import ArmyList, Entry, EntryId, FactionId, SystemId, Text, UnitId, UnitRef, Upgrade
from listbuilder.rules.edits import History
from listbuilder.rules.trackers import MAX_UNDO_STEPS, Game, GameState, UnitState
from tests.sentences import sentence

LIBRARY = Library.open(user=False)
ARMY = ArmyList(
    name="Vale", system=SystemId("aof-3.5"), entries=(Entry(id=EntryId("a"), unit=UnitRef("human-empire/infantrymen")),)
)


def version(number: int) -> ArmyList:
    return replace(ARMY, notes=f"version {number}")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vale.yaml"


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "state" / "autosave")


def list_snapshots(snapshots: SnapshotStore, path: Path) -> list[tuple[str, str | None]]:
    return [(snapshot.name, snapshot.army.notes) for snapshot in snapshots.load_all(path)]


def test_named_versions_are_kept_forever(path: Path, journal: Journal) -> None:
    snapshots = SnapshotStore.for_journal(journal)
    snapshots.save(path, version(0), "Cup")
    for number in range(MAX_SNAPSHOTS):
        snapshots.save(path, version(number))
    snapshots.save(path, version(50), "League")
    unnamed = [("", f"version {number}") for number in reversed(range(MAX_SNAPSHOTS))]
    assert list_snapshots(snapshots, path) == [("League", "version 50"), *unnamed, ("Cup", "version 0")]
    snapshots.save(path, version(99))
    assert list_snapshots(snapshots, path) == [
        ("", "version 99"), ("League", "version 50"), *unnamed[:-1], ("Cup", "version 0")
    ]  # fmt: skip


def test_version_is_kept_once_per_name(path: Path, journal: Journal) -> None:
    snapshots = SnapshotStore.for_journal(journal)
    for name in ("", "Cup", "Cup", "League", ""):
        snapshots.save(path, ARMY, name)
    assert [name for name, _ in list_snapshots(snapshots, path)] == ["", "League", "Cup", ""]


def test_unwritable_characters_are_replaced_in_snapshots(path: Path, journal: Journal) -> None:
    SnapshotStore.for_journal(journal).save(path, replace(ARMY, notes="a\udc80b"), "c\udc80d")
    assert list_snapshots(SnapshotStore.for_journal(journal), path) == [("c?d", "a?b")]
    assert [file.suffix for file in SnapshotStore.for_journal(journal).folder.iterdir()] == [".json"]


def test_history_orders_versions_by_time(path: Path, journal: Journal) -> None:
    snapshots = SnapshotStore.for_journal(journal)
    for number, name in ((1, ""), (2, "Cup"), (3, ""), (1, ""), (2, ""), (4, "League"), (4, "")):
        snapshots.save(path, version(number), name)
    versions = list_versions(History(version(4)), path, journal)
    assert [(moment.source, moment.army.notes) for moment in versions] == [
        (VersionSource.NAMED, "version 2"),
        (VersionSource.SNAPSHOT, "version 3"),
        (VersionSource.SNAPSHOT, "version 1"),
        (VersionSource.NAMED, "version 4"),
        (VersionSource.START, "version 4"),
    ]
    assert [moment.to("en") for moment in versions] == [
        sentence("history.version", subject="Cup"),
        sentence("history.snapshot"),
        sentence("history.snapshot"),
        sentence("history.version", subject="League"),
        sentence("history.start"),
    ]
    times = [moment.saved_at for moment in versions[:-1]]
    assert times == sorted(times, key=str)
    assert [moment.source for moment in list_versions(History(version(4)), path)] == [VersionSource.START], (
        "there is no journal"
    )


@pytest.mark.parametrize(
    ("edits", "key"), [(0, "history.unsaved"), (1, "history.unsaved.counted"), (4, "history.unsaved.counted")]
)
def test_unsaved_version_states_its_edits(path: Path, journal: Journal, edits: int, key: str) -> None:
    save_list(ARMY, path)
    list_file = OpenListFile.load(path, journal)
    list_file.write_journal(version(1), edits)
    list_file.close()
    named = [moment.to("en") for moment in list_versions(History(ARMY), path, journal)]
    assert named == [sentence(key, edits=edits), sentence("history.start")]


def test_restoring_names_version_and_time() -> None:
    moment = Version(VersionSource.BACKUP, version(1))
    timed = replace(moment, saved_at=datetime(2026, 5, 4, 12, 30, tzinfo=UTC))
    subjects = [str(restore_version(History(ARMY), restored).next_undo.subject) for restored in (moment, timed)]
    assert subjects[0] == sentence("history.backup")
    assert subjects[1].startswith(f"{sentence('history.backup')} (2026-05-0")


def test_price_changes_are_translated() -> None:
    reeve, eel = Text("Reeve", (("de", "Vogt"),)), Text("Eel", (("de", "Aal"),))
    assert str(PriceChange(reeve, "", 40, 50)) == sentence("price.unit", unit="Reeve", old=40, new=50)
    for option, language, values in (
        (eel, "de", {"option": "Aal", "unit": "Vogt"}),
        (eel, "en", {"option": "Eel", "unit": "Reeve"}),
        ("Net", "en", {"option": "Net", "unit": "Reeve"}),
    ):
        expected = sentence("price.option", language, **values, old=45, new=40)
        assert PriceChange(reeve, option, 45, 40).to(language) == expected


BOOK = """
format: 1
id: fen-folk
systems: [aof-3.5]
version: "1.0"
name: Fen Folk
units:
  - {id: reeve, name: Reeve, size: 1, quality: 4, defense: 5, cost: 40, weapons: [Spear (A1)], upgrades: [gear, more]}
packages:
  gear: [{id: one, options: [{id: eel, label: {en: Own Eel}, gain: [Eel (Fast)], cost: 45},
                             {id: twice, gain: [Net (Slow)], cost: 5}]}]
  more: [{id: two, options: [{id: twice, gain: [Net (Fast)], cost: 7}]}]
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "fen.yaml").write_text(BOOK, encoding="utf-8")
    return Library.open([tmp_path], user=False)


def test_only_unambiguous_prices_are_compared(library: Library) -> None:
    faction = library.faction("fen-folk", "aof-3.5")
    before = {"reeve": 40, "reeve/eel": 44, "reeve/twice": 1, "reeve/gone": 1, "gone": 1, "gone/eel": 1}
    (price_change,) = find_price_changes(before, faction)
    changes = price_change.params["changes"]
    assert isinstance(changes, tuple)
    assert changes == (PriceChange(faction.units[UnitId("reeve")].name, Text("Own Eel"), 44, 45),)
    assert [*find_price_changes({"reeve": 40, "reeve/eel": 45}, faction)] == []
    assert find_old_prices(before, faction) == {"reeve": 40, "reeve/eel": 45}


def test_pinned_prices_cover_the_lists_choices(library: Library) -> None:
    reeve = Entry(id=EntryId("b"), unit=UnitRef("fen-folk/reeve"), upgrades=(Upgrade("eel"), Upgrade("nothing")))
    roster = library.roster(replace(ARMY, entries=(*ARMY.entries, reeve)))
    assert collect_prices(roster, FactionId("fen-folk")) == {"reeve": 40, "reeve/eel": 45}


ROSTER = LIBRARY.roster(ARMY)


def write_game(path: Path, *states: Any, mark: str = "of another army") -> Game:
    game_state_path(path).write_text(json.dumps({"format": 1, "mark": mark, "states": states}), encoding="utf-8")
    kept_game = load_game_state(path, ROSTER)
    assert kept_game is not None
    assert kept_game.is_same_army is (mark != "of another army")
    return kept_game.game


@pytest.mark.parametrize(
    ("ticks", "read"),
    [
        ({"wounds": 1}, UnitState(wounds=1)),
        ({"wounds": 1_000_000}, UnitState(wounds=1_000_000)),
        ({"wounds": 1_000_001}, UnitState()),
        ({"wounds": -1}, UnitState()),
        ({"wounds": True}, UnitState()),
        ({"wounds": "4"}, UnitState()),
        ({"activated": [1, 3, 0, "x", True]}, UnitState(activated=frozenset({1, 3}))),
        ({"activated": {"1": 1}, "states": "shaken"}, UnitState()),
        ({"states": ["shaken", 3, None]}, UnitState(states=frozenset({"shaken"}))),
        ({"tokens": {"b": 2, "c": None}}, UnitState(tokens={EntryId("b"): 2, EntryId("c"): 0})),
        ({"tokens": [1]}, UnitState()),
        ([], UnitState()),
        (None, UnitState()),
    ],
)
def test_malformed_ticks_count_as_unticked(path: Path, ticks: Any, read: UnitState) -> None:
    assert write_game(path, {"round": 2, "units": {"a": ticks}}).present == GameState(2, {EntryId("a"): read})


@pytest.mark.parametrize("state", [{}, {"round": 0}, {"round": "two"}, {"round": True}, [], None, {"units": 3}])
def test_round_defaults_to_one(path: Path, state: Any) -> None:
    assert write_game(path, state) == Game(GameState(1))


def test_undo_steps_of_a_game_are_limited(path: Path) -> None:
    game = write_game(path, *({"round": number} for number in range(MAX_UNDO_STEPS + 5, 0, -1)))
    assert game.present.round == MAX_UNDO_STEPS + 5
    assert [state.round for state in game.past] == list(range(5, MAX_UNDO_STEPS + 5))


def test_wounds_are_capped_by_the_unit(path: Path) -> None:
    ticks: dict[str, Any] = {"a": {"wounds": 1_000_000}, "nobody": {"wounds": 1}}
    game = write_game(path, {"units": ticks}, mark=game_state_fingerprint(ROSTER))
    assert {name: ticks.wounds for name, ticks in game.present.units.items()} == {"a": 10}


def test_unwritable_ids_do_not_break_loading(path: Path) -> None:
    odd = LIBRARY.roster(replace(ARMY, entries=(replace(ARMY.entries[0], id=EntryId("\udc80")),)))
    save_game_state(path, odd, Game(GameState(3, {EntryId("\udc80"): UnitState(wounds=1)})))
    read = load_game_state(path, odd)
    assert read is not None
    assert (read.game.present.round, read.is_same_army) == (3, True)
