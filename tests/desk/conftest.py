"""An event folder with three players, written afresh for each test."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from listbuilder.library import Library
from listbuilder.tournament.overview import OverviewOptions
from listbuilder.tournament.tournament import Tournament

LISTS = Path(__file__).parents[2] / "data" / "lists"
LEGAL = LISTS / "aof-3.2-matins.yaml"
ILLEGAL = LISTS / "aof-3.2-illegal-one-hero-too-many.yaml"
OTHER = LISTS / "aof-3.2-seven-peaks.yaml"

EVENT = """format: 1
id: cup
name: {en: Iron Cup, de: Eisenpokal}
systems: [aof-3.2]
deadline: 2026-05-01T20:00+02:00
"""
PLAYERS = """id,name,mail,team,faction,paid,file,received,language
1,Kim Weber,kim@example.org,Red,,yes,,,de
2,Robin Ñandú,robin@example.org,Red,,no,,,
3,Sam O'Neil,,Blue,,,,,
"""
ON_TIME = "Fri, 01 May 2026 12:00:00 +0200"
EN = OverviewOptions(language="en", jobs=1)
LATE = "Sun, 03 May 2026 12:00:00 +0200"


@pytest.fixture(scope="session")
def library() -> Library:
    return Library.open(user=False)


@pytest.fixture
def open_desk(tmp_path: Path, library: Library) -> Callable[..., Tournament]:
    """Write an event folder and open it; later calls open it again."""
    root = tmp_path / "cup"

    def make(event: str = EVENT, players: str = PLAYERS) -> Tournament:
        if not root.exists():
            (root / "inbox").mkdir(parents=True)
            (root / "event.yaml").write_text(event, encoding="utf-8")
            (root / "players.csv").write_text(players, encoding="utf-8")
        return Tournament(root, library)

    return make


def mail(sender: str, subject: str, date: str = ON_TIME, *, file: Path | None = None, text: str = "My list.") -> bytes:
    """Return a mail with a list attached or pasted into it."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"], message["Date"] = sender, "desk@example.org", subject, date
    message.set_content(text)
    if file is not None:
        message.add_attachment(file.read_bytes(), maintype="application", subtype="octet-stream", filename=file.name)
    return bytes(message)
