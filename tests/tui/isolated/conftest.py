from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a list that is edited alone would be saved."""
    monkeypatch.chdir(tmp_path)
