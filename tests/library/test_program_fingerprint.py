"""The fingerprint of data and program changes whenever a file does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from listbuilder.library.cache import Cache
from listbuilder.library.index import DataRegistry
from listbuilder.library.loader import Loader


def fingerprint(folder: Path, *, bundled: bool) -> str:
    shelf = DataRegistry()
    shelf.add_folder(folder, [{"kind": "system", "id": "game", "path": "game.yaml"}], bundled=bundled)
    return Loader(shelf, Cache(folder / "cache", folder / "secret"), lambda *_: []).fingerprint


def write(folder: Path, text: str, seconds: int) -> None:
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    os.utime(folder / "game.yaml", (seconds, seconds))


@pytest.mark.parametrize("bundled", [True, False])
def test_fingerprint_changes_with_content_and_deletion(tmp_path: Path, bundled: bool) -> None:
    write(tmp_path, "id: game\n", 1)
    before = fingerprint(tmp_path, bundled=bundled)
    assert fingerprint(tmp_path, bundled=bundled) == before
    write(tmp_path, "id: other\n", 2)
    after = fingerprint(tmp_path, bundled=bundled)
    (tmp_path / "game.yaml").unlink()
    assert len({before, after, fingerprint(tmp_path, bundled=bundled)}) == 3


@pytest.mark.parametrize("bundled", [True, False])
def test_fingerprint_ignores_modification_times(tmp_path: Path, bundled: bool) -> None:
    write(tmp_path, "id: game\n", 1)
    before = fingerprint(tmp_path, bundled=bundled)
    write(tmp_path, "id: game\n", 2)
    assert fingerprint(tmp_path, bundled=bundled) == before
    write(tmp_path, "id: gale\n", 2)
    assert fingerprint(tmp_path, bundled=bundled) != before, "same size and modification time"
