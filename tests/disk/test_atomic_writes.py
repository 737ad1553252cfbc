"""Atomic writes: links, modes, backups, existing names, and leftovers of a kill."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from listbuilder.disk import (
    ChangedOnDiskError,
    Stamp,
    UnsavedError,
    acquire_lock,
    is_locked,
    move_file,
    read_stamp,
    remove_leftovers,
    syscalls,
    write_atomically,
    write_to_device,
)
from listbuilder.disk import atomic as temporaries
from listbuilder.disk.atomic import to_unsaved_error
from listbuilder.disk.locks import folder_lock


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_backup_is_the_old_version(tmp_path):
    path, backup, victim = tmp_path / "list", tmp_path / "list.bak", tmp_path / "victim"
    victim.write_bytes(b"mine")
    path.write_bytes(b"old")
    backup.symlink_to(victim)
    write_atomically(path, b"new")
    assert victim.read_bytes() == b"mine"
    assert not backup.is_symlink()
    assert (path.read_bytes(), backup.read_bytes()) == (b"new", b"old")


def test_backup_keeps_the_file_mode(tmp_path):
    path = tmp_path / "list"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_atomically(path, b"new")
    assert [stat.S_IMODE(file.stat().st_mode) for file in (path, tmp_path / "list.bak")] == [0o640, 0o640]


def test_new_file_has_the_default_mode(tmp_path):
    (tmp_path / "any").touch()
    write_atomically(tmp_path / "list", b"new")
    assert (tmp_path / "list").stat().st_mode == (tmp_path / "any").stat().st_mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser gives files away")
def test_owner_is_kept(tmp_path):
    path = tmp_path / "list"
    path.write_bytes(b"old")
    os.chown(path, 1234, 1235)
    write_atomically(path, b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 1235)


def test_link_target_is_written_and_backed_up(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "list").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real/list")
    write_atomically(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert names(tmp_path) == ["link", "real"]
    assert (tmp_path / "real" / "list").read_bytes() == b"new"
    assert (tmp_path / "real" / "list.bak").read_bytes() == b"old"


def test_circular_link_is_refused(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(UnsavedError):
        write_atomically(tmp_path / "a", b"new")
    assert (tmp_path / "a").is_symlink()


def test_read_only_file_is_refused_even_for_root(tmp_path):
    path = tmp_path / "list"
    path.write_bytes(b"old")
    path.chmod(0o444)
    with pytest.raises(UnsavedError) as caught:
        write_atomically(path, b"new")
    assert caught.value.key == "save.forbidden"
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["list"]


def test_new_file_never_overwrites(tmp_path):
    path = tmp_path / "list"
    path.write_bytes(b"old")
    with pytest.raises(UnsavedError) as caught:
        write_atomically(path, b"new", new=True)
    assert caught.value.key == "save.exists"
    assert path.read_bytes() == b"old"


def test_concurrently_created_file_is_kept(tmp_path, monkeypatch):
    path = tmp_path / "list"
    sync = os.fsync

    def meanwhile(handle: int) -> None:
        path.write_bytes(b"theirs")
        sync(handle)

    monkeypatch.setattr(os, "fsync", meanwhile)
    with pytest.raises(UnsavedError):
        write_atomically(path, b"mine", expected=Stamp(None))
    assert path.read_bytes() == b"theirs"
    assert names(tmp_path) == ["list"]


def test_rename_replaces_missing_hard_links(tmp_path, monkeypatch):
    def no_links(*_: object, **__: object) -> None:
        raise PermissionError(1, "no")

    monkeypatch.setattr(os, "link", no_links)
    write_atomically(tmp_path / "list", b"new", new=True)
    assert names(tmp_path) == ["list"]
    with pytest.raises(UnsavedError):
        move_file(tmp_path / "list", tmp_path / "list")


@pytest.mark.parametrize("moment", [1, 4_000_000_000], ids=["long ago", "in the future"])
def test_changes_are_detected_without_clocks(tmp_path, moment):
    path = tmp_path / "list"
    stamp = write_atomically(path, b"one")
    os.utime(path, (moment, moment))
    stamp = write_atomically(path, b"two", expected=stamp)
    path.write_bytes(b"xyz")
    os.utime(path, (moment, moment))
    with pytest.raises(ChangedOnDiskError) as caught:
        write_atomically(path, b"three", expected=stamp)
    assert (caught.value.key, caught.value.path) == ("save.changed", path)
    assert path.read_bytes() == b"xyz"


def test_folder_or_missing_folder_is_refused(tmp_path):
    (tmp_path / "folder").mkdir()
    for path, key in ((tmp_path / "folder", "save.folder"), (tmp_path / "gone" / "list", "save.no-folder")):
        with pytest.raises(UnsavedError) as caught:
            write_atomically(path, b"new")
        assert caught.value.key == key
    with pytest.raises(UnsavedError):
        write_atomically(tmp_path / "nul\0", b"new")


def test_unreadable_path_has_no_stamp(tmp_path):
    (tmp_path / "folder").mkdir()
    assert read_stamp(tmp_path / "nothing") == Stamp(None)
    with pytest.raises(OSError, match="directory"):
        read_stamp(tmp_path / "folder")


def test_devices_are_never_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_to_device(pipe, b"new")
    assert os.read(reader, 10) == b"new"
    os.close(reader)
    assert pipe.is_fifo()
    with pytest.raises(UnsavedError):
        write_atomically(pipe, b"new")
    assert pipe.is_fifo()
    with pytest.raises(UnsavedError) as caught:
        write_to_device(Path("/dev/full"), b"new")
    assert caught.value.key == "save.full"


def test_move_never_overwrites(tmp_path):
    (tmp_path / "a").write_bytes(b"a")
    (tmp_path / "b").write_bytes(b"b")
    with pytest.raises(UnsavedError):
        move_file(tmp_path / "a", tmp_path / "b")
    assert ((tmp_path / "a").read_bytes(), (tmp_path / "b").read_bytes()) == (b"a", b"b")
    move_file(tmp_path / "a", tmp_path / "new" / "c")
    assert names(tmp_path) == ["b", "new"]


def test_only_abandoned_temporary_files_are_removed(tmp_path):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    machine = temporaries._machine_id()
    swept = f".list.lb-{machine}-{dead.pid}-0123abcd.tmp"
    remaining = [
        f".list.lb-{machine}-{os.getppid()}-0123abcd.tmp",
        f".list.lb-ffffff-{dead.pid}-0123abcd.tmp",
        f".list.{dead.pid}.tmp",
        "mine.tmp",
    ]
    for name in (swept, *remaining):
        (tmp_path / name).touch()
    remove_leftovers(tmp_path)
    assert names(tmp_path) == sorted(remaining)
    os.utime(tmp_path / remaining[1], (1, 1))
    write_atomically(tmp_path / "list", b"x")
    assert remaining[1] not in names(tmp_path), "old files of other machines are removed by the first write in a folder"


def test_links_are_moved_as_links(tmp_path):
    (tmp_path / "link").symlink_to("nowhere")
    move_file(tmp_path / "link", tmp_path / "moved")
    assert (tmp_path / "moved").readlink() == Path("nowhere")
    assert names(tmp_path) == ["moved"]
    syscalls.unlink(tmp_path / "link")


def test_leftovers_that_disappear_are_skipped(tmp_path, monkeypatch):
    unlink = syscalls.unlink
    for number in range(3):
        (tmp_path / f".list.lb-ffffff-1-0000000{number}.tmp").touch()
        os.utime(tmp_path / f".list.lb-ffffff-1-0000000{number}.tmp", (1, 1))
    monkeypatch.setattr(syscalls, "unlink", lambda _: [unlink(path) for path in tmp_path.iterdir()])
    remove_leftovers(tmp_path)
    assert names(tmp_path) == []


def test_temporary_name_contains_the_machine(tmp_path, monkeypatch):
    machines = set()
    for machine in ("one", "other"):
        monkeypatch.setattr(os, "uname", lambda machine=machine: SimpleNamespace(nodename=machine))
        machines.add(temporaries.temporary_path(tmp_path / "list").name.split("-")[1])
    assert len(machines) == 2


def test_released_lock_leaves_no_file(tmp_path):
    path = tmp_path / "lock"
    lock = acquire_lock(path)
    assert lock is not None
    assert is_locked(path)
    assert acquire_lock(path) is None
    lock.release()
    assert not is_locked(path)
    assert names(tmp_path) == []


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="nobody counts them here")
def test_no_file_descriptor_leaks(tmp_path, monkeypatch):
    monkeypatch.setattr("listbuilder.disk.locks._TIMEOUT", 0.0)
    before = len(list(Path("/proc/self/fd").iterdir()))
    path, lock = tmp_path / "list", acquire_lock(tmp_path / "lock")
    assert [is_locked(tmp_path / "lock"), acquire_lock(tmp_path / "lock")] == [True, None]
    lock.release()
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    write_to_device(path, b"three")
    move_file(path, tmp_path / "other")
    with folder_lock(tmp_path), pytest.raises(UnsavedError):
        write_atomically(path, b"four")
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_lock_file_is_private(tmp_path):
    lock = acquire_lock(tmp_path / "lock")
    assert stat.S_IMODE((tmp_path / "lock").stat().st_mode) == 0o600
    lock.release()


def test_folder_is_synced_after_rename(tmp_path, monkeypatch):
    synced: list[bool] = []
    sync = os.fsync

    def note(handle: int) -> None:
        synced.append(stat.S_ISDIR(os.fstat(handle).st_mode))
        sync(handle)

    monkeypatch.setattr(os, "fsync", note)
    write_atomically(tmp_path / "list", b"new")
    assert synced == [False, True], "the file, and then its folder"
    move_file(tmp_path / "list", tmp_path / "other")
    assert synced == [False, True, True]


def test_unknown_error_uses_the_system_message():
    assert [
        to_unsaved_error(Path("x"), error).key for error in (OSError(), OSError(5, "broken"), ValueError("nul"))
    ] == ["save.other"] * 3
    assert to_unsaved_error(Path("x"), OSError(5, "broken")).problem == "broken"


def test_lock_timeout_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr("listbuilder.disk.locks._TIMEOUT", 0.0)
    with folder_lock(tmp_path), pytest.raises(UnsavedError) as caught:
        write_atomically(tmp_path / "list", b"new")
    assert caught.value.key == "save.busy"
    assert names(tmp_path) == []


def test_lock_file_replaces_folder_lock(tmp_path, monkeypatch):
    import fcntl  # noqa: PLC0415 - not on every system

    real = fcntl.flock

    def flock(handle: int, operation: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(37, "no locks")
        real(handle, operation)

    monkeypatch.setattr(fcntl, "flock", flock)
    monkeypatch.setattr("listbuilder.disk.locks._TIMEOUT", 0.0)
    with folder_lock(tmp_path), pytest.raises(UnsavedError):
        write_atomically(tmp_path / "list", b"new")
    write_atomically(tmp_path / "list", b"new")
