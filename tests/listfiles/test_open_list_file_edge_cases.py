"""Edge cases of open list files: taken names, foreign records, unwritable characters."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from listbuilder.disk import ChangedOnDiskError, UnsavedError
from listbuilder.disk.atomic import _machine_id
from listbuilder.listfiles.files import load_list, parse_list, save_list
from listbuilder.listfiles.journal import Journal, is_lock_owner_alive, short_hash
from listbuilder.listfiles.open_file import OpenElsewhereError, OpenListFile
from listbuilder.model import ArmyList

ARMY: ArmyList = parse_list("format: 1\nname: One\nsystem: s\nunits: [{id: a, unit: f/u}]\n").army
EDITED = replace(ARMY, name="Edited")


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_STATE", str(tmp_path / "state"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "lists"
    folder.mkdir()
    save_list(ARMY, folder / "list.yaml")
    return folder / "list.yaml"


@pytest.fixture(scope="module")
def dead() -> int:
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def crash(path: Path, army: ArmyList = EDITED) -> None:
    list_file = OpenListFile.load(path, Journal()) if path.exists() else OpenListFile(path, Journal())
    list_file.write_journal(army)
    list_file.close()


def is_free(path: Path) -> bool:
    try:
        OpenListFile(path, Journal()).close()
    except OpenElsewhereError:
        return False
    return True


def test_save_as_to_taken_name_changes_nothing(path):
    other = path.with_name("other.yaml")
    save_list(ARMY, other)
    list_file = OpenListFile.load(path, Journal())
    for target in (other, path):
        with pytest.raises(UnsavedError) as refused:
            list_file.save_as(target, EDITED)
        assert refused.value.key == "save.exists"
        assert (list_file.path, list_file.is_saved(EDITED)) == (path, False)
        assert is_free(other), "it was only tried"
        assert not is_free(path), "it is still open here"
        list_file.write_journal(EDITED)
        assert [noted.army.name for noted in Journal().records()] == ["Edited"]
    list_file.save(EDITED)
    assert Journal().records() == []
    list_file.save_as(path.with_name("third.yaml"), EDITED)
    assert [is_free(candidate) for candidate in (path, other, list_file.path)] == [True, True, False]
    list_file.close()


def test_new_list_stays_open_after_saving(path):
    list_file = OpenListFile(path.with_name("new.yaml"), Journal())
    list_file.save_as(list_file.path, EDITED)
    assert not is_free(list_file.path)
    list_file.close()


def test_read_only_list_opens_after_save_as(path):
    looking = OpenListFile.load(path, Journal(), read_only=True)
    looking.save_as(path.with_name("own.yaml"), EDITED)
    looking.save(ARMY)
    assert not is_free(path.with_name("own.yaml"))
    looking.close()


def test_new_file_is_not_overwritten(path):
    list_file = OpenListFile(path.with_name("new.yaml"))
    save_list(ARMY, list_file.path)
    with pytest.raises(ChangedOnDiskError):
        list_file.save(EDITED)
    assert load_list(list_file.path).army == ARMY
    list_file.save(EDITED, force=True)
    assert load_list(list_file.path).army == EDITED


def test_file_only_fields_are_written_on_save(path):
    written = replace(EDITED, notes="only in the file")
    list_file = OpenListFile.load(path)
    list_file.save(EDITED, written)
    assert (load_list(path).army, list_file.is_saved(EDITED)) == (written, True)
    list_file.save_as(path.with_name("other.yaml"), EDITED, replace(written, player="Ada"))
    assert (load_list(list_file.path).army.player, list_file.is_saved(EDITED)) == ("Ada", True)


def test_recovered_work_asks_before_replacing_newer_file(path):
    new = path.with_name("new.yaml")
    crash(new)
    save_list(ARMY, new)
    (lost,) = Journal().find_recoverable(new)
    assert lost.base_sha256 is None
    list_file = OpenListFile.load(new, Journal())
    list_file.adopt_recovered(lost, lost.army)
    with pytest.raises(ChangedOnDiskError):
        list_file.save(lost.army)
    list_file.close()
    assert load_list(new).army == ARMY


def test_recovered_work_without_file_saves_directly(path):
    crash(path)
    path.unlink()
    (lost,) = Journal().find_recoverable(path)
    assert lost.base_sha256 is not None
    list_file = OpenListFile(path, Journal(), is_unmodified=True)
    assert list_file.is_safe_to_close(lost.army)
    list_file.adopt_recovered(lost, lost.army)
    assert not list_file.is_safe_to_close(lost.army), "leaving now would lose it"
    list_file.save(lost.army)
    list_file.discard_saved_recoveries([lost.army])
    list_file.discard_saved_recoveries([lost.army])
    list_file.close()
    assert Journal().records() == []


def test_only_saved_recovered_work_is_forgotten(path):
    other = replace(ARMY, name="Other")
    for army in (EDITED, other):
        crash(path, army)
    list_file = OpenListFile.load(path, Journal())
    for lost in Journal().find_recoverable(path):
        list_file.adopt_recovered(lost, lost.army)
    list_file.discard_saved_recoveries([other])
    list_file.close()
    assert [lost.army.name for lost in Journal().find_recoverable()] == ["Edited"]


def test_unknown_state_is_not_safe_to_leave(path):
    assert not OpenListFile(path.with_name("new.yaml")).is_safe_to_close(ARMY)


def test_opening_sweeps_leftover_files(path, dead):
    rubbish = f".list.yaml.lb-{_machine_id()}-{dead}-0123abcd.tmp"
    folder = path.parent / "unseen"
    folder.mkdir()
    save_list(ARMY, path.parent / "moved.yaml")
    (path.parent / "moved.yaml").rename(folder / "list.yaml")
    (folder / rubbish).touch()
    OpenListFile.load(folder / "list.yaml").close()
    assert [file.name for file in folder.iterdir()] == ["list.yaml"]
    journal = Journal(path.parent / "journal")
    journal.folder.mkdir()
    (journal.folder / rubbish).touch()
    journal.clean_up()
    assert [*journal.folder.iterdir()] == []


def test_one_living_process_keeps_a_list_open(path, dead):
    list_file = OpenListFile.load(path, Journal())
    (held,) = Journal().folder.iterdir()
    for suffix in ("0" * 8, "f" * 8):
        held.with_name(f"{held.name.partition('-')[0]}-{dead}-{suffix}.lock").touch()
    assert not is_free(path)
    list_file.close()
    assert is_free(path)


def test_lock_name_identifies_the_process(tmp_path, monkeypatch, dead):
    def cannot_say(_: Path) -> bool:
        raise OSError(37, "no locks")

    monkeypatch.setattr("listbuilder.listfiles.journal.is_locked", cannot_say)
    names = [f"mark-{os.getpid()}-x", f"mark-{os.getpid()}", f"mark-{dead}-x", "mark-x-1", "mark", f"{os.getpid()}"]
    assert [is_lock_owner_alive(tmp_path / f"{name}.lock") for name in names] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]


def test_records_of_earlier_versions_are_found():
    assert short_hash("/home/ada/list.yaml") == "56161fbfc8eb000553ff18f2"


def test_journal_note_counts_its_edits(path):
    list_file = OpenListFile.load(path, Journal())
    edits = []
    for counted in ((), (3,)):
        list_file.write_journal(EDITED, *counted)
        edits.append(Journal().records()[0].edits)
    list_file.close()
    assert edits == [0, 3]
    (record,) = (file for file in Journal().folder.glob("*.json"))
    for odd in ("many", None, 2.5):
        record.write_text(json.dumps({**json.loads(record.read_text("utf-8")), "edits": odd}), encoding="utf-8")
        assert Journal().records()[0].edits == 0


def test_latest_record_comes_first_across_time_zones(path):
    crash(path)
    (record,) = Journal().folder.glob("*.json")
    noted = json.loads(record.read_text("utf-8"))
    moments = ["2030-01-01T12:00:00+05:00", "2030-01-01T08:00:00", "2030-01-01T12:00:00+00:00"]
    for number, moment in enumerate(moments):
        (record.parent / f"other-{number}.json").write_text(json.dumps({**noted, "saved": moment}), encoding="utf-8")
    record.unlink()
    assert [record.saved_at.hour for record in Journal().records()] == [12, 8, 12]
    assert [record.record_path.stem for record in Journal().records()] == ["other-2", "other-1", "other-0"]


@pytest.mark.parametrize(
    "record", ["[]", "{}", '{"list": []}', '{"list": {"units": []}}', '{"list": {}, "saved": "x"}']
)
def test_invalid_records_are_skipped(record):
    Journal().folder.mkdir(parents=True)
    (Journal().folder / "odd.json").write_text(record, encoding="utf-8")
    assert Journal().records() == []


def test_unwritable_characters_are_replaced_in_journal(path):
    list_file = OpenListFile.load(path, Journal())
    list_file.write_journal(replace(ARMY, name="a\udc80b"))
    list_file.close()
    assert [lost.army.name for lost in Journal().find_recoverable(path)] == ["a?b"]
