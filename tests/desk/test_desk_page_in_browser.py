"""The overview page in a browser: filters, sorting, details, no requests, and a phone's width."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from listbuilder.tournament.overview import build_overview
from listbuilder.tournament.overview_page import format_overview_page
from listbuilder.tournament.tournament import Tournament
from tests.desk.conftest import EN, ILLEGAL, LEGAL, ON_TIME, PLAYERS
from tests.desk.test_player_status import hand_in
from tests.exporters.browser import Browser, find_chromium

CHROMIUM = find_chromium()
needed = os.environ.get("LISTBUILDER_NEEDS_CHROMIUM") == "1"
pytestmark = pytest.mark.skipif(CHROMIUM is None and not needed, reason="no Chromium on this machine")
SHOWN = "[...document.querySelectorAll('tbody tr')].filter((row) => !row.hidden).map((row) => row.cells[0].textContent)"
HOSTILE = "<img src=x onerror=document.title=1>"


def test_page_filters_sorts_and_unfolds(open_desk: Callable[..., Tournament], tmp_path: Path) -> None:
    players = PLAYERS.replace("Sam O'Neil", HOSTILE)
    sent = (("kim@example.org", LEGAL, ON_TIME), ("robin@example.org", ILLEGAL, ON_TIME))
    hand_in(open_desk(players=players), tmp_path, *sent)
    tournament = open_desk()
    path = tmp_path / "desk.html"
    path.write_text(
        format_overview_page(build_overview(tournament, replace(EN, sheets=True)), tournament.event, "en"),
        encoding="utf-8",
    )
    assert CHROMIUM is not None
    with Browser(CHROMIUM, tmp_path / "profile") as browser:
        browser.open(path, 320, 640)
        assert browser.run("document.documentElement.scrollWidth") <= 320
        assert browser.run(SHOWN) == ["Kim Weber", "Robin Ñandú", HOSTILE]
        browser.run("find.value = 'org001'; find.dispatchEvent(new Event('input'))")
        assert browser.run(SHOWN) == ["Robin Ñandú"]
        browser.run("find.value = ''; status.value = 'legal'; status.dispatchEvent(new Event('change'))")
        assert browser.run(SHOWN) == ["Kim Weber"]
        browser.run("status.value = ''; status.dispatchEvent(new Event('change'))")
        browser.run("document.querySelectorAll('th button')[4].click()")
        assert browser.run(SHOWN) == [HOSTILE, "Robin Ñandú", "Kim Weber"], "most serious status first"
        browser.run("[...document.querySelectorAll('details')].forEach((one) => { one.open = true })")
        assert "ORG001" in browser.run("document.body.innerText")
        assert "Called to Matins" in browser.run("document.body.innerText")
        assert browser.run("document.title") == "Iron Cup"
        assert browser.run("document.documentElement.scrollWidth") <= 320
        assert all(url.startswith("file:") for url in browser.requests())
        assert not browser.complaints()
