"""A small event folder for screen tests, and waiting for worker threads."""

from __future__ import annotations

from pathlib import Path

from listbuilder.tournament.paths import TournamentPaths
from listbuilder.tournament.tournament import Tournament
from listbuilder.tui.tournament.screen import TournamentScreen
from tests.desk.conftest import EVENT, ILLEGAL, LEGAL, ON_TIME, PLAYERS
from tests.desk.test_player_status import hand_in
from tests.tui.isolated.small_app import LIBRARY, SmallPilot
from tests.tui.screen_helpers import wait_for


def make_tournament(folder: Path) -> TournamentPaths:
    """Create an event folder with a legal list, an illegal list and a missing one."""
    root = folder / "cup"
    (root / "inbox").mkdir(parents=True)
    (root / "event.yaml").write_text(EVENT, encoding="utf-8")
    (root / "players.csv").write_text(PLAYERS, encoding="utf-8")
    (folder / "mails").mkdir()
    sent = (("kim@example.org", LEGAL, ON_TIME), ("robin@example.org", ILLEGAL, ON_TIME))
    hand_in(Tournament(root, LIBRARY), folder / "mails", *sent)
    return TournamentPaths(root)


async def wait_for_overview(pilot: SmallPilot, screen: TournamentScreen) -> None:
    """Wait until the overview is loaded."""
    await wait_for(pilot, lambda: bool(screen._overview.rows))
    await pilot.pause()


async def wait_for_workers(pilot: SmallPilot) -> None:
    """Wait for worker threads."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
