"""Real tournament packs as event folders: every player gets the expected status."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from listbuilder.datafiles.check_files import check_all
from listbuilder.tournament.acceptance import accept_lists, may_accept
from listbuilder.tournament.intake import SubmissionIntake
from listbuilder.tournament.overview import build_overview
from listbuilder.tournament.tournament import Tournament
from tests.desk.conftest import EN, mail
from tests.desk.test_player_status import codes, row_of

Open = Callable[..., Tournament]
PACKS: dict[str, dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("real_packs.yaml").read_text(encoding="utf-8")
)
DEADLINE = datetime.fromisoformat("2026-05-01T20:00+02:00")
NIGHT = "{id: cup, format: 1, name: Cup, systems: [aof-3.5], points: 500, deadline: 2026-05-01T20:00+02:00}\n"
KNIGHTS = [{"id": "a", "unit": "human-empire/knights"}]
RIDERS = [{"id": "a", "unit": "human-empire/gryph-riders"}]


def send(
    tournament: Tournament, folder: Path, sender: str, units: list[dict[str, Any]], days: float, *, subject: str = ""
) -> None:
    """Send one list by mail, this many days after the deadline."""
    number = len(list(folder.glob("*.eml")))
    raw_list = {"format": 1, "name": f"List {number}", "system": "aof-3.5", "units": units}
    text = yaml.safe_dump(raw_list, allow_unicode=True)
    path = folder / f"{number:03}.eml"
    at = format_datetime(DEADLINE + timedelta(days=days))
    path.write_bytes(mail(sender, subject, at, text=text))
    SubmissionIntake(tournament.paths, tournament.registrations, tournament.library).take([str(path)])


@pytest.mark.parametrize("name", PACKS)
def test_pack_players_get_expected_statuses(open_desk: Open, tmp_path: Path, name: str) -> None:
    pack = PACKS[name]
    event = {"format": 1, "id": "pack", "name": name, "systems": ["aof-3.5"], "deadline": DEADLINE.isoformat()}
    names = list(pack["players"])
    table = "".join(f"{name},{name} Weber,{name.lower()}@example.org\n" for name in names)
    tournament = open_desk(yaml.safe_dump(event | pack["event"], allow_unicode=True), f"id,name,mail\n{table}")
    assert [list(report) for report in check_all([tournament.paths.event]).values()] == [[]], (
        "the event file has no problems"
    )
    for player, details in pack["players"].items():
        for units in details["lists"]:
            send(tournament, tmp_path, f"{player.lower()}@example.org", units, details.get("days", -1))
    rows = {row.player.id: row for row in build_overview(open_desk(), EN).rows}
    assert {name: (rows[name].status.value, codes(rows[name])) for name in names} == {
        player: (details["status"], set(details.get("codes", ()))) for player, details in pack["players"].items()
    }
    scored = {player: details["bonus"] for player, details in pack["players"].items() if "bonus" in details}
    assert {player: rows[player].bonus for player in scored} == scored


def test_only_corrections_after_the_deadline(open_desk: Open, tmp_path: Path) -> None:
    """DBMM Nationals: accepted lists may be corrected, new lists are late."""
    tournament = open_desk(NIGHT, "id,name,mail\n1,Kim,kim@example.org\n2,Robin,robin@example.org\n")
    send(tournament, tmp_path, "kim@example.org", KNIGHTS, -1)
    list(accept_lists(row_of(open_desk(), "1"), open_desk(), "Judge"))
    for address in ("kim@example.org", "robin@example.org"):
        send(tournament, tmp_path, address, RIDERS, 1)
    kim, robin = build_overview(open_desk(), EN).rows
    assert (kim.status.value, robin.status.value) == ("changed", "late")
    assert not may_accept(kim)
    assert may_accept(kim, "a model broke")


def test_mail_subject_identifies_the_player(open_desk: Open, tmp_path: Path) -> None:
    """Strategenhammer: the subject identifies the player, not the sender."""
    tournament = open_desk(NIGHT, "id,name,mail\n1,Kim Weber,kim@example.org\n2,Jörg Groß,\n")
    send(tournament, tmp_path, "shared@club.example", KNIGHTS, -1, subject="Jörg Groß – Human Empire")
    send(tournament, tmp_path, "shared@club.example", RIDERS, -1, subject="Weber, Kim: Human Empire")
    assert [row.status.value for row in build_overview(open_desk(), EN).rows] == ["legal", "legal"]
