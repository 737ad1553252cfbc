"""`data new event` on a terminal: which questions are asked, and the file that is written."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path

import pytest
import yaml

from listbuilder.cli.commands.data.event_wizard import find_system
from listbuilder.library import Library
from tests.sentences import sentence

ANSWERS = """Autumn Cup
chess
age of fantasy
99999999999
2000
1900
y
y
75
525

2
1000
3
never
1.10.2026 18 Uhr
2
1
committed
"""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_every_answer_is_written(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Terminal(ANSWERS))
    path = tmp_path / "cup.yaml"
    ran = run("data", "new", "event", "--output", path)
    assert ran.code == 0, ran.err
    event = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert {key: event[key] for key in ("limits", "lists", "teams", "scoring", "main_faction_percent", "shown")} == {
        "limits": {"share": {"most": 525}},
        "lists": {"number": 2, "core": 1000},
        "teams": {"size": 3, "factions_once": True},
        "scoring": {"on_time": 2, "each_day_late": -1},
        "main_faction_percent": 75,
        "shown": "committed",
    }
    assert ran.err.count(sentence("event.again")) == 3, "an unknown game, too many points, and no date"
    assert event["systems"] == ["aof-3.5"], "the newest edition"
    deadline = datetime.fromisoformat(str(event["deadline"]))
    assert deadline == datetime(2026, 10, 1, 18).astimezone(), "local time, written with its zone"


def test_impossible_answers_are_asked_again(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points, lists = "Cup\n2\n1,000\n1500\n900\n", "n\nn\n\n\n3\n1.200\n800\n"
    monkeypatch.setattr("sys.stdin", Terminal(f"{points}{lists}\n2026-10-01 18:00\n2\n-3\n\n"))
    path = tmp_path / "cup.yaml"
    ran = run("event", "new", "--output", path)
    assert (ran.code, ran.err.count(sentence("event.again"))) == (0, 2)
    event = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert (event["least_points"], event["lists"]["core"], event["scoring"]["each_day_late"]) == (900, 800, -3)
    assert run("data", "check", path).code == 0


def test_defaults_give_a_valid_event(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Terminal("\n" * 20))
    ran = run("data", "new", "event", "--output", tmp_path / "event.yaml")
    assert ran.code == 0, ran.err
    assert sentence("event.ask.name") in ran.err
    assert sentence("event.ask.main-percent") not in ran.err
    assert sentence("event.ask.each-day-late") not in ran.err


@pytest.mark.parametrize(
    ("answer", "game"),
    [
        ("2", "aof-3.5"),
        ("Regiments", "aofr-3"),
        ("age of fantasy", "aof-3.5"),
        ("Age of Fantasy 3.2", "aof-3.2"),
        ("aof-3,5", "aof-3.5"),
        ("fantasy", None),
        ("99", None),
    ],
)
def test_game_is_found_by_number_id_or_name(answer: str, game: str | None) -> None:
    assert find_system(answer, Library.open(user=False).systems()) == game
