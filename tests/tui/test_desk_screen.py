"""An organiser's desk in the builder: live, sorted, filtered; lists and letters to read; decisions to be undone."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from listbuilder.library import Library
from listbuilder.tournament.acceptance_log import load_lock
from listbuilder.tournament.paths import Places
from listbuilder.tournament.tournament import Desk, load_decisions
from listbuilder.tui.home.screen import HomeScreen
from listbuilder.tui.screens.text_viewer import ReadingScreen
from listbuilder.tui.tournament.screen import DeskScreen
from listbuilder.tui.widgets.row_list import Rows
from tests.desk.conftest import EVENT, ILLEGAL, LEGAL, ON_TIME, OTHER, PLAYERS
from tests.desk.test_player_status import hand_in
from tests.tui.tui_help import wait_for, words


@pytest.fixture
def places(tmp_path: Path, library: Library) -> Places:
    """A desk where the builder looks for lists."""
    root = tmp_path / "lists"
    (root / "inbox").mkdir(parents=True)
    (root / "event.yaml").write_text(EVENT, encoding="utf-8")
    (root / "players.csv").write_text(PLAYERS, encoding="utf-8")
    (tmp_path / "mails").mkdir()
    sent = (("kim@example.org", LEGAL, ON_TIME), ("robin@example.org", ILLEGAL, ON_TIME))
    hand_in(Desk(root, library), tmp_path / "mails", *sent)
    return Places(root)


async def opened(pilot: Pilot[None]) -> DeskScreen:
    await pilot.press("w")
    await wait_for(pilot, lambda: isinstance(pilot.app.screen, DeskScreen))
    screen = pilot.app.screen
    assert isinstance(screen, DeskScreen)
    await wait_for(pilot, lambda: bool(screen._overview.rows))
    return screen


def is_said(pilot: Pilot[None], text: str) -> bool:
    return any(text in note.message for note in pilot.app._notifications)


@pytest.mark.usefixtures("places")
@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_everybody_is_in_sight_with_what_was_found(start, size):
    async with start(size=size) as pilot:
        await opened(pilot)
        shown = words(pilot)
        for text in ("Iron Cup", "Kim Weber", "legal", "Robin Ñandú", "illegal", "Sam O'Neil", "missing"):
            assert text in shown
        await pilot.press("down")
        assert "Fix:" in words(pilot), "the worst first"


async def test_a_desk_without_players_says_where_to_write_them(start, places):
    header = places.players.read_text(encoding="utf-8").splitlines()[0]
    places.players.write_text(f"{header}\n", encoding="utf-8")
    async with start(size=(80, 24)) as pilot:
        await pilot.press("w")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, DeskScreen))
        table = pilot.app.screen.query_one("#table", Rows)
        await wait_for(pilot, lambda: "Nobody is registered yet" in table.rows[0].text)
        assert str(places.players) in table.rows[0].text


@pytest.mark.usefixtures("places")
async def test_filter_and_sort(start):
    async with start(size=(80, 24)) as pilot:
        screen = await opened(pilot)
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


async def test_a_list_and_a_letter_are_read_and_nothing_is_written(start, places):
    before = places.stamp()
    async with start(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, ReadingScreen))
        assert "Called to Matins" in words(pilot)
        await pilot.press("escape", "down", "l")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, ReadingScreen))
        assert "Robin" in words(pilot)
    assert places.stamp() == before


async def test_accept_turn_down_undo_and_lock(start, places):
    async with start(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("a")
        assert load_decisions(places)["1"].decision == "accept"
        await pilot.press("down", "x", *"late", "enter")
        await pilot.pause()
        assert load_decisions(places)["2"].reason == "late"
        await pilot.press("u")
        assert set(load_decisions(places)) == {"1"}
        await pilot.press("k", "enter")
        assert not load_lock(places.lock).accepted, "the first answer is the safe one"
        await pilot.press("k", "down", "enter")
        await wait_for(pilot, lambda: is_said(pilot, "1 line, the last with the mark"))
        await wait_for(pilot, lambda: "accepted" in words(pilot))
        assert [one.player for one in load_lock(places.lock).accepted] == ["1"]
        await pilot.press("home", "x", "a")
        assert set(load_decisions(places)) == {"1"}, "what is locked stays"
        await wait_for(pilot, lambda: is_said(pilot, "is locked. A change passes"))
        places.event.write_text(places.event.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        await wait_for(pilot, lambda: "DSK041" in words(pilot))


async def test_a_new_file_shows_by_itself(start, places, library, tmp_path):
    async with start(size=(80, 24)) as pilot:
        screen = await opened(pilot)
        hand_in(Desk(places.root, library), tmp_path / "mails", ("kim@example.org", OTHER, ON_TIME))
        await wait_for(pilot, lambda: screen._overview.rows[0].status.value == "double")
        assert "double" in words(pilot)


@pytest.mark.usefixtures("places")
async def test_who_leaves_the_desk_is_at_home(start):
    async with start(size=(80, 24)) as pilot:
        await opened(pilot)
        await pilot.press("escape")
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, HomeScreen))
        await opened(pilot)
