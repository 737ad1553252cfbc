from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from listbuilder.library import Library
from listbuilder.tui.app import BuilderApp
from listbuilder.tui.editor.screen import EditorScreen
from listbuilder.tui.user_settings import Settings
from tests.tui.pilot_waits import pause, press
from tests.tui.screen_helpers import wait_for
from tests.tui.small_faction import fen_library

Start = Callable[..., AbstractAsyncContextManager[Pilot[None]]]


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("STATE", "CONFIG", "LISTS"):
        monkeypatch.setenv(f"LISTBUILDER_{name}", str(tmp_path / name.lower()))
    monkeypatch.setenv("LISTBUILDER_DATA", "")


@pytest.fixture(autouse=True)
def patient_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pilot, "press", press)
    monkeypatch.setattr(Pilot, "pause", pause)


@pytest.fixture(scope="session")
def library() -> Library:
    return Library.open(user=False)


@pytest.fixture(scope="session")
def fen(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """All data with the small test faction."""
    return fen_library(tmp_path_factory.mktemp("fen"))


@pytest.fixture
def start() -> Start:
    """Start the builder and wait for its first screen."""

    @asynccontextmanager
    async def starting(
        path: Path | str | None = None, *, size: tuple[int, int] = (120, 40), language: str = "en", sample: bool = False
    ) -> AsyncIterator[Pilot[None]]:
        app = BuilderApp(str(path) if path is not None else None, sample=sample, language=language, settings=Settings())
        async with app.run_test(size=size) as pilot:
            await wait_for(pilot, lambda: len(app.screen_stack) > 1)
            if path is not None or sample:
                await wait_for(pilot, lambda: isinstance(app.screen, EditorScreen))
            await pilot.pause()
            yield pilot

    return starting
