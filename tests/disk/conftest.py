from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder: Path = tmp_path_factory.mktemp("own")
    for name in ("STATE", "CONFIG", "LISTS"):
        monkeypatch.setenv(f"LISTBUILDER_{name}", str(folder / name.lower()))
    monkeypatch.setenv("LISTBUILDER_DATA", "")
