"""Open list files and the journal: no work is lost, one writer per list, no blind overwrite."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from listbuilder.disk import ChangedOnDiskError, UnsavedError
from listbuilder.listfiles.files import load_list, parse_list, save_list
from listbuilder.listfiles.journal import _LOCK_SUFFIX, Journal, JournalEntry
from listbuilder.listfiles.open_file import ExternalChange, OpenElsewhereError, OpenListFile
from listbuilder.model import ArmyList, BookPin, FactionId

ARMY: ArmyList = parse_list("format: 1\nname: One\nsystem: s\nunits: [{id: a, unit: f/u}]\n").army
EDITED = replace(ARMY, name="Edited")


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_STATE", str(tmp_path / "state"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    save_list(ARMY, tmp_path / "list.yaml")
    return tmp_path / "list.yaml"


OTHER = """
import sys
from dataclasses import replace
from pathlib import Path
from listbuilder.listfiles.journal import Journal
from listbuilder.listfiles.open_file import OpenListFile
keeper = OpenListFile.load(Path(sys.argv[1]), Journal())
keeper.write_journal(replace(keeper.saved_army, name="Theirs"))
print("ready", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def other(path: Path) -> Iterator[subprocess.Popen[str]]:
    """A second process that has the list open and has changed it."""
    command = [sys.executable, "-c", OTHER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
        process.kill()


def crash(path: Path, army: ArmyList = EDITED) -> None:
    """Leave the files that a killed builder leaves."""
    list_file = OpenListFile.load(path, Journal()) if path.exists() else OpenListFile(path, Journal())
    list_file.write_journal(army)
    list_file.close()


def names(path: Path | None = None) -> list[str]:
    return [lost.army.name for lost in Journal().find_recoverable(path)]


def test_unsaved_work_is_recovered(path, tmp_path):
    crash(path)
    crash(tmp_path / "never-saved.yaml", ARMY)
    assert sorted(names()) == ["Edited", "One"]
    assert names(path) == ["Edited"]
    save_list(EDITED, path)
    assert names() == ["One"], "saved content is not lost"
    Journal().discard(Journal().find_recoverable()[0])
    assert names() == []


def test_second_builder_opens_read_only(path, other):
    with pytest.raises(OpenElsewhereError):
        OpenListFile.load(path, Journal())
    assert names() == [], "the journal of a living process is its own"
    assert [record.army.name for record in Journal().records()] == ["Theirs"]
    looking = OpenListFile.load(path, Journal(), read_only=True)
    looking.write_journal(EDITED)
    with pytest.raises(UnsavedError) as refused:
        looking.save(EDITED)
    assert (refused.value.key, refused.value.path) == ("save.looking", path)
    looking.clear_journal()
    looking.close()
    assert [record.army.name for record in Journal().records()] == ["Theirs"]
    other.kill()
    other.wait()
    assert names(path) == ["Theirs"]
    OpenListFile.load(path, Journal()).close()
    assert names(path) == ["Theirs"]


def test_closing_frees_the_list(path):
    first = OpenListFile.load(path, Journal())
    with pytest.raises(OpenElsewhereError):
        OpenListFile.load(path, Journal())
    first.close()
    second = OpenListFile.load(path, Journal())
    second.close()
    assert not [*Journal().folder.iterdir()]


def test_read_only_opening_blocks_nobody(path):
    looking = OpenListFile.load(path, Journal(), read_only=True)
    OpenListFile.load(path, Journal()).close()
    looking.close()


def test_recovered_work_is_kept_until_saved(path):
    crash(path)
    lost = Journal().find_recoverable(path)[0]
    list_file = OpenListFile.load(path, Journal())
    list_file.adopt_recovered(lost, lost.army)
    list_file.clear_journal()  # as after undoing and leaving
    list_file.close()
    assert names(path) == ["Edited"]
    list_file = OpenListFile.load(path, Journal())
    list_file.adopt_recovered(lost, lost.army)
    list_file.save(replace(ARMY, name="Something else"))
    list_file.discard_saved_recoveries([ARMY])
    assert names(path) == ["Edited"], "missing from the saved file"
    list_file.save(lost.army)
    list_file.discard_saved_recoveries([ARMY, lost.army])
    list_file.close()
    assert not [*Journal().folder.iterdir()]
    assert load_list(path).army == EDITED


def test_recovered_work_never_overwrites_newer_files(path):
    crash(path)
    save_list(replace(ARMY, name="Newer"), path)
    list_file = OpenListFile.load(path, Journal())
    lost = Journal().find_recoverable(path)[0]
    list_file.adopt_recovered(lost, lost.army)
    with pytest.raises(ChangedOnDiskError):
        list_file.save(lost.army)
    assert load_list(path).army.name == "Newer"
    list_file.save(lost.army, force=True)
    list_file.close()
    assert load_list(path).army == EDITED


def test_fields_added_on_save_are_not_unsaved(path):
    book = BookPin("1.0")
    edited = replace(EDITED, books={FactionId("f"): book})
    crash(path, edited)
    save_list(replace(edited, books={FactionId("f"): replace(book, points=100)}), path)
    assert names() == []
    Journal().clean_up()
    assert not [*Journal().folder.iterdir()]


def test_late_journal_notes_are_dropped(path):
    list_file = OpenListFile.load(path, Journal())
    list_file.save(EDITED)
    list_file.write_journal(EDITED)
    assert Journal().records() == []
    list_file.close()
    list_file.write_journal(ARMY)
    assert Journal().records() == []


def test_undone_changes_are_not_unsaved(path):
    list_file = OpenListFile.load(path, Journal())
    list_file.write_journal(EDITED)
    assert [lost.army.name for lost in Journal().records()] == [EDITED.name]
    assert list_file.saved_army is not None
    list_file.write_journal(list_file.saved_army)
    list_file.close()
    assert names() == []


def test_save_as_never_replaces_a_file(path, tmp_path):
    list_file = OpenListFile.load(path, Journal())
    list_file.write_journal(EDITED)
    with pytest.raises(UnsavedError) as refused:
        list_file.save_as(path, EDITED)
    assert (refused.value.key, refused.value.path) == ("save.exists", path)
    assert Journal().records(), "it is still only in the journal"
    list_file.save_as(tmp_path / "new" / "other.yaml", EDITED)
    assert (load_list(path).army, load_list(list_file.path).army) == (ARMY, EDITED)
    assert list_file.is_saved(EDITED)
    assert Journal().records() == []
    list_file.save(replace(EDITED, name="Again"))
    OpenListFile.load(path, Journal()).close()
    with pytest.raises(OpenElsewhereError):
        OpenListFile.load(list_file.path, Journal())
    list_file.close()
    assert (load_list(path).army.name, load_list(list_file.path).army.name) == ("One", "Again")


def test_new_list_saves_under_its_reserved_name(tmp_path):
    list_file = OpenListFile(tmp_path / "new.yaml", Journal(), is_unmodified=True)
    list_file.write_journal(EDITED)
    list_file.save_as(list_file.path, EDITED)
    assert Journal().records() == []
    list_file.close()
    assert load_list(list_file.path).army == EDITED


def test_vanished_folder_loses_no_work(tmp_path):
    path = tmp_path / "stick" / "list.yaml"
    path.parent.mkdir()
    save_list(ARMY, path)
    list_file = OpenListFile.load(path, Journal())
    path.unlink()
    path.parent.rmdir()
    path.parent.write_text("no folder")
    with pytest.raises(UnsavedError):
        list_file.save(EDITED)
    list_file.write_journal(EDITED)
    list_file.close()
    assert names(path) == ["Edited"]


def test_unwritable_journal_is_reported_not_fatal(path, tmp_path):
    (tmp_path / "state").write_text("no folder")
    list_file = OpenListFile.load(path, Journal())
    with pytest.raises(UnsavedError):
        list_file.write_journal(EDITED)
    list_file.save(EDITED)
    list_file.close()
    assert load_list(path).army == EDITED


def test_broken_journal_records_are_skipped_and_kept(path):
    crash(path)
    folder = Journal().folder
    (folder / "broken.json").write_text("{")
    (folder / "other.json").write_text("[]")
    record = json.loads(next(folder.glob("*-*.json")).read_text())
    (folder / "no-zone.json").write_text(json.dumps({**record, "saved": "2020-01-01T00:00:00", "of": "x", "base": 5}))
    assert names() == ["Edited", "Edited"]
    assert Journal().find_recoverable()[1].base_sha256 is None
    Journal().clean_up()
    assert len([*folder.glob("*.json")]) == 4


def test_open_or_reserved_names_are_taken(tmp_path):
    new_path = tmp_path / "new.yaml"
    assert not Journal().is_name_taken(new_path)
    list_file = OpenListFile(new_path, Journal())
    assert Journal().is_name_taken(new_path)
    list_file.write_journal(ARMY)
    list_file.close()
    assert Journal().is_name_taken(new_path)


def test_without_locks_the_process_id_decides(path, monkeypatch):
    import fcntl  # noqa: PLC0415 - where there is one

    def no_locks(*_: object) -> None:
        raise OSError(37, "no locks")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    list_file = OpenListFile.load(path, Journal())
    list_file.write_journal(EDITED)
    assert names() == []
    with pytest.raises(OpenElsewhereError):
        OpenListFile.load(path, Journal())
    list_file.close()
    assert names() == ["Edited"]


def test_journal_note_replaces_the_last_one(path):
    list_file = OpenListFile.load(path, Journal())
    for name in ("Łódź", "Größe"):
        list_file.write_journal(replace(ARMY, name=name), 3)
    assert sorted(file.suffix for file in Journal().folder.iterdir()) == [".json", ".lock"]
    (noted,) = Journal().records()
    assert (noted.army.name, noted.edits) == ("Größe", 3)


def test_journal_creates_its_folder(tmp_path):
    record = tmp_path / "state" / "journal" / "x.json"
    notes = JournalEntry(record, "list", None)
    notes.write(ARMY)
    assert '"One"' in record.read_text("utf-8")
    notes.clear()
    assert not record.exists()


def test_external_changes_are_reported_once(path):
    list_file = OpenListFile.load(path)
    assert list_file.check_external_change() is ExternalChange.NONE
    os.utime(path, (1, 1))
    assert list_file.check_external_change() is ExternalChange.NONE, "it was only touched"
    save_list(EDITED, path)
    assert [list_file.check_external_change(), list_file.check_external_change()] == [
        ExternalChange.CHANGED,
        ExternalChange.NONE,
    ]
    path.unlink()
    assert [list_file.check_external_change(), list_file.check_external_change()] == [
        ExternalChange.DELETED,
        ExternalChange.NONE,
    ]
    path.mkdir()
    assert list_file.check_external_change() is ExternalChange.CHANGED, "it exists and cannot be read"
    list_file.mark_deleted()
    assert (list_file.check_external_change(), list_file.is_saved(ARMY)) == (ExternalChange.NONE, False)


def test_leaving_is_safe_if_saved_or_untouched(path, tmp_path):
    list_file = OpenListFile.load(path)
    assert (list_file.is_safe_to_close(ARMY), list_file.is_safe_to_close(EDITED)) == (True, False)
    copy = OpenListFile(tmp_path / "copy.yaml", is_unmodified=True)
    assert copy.is_safe_to_close(EDITED)
    copy.save_as(tmp_path / "copy.yaml", ARMY)
    assert not copy.is_safe_to_close(EDITED)


@pytest.mark.usefixtures("other")
def test_sweeping_keeps_unsaved_work(tmp_path):
    journal = Journal()
    lost = tmp_path / "lost.yaml"
    for crashed in (lost, tmp_path / "saved.yaml"):
        crash(crashed)
    save_list(EDITED, tmp_path / "saved.yaml")
    (journal.folder / f"x-1{_LOCK_SUFFIX}").touch()
    journal.clean_up()
    suffixes = sorted(file.suffix for file in journal.folder.iterdir())
    assert suffixes == [".json", ".json", ".lock"], "the lost work, and the other builder's"
    assert names(lost) == ["Edited"]
