"""The status of every player; a bad file affects only its own row."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

from listbuilder.tournament.acceptance import accept_lists
from listbuilder.tournament.acceptance_log import append_accepted, build_accepted
from listbuilder.tournament.intake import SubmissionIntake
from listbuilder.tournament.overview import PlayerRow, build_overview
from listbuilder.tournament.tournament import Tournament
from tests.desk.conftest import EN, EVENT, ILLEGAL, LATE, LEGAL, ON_TIME, OTHER, PLAYERS, mail

Open = Callable[..., Tournament]
WRONG = ("Elves of nowhere", "Harvest Court", "not yet known")


def hand_in(tournament: Tournament, folder: Path, *sent: tuple[str, Path, str]) -> None:
    """Hand lists in by mail: address, file, date."""
    for number, (address, file, date) in enumerate(sent):
        path = folder / f"{address}-{number}-{file.stem}.eml"
        path.write_bytes(mail(address, "list", date, file=file))
        SubmissionIntake(tournament.paths, tournament.registrations, tournament.library).take([str(path)])


def stands(tournament: Tournament) -> dict[str, str]:
    return {row.player.name: row.status.value for row in build_overview(tournament, EN).rows}


def row_of(tournament: Tournament, player_id: str) -> PlayerRow:
    return next(row for row in build_overview(tournament, EN).rows if row.player.id == player_id)


def codes(row: PlayerRow) -> set[str]:
    return {finding["code"] for finding in row.findings if finding["severity"] != "note"}


def test_legal_illegal_and_missing(open_desk: Open, tmp_path: Path) -> None:
    hand_in(open_desk(), tmp_path, ("kim@example.org", LEGAL, ON_TIME), ("robin@example.org", ILLEGAL, ON_TIME))
    assert stands(open_desk()) == {"Kim Weber": "legal", "Robin Ñandú": "illegal", "Sam O'Neil": "missing"}
    assert {"DSK011", "ORG001"} <= codes(row_of(open_desk(), "2"))
    assert codes(row_of(open_desk(), "3")) == {"DSK006"}


def test_mail_time_decides_lateness(open_desk: Open, tmp_path: Path) -> None:
    hand_in(open_desk(), tmp_path, ("kim@example.org", LEGAL, LATE))
    row = row_of(open_desk(), "1")
    assert (row.status.value, codes(row)) == ("late", {"EVT008"})


def test_organiser_time_overrides_every_clock(open_desk: Open, tmp_path: Path) -> None:
    players = PLAYERS.replace("yes,,,de", "yes,,01.05.2026 19:30,de")
    hand_in(open_desk(players=players), tmp_path, ("kim@example.org", LEGAL, LATE))
    assert stands(open_desk())["Kim Weber"] == "legal", "half an hour early, in the deadline's time zone"


def test_file_time_gets_a_warning(open_desk: Open) -> None:
    tournament = open_desk()
    (tournament.paths.inbox / "1").mkdir()
    (tournament.paths.inbox / "1" / "army.yaml").write_bytes(LEGAL.read_bytes())
    assert "DSK012" in codes(row_of(open_desk(), "1"))


def test_two_files_are_double_until_one_is_named(open_desk: Open, tmp_path: Path) -> None:
    hand_in(open_desk(), tmp_path, ("kim@example.org", LEGAL, ON_TIME), ("kim@example.org", OTHER, ON_TIME))
    row = row_of(open_desk(), "1")
    assert (row.status.value, codes(row)) == ("double", {"DSK007"})
    table = open_desk().paths.players
    table.write_text(PLAYERS.replace("yes,,,de", "yes,01-aof-3-2-matins.yaml,,de"), encoding="utf-8")
    row = row_of(open_desk(), "1")
    assert (row.status.value, row.readable_lists[0]["name"]) == ("legal", "Called to Matins")


def test_newest_version_is_checked(open_desk: Open, tmp_path: Path) -> None:
    hand_in(open_desk(), tmp_path, ("kim@example.org", ILLEGAL, LATE), ("kim@example.org", LEGAL, ON_TIME))
    assert row_of(open_desk(), "1").submissions[0].received.startswith("2026-05-03")


def test_faction_must_match_the_registration(open_desk: Open, tmp_path: Path) -> None:
    (faction,) = build_overview(_with(open_desk(), tmp_path), EN).rows[0].readable_lists[0]["books"]
    table = open_desk().paths.players
    right = (faction, faction.upper(), "Abbey", "Clokwork Abey", "Clockwork Abbey (v1)", "?")
    for registered_faction, status in (
        *((name, "legal") for name in right),
        *((name, "wrong-faction") for name in WRONG),
    ):
        table.write_text(PLAYERS.replace("Red,,yes", f"Red,{registered_faction},yes"), encoding="utf-8")
        assert (registered_faction, stands(open_desk())["Kim Weber"]) == (registered_faction, status)


def _with(tournament: Tournament, folder: Path) -> Tournament:
    hand_in(tournament, folder, ("kim@example.org", LEGAL, ON_TIME))
    return Tournament(tournament.paths.root, tournament.library)


def test_list_changed_after_acceptance(open_desk: Open, tmp_path: Path) -> None:
    tournament = _with(open_desk(), tmp_path)
    (judged,) = tournament.judge_all(row_of(tournament, "1").submissions)
    append_accepted(
        tournament.paths.acceptance_log,
        tournament.acceptance_log,
        build_accepted(judged, "1", tournament.event, by="Judge", at="2026-05-02T10:00"),
    )
    assert stands(open_desk())["Kim Weber"] == "accepted"
    hand_in(open_desk(), tmp_path, ("kim@example.org", OTHER, LATE))
    row = row_of(open_desk(), "1")
    assert (row.status.value, codes(row)) == ("changed", {"DSK009", "EVT008"})


def test_bad_file_affects_one_row(open_desk: Open, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_bytes(b"units: [")
    hand_in(open_desk(), tmp_path, ("kim@example.org", bad, ON_TIME), ("robin@example.org", LEGAL, ON_TIME))
    assert stands(open_desk()) == {"Kim Weber": "illegal", "Robin Ñandú": "legal", "Sam O'Neil": "missing"}


def test_unreadable_file_can_be_late(open_desk: Open, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_bytes(b"units: [")
    hand_in(open_desk(), tmp_path, ("kim@example.org", bad, LATE), ("robin@example.org", LEGAL, LATE))
    kim, robin, _ = build_overview(open_desk(), EN).rows
    assert [status.value for status in kim.statuses] == ["late", "illegal"]
    assert [finding["code"] for finding in robin.findings].count("EVT008") == 1
    messages = [
        next(finding["message"] for finding in row.findings if finding["code"] == "EVT008") for row in (kim, robin)
    ]
    assert messages[0] == messages[1]


def test_accepted_correction_is_not_late(open_desk: Open, tmp_path: Path) -> None:
    event = EVENT + "scoring: {on_time: 2, each_day_late: -3}\n"
    hand_in(open_desk(event), tmp_path, ("kim@example.org", LEGAL, ON_TIME))
    tournament = open_desk()
    list(accept_lists(row_of(tournament, "1"), tournament, "Judge"))
    hand_in(open_desk(), tmp_path, ("kim@example.org", OTHER, LATE))
    assert row_of(open_desk(), "1").bonus == 2
    tournament = open_desk()
    list(accept_lists(row_of(tournament, "1"), tournament, "Judge", "a model broke"))
    assert (row_of(open_desk(), "1").status.value, row_of(open_desk(), "1").bonus) == ("accepted", 2)


def test_registration_and_event_complete_the_list(open_desk: Open, tmp_path: Path) -> None:
    event = EVENT + "points: 750\nrequired: [player]\n"
    raw = LEGAL.read_text(encoding="utf-8").replace("points: 750", "points: 8000")
    bare = tmp_path / "bare.yaml"
    bare.write_text("\n".join(line for line in raw.splitlines() if not line.startswith("player:")), encoding="utf-8")
    hand_in(open_desk(event), tmp_path, ("kim@example.org", bare, ON_TIME))
    row = row_of(open_desk(), "1")
    assert "EVT006" not in codes(row)
    assert row.readable_lists[0]["limit"] == 750


def test_bonus_depends_on_punctuality(open_desk: Open, tmp_path: Path) -> None:
    event = EVENT + "scoring: {on_time: 2, each_day_late: -3, codes: {ORG001: -5}}\n"
    sent = (("kim@example.org", LEGAL, ON_TIME), ("robin@example.org", ILLEGAL, LATE))
    hand_in(open_desk(event), tmp_path, *sent)
    assert [row.bonus for row in build_overview(open_desk(), EN).rows] == [2, -11, 0]


def test_team_size_and_factions_are_checked(open_desk: Open, tmp_path: Path) -> None:
    event = EVENT + "teams: {size: 2, factions_once: true}\n"
    sent = (("kim@example.org", LEGAL, ON_TIME), ("robin@example.org", LEGAL, ON_TIME))
    hand_in(open_desk(event), tmp_path, *sent)
    rows = build_overview(open_desk(), EN).rows
    assert [row.status.value for row in rows] == ["illegal", "illegal", "missing"]
    assert {own_finding["code"] for own_finding in rows[0].own_findings} == {"EVT020"}
    assert {own_finding["code"] for own_finding in rows[2].own_findings} == {"DSK006", "EVT021"}


def test_missing_team_is_reported_in_team_events(open_desk: Open, tmp_path: Path) -> None:
    players = PLAYERS.replace("kim@example.org,Red", "kim@example.org,").replace(
        "Ñandú,robin@example.org,Red", "Ñandú,robin@example.org,BLUE"
    )
    hand_in(open_desk(EVENT + "teams: {size: 2}\n", players), tmp_path, ("kim@example.org", LEGAL, ON_TIME))
    kim, robin, _ = build_overview(open_desk(), EN).rows
    assert (kim.status.value, codes(kim)) == ("illegal", {"DSK014"})
    assert "EVT021" not in codes(robin), "Blue and BLUE are one team"
    assert "EVT021" not in codes(row_of(open_desk(), "2"))


def test_unmatched_files_are_listed(open_desk: Open) -> None:
    tournament = open_desk()
    (tournament.paths.inbox / "army.yaml").write_bytes(LEGAL.read_bytes())
    assert [submission.file for submission in build_overview(open_desk(), EN).unmatched] == ["army.yaml"]


def test_file_column_assigns_an_unmatched_file(open_desk: Open, tmp_path: Path) -> None:
    tournament = open_desk()
    (tmp_path / "army.yaml").write_bytes(LEGAL.read_bytes())
    SubmissionIntake(tournament.paths, tournament.registrations, tournament.library).take([str(tmp_path / "army.yaml")])
    assert [submission.file for submission in build_overview(open_desk(), EN).unmatched] == ["unmatched/01-army.yaml"]
    players = "id,name,file\n1,Kim Weber,{}\n"
    tournament.paths.players.write_text(players.format("inbox/unmatched/01-army.yaml"), encoding="utf-8")
    (row,) = build_overview(open_desk(), EN).rows
    assert (row.submissions[0].file, codes(row) - {"DSK012"}) == ("unmatched/01-army.yaml", {"EVT008"})
    tournament.paths.players.write_text(players.format("army.yaml"), encoding="utf-8")
    (row,) = build_overview(open_desk(), EN).rows
    assert codes(row) == {"DSK006", "DSK015"}, "other players may have sent a file of that name"
    SubmissionIntake(tournament.paths, open_desk().registrations, tournament.library).take(
        [str(tmp_path / "army.yaml")]
    )
    (row,) = build_overview(open_desk(), EN).rows
    assert (row.submissions[0].file, codes(row) - {"DSK012"}) == ("1/01-army.yaml", {"EVT008"})


def test_file_column_with_unknown_name_is_reported(open_desk: Open, tmp_path: Path) -> None:
    players = "id,name,mail,file\n1,Kim Weber,kim@example.org,nope.yaml\n"
    sent = [("kim@example.org", LEGAL, ON_TIME), ("kim@example.org", OTHER, ON_TIME)]
    hand_in(open_desk(EVENT, players), tmp_path, *sent)
    assert codes(row_of(open_desk(), "1")) == {"DSK007", "DSK015"}
    open_desk().paths.players.write_text(players.replace("nope", "01-aof-3-2-matins"), encoding="utf-8")
    assert codes(row_of(open_desk(), "1")) == set()


def test_unknown_time_falls_back_to_the_file(open_desk: Open, tmp_path: Path) -> None:
    (tmp_path / "x.eml").write_bytes(mail("kim@example.org", "list", file=LEGAL).replace(b"Date: Fri", b"X-Date: Fri"))
    tournament = open_desk()
    SubmissionIntake(tournament.paths, tournament.registrations, tournament.library).take([str(tmp_path / "x.eml")])
    assert codes(row_of(open_desk(), "1")) == {"DSK012", "EVT008"}
    table = tournament.paths.submission_table.read_text("utf-8").replace(",file,", ",mail,")
    (at,) = (cell for cell in table.split(",") if cell.startswith("20"))
    for replacement in ("", "last week"):
        tournament.paths.submission_table.write_text(table.replace(at, replacement), encoding="utf-8")
        assert codes(row_of(open_desk(), "1")) == {"DSK012", "EVT008"}


def test_identical_copy_is_not_double(open_desk: Open, tmp_path: Path) -> None:
    hand_in(open_desk(), tmp_path, ("kim@example.org", LEGAL, ON_TIME))
    (open_desk().paths.inbox / "1" / "copy.yaml").write_bytes(LEGAL.read_bytes())
    assert "DSK007" not in codes(row_of(open_desk(), "1"))
    (open_desk().paths.inbox / "1" / "copy.yaml").write_bytes(OTHER.read_bytes())
    assert "DSK007" in codes(row_of(open_desk(), "1"))


def test_dangling_link_affects_one_row(open_desk: Open, tmp_path: Path) -> None:
    hand_in(open_desk(), tmp_path, ("kim@example.org", LEGAL, ON_TIME), ("robin@example.org", LEGAL, ON_TIME))
    (open_desk().paths.inbox / "3").mkdir()
    for player in ("2", "3"):
        (open_desk().paths.inbox / player / "gone.yaml").symlink_to(tmp_path / "nowhere")
    assert stands(open_desk())["Kim Weber"] == "legal"
    assert codes(row_of(open_desk(), "3")) >= {"DAT001"}
    assert "DSK007" in codes(row_of(open_desk(), "2"))


def test_archive_with_two_lists_is_reported(open_desk: Open) -> None:
    inbox = open_desk().paths.inbox
    for player, lists in (("1", (LEGAL, OTHER)), ("2", (LEGAL, LEGAL))):
        (inbox / player).mkdir()
        with zipfile.ZipFile(inbox / player / "all.zip", "w") as archive:
            for index, path in enumerate(lists):
                archive.write(path, f"{index}.yaml")
    assert codes(row_of(open_desk(), "1")) == {"DSK012", "EVT008", "EVT016"}
    assert "EVT016" not in codes(row_of(open_desk(), "2")), "the same list twice counts once"
