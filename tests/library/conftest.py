from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.datafiles.check_files import check_file
from listbuilder.diagnostics import Diagnostic
from listbuilder.library import Library
from tests.library.library_samples import FACTION


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("LISTBUILDER_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("LISTBUILDER_DATA", "")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder


@pytest.fixture
def check(data: Path) -> Callable[..., list[Diagnostic]]:
    """Write a file and check it; each pair replaces a part of the valid faction."""

    def run(*changes: tuple[str, str], text: str = FACTION, name: str = "file.yaml") -> list[Diagnostic]:
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new, 1)
        path = data / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, encoding="utf-8")
        return list(check_file(path, Library.open()))

    return run
