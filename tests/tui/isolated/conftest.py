from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a temporary folder, where the edited list would be saved."""
    monkeypatch.chdir(tmp_path)
