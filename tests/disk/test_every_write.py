"""Every writer survives a kill, a full disk or a read-only disk at every single operation."""

from __future__ import annotations

import errno
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from listbuilder.errors import SaveError
from tests.disk.disk_failures import Stopped, fail_at, kill_at
from tests.disk.writers import WRITERS, Writer

MANY = 200


@pytest.fixture(params=WRITERS)
def writer(request: pytest.FixtureRequest) -> Writer:
    return WRITERS[request.param]


def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, writer: Writer) -> Path:
    folder = tmp_path / str(number)
    folder.mkdir()
    for name in ("STATE", "CONFIG"):
        monkeypatch.setenv(f"LISTBUILDER_{name}", str(folder / name.lower()))
    writer.prepare(folder)
    assert writer.holds(folder) or not (folder / "list.yaml").exists()
    return folder


def test_kill_leaves_old_or_new_version(tmp_path, monkeypatch, writer):
    for number in count(1):
        assert number < MANY
        folder = fresh(tmp_path, monkeypatch, number, writer)
        try:
            with kill_at(number):
                writer.write(folder)
        except Stopped:
            assert writer.holds(folder), f"killed at operation {number}"
        else:
            assert number > 3, "it wrote something"
            return


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EROFS])
def test_failed_operation_loses_nothing(tmp_path, monkeypatch, writer, error):
    for number in count(1):
        assert number < MANY
        folder = fresh(tmp_path, monkeypatch, number, writer)
        # an error with a message, or a command that failed after printing it
        with fail_at(number, error) as asked, suppress(SaveError, RuntimeError):
            writer.write(folder)
        if len(asked) < number:
            return
        assert writer.holds(folder), f"refused at operation {number}, {asked[-1]}"
        if asked[number - 1] != "unlink":
            assert not [*folder.glob(".*.tmp")], "no temporary files remain"
