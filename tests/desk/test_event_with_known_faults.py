"""A generated event with known faults: exactly those are found, in every format and delivery."""

from __future__ import annotations

from pathlib import Path

from listbuilder.library import Library
from listbuilder.tournament.overview import build_overview
from listbuilder.tournament.tournament import Tournament
from proof.faulty_event.delivery import FORMS, WAYS
from proof.faulty_event.event_generator import KINDS, EventGenerator, differences
from proof.faulty_event.sideboards import generate_sideboard_event
from tests.desk.conftest import EN
from tests.desk.test_player_status import codes

PLAYERS = 78


def test_exactly_the_known_faults_are_found(tmp_path: Path, library: Library) -> None:
    event = EventGenerator(tmp_path / "cup", library, factions=3, different=9, seed=4).generate(PLAYERS)
    assert {fault.way for fault in event.expected} > set(WAYS)
    assert {fault.form for fault in event.expected} > set(FORMS)
    assert len({fault.kind for fault in event.expected}) > len(KINDS)
    assert list(differences(event, library)) == []


def test_sideboard_faults_are_found(tmp_path: Path, library: Library) -> None:
    expected = generate_sideboard_event(tmp_path / "cup", library, players=10, seed=4)
    rows = build_overview(Tournament(tmp_path / "cup", library), EN).rows
    assert {row.player.id: codes(row) for row in rows} == expected
    assert {row.status.value for row in rows if not expected[row.player.id]} == {"legal"}
    assert {row.status.value for row in rows if expected[row.player.id]} == {"illegal"}
