"""Termination signals and a lost terminal: the open list is journalled first."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import Any

import pytest

from listbuilder.tui import abnormal_exit
from listbuilder.tui.abnormal_exit import has_terminal, install_hangup_handler, journal_and_exit
from tests.tui.isolated.editor_helpers import open_editor

pytestmark = pytest.mark.usefixtures("somewhere")


async def test_hangup_journals_list_behind_dialog(monkeypatch):
    noted: list[object] = []
    async with open_editor() as (pilot, screen):
        monkeypatch.setattr(
            screen.save_controller.open_file, "write_journal", lambda army, edits: noted.append((army, edits))
        )
        await pilot.press("x", "question_mark")
        assert pilot.app.screen is not screen
        journal_and_exit(pilot.app, signal.SIGTERM)
        assert noted[-1] == (screen.session.army, 1)
    assert pilot.app.return_code == 128 + signal.SIGTERM


async def test_hangup_skips_untouched_list(monkeypatch):
    noted: list[object] = []
    async with open_editor() as (pilot, screen):
        monkeypatch.setattr(
            screen.save_controller.open_file, "write_journal", lambda *arguments: noted.append(arguments)
        )
        journal_and_exit(pilot.app)
    assert noted == []
    assert pilot.app.return_code == 128 + signal.SIGHUP


async def test_signals_and_lost_terminal_end_the_builder(monkeypatch):
    handlers: dict[int, tuple[Any, ...]] = {}
    async with open_editor() as (pilot, _):
        app, looks, ended = pilot.app, [], []
        monkeypatch.setattr(
            asyncio.get_running_loop(), "add_signal_handler", lambda number, *then: handlers.update({number: then})
        )
        monkeypatch.setattr(app, "set_interval", lambda every, look: looks.append((every, look)))
        monkeypatch.setattr(abnormal_exit, "journal_and_exit", lambda *arguments: ended.append(arguments))
        monkeypatch.setattr(abnormal_exit, "has_terminal", lambda: False)
        install_hangup_handler(app)
        assert (set(handlers), looks) == ({signal.SIGHUP, signal.SIGTERM}, []), "without one, none can be lost"
        monkeypatch.setattr(abnormal_exit, "has_terminal", lambda: True)
        install_hangup_handler(app)
        [(every, look)] = looks
        assert 0 < every <= 5
        look()
        assert ended == []
        monkeypatch.setattr(abnormal_exit, "has_terminal", lambda: False)
        look()
        assert ended == [(app,)]


async def test_loop_without_signal_support_is_tolerated(monkeypatch):
    def deaf(*_: object) -> None:
        raise NotImplementedError

    async with open_editor() as (pilot, _):
        monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", deaf)
        install_hangup_handler(pilot.app)


def test_closed_or_missing_terminal_is_detected(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "__stdin__", None)
    assert not has_terminal()
    with (tmp_path / "file").open("w") as file:
        monkeypatch.setattr(sys, "__stdin__", file)
        assert not has_terminal()
    assert not has_terminal(), "it is closed now"
