"""Every earlier version of an open list can be named and restored."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.disk import syscalls
from listbuilder.i18n import has_sentence
from listbuilder.library import Library
from listbuilder.listfiles.files import save_list
from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.open_file import OpenListFile
from listbuilder.listfiles.version_history import (
    MAX_SNAPSHOTS,
    SnapshotStore,
    Version,
    VersionSource,
    archive_recovered,
    history_versions,
    list_versions,
    restore_version,
)
from listbuilder.model import ArmyList, UnitRef
from listbuilder.rules.edits import AddEntry, History, set_details
from tests.properties.strategies import SETTINGS
from tests.sentences import sentence

SYSTEM = Library.open(user=False).system("aof-3.5").id
EMPTY = ArmyList(name="Vale", system=SYSTEM)
MEN, KNIGHTS = UnitRef("human-empire/infantrymen"), UnitRef("human-empire/knights")


def build_history() -> History:
    return (
        History(EMPTY)
        .apply(AddEntry(MEN, subject="Men"))
        .apply(AddEntry(KNIGHTS, subject="Knights"))
        .apply(set_details("Vale", points=900))
    )


def number_version(army: ArmyList, number: int) -> ArmyList:
    return replace(army, notes=f"version {number}")


def test_history_names_every_step() -> None:
    versions = list_versions(build_history())
    assert [moment.to("en") for moment in versions] == [
        sentence("history.start"),
        sentence("edit.add", subject="Men"),
        sentence("edit.add", subject="Knights"),
        sentence("edit.details", subject="Vale"),
    ]
    assert [len(moment.army.entries) for moment in versions] == [0, 1, 2, 2]
    assert [moment.is_current for moment in versions] == [False, False, False, True]


def test_undone_steps_stay_in_history() -> None:
    versions = list_versions(build_history().undo().undo())
    assert [(moment.source, moment.is_current) for moment in versions] == [
        (VersionSource.START, False),
        (VersionSource.STEP, True),
        (VersionSource.UNDONE, False),
        (VersionSource.UNDONE, False),
    ]
    assert [moment.army for moment in versions] == [moment.army for moment in list_versions(build_history())]


@SETTINGS
@given(st.lists(st.sampled_from(["add", "undo", "redo", "go"]), max_size=12), st.integers(0, 12))
def test_every_step_can_be_restored(keys: list[str], number: int) -> None:
    history = build_history()
    for key in keys:
        if key == "add":
            history = history.apply(AddEntry(MEN))
        elif key == "go":
            versions = list(history_versions(history))
            history = restore_version(history, versions[number % len(versions)])
        else:
            history = history.undo() if key == "undo" else history.redo()
    states = [moment.army for moment in history_versions(history)]
    here = next(moment for moment in history_versions(history) if moment.is_current)
    for moment in history_versions(history):
        gone = restore_version(history, moment)
        assert gone.present == moment.army
        assert [version.army for version in history_versions(gone)] == states, "restoring loses nothing"
        assert restore_version(gone, here) == history


def test_restoring_stops_at_the_last_step() -> None:
    history = build_history()
    assert restore_version(history, Version(VersionSource.STEP, EMPTY, step=99)) == history


def test_saving_keeps_earlier_versions(tmp_path: Path) -> None:
    path, journal = tmp_path / "vale.yaml", Journal(tmp_path / "state" / "autosave")
    list_file = OpenListFile(path, journal)
    for number in (1, 2, 2, 3):
        list_file.save(number_version(EMPTY, number))
    list_file.close()
    snapshots = SnapshotStore.for_journal(journal).load_all(path)
    assert [snapshot.army.notes for snapshot in snapshots] == ["version 2", "version 1"]
    assert snapshots[0].saved_at > snapshots[1].saved_at


def test_oldest_snapshots_are_dropped_per_list(tmp_path: Path) -> None:
    snapshots = SnapshotStore(tmp_path / "snapshots")
    other = tmp_path / "other.yaml"
    snapshots.try_save(other, EMPTY)
    path = tmp_path / "vale.yaml"
    for number in range(MAX_SNAPSHOTS + 5):
        snapshots.try_save(path, number_version(EMPTY, number))
    saved = snapshots.load_all(path)
    assert [snapshot.army.notes for snapshot in saved] == [
        f"version {number}" for number in reversed(range(5, MAX_SNAPSHOTS + 5))
    ]
    assert len(snapshots.load_all(other)) == 1


def test_snapshots_live_in_the_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_STATE", str(tmp_path / "state"))
    SnapshotStore().try_save(tmp_path / "vale.yaml", EMPTY)
    assert len(list((tmp_path / "state" / "snapshots").iterdir())) == 1
    assert SnapshotStore(tmp_path / "elsewhere").load_all(tmp_path / "vale.yaml") == []


def test_identical_versions_are_kept_once(tmp_path: Path) -> None:
    snapshots = SnapshotStore(tmp_path / "snapshots")
    for _ in range(3):
        snapshots.try_save(tmp_path / "vale.yaml", EMPTY)
    assert len(snapshots.load_all(tmp_path / "vale.yaml")) == 1


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", json.dumps({"list": {"units": 3}})])
def test_unreadable_snapshots_are_skipped(tmp_path: Path, text: str) -> None:
    snapshots = SnapshotStore(tmp_path / "snapshots")
    path = tmp_path / "vale.yaml"
    snapshots.try_save(path, EMPTY)
    [good] = snapshots.load_all(path)
    mark = good.record_path.name.split("-")[0]
    (snapshots.folder / f"{mark}-x.json").write_text(text, encoding="utf-8")
    (snapshots.folder / f"{mark}.json").write_text(text, encoding="utf-8")
    assert [snapshot.army for snapshot in snapshots.load_all(path)] == [EMPTY]


def test_failed_snapshot_does_not_block_saving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, journal = tmp_path / "vale.yaml", Journal(tmp_path / "state" / "autosave")
    list_file = OpenListFile(path, journal)
    list_file.save(number_version(EMPTY, 1))
    create = syscalls.create

    def refuse(target: Path, mode: int = 0o666) -> int:
        if "snapshots" in str(target):
            raise OSError(28, "full")
        return create(target, mode)

    monkeypatch.setattr(syscalls, "create", refuse)
    list_file.save(number_version(EMPTY, 2))
    assert list_file.is_saved(number_version(EMPTY, 2))
    assert SnapshotStore.for_journal(journal).load_all(path) == []
    list_file.close()


def test_saved_versions_precede_history_and_restore(tmp_path: Path) -> None:
    path, journal = tmp_path / "vale.yaml", Journal(tmp_path / "state" / "autosave")
    list_file = OpenListFile(path, journal)
    for number in (1, 2, 3):
        list_file.save(number_version(EMPTY, number))
    list_file.close()
    history = History(number_version(EMPTY, 3)).apply(AddEntry(MEN, subject="Men"))
    versions = list_versions(history, path, journal)
    assert [(moment.source, moment.army.notes) for moment in versions] == [
        (VersionSource.SNAPSHOT, "version 1"),
        (VersionSource.BACKUP, "version 2"),
        (VersionSource.START, "version 3"),
        (VersionSource.STEP, "version 3"),
    ]
    back = restore_version(history, versions[0])
    assert back.present == number_version(EMPTY, 1)
    assert back.undo().present == history.present
    assert str(back.next_undo.subject).startswith(f"{sentence('history.snapshot')} (")


def test_unsaved_work_is_in_the_history(tmp_path: Path) -> None:
    path, journal = tmp_path / "vale.yaml", Journal(tmp_path / "state" / "autosave")
    save_list(EMPTY, path)
    list_file = OpenListFile.load(path, journal)
    list_file.write_journal(number_version(EMPTY, 7))
    list_file.close()
    versions = list_versions(History(EMPTY), path, journal)
    assert [(moment.source, moment.army.notes) for moment in versions] == [
        (VersionSource.UNSAVED, "version 7"),
        (VersionSource.START, None),
    ]


def test_unsaved_work_can_become_a_snapshot(tmp_path: Path) -> None:
    path, journal = tmp_path / "vale.yaml", Journal(tmp_path / "state" / "autosave")
    save_list(EMPTY, path)
    list_file = OpenListFile.load(path, journal)
    list_file.write_journal(number_version(EMPTY, 7))
    list_file.close()
    (lost,) = journal.find_recoverable(path)
    archive_recovered(lost, journal)
    assert journal.find_recoverable(path) == []
    assert [moment.army.notes for moment in list_versions(History(EMPTY), path, journal)] == ["version 7", None]


def test_invalid_backups_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "vale.yaml"
    (tmp_path / "vale.yaml.bak").write_text("- no list", encoding="utf-8")
    assert [moment.source for moment in list_versions(History(EMPTY), path)] == [VersionSource.START]


@pytest.mark.parametrize(
    "source", [source for source in VersionSource if source not in (VersionSource.STEP, VersionSource.UNDONE)]
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_kind_of_version_is_named(source: VersionSource, language: str) -> None:
    assert has_sentence(language, f"history.{source.value}")
