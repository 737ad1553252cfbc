"""The tournament screen: live overview, sorting, reading lists and letters, and decisions."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from listbuilder.library import Library
from listbuilder.tournament.acceptance_log import load_acceptance_log
from listbuilder.tournament.paths import TournamentPaths
from listbuilder.tournament.tournament import Tournament, load_decisions
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.tournament.screen import TextViewerScreen, TournamentScreen
from listbuilder.tui.widgets.row_list import RowList
from tests.desk.conftest import EVENT, ILLEGAL, LEGAL, ON_TIME, OTHER, PLAYERS
from tests.desk.test_player_status import hand_in
from tests.sentences import sentence
from tests.tui.screen_helpers import fits, wait_for, words


@pytest.fixture
def places(tmp_path: Path, library: Library) -> TournamentPaths:
    """An event folder in the builder's lists folder."""
    root = tmp_path / "lists"
    (root / "inbox").mkdir(parents=True)
    (root / "event.yaml").write_text(EVENT, encoding="utf-8")
    (root / "players.csv").write_text(PLAYERS, encoding="utf-8")
    (tmp_path / "mails").mkdir()
    sent = (("kim@example.org", LEGAL, ON_TIME), ("robin@example.org", ILLEGAL, ON_TIME))
    hand_in(Tournament(root, library), tmp_path / "mails", *sent)
    return TournamentPaths(root)


async def open_tournament(pilot: Pilot[None]) -> TournamentScreen:
    await pilot.press("w")
    await wait_for(pilot, lambda: isinstance(pilot.app.screen, TournamentScreen))
    screen = pilot.app.screen
    assert isinstance(screen, TournamentScreen)
    await wait_for(pilot, lambda: bool(screen._overview.rows))
    return screen


def is_said(pilot: Pilot[None], key: str, **values: object) -> bool:
    return any(fits(note.message, key, **values) for note in pilot.app._notifications)


@pytest.mark.usefixtures("places")
@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_overview_shows_every_player_and_findings(start, size):
    async with start(size=size) as pilot:
        await open_tournament(pilot)
        shown = words(pilot)
        for text in ("Iron Cup", "Kim Weber", "Robin Ñandú", "Sam O'Neil"):
            assert text in shown
        for status in ("legal", "illegal", "missing"):
            assert sentence(f"desk.status.{status}") in shown
        await pilot.press("down")
        assert f"{sentence('sheet.word.fix')}:" in words(pilot), "the worst first"


async def test_overview_without_players_names_players_file(start, places):
    header = places.players.read_text(encoding="utf-8").splitlines()[0]
    places.players.write_text(f"{header}\n", encoding="utf-8")
    async with start(size=(80, 24)) as pilot:
        await pilot.press("w")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, TournamentScreen))
        table = pilot.app.screen.query_one("#table", RowList)
        nobody = sentence("desk.page.nobody", path=str(places.players))
        await wait_for(pilot, lambda: table.rows[0].text == nobody)


@pytest.mark.usefixtures("places")
async def test_overview_is_filtered_and_sorted(start):
    async with start(size=(80, 24)) as pilot:
        screen = await open_tournament(pilot)
        await pilot.press("slash", *"nandu")
        await wait_for(pilot, lambda: screen.table.cursor_key == "2")
        assert "Kim Weber" not in words(pilot)
        await pilot.press("escape")
        assert "Kim Weber" in words(pilot)
        await pilot.press(*"sssss")
        assert [row.key for row in screen.table.rows] == ["3", "2", "1"], "the gravest first"
        await pilot.press("r")
        assert [row.key for row in screen.table.rows] == ["1", "2", "3"]
        await pilot.click("#head", offset=(6, 0))
        assert [row.key for row in screen.table.rows] == ["1", "2", "3"], "by name"
        await pilot.click("#head", offset=(6, 0))
        assert [row.key for row in screen.table.rows] == ["3", "2", "1"], "a second click turns it"
        await pilot.click("#table", offset=(6, 2))
        assert screen.table.cursor_key == "2"


async def test_reading_lists_and_letters_writes_nothing(start, places):
    before = places.fingerprint()
    async with start(size=(80, 24)) as pilot:
        await open_tournament(pilot)
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, TextViewerScreen))
        assert "Called to Matins" in words(pilot)
        await pilot.press("escape", "down", "l")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, TextViewerScreen))
        assert "Robin" in words(pilot)
    assert places.fingerprint() == before


async def test_lists_are_accepted_rejected_undone_and_locked(start, places):
    async with start(size=(80, 24)) as pilot:
        await open_tournament(pilot)
        await pilot.press("a")
        assert load_decisions(places)["1"].decision == "accept"
        await pilot.press("down", "x", *"late", "enter")
        await pilot.pause()
        assert load_decisions(places)["2"].reason == "late"
        await pilot.press("u")
        assert set(load_decisions(places)) == {"1"}
        await pilot.press("k", "enter")
        assert not load_acceptance_log(places.acceptance_log).accepted, "the first answer is the safe one"
        await pilot.press("k", "down", "enter")
        await wait_for(pilot, lambda: is_said(pilot, "desk.lock.head", n=1))
        await wait_for(pilot, lambda: sentence("desk.status.accepted") in words(pilot))
        assert [acceptance.player for acceptance in load_acceptance_log(places.acceptance_log).accepted] == ["1"]
        await pilot.press("home", "x", "a")
        assert set(load_decisions(places)) == {"1"}, "an accepted list cannot be decided on again"
        await wait_for(pilot, lambda: is_said(pilot, "desk.locked-already", player="Kim Weber"))
        places.event.write_text(places.event.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        await wait_for(pilot, lambda: "DSK041" in words(pilot))


async def test_new_file_appears_by_itself(start, places, library, tmp_path):
    async with start(size=(80, 24)) as pilot:
        screen = await open_tournament(pilot)
        hand_in(Tournament(places.root, library), tmp_path / "mails", ("kim@example.org", OTHER, ON_TIME))
        await wait_for(pilot, lambda: screen._overview.rows[0].status.value == "double")
        assert sentence("desk.status.double") in words(pilot)


@pytest.mark.usefixtures("places")
async def test_escape_returns_home(start):
    async with start(size=(80, 24)) as pilot:
        await open_tournament(pilot)
        await pilot.press("escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        await open_tournament(pilot)
