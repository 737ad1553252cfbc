"""Edge cases of the table screens: nothing read yet, unmatched lists, archives and a failing lock."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from listbuilder.disk import UnsavedError
from listbuilder.tournament.acceptance_log import load_acceptance_log
from listbuilder.tournament.paths import TournamentPaths
from listbuilder.tournament.tournament import load_decisions
from listbuilder.tui.screens.folder import FolderScreen
from listbuilder.tui.tournament import screen as desk_screen
from listbuilder.tui.tournament.screen import TournamentScreen
from listbuilder.tui.widgets.row_list import RowLabel
from tests.desk.conftest import ILLEGAL, LEGAL
from tests.sentences import sentence
from tests.tui.isolated.small_app import SmallPilot, alone, texts
from tests.tui.isolated.tournament_helpers import make_tournament, wait_for_overview, wait_for_workers
from tests.tui.screen_helpers import fits, wait_for


@pytest.fixture
def places(tmp_path: Path) -> TournamentPaths:
    """An event folder with a legal, an illegal and an unmatched list."""
    paths = make_tournament(tmp_path)
    (paths.inbox / "army.yaml").write_bytes(LEGAL.read_bytes())
    return paths


def messages(pilot: SmallPilot) -> list[str]:
    return [note.message for note in pilot.app._notifications]


async def test_keys_do_nothing_before_overview_is_read(places):
    places.event.write_text("{", encoding="utf-8")
    screen = TournamentScreen(places.root)
    async with alone(screen) as (pilot, _):
        await pilot.press("a", "x", "l", "enter", "slash", "enter", "escape", "down")
        await pilot.pause()
        assert pilot.app.screen is screen
        assert load_decisions(places) == {}
        await pilot.press("k")
        await pilot.pause()
        assert messages(pilot) == [sentence("desk.lock.nothing")]


async def test_unmatched_lists_are_always_named(places):
    screen = TournamentScreen(places.root)
    async with alone(screen, size=(100, 40)) as (pilot, _):
        await wait_for_overview(pilot, screen)
        for key in ("home", "end"):
            await pilot.press(key)
            await pilot.pause()
            messages_shown = texts(screen.query_one("#findings", RowLabel))
            assert sum(fits(text, "desk.unmatched") for text in messages_shown) == 1
        await pilot.press("home")
        rows = [row.key for row in screen.table.rows]
        await pilot.press("down")
        assert screen.table.cursor_key == rows[1], "one row at a time"


async def test_locked_decision_cannot_be_undone(places):
    screen = TournamentScreen(places.root)
    async with alone(screen) as (pilot, _):
        await wait_for_overview(pilot, screen)
        await pilot.press("a", "k", "down", "enter")
        await wait_for_workers(pilot)
        assert [acceptance.player for acceptance in load_acceptance_log(places.acceptance_log).accepted] == ["1"]
        await pilot.press("u")
        await pilot.pause()
        assert set(load_decisions(places)) == {"1"}
        assert messages(pilot) == [sentence("desk.nothing-to-undo")]


async def test_failed_lock_is_reported_and_locks_nothing(places, monkeypatch):
    def full(*_: object) -> None:
        raise UnsavedError("save.full", Path("x"))

    monkeypatch.setattr(desk_screen, "accept_lists", full)
    screen = TournamentScreen(places.root)
    async with alone(screen) as (pilot, _):
        await wait_for_overview(pilot, screen)
        await pilot.press("k", "down", "enter")
        await wait_for_workers(pilot)
        await wait_for(pilot, lambda: [note.severity for note in pilot.app._notifications] == ["error"])
        assert load_acceptance_log(places.acceptance_log).accepted == ()


async def test_list_inside_archive_opens_as_member(tmp_path):
    folder = tmp_path / "handed in"
    folder.mkdir()
    with ZipFile(folder / "two.zip", "w") as archive:
        archive.write(LEGAL, "b.yaml")
        archive.write(ILLEGAL, "a.yaml")
    screen = FolderScreen(folder)
    async with alone(screen, size=(100, 30)) as (pilot, answers):
        await wait_for(pilot, lambda: len(screen._lists) == 2)
        await pilot.pause()
        before = [row.key for row in screen.table.rows]
        await pilot.click("#head", offset=(4, 0))
        assert [row.key for row in screen.table.rows] == before[::-1], "it was sorted by this column"
        await pilot.click("#head", offset=(98, 0))
        assert [row.key for row in screen.table.rows] == before[::-1], "there is no column"
        await pilot.press("home", "enter")
        assert answers == [None]
        assert screen.selection is not None
        assert (screen.selection.file.name, screen.is_only_list(screen.selection)) == ("two.zip", False)
