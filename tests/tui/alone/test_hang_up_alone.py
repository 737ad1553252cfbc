"""A builder that is asked to end, or loses its terminal: what is open is noted first, whatever is in front of it."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import Any

import pytest

from listbuilder.tui import abnormal_exit
from listbuilder.tui.abnormal_exit import end, has_terminal, heed_hang_up
from tests.tui.alone.editing import edited

pytestmark = pytest.mark.usefixtures("somewhere")


async def test_what_is_open_is_noted_though_a_dialog_is_in_front_of_it(monkeypatch):
    noted: list[object] = []
    async with edited() as (pilot, screen):
        monkeypatch.setattr(screen.custody.keeper, "note", lambda army, edits: noted.append((army, edits)))
        await pilot.press("x", "question_mark")
        assert pilot.app.screen is not screen
        end(pilot.app, signal.SIGTERM)
        assert noted[-1] == (screen.session.army, 1)
    assert pilot.app.return_code == 128 + signal.SIGTERM


async def test_what_nobody_touched_needs_no_note(monkeypatch):
    noted: list[object] = []
    async with edited() as (pilot, screen):
        monkeypatch.setattr(screen.custody.keeper, "note", lambda *given: noted.append(given))
        end(pilot.app)
    assert noted == []
    assert pilot.app.return_code == 128 + signal.SIGHUP


async def test_signals_are_heard_and_the_terminal_is_looked_at_where_there_is_one(monkeypatch):
    heard: dict[int, tuple[Any, ...]] = {}
    async with edited() as (pilot, _):
        app, looks, ended = pilot.app, [], []
        monkeypatch.setattr(
            asyncio.get_running_loop(), "add_signal_handler", lambda number, *then: heard.update({number: then})
        )
        monkeypatch.setattr(app, "set_interval", lambda every, look: looks.append((every, look)))
        monkeypatch.setattr(abnormal_exit, "end", lambda *given: ended.append(given))
        monkeypatch.setattr(abnormal_exit, "has_terminal", lambda: False)
        heed_hang_up(app)
        assert (set(heard), looks) == ({signal.SIGHUP, signal.SIGTERM}, []), "without one, none can be lost"
        monkeypatch.setattr(abnormal_exit, "has_terminal", lambda: True)
        heed_hang_up(app)
        [(every, look)] = looks
        assert 0 < every <= 5
        look()
        assert ended == []
        monkeypatch.setattr(abnormal_exit, "has_terminal", lambda: False)
        look()
        assert ended == [(app,)]


async def test_a_loop_that_hears_of_no_signals_is_no_reason_to_stop(monkeypatch):
    def deaf(*_: object) -> None:
        raise NotImplementedError

    async with edited() as (pilot, _):
        monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", deaf)
        heed_hang_up(pilot.app)


def test_what_is_closed_or_no_terminal_is_none(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "__stdin__", None)
    assert not has_terminal()
    with (tmp_path / "file").open("w") as file:
        monkeypatch.setattr(sys, "__stdin__", file)
        assert not has_terminal()
    assert not has_terminal(), "it is closed now"
