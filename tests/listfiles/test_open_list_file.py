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
from listbuilder.listfiles.journal import _LOCK_SUFFIX, Journal, Notes
from listbuilder.listfiles.open_file import Keeper, OpenElsewhereError, Outside
from listbuilder.model import ArmyList, Book, FactionId

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
from listbuilder.listfiles.open_file import Keeper
keeper = Keeper.load(Path(sys.argv[1]), Journal())
keeper.note(replace(keeper.saved, name="Theirs"))
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
    keeper = Keeper.load(path, Journal()) if path.exists() else Keeper(path, Journal())
    keeper.note(army)
    keeper.close()


def names(path: Path | None = None) -> list[str]:
    return [lost.army.name for lost in Journal().pending(path)]


def test_unsaved_work_is_recovered(path, tmp_path):
    crash(path)
    crash(tmp_path / "never-saved.yaml", ARMY)
    assert sorted(names()) == ["Edited", "One"]
    assert names(path) == ["Edited"]
    save_list(EDITED, path)
    assert names() == ["One"], "saved content is not lost"
    Journal().discard(Journal().pending()[0])
    assert names() == []


def test_second_builder_opens_read_only(path, other):
    with pytest.raises(OpenElsewhereError):
        Keeper.load(path, Journal())
    assert names() == [], "the journal of a living process is its own"
    assert [record.army.name for record in Journal().records()] == ["Theirs"]
    looking = Keeper.load(path, Journal(), look=True)
    looking.note(EDITED)
    with pytest.raises(UnsavedError) as refused:
        looking.save(EDITED)
    assert (refused.value.key, refused.value.path) == ("save.looking", path)
    looking.drop()
    looking.close()
    assert [record.army.name for record in Journal().records()] == ["Theirs"]
    other.kill()
    other.wait()
    assert names(path) == ["Theirs"]
    Keeper.load(path, Journal()).close()
    assert names(path) == ["Theirs"]


def test_closing_frees_the_list(path):
    first = Keeper.load(path, Journal())
    with pytest.raises(OpenElsewhereError):
        Keeper.load(path, Journal())
    first.close()
    second = Keeper.load(path, Journal())
    second.close()
    assert not [*Journal().folder.iterdir()]


def test_read_only_opening_blocks_nobody(path):
    looking = Keeper.load(path, Journal(), look=True)
    Keeper.load(path, Journal()).close()
    looking.close()


def test_recovered_work_is_kept_until_saved(path):
    crash(path)
    lost = Journal().pending(path)[0]
    keeper = Keeper.load(path, Journal())
    keeper.inherit(lost, lost.army)
    keeper.drop()  # as after undoing and leaving
    keeper.close()
    assert names(path) == ["Edited"]
    keeper = Keeper.load(path, Journal())
    keeper.inherit(lost, lost.army)
    keeper.save(replace(ARMY, name="Something else"))
    keeper.settle([ARMY])
    assert names(path) == ["Edited"], "missing from the saved file"
    keeper.save(lost.army)
    keeper.settle([ARMY, lost.army])
    keeper.close()
    assert not [*Journal().folder.iterdir()]
    assert load_list(path).army == EDITED


def test_recovered_work_never_overwrites_newer_files(path):
    crash(path)
    save_list(replace(ARMY, name="Newer"), path)
    keeper = Keeper.load(path, Journal())
    lost = Journal().pending(path)[0]
    keeper.inherit(lost, lost.army)
    with pytest.raises(ChangedOnDiskError):
        keeper.save(lost.army)
    assert load_list(path).army.name == "Newer"
    keeper.save(lost.army, force=True)
    keeper.close()
    assert load_list(path).army == EDITED


def test_fields_added_on_save_are_not_unsaved(path):
    book = Book("1.0")
    edited = replace(EDITED, books={FactionId("f"): book})
    crash(path, edited)
    save_list(replace(edited, books={FactionId("f"): replace(book, points=100)}), path)
    assert names() == []
    Journal().sweep()
    assert not [*Journal().folder.iterdir()]


def test_late_journal_notes_are_dropped(path):
    keeper = Keeper.load(path, Journal())
    keeper.save(EDITED)
    keeper.note(EDITED)
    assert Journal().records() == []
    keeper.close()
    keeper.note(ARMY)
    assert Journal().records() == []


def test_undone_changes_are_not_unsaved(path):
    keeper = Keeper.load(path, Journal())
    keeper.note(EDITED)
    assert [lost.army.name for lost in Journal().records()] == [EDITED.name]
    assert keeper.saved is not None
    keeper.note(keeper.saved)
    keeper.close()
    assert names() == []


def test_save_as_never_replaces_a_file(path, tmp_path):
    keeper = Keeper.load(path, Journal())
    keeper.note(EDITED)
    with pytest.raises(UnsavedError) as refused:
        keeper.save_as(path, EDITED)
    assert (refused.value.key, refused.value.path) == ("save.exists", path)
    assert Journal().records(), "it is still only in the journal"
    keeper.save_as(tmp_path / "new" / "other.yaml", EDITED)
    assert (load_list(path).army, load_list(keeper.path).army) == (ARMY, EDITED)
    assert keeper.is_saved(EDITED)
    assert Journal().records() == []
    keeper.save(replace(EDITED, name="Again"))
    Keeper.load(path, Journal()).close()
    with pytest.raises(OpenElsewhereError):
        Keeper.load(keeper.path, Journal())
    keeper.close()
    assert (load_list(path).army.name, load_list(keeper.path).army.name) == ("One", "Again")


def test_new_list_saves_under_its_reserved_name(tmp_path):
    keeper = Keeper(tmp_path / "new.yaml", Journal(), untouched=True)
    keeper.note(EDITED)
    keeper.save_as(keeper.path, EDITED)
    assert Journal().records() == []
    keeper.close()
    assert load_list(keeper.path).army == EDITED


def test_vanished_folder_loses_no_work(tmp_path):
    path = tmp_path / "stick" / "list.yaml"
    path.parent.mkdir()
    save_list(ARMY, path)
    keeper = Keeper.load(path, Journal())
    path.unlink()
    path.parent.rmdir()
    path.parent.write_text("no folder")
    with pytest.raises(UnsavedError):
        keeper.save(EDITED)
    keeper.note(EDITED)
    keeper.close()
    assert names(path) == ["Edited"]


def test_unwritable_journal_is_reported_not_fatal(path, tmp_path):
    (tmp_path / "state").write_text("no folder")
    keeper = Keeper.load(path, Journal())
    with pytest.raises(UnsavedError):
        keeper.note(EDITED)
    keeper.save(EDITED)
    keeper.close()
    assert load_list(path).army == EDITED


def test_broken_journal_records_are_skipped_and_kept(path):
    crash(path)
    folder = Journal().folder
    (folder / "broken.json").write_text("{")
    (folder / "other.json").write_text("[]")
    record = json.loads(next(folder.glob("*-*.json")).read_text())
    (folder / "no-zone.json").write_text(json.dumps({**record, "saved": "2020-01-01T00:00:00", "of": "x", "base": 5}))
    assert names() == ["Edited", "Edited"]
    assert Journal().pending()[1].base is None
    Journal().sweep()
    assert len([*folder.glob("*.json")]) == 4


def test_open_or_reserved_names_are_taken(tmp_path):
    wanted = tmp_path / "new.yaml"
    assert not Journal().is_taken(wanted)
    keeper = Keeper(wanted, Journal())
    assert Journal().is_taken(wanted)
    keeper.note(ARMY)
    keeper.close()
    assert Journal().is_taken(wanted)


def test_without_locks_the_process_id_decides(path, monkeypatch):
    import fcntl  # noqa: PLC0415 - where there is one

    def no_locks(*_: object) -> None:
        raise OSError(37, "no locks")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    keeper = Keeper.load(path, Journal())
    keeper.note(EDITED)
    assert names() == []
    with pytest.raises(OpenElsewhereError):
        Keeper.load(path, Journal())
    keeper.close()
    assert names() == ["Edited"]


def test_journal_note_replaces_the_last_one(path):
    keeper = Keeper.load(path, Journal())
    for name in ("Łódź", "Größe"):
        keeper.note(replace(ARMY, name=name), 3)
    assert sorted(file.suffix for file in Journal().folder.iterdir()) == [".json", ".lock"]
    (noted,) = Journal().records()
    assert (noted.army.name, noted.edits) == ("Größe", 3)


def test_journal_creates_its_folder(tmp_path):
    record = tmp_path / "state" / "journal" / "x.json"
    notes = Notes(record, "list", None)
    notes.write(ARMY)
    assert '"One"' in record.read_text("utf-8")
    notes.clear()
    assert not record.exists()


def test_external_changes_are_reported_once(path):
    keeper = Keeper.load(path)
    assert keeper.look() is Outside.NOTHING
    os.utime(path, (1, 1))
    assert keeper.look() is Outside.NOTHING, "it was only touched"
    save_list(EDITED, path)
    assert [keeper.look(), keeper.look()] == [Outside.CHANGED, Outside.NOTHING]
    path.unlink()
    assert [keeper.look(), keeper.look()] == [Outside.GONE, Outside.NOTHING]
    path.mkdir()
    assert keeper.look() is Outside.CHANGED, "it exists and cannot be read"
    keeper.lose()
    assert (keeper.look(), keeper.is_saved(ARMY)) == (Outside.NOTHING, False)


def test_leaving_is_safe_if_saved_or_untouched(path, tmp_path):
    keeper = Keeper.load(path)
    assert (keeper.is_safe(ARMY), keeper.is_safe(EDITED)) == (True, False)
    copy = Keeper(tmp_path / "copy.yaml", untouched=True)
    assert copy.is_safe(EDITED)
    copy.save_as(tmp_path / "copy.yaml", ARMY)
    assert not copy.is_safe(EDITED)


@pytest.mark.usefixtures("other")
def test_sweeping_keeps_unsaved_work(tmp_path):
    journal = Journal()
    lost = tmp_path / "lost.yaml"
    for left in (lost, tmp_path / "saved.yaml"):
        crash(left)
    save_list(EDITED, tmp_path / "saved.yaml")
    (journal.folder / f"x-1{_LOCK_SUFFIX}").touch()
    journal.sweep()
    left = sorted(file.suffix for file in journal.folder.iterdir())
    assert left == [".json", ".json", ".lock"], "the lost work, and the other builder's"
    assert names(lost) == ["Edited"]
