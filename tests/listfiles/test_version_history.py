"""Every earlier version of an open list can be named and restored."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.disk import syscalls
from listbuilder.i18n import has
from listbuilder.library import Library
from listbuilder.listfiles.files import save_list
from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.open_file import Keeper
from listbuilder.listfiles.version_history import MOST, Moment, Provenance, Snapshots, go_to, moments, put_away, steps
from listbuilder.model import ArmyList, UnitRef
from listbuilder.rules.edits import Add, details
from listbuilder.rules.history import History
from tests.properties.strategies import SETTINGS
from tests.sentences import sentence

SYSTEM = Library.open(user=False).system("aof-3.5").id
EMPTY = ArmyList(name="Vale", system=SYSTEM)
MEN, KNIGHTS = UnitRef("human-empire/infantrymen"), UnitRef("human-empire/knights")


def edited() -> History:
    return (
        History(EMPTY).do(Add(MEN, subject="Men")).do(Add(KNIGHTS, subject="Knights")).do(details("Vale", points=900))
    )


def named(army: ArmyList, number: int) -> ArmyList:
    return replace(army, notes=f"version {number}")


def test_history_names_every_step() -> None:
    found = moments(edited())
    assert [moment.to("en") for moment in found] == [
        sentence("timeline.start"),
        sentence("edit.add", subject="Men"),
        sentence("edit.add", subject="Knights"),
        sentence("edit.details", subject="Vale"),
    ]
    assert [len(moment.army.entries) for moment in found] == [0, 1, 2, 2]
    assert [moment.now for moment in found] == [False, False, False, True]


def test_undone_steps_stay_in_history() -> None:
    found = moments(edited().undo().undo())
    assert [(moment.source, moment.now) for moment in found] == [
        (Provenance.START, False),
        (Provenance.STEP, True),
        (Provenance.UNDONE, False),
        (Provenance.UNDONE, False),
    ]
    assert [moment.army for moment in found] == [moment.army for moment in moments(edited())]


@SETTINGS
@given(st.lists(st.sampled_from(["add", "undo", "redo", "go"]), max_size=12), st.integers(0, 12))
def test_every_step_can_be_restored(keys: list[str], wanted: int) -> None:
    history = edited()
    for key in keys:
        if key == "add":
            history = history.do(Add(MEN))
        elif key == "go":
            found = list(steps(history))
            history = go_to(history, found[wanted % len(found)])
        else:
            history = history.undo() if key == "undo" else history.redo()
    states = [moment.army for moment in steps(history)]
    here = next(moment for moment in steps(history) if moment.now)
    for moment in steps(history):
        gone = go_to(history, moment)
        assert gone.present == moment.army
        assert [one.army for one in steps(gone)] == states, "restoring loses nothing"
        assert go_to(gone, here) == history


def test_restoring_stops_at_the_last_step() -> None:
    history = edited()
    assert go_to(history, Moment(Provenance.STEP, EMPTY, place=99)) == history


def test_saving_keeps_earlier_versions(tmp_path: Path) -> None:
    path, journal = tmp_path / "vale.yaml", Journal(tmp_path / "state" / "autosave")
    keeper = Keeper(path, journal)
    for number in (1, 2, 2, 3):
        keeper.save(named(EMPTY, number))
    keeper.close()
    kept = Snapshots.beside(journal).of(path)
    assert [one.army.notes for one in kept] == ["version 2", "version 1"]
    assert kept[0].when > kept[1].when


def test_oldest_snapshots_are_dropped_per_list(tmp_path: Path) -> None:
    snapshots = Snapshots(tmp_path / "snapshots")
    other = tmp_path / "other.yaml"
    snapshots.keep(other, EMPTY)
    path = tmp_path / "vale.yaml"
    for number in range(MOST + 5):
        snapshots.keep(path, named(EMPTY, number))
    kept = snapshots.of(path)
    assert [one.army.notes for one in kept] == [f"version {number}" for number in reversed(range(5, MOST + 5))]
    assert len(snapshots.of(other)) == 1


def test_snapshots_live_in_the_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_STATE", str(tmp_path / "state"))
    Snapshots().keep(tmp_path / "vale.yaml", EMPTY)
    assert len(list((tmp_path / "state" / "snapshots").iterdir())) == 1
    assert Snapshots(tmp_path / "elsewhere").of(tmp_path / "vale.yaml") == []


def test_identical_versions_are_kept_once(tmp_path: Path) -> None:
    snapshots = Snapshots(tmp_path / "snapshots")
    for _ in range(3):
        snapshots.keep(tmp_path / "vale.yaml", EMPTY)
    assert len(snapshots.of(tmp_path / "vale.yaml")) == 1


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", json.dumps({"list": {"units": 3}})])
def test_unreadable_snapshots_are_skipped(tmp_path: Path, text: str) -> None:
    snapshots = Snapshots(tmp_path / "snapshots")
    path = tmp_path / "vale.yaml"
    snapshots.keep(path, EMPTY)
    [good] = snapshots.of(path)
    mark = good.record.name.split("-")[0]
    (snapshots.folder / f"{mark}-x.json").write_text(text, encoding="utf-8")
    (snapshots.folder / f"{mark}.json").write_text(text, encoding="utf-8")
    assert [one.army for one in snapshots.of(path)] == [EMPTY]


def test_failed_snapshot_does_not_block_saving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, journal = tmp_path / "vale.yaml", Journal(tmp_path / "state" / "autosave")
    keeper = Keeper(path, journal)
    keeper.save(named(EMPTY, 1))
    create = syscalls.create

    def refuse(wanted: Path, mode: int = 0o666) -> int:
        if "snapshots" in str(wanted):
            raise OSError(28, "full")
        return create(wanted, mode)

    monkeypatch.setattr(syscalls, "create", refuse)
    keeper.save(named(EMPTY, 2))
    assert keeper.is_saved(named(EMPTY, 2))
    assert Snapshots.beside(journal).of(path) == []
    keeper.close()


def test_saved_versions_precede_history_and_restore(tmp_path: Path) -> None:
    path, journal = tmp_path / "vale.yaml", Journal(tmp_path / "state" / "autosave")
    keeper = Keeper(path, journal)
    for number in (1, 2, 3):
        keeper.save(named(EMPTY, number))
    keeper.close()
    history = History(named(EMPTY, 3)).do(Add(MEN, subject="Men"))
    found = moments(history, path, journal)
    assert [(moment.source, moment.army.notes) for moment in found] == [
        (Provenance.SNAPSHOT, "version 1"),
        (Provenance.BACKUP, "version 2"),
        (Provenance.START, "version 3"),
        (Provenance.STEP, "version 3"),
    ]
    back = go_to(history, found[0])
    assert back.present == named(EMPTY, 1)
    assert back.undo().present == history.present
    assert str(back.undoable.subject).startswith(f"{sentence('timeline.snapshot')} (")


def test_unsaved_work_is_in_the_history(tmp_path: Path) -> None:
    path, journal = tmp_path / "vale.yaml", Journal(tmp_path / "state" / "autosave")
    save_list(EMPTY, path)
    keeper = Keeper.load(path, journal)
    keeper.note(named(EMPTY, 7))
    keeper.close()
    found = moments(History(EMPTY), path, journal)
    assert [(moment.source, moment.army.notes) for moment in found] == [
        (Provenance.UNSAVED, "version 7"),
        (Provenance.START, None),
    ]


def test_unsaved_work_can_become_a_snapshot(tmp_path: Path) -> None:
    path, journal = tmp_path / "vale.yaml", Journal(tmp_path / "state" / "autosave")
    save_list(EMPTY, path)
    keeper = Keeper.load(path, journal)
    keeper.note(named(EMPTY, 7))
    keeper.close()
    (lost,) = journal.pending(path)
    put_away(lost, journal)
    assert journal.pending(path) == []
    assert [moment.army.notes for moment in moments(History(EMPTY), path, journal)] == ["version 7", None]


def test_invalid_backups_are_skipped(tmp_path: Path) -> None:
    path = tmp_path / "vale.yaml"
    (tmp_path / "vale.yaml.bak").write_text("- no list", encoding="utf-8")
    assert [moment.source for moment in moments(History(EMPTY), path)] == [Provenance.START]


@pytest.mark.parametrize(
    "source", [source for source in Provenance if source not in (Provenance.STEP, Provenance.UNDONE)]
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_kind_of_version_is_named(source: Provenance, language: str) -> None:
    assert has(language, f"timeline.{source.value}")
