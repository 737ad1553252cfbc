"""Disk edge cases: other devices, vanishing files, unsupported locks, long names."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from listbuilder.disk import (
    UnsavedError,
    acquire_lock,
    backup_path,
    is_locked,
    is_process_running,
    make_folder,
    move_file,
    remove_leftovers,
    remove_leftovers_once,
    syscalls,
    to_unsaved_error,
    write_atomically,
)
from listbuilder.disk import atomic as temporaries
from listbuilder.disk.locks import folder_lock

NOW = 1_800_000_000.0
DAY = 24 * 60 * 60


@pytest.fixture(scope="module")
def dead() -> int:
    """The id of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def refuse_operation(number: int) -> Callable[..., None]:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return refuse


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").is_dir() else 0


def test_move_to_another_device_copies(tmp_path, monkeypatch):
    source, target = tmp_path / "a", tmp_path / "far" / "a"
    source.write_bytes(b"x" * (1 << 20) + b"y")
    source.chmod(0o640)
    monkeypatch.setattr(os, "link", refuse_operation(errno.EXDEV))
    move_file(source, target)
    assert target.read_bytes() == b"x" * (1 << 20) + b"y"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert (names(tmp_path), names(target.parent)) == (["far"], ["a"])


@pytest.mark.parametrize(("number", "key"), [(errno.EACCES, "save.forbidden"), (errno.ENOSPC, "save.full")])
def test_failed_move_keeps_the_source(tmp_path, monkeypatch, number, key):
    source, target = tmp_path / "a", tmp_path / "b"
    source.write_bytes(b"mine")
    with monkeypatch.context() as patch:
        patch.setattr(os, "link", refuse_operation(number))
        with pytest.raises(UnsavedError) as caught:
            move_file(source, target)
    assert (caught.value.key, caught.value.path, names(tmp_path)) == (key, target, ["a"])


def test_failed_removal_undoes_the_copy(tmp_path, monkeypatch):
    source, target, unlink = tmp_path / "a", tmp_path / "b", syscalls.unlink
    source.write_bytes(b"mine")

    def keep(path: Path) -> None:
        if path == source:
            raise PermissionError(errno.EPERM, "no")
        unlink(path)

    monkeypatch.setattr(syscalls, "unlink", keep)
    with pytest.raises(UnsavedError):
        move_file(source, target)
    assert names(tmp_path) == ["a"]


def test_temporary_files_are_private(tmp_path, monkeypatch):
    modes: list[int] = []
    copy_rights = syscalls.copy_permissions

    def look(handle: int, old: os.stat_result) -> None:
        modes.append(stat.S_IMODE(os.fstat(handle).st_mode))
        copy_rights(handle, old)

    (tmp_path / "list").write_bytes(b"old")
    (tmp_path / "list").chmod(0o600)
    monkeypatch.setattr(syscalls, "copy_permissions", look)
    write_atomically(tmp_path / "list", b"new")
    assert modes == [0o600, 0o600], "the old mode is applied only to complete files"


def test_backup_of_link_is_beside_its_target(tmp_path):
    (tmp_path / "link").symlink_to("real")
    assert backup_path(tmp_path / "link") == tmp_path / "real.bak"
    assert backup_path(tmp_path / "real") == tmp_path / "real.bak"


def test_missing_parent_folders_are_created(tmp_path):
    for _ in range(2):
        make_folder(tmp_path / "a" / "b" / "c")
    assert (tmp_path / "a" / "b" / "c").is_dir()
    (tmp_path / "file").touch()
    with pytest.raises(UnsavedError) as caught:
        make_folder(tmp_path / "file")
    assert caught.value.key == "save.exists"


@pytest.mark.parametrize(
    ("number", "key"),
    [
        (errno.ENOSPC, "full"),
        (errno.EDQUOT, "full"),
        (errno.EFBIG, "full"),
        (errno.EROFS, "read-only"),
        (errno.EACCES, "forbidden"),
        (errno.EPERM, "forbidden"),
        (errno.ENOENT, "no-folder"),
        (errno.ENOTDIR, "no-folder"),
        (errno.EISDIR, "folder"),
        (errno.ENAMETOOLONG, "name"),
        (errno.EEXIST, "exists"),
        (errno.EDEADLK, "busy"),
        (errno.EIO, "other"),
    ],
)
def test_every_error_number_has_a_message(number, key):
    error = to_unsaved_error(Path("x.yaml"), OSError(number, "why"))
    assert (error.key, error.problem) == (f"save.{key}", "why")
    assert "x.yaml" in error.to("en")
    assert error.to("de") != error.to("en")


def test_removed_lock_file_is_taken_again(tmp_path, monkeypatch):
    path, open_lock, before = tmp_path / "lock", syscalls.open_lock, open_files()
    opened: list[int] = []

    def open_and_lose(lock_path: Path) -> int:
        handle = open_lock(lock_path)
        opened.append(handle)
        if len(opened) == 1:
            lock_path.unlink()
        elif len(opened) == 2:  # another process has created it again
            lock_path.unlink()
            lock_path.touch()
        return handle

    monkeypatch.setattr(syscalls, "open_lock", open_and_lose)
    lock = acquire_lock(path)
    assert lock is not None
    assert (len(opened), is_locked(path)) == (3, True)
    lock.release()
    assert open_files() == before


def test_lock_can_be_queried_concurrently(tmp_path):
    (tmp_path / "lock").touch()
    asking = os.open(tmp_path / "lock", os.O_RDWR)
    fcntl.flock(asking, fcntl.LOCK_SH | fcntl.LOCK_NB)
    assert not is_locked(tmp_path / "lock")
    os.close(asking)


def test_unsupported_locks_raise(tmp_path, monkeypatch):
    (tmp_path / "lock").touch()
    before = open_files()
    monkeypatch.setattr(fcntl, "flock", refuse_operation(errno.ENOLCK))
    with pytest.raises(OSError, match=os.strerror(errno.ENOLCK)):
        is_locked(tmp_path / "lock")
    with folder_lock(tmp_path):
        assert names(tmp_path) == [".listbuilder.lock", "lock"], "a lock file replaces the folder's lock"
    assert (names(tmp_path), open_files()) == (["lock"], before)


def test_second_writer_waits_for_the_lock(tmp_path, monkeypatch):
    handle = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            os.close(handle)

    monkeypatch.setattr("listbuilder.disk.locks.sleep", sleep)
    write_atomically(tmp_path / "list", b"new")
    assert len(slept) == 3
    assert names(tmp_path) == ["list"]


@pytest.mark.parametrize("length", [1, 40, 41, 250])
def test_long_temporary_names_are_recognised(tmp_path, monkeypatch, dead, length):
    path = tmp_path / ("n" * length)
    monkeypatch.setattr(os, "getpid", lambda: dead)
    temporary_paths = {temporaries.temporary_path(path) for _ in range(5)}
    assert len(temporary_paths) == 5
    monkeypatch.undo()
    for file in temporary_paths:
        file.touch()
    remove_leftovers(tmp_path)
    assert names(tmp_path) == []


@pytest.mark.parametrize(("age", "is_kept"), [(DAY - 1, True), (DAY, True), (DAY + 1, False), (-DAY, True)])
@pytest.mark.parametrize("owner", ["other machine", "ours"])
def test_recent_temporary_files_are_kept(tmp_path, monkeypatch, age, is_kept, owner):
    machine, process = ("ffffff", 1) if owner == "other machine" else (temporaries._machine_id(), os.getpid())
    file = tmp_path / f".list.lb-{machine}-{process}-0123abcd.tmp"
    file.touch()
    os.utime(file, (NOW - age, NOW - age))
    monkeypatch.setattr(temporaries, "time", lambda: NOW)
    remove_leftovers(tmp_path)
    assert file.exists() is is_kept


def test_folder_is_cleaned_once(tmp_path, dead):
    file = tmp_path / f".list.lb-{temporaries._machine_id()}-{dead}-0123abcd.tmp"
    remaining = []
    for _ in range(2):
        file.touch()
        remove_leftovers_once(tmp_path)
        remaining.append(file.exists())
    assert remaining == [False, True]
    remove_leftovers(tmp_path / "nowhere")


def test_running_processes_are_detected(monkeypatch, dead):
    assert [is_process_running(process) for process in (os.getpid(), os.getppid(), dead, 10**30)] == [
        True,
        True,
        False,
        True,
    ]
    with monkeypatch.context() as patch:
        patch.setattr(temporaries, "os", SimpleNamespace(name="nt"))
        assert is_process_running(dead), "Windows cannot be asked safely"
    with monkeypatch.context() as patch:
        patch.setattr(os, "kill", refuse_operation(errno.EPERM))
        assert is_process_running(dead), "it belongs to another user"
